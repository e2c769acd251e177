// The one look of all pages: header, footer, stylesheet and security headers.
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { type Html, html } from '../shared/html.js';
import { Language, negotiateLanguage } from '../shared/language.js';

/** What every page takes from the request. */
export interface Visitor {
  language: Language;
  /** The address of the start page, if there is one. */
  home: string | undefined;
  /** Links of the header: name and address. */
  links: readonly (readonly [name: string, href: string])[];
}

export interface Page extends Visitor {
  title: string;
  content: Html;
  /** Files of assets/, beside the stylesheet of the site. */
  styles?: string[];
  scripts?: string[];
  /** Further content of the header. */
  headerContent?: Html;
  /** What the address has to keep when the language is changed, with `&` at the end. */
  query?: string;
  /** `tool`: the content fills the window, without a footer. */
  kind?: 'text' | 'tool';
}

export const SITE_NAME = 'Beekeeping';
const TEXTS = {
  [Language.ES]: { skip: 'Ir al contenido', other: 'English' },
  [Language.EN]: { skip: 'Skip to the content', other: 'Español' },
};

/** The language of `?lang=`, else the one that the browser prefers. The links keep a language that was chosen with `?lang=`. */
export function readVisitor(
  { query, headers }: Request,
  home?: string,
  linksOf: (language: Language) => Visitor['links'] = () => [],
): Visitor {
  const chosen = Object.values(Language).find((language) => language === query.lang);
  const language = chosen ?? negotiateLanguage(headers['accept-language'], Language.ES);
  const keepLanguage = (href: string): string => (chosen ? `${href}?lang=${chosen}` : href);
  return {
    language,
    home: home && keepLanguage(home),
    links: linksOf(language).map(([name, href]) => [name, keepLanguage(href)]),
  };
}

export function renderPage({
  title,
  language,
  home,
  links,
  content,
  styles = [],
  scripts = [],
  ...page
}: Page): string {
  const { headerContent, query = '', kind = 'text' } = page;
  const { skip, other } = TEXTS[language];
  const otherLanguage = language === Language.ES ? Language.EN : Language.ES;
  const brand = html`<img src="/assets/favicon.svg" alt="" width="28" height="28"><span>${SITE_NAME}</span>`;
  const document = html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
  ${['site.css', ...styles].map((file) => html`<link rel="stylesheet" href="/assets/${file}">`)}
</head>
<body class="${kind}">
  <a class="skip" href="#content">${skip}</a>
  <header class="site">
    ${home ? html`<a class="brand" href="${home}">${brand}</a>` : html`<span class="brand">${brand}</span>`}
    <nav>${links.map(([text, href]) => html`<a href="${href}">${text}</a>`)}</nav>
    ${headerContent}
    <a class="language" href="?${query}lang=${otherLanguage}" lang="${otherLanguage}" hreflang="${otherLanguage}">${other}</a>
  </header>
  ${content}
  ${scripts.map((file) => html`<script src="/assets/${file}" defer></script>`)}
</body>
</html>
`;
  return document.text;
}

interface Sources {
  scripts?: string[];
  frames?: string[];
  /** Whether the page's libraries add inline styles. */
  inlineStyles?: boolean;
  /** Whether the page opens WebSockets to the service. */
  sockets?: boolean;
  /** Whether the page starts workers. */
  workers?: boolean;
  /** Whether the page has a form that works without a script. */
  forms?: boolean;
}

/** The host and port as the client wrote them. */
export const readHost = ({ host = '' }: Request): string => (/^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost');

/** Some browsers do not take a WebSocket of the same origin for 'self'. The scheme includes `wss`. */
const ownSockets = (request: IncomingMessage): string => `ws://${readHost(request as Request)}`;

/** Returns a function that sets the headers of a page: only what it needs may be loaded, and no other site may read it. */
export function createPageHeaders({ scripts = [], frames = [], inlineStyles, sockets, workers, forms }: Sources = {}) {
  const policy = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'", ...(inlineStyles ? ["'unsafe-inline'"] : [])],
      fontSrc: inlineStyles ? ['data:'] : ["'none'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", ...(sockets ? [ownSockets] : [])],
      // Without it, the sources of scripts would be those of workers as well.
      workerSrc: [workers ? "'self'" : "'none'"],
      frameSrc: frames.length > 0 ? frames : ["'none'"],
      baseUri: ["'none'"],
      formAction: [forms ? "'self'" : "'none'"],
      frameAncestors: ["'none'"],
    },
  });
  return (request: Request, response: Response, next: () => void): void => {
    // A page may contain the newest mails or a token of the demo account.
    response.removeHeader('Access-Control-Allow-Origin');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.vary('Accept-Language').vary('Accept');
    policy(request, response, next);
  };
}
