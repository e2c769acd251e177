// The start page at /: what the service is, where to go, and how to call it.

import type { WrittenMail } from '../mail/newest-mails.js';
import { VERSION } from '../observability/version.js';
import { type Html, html } from '../shared/html.js';
import type { Language } from '../shared/language.js';
import { IMPORT_TEXTS } from './import-texts.js';
import { LANDING_TEXTS } from './landing-texts.js';
import { renderPage, SITE_NAME, type Visitor } from './layout.js';
import { renderSandbox, type SandboxSettings } from './sandbox.js';

export interface Landing extends Visitor {
  isReady: boolean;
  /** The address under which the visitor reaches the service. */
  baseUrl: string;
  /** Pages for developers; undefined: only name, version and health. */
  tools?: {
    hasSchema: boolean;
    demo?: { email: string; password: string; member: string } | undefined;
    mails?: { folder: string; newest: WrittenMail[] } | undefined;
  };
  /** The page is at /graphql: Sandbox covers it when it has been loaded. */
  sandbox?: SandboxSettings | undefined;
}
type Texts = (typeof LANDING_TEXTS)[Language];
type Tools = NonNullable<Landing['tools']>;

export function renderLanding({ isReady, baseUrl, tools, sandbox, ...visitor }: Landing): string {
  const { language, links } = visitor;
  const t = LANDING_TEXTS[language];
  const demo = tools?.demo;
  return renderPage({
    ...visitor,
    title: SITE_NAME,
    scripts: [...(tools ? ['landing.js'] : []), ...(sandbox ? ['sandbox.js'] : [])],
    content: html`${sandbox && renderSandbox(sandbox)}
  <main id="content">
    ${sandbox && html`<p class="notice" role="alert" id="no-sandbox" hidden>${t.noSandbox}</p>`}
    <section class="hero">
      <h1>${t.heading}</h1>
      <p class="lead">${t.lead}</p>
      <ul class="badges">
        <li class="${isReady ? 'up' : 'down'}">${isReady ? t.up : t.down}</li>
        <li>${t.version} ${VERSION}</li>
      </ul>
      ${demo && html`<p class="notice">${t.demo} <strong>${demo.email}</strong> (${t.password} <code>${demo.password}</code>). ${t.member} <strong>${demo.member}</strong>.</p>`}
    </section>
    ${links.length > 0 && renderCards(language, links)}
    ${tools && [renderCommands(t, baseUrl, demo), renderDownloads(t, tools), renderMails(t, language, tools)]}
  </main>
  <footer>${SITE_NAME} ${VERSION} · MIT · ${t.health}: <a href="/livez">/livez</a>, <a href="/readyz">/readyz</a></footer>`,
  });
}

/** A card for each link of the header. */
function renderCards(language: Language, links: Landing['links']): Html {
  const t = LANDING_TEXTS[language];
  const { link, title, cardText } = IMPORT_TEXTS[language];
  const texts: Record<string, [title: string, text: string]> = {
    [link]: [title, cardText],
    GraphiQL: ['GraphiQL', t.graphiql],
    Sandbox: ['Apollo Sandbox', t.sandbox],
    REST: [t.rest, t.restText],
  };
  const card = ([name, href]: Landing['links'][number]): Html => {
    const [title, text] = texts[name]!;
    return html`<a class="card" href="${href}"><h2>${title}</h2><p>${text}</p></a>`;
  };
  return html`<section class="cards">
      ${links.map(card)}
    </section>`;
}

/** Three commands that run as they are, one after the other, in one shell. */
function renderCommands(t: Texts, baseUrl: string, demo: Tools['demo']): Html {
  const { email, password } = demo ?? { email: 'ana@example.org', password: 'Colmenas-7' };
  const account = JSON.stringify({ email, password });
  const json = "-H 'content-type: application/json'";
  const bearer = '-H "authorization: Bearer $token"';
  const query =
    '{ apiaries { nodes { name beehives(filter: { health: [AT_RISK, UNHEALTHY] }) { nodes { label } } } } }';
  const commands = [
    [
      t.logIn,
      `token=$(curl -s ${baseUrl}/api/v1/auth/login ${json} \\\n  -d '${account}' \\\n  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    ],
    [t.graphql, `curl -s ${baseUrl}/graphql ${bearer} ${json} \\\n  -d '${JSON.stringify({ query })}'`],
    [t.restCall, `curl -s ${baseUrl}/api/v1/apiaries ${bearer}`],
  ] as const;
  return html`<section>
      <h2>${t.terminal}</h2>
      ${commands.map(
        ([caption, command]) => html`<figure class="command">
        <figcaption>${caption}<button type="button" class="quiet" data-copied="${t.copied}">${t.copy}</button></figcaption>
        <pre tabindex="0"><code>${command}</code></pre>
      </figure>`,
      )}
    </section>`;
}

function renderDownloads(t: Texts, { hasSchema }: Tools): Html {
  return html`<section>
      <h2>${t.downloads}</h2>
      <ul>
        ${hasSchema && html`<li><a href="/schema.graphql" download>schema.graphql</a> – ${t.schema}</li>`}
        <li><a href="/api/v1/openapi.json" download>openapi.json</a> – ${t.openapi}</li>
      </ul>
    </section>`;
}

function renderMails(t: Texts, language: Language, { mails }: Tools): Html | undefined {
  if (!mails) return undefined;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const row = ({ at, to, subject, link }: WrittenMail): Html =>
    html`<tr><td class="when">${time.format(at)}</td><td>${to}</td><td>${link ? html`<a href="${link}" rel="noreferrer">${subject}</a>` : subject}</td></tr>`;
  return html`<section id="mails">
      <h2>${t.mails}</h2>
      <p class="muted">${t.mailsText} <code>${mails.folder}</code>.</p>
      ${
        mails.newest.length === 0
          ? html`<p>${t.noMails}</p>`
          : html`<table class="mails"><thead><tr><th>${t.when}</th><th>${t.to}</th><th>${t.subject}</th></tr></thead><tbody>${mails.newest.map(row)}</tbody></table>`
      }
    </section>`;
}
