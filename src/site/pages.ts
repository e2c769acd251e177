// The pages of the service. Which of them exist depends on LANDING_PAGE; those to which the links in mails lead always exist.
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import { printSchemaDocument } from '../graphql-schema.js';
import { readNewestMails } from '../mail/newest-mails.js';
import { VERSION } from '../observability/version.js';
import { DEMO_ACCOUNT, DEMO_MEMBER } from '../seeds/demo.js';
import type { Language } from '../shared/language.js';
import { createAccountLinksRouter } from './account-links.js';
import { createAssetsRouter, findGraphiql } from './assets.js';
import { createExampleOperations } from './example-operations.js';
import { renderGraphiql } from './graphiql.js';
import { IMPORT_PATH, renderImportPage } from './import.js';
import { IMPORT_TEXTS } from './import-texts.js';
import { type Landing, renderLanding } from './landing.js';
import { createPageHeaders, readHost, readVisitor, type Visitor } from './layout.js';
import { renderNotFound } from './not-found.js';
import { createOpenApiRouter, renderRestDocs } from './rest-docs.js';
import { setSandboxHeaders } from './sandbox.js';
import { createUnsubscribeRouter, type Unsubscribe } from './unsubscribe.js';

export interface PageParts {
  config: Config;
  /** That of GraphQL clients. */
  schema: GraphQLSchema;
  /** With what exists for the REST API alone. */
  fullSchema: GraphQLSchema;
  /** An access token of the demo account, if there is one. */
  demoToken: string | undefined;
  /** The path of the REST API. */
  restBase: string;
  isReady: () => Promise<boolean>;
  unsubscribe: Unsubscribe;
}

const NEWEST_MAILS = 6;

/** Whether a client wants a page rather than JSON. Only browsers name HTML in the Accept header. */
const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';
const forBrowsers: RequestHandler = (request, _response, next) => next(wantsPage(request) ? undefined : 'route');

export function createPagesRouter(parts: PageParts): Router {
  const { config, schema, fullSchema, restBase } = parts;
  const router = Router();
  const setHeaders = createPageHeaders();
  const setToolHeaders = createPageHeaders({ inlineStyles: true });
  const send = (response: Response, page: string): void => void response.type('html').send(page);
  const { landingPage } = config;
  const hasTools = landingPage === 'sandbox' || landingPage === 'graphiql';
  const demo = parts.demoToken ? DEMO_ACCOUNT : undefined;
  const links = hasTools
    ? ([
        ['GraphiQL', '/graphiql'],
        ...(landingPage === 'sandbox' ? [['Sandbox', '/graphql'] as const] : []),
        ['REST', `${restBase}/docs`],
      ] as const)
    : [];
  const home = landingPage === 'off' ? undefined : '/';
  const linksOf = (language: Language) => [[IMPORT_TEXTS[language].link, IMPORT_PATH] as const, ...links];
  const greet = (request: Request) => readVisitor(request, home, home ? linksOf : undefined);
  const readLanding = (request: Request) => readLandingData(request, parts, greet(request));

  router.use('/assets', createAssetsRouter());
  router.use(createAccountLinksRouter(home, hasTools));
  router.use(createUnsubscribeRouter(home, parts.unsubscribe));
  if (landingPage !== 'off')
    router.get('/', setHeaders, async (request, response) => {
      const landing = await readLanding(request);
      if (wantsPage(request)) send(response, renderLanding(landing));
      else
        response.json({
          name: 'beekeeping-backend',
          version: VERSION,
          status: landing.isReady ? 'ready' : 'unavailable',
        });
    });
  if (landingPage !== 'off')
    router.get(IMPORT_PATH, setHeaders, (request, response) => {
      const demoToken = hasTools ? parts.demoToken : undefined;
      response.setHeader('X-Robots-Tag', 'noindex');
      send(response, renderImportPage({ ...greet(request), demo: demoToken ? demo : undefined, demoToken }));
    });
  if (hasTools) {
    const library = findGraphiql();
    const setGraphiqlHeaders = createPageHeaders({ inlineStyles: true, sockets: true, workers: true });
    router.get('/graphiql', setGraphiqlHeaders, (request, response) => {
      const { demoToken } = parts;
      send(response, renderGraphiql({ ...greet(request), demo, demoToken, library }));
    });
    if (config.introspection)
      router.get('/schema.graphql', (_request, response) => {
        response.attachment('schema.graphql').type('text/plain').send(printSchemaDocument(schema));
      });
  }
  const instead = { graphiql: '/graphiql', status: '/' }[landingPage as string];
  // The start prints the address of GraphQL, and Apollo's answer to a browser there warns of forged requests.
  if (instead) router.get('/graphql', forBrowsers, (_request, response) => response.redirect(instead));
  if (landingPage === 'sandbox')
    router.get('/graphql', forBrowsers, setSandboxHeaders, async (request, response) => {
      const landing = await readLanding(request);
      const { query: document } = createExampleOperations(landing.language, DEMO_ACCOUNT).apiaries;
      const headers = parts.demoToken ? { Authorization: `Bearer ${parts.demoToken}` } : undefined;
      send(response, renderLanding({ ...landing, sandbox: { document, headers } }));
    });
  router.get(restBase, forBrowsers, (_request, response) => response.redirect(`${restBase}/docs`));
  router.use(restBase, createOpenApiRouter(fullSchema));
  router.get(`${restBase}/docs`, setToolHeaders, (request, response) => {
    send(response, renderRestDocs({ ...greet(request), demo }, restBase));
  });
  if (landingPage !== 'off') {
    const notFound: RequestHandler = (request, response) => send(response.status(404), renderNotFound(greet(request)));
    const anyPath = new RegExp(`^(?!(/graphql|${restBase})(/|$))`, 'i');
    router.get(anyPath, forBrowsers, setHeaders, notFound);
    // Express cannot decode the path: a link was cut within `%20`.
    const ofUndecodable: ErrorRequestHandler = (error, request, response, next) => {
      if (!(error instanceof URIError && wantsPage(request))) return next(error);
      setHeaders(request, response, () => notFound(request, response, next));
    };
    router.use(ofUndecodable);
  }
  return router;
}

async function readLandingData(
  request: Request,
  { config, demoToken, isReady }: PageParts,
  visitor: Visitor,
): Promise<Landing> {
  const { landingPage, publicUrl, introspection } = config;
  const landing = {
    ...visitor,
    isReady: await isReady(),
    baseUrl: publicUrl ?? `${request.protocol}://${readHost(request)}`,
  };
  if (landingPage === 'status') return landing;
  const folder = join(config.dataDir, 'mail');
  const mails = showsMails(request, config)
    ? { folder, newest: await readNewestMails(folder, NEWEST_MAILS) }
    : undefined;
  const tools = {
    hasSchema: introspection,
    demo: demoToken ? { ...DEMO_ACCOUNT, member: DEMO_MEMBER.email } : undefined,
    mails,
  };
  return { ...landing, tools };
}

/**
 * Mails contain tokens of other people's accounts. So they are shown only in development, to somebody at this machine, and not under a
 * name that another site may have pointed to it (DNS rebinding).
 */
function showsMails({ socket, headers, hostname }: Request, { production, smtpUrl }: Config): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const isLocal = address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
  const isLocalName = ['localhost', '127.0.0.1', '[::1]'].includes(hostname ?? '');
  return !production && !smtpUrl && isLocal && isLocalName && headers['x-forwarded-for'] === undefined;
}
