// The register that a link shows to an inspector. The token in the path is all that a browser sends; it is in no log and no trace (`toLoggedPath`).
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { openRegister, type RegisterFilter } from '../../features/treatments/register.queries.js';
import { openRegisterLink } from '../../features/treatments/register-links.commands.js';
import type { RegisterLink } from '../../features/treatments/register-tokens.rules.js';
import { html } from '../../shared/html.js';
import { MAX_ROWS, streamDocument } from '../reports/report.js';
import { streamToViewer } from '../streamed.js';
import { setPageHeaders, writeRegisterPage } from './register-page.js';
import { openRegisterReport, registerReport } from './register-report.js';
import { REGISTER_TEXTS } from './texts.js';

export const REGISTER_LINK_BASE = '/register';
/**
 * Every path below is answered here, also one that cannot be decoded, so that nothing distinguishes a malformed token from one that has
 * expired.
 */
export const REGISTER_LINK_PATH = /^\/register(?:\/|$)/i;
const PARTS = /^\/([\w-]+)(\/pdf)?$/;
/** The paths of the log and of traces. */
const ROUTES = { page: `${REGISTER_LINK_BASE}/:token`, pdf: `${REGISTER_LINK_BASE}/:token/pdf` };

/** Always the same bytes, in both languages. */
const NOT_FOUND = `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>404</title></head>
<body>
<p>Este enlace no es válido, o ha caducado.</p>
<p lang="en">This link is not valid, or has expired.</p>
</body>
</html>
`;

export const sendRegisterLink =
  (contextOf: (request: Request) => Context): RequestHandler =>
  async (request, response, next) => {
    // Neither search engines nor other sites learn of the link.
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
    const context = contextOf(request);
    const [, token = '', pdf] = PARTS.exec(request.path.slice(REGISTER_LINK_BASE.length)) ?? [];
    context.requestLog.route = pdf ? ROUTES.pdf : ROUTES.page;
    const link = await openRegisterLink(context, token);
    if (!link) return void response.status(404).type('html').send(NOT_FOUND);
    await (pdf ? sendPdf : sendPage)(context, link, token)(request, response, next);
  };

type Send = (request: Request, response: Response, next: NextFunction) => unknown;
const READS = { scope: TokenScope.READ };
const filterOf = ({ from, to, apiary }: RegisterLink): RegisterFilter => ({
  from: from ?? undefined,
  to: to ?? undefined,
  apiaryId: apiary ?? undefined,
});

const sendPage = (context: Context, link: RegisterLink, token: string): Send =>
  streamToViewer(
    () => context,
    READS,
    async (_context, _request, response) => {
      const { language, expires } = link;
      const t = REGISTER_TEXTS[language];
      const filter = filterOf(link);
      const register = await openRegister(context, filter);
      setPageHeaders(response, language);
      const until = new Date(expires * 1000).toISOString().slice(0, 16).replace('T', ' ');
      const pdf = html`<a href="${REGISTER_LINK_BASE}/${token}/pdf">${t.pdf}</a>`;
      const notes = [html`<p>${t.valid} ${until} UTC. ${register.rows > MAX_ROWS ? t.noPdf : pdf}</p>\n`];
      return writeRegisterPage(context, { register, filter, language, isLink: true, notes });
    },
  );

const sendPdf = (context: Context, link: RegisterLink): Send =>
  streamDocument(
    () => context,
    async (_context, _request, size) => {
      const { language } = link;
      const options = { language, size, isLink: true } as const;
      return {
        name: registerReport.name,
        language,
        opened: await openRegisterReport(context, filterOf(link), options),
      };
    },
  );
