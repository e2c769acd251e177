// The Express application: both APIs, health checks and pages, in the order in which a request passes them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { GATES, type OpenRequest, pass, type RequestKind } from '../admission/admission.js';
import type { Config } from '../config.js';
import type { Context, Services } from '../context.js';
import { exportUser, USER_EXPORT_PATH } from '../documents/export/export.js';
import { REGISTER_LINK_BASE, REGISTER_LINK_PATH, sendRegisterLink } from '../documents/register/register-link.js';
import { AppError, presentError, unavailable } from '../errors.js';
import { createMessage } from '../messages/message.js';
import { VERSION } from '../observability/version.js';
import { sendReply, toErrorReply } from '../rest/handler.js';
import type { PathRouter } from '../rest/path-router.js';
import { REST_BASE } from '../rest/route.js';
import { methodNotAllowed } from '../rest/router.js';
import { createPagesRouter } from '../site/pages.js';
import { UNSUBSCRIBE_PATH, type Unsubscribe } from '../site/unsubscribe.js';
import { requireShortDocument, toAppError } from './body.js';
import { CALENDAR_BASE, CALENDAR_PATH, sendCalendar } from './calendar.js';
import type { GracefulShutdown } from './graceful-shutdown.js';
import { setHeaders } from './headers.js';
import { type Locals, localsOf } from './locals.js';
import { createOidcRouter, OIDC_BASE } from './oidc.js';
import { answerOptions, surfaceOf } from './options.js';
import { parseJson, receiveBody, refuseUnreadable, requireJsonBody } from './receive-body.js';
import { readRequestClient } from './request-client.js';
import { startRequestLog } from './request-log.js';
import type { RestTarget } from './rest-paths.js';
import { toGraphqlErrorReply } from './serve-graphql.js';
import type { CreateContext } from './serve-http.js';

export interface ExpressParts {
  config: Config;
  /** That of GraphQL clients. */
  schema: GraphQLSchema;
  /** With what exists for the REST API alone. */
  fullSchema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  services: Services;
  createContext: CreateContext;
  demoToken?: string | undefined;
  unsubscribe: Unsubscribe;
  shutdown: Pick<GracefulShutdown, 'isDraining'>;
  restPaths: PathRouter<RestTarget>;
}

/** Passes a request to Express. */
export function serveWithExpress(
  app: Express,
  request: IncomingMessage,
  response: ServerResponse,
  open: OpenRequest,
): void {
  app(request, Object.assign(response, { locals: { open } }));
}

/** Returns a function that creates the context of a request for the resolvers. */
export const contextOf =
  (createContext: CreateContext) =>
  ({ headers, ip, res }: Request): Context => {
    const { requestLog, open, kind } = localsOf(res!);
    const context = createContext(readRequestClient(headers, ip), requestLog, open);
    if (kind === 'link') context.limitResponse();
    return context;
  };

/** Passes the gates of a step. Nothing is begun for a client that disconnected while its request waited. */
const passGates =
  (step: 'arrive' | 'begin' | 'execute'): RequestHandler =>
  (_request, response, next) => {
    const { open, kind } = localsOf(response);
    const goOn = (): void => {
      if (response.destroyed) return;
      if (step === 'execute') response.once('prefinish', () => open.written());
      next();
    };
    // At once, if it need not wait: what follows the request on its connection may be no HTTP.
    const waiting = pass(open, GATES[kind][step]);
    return waiting ? waiting.then(goOn) : goOn();
  };

/** Lets a request hold what it has until its handler has ended, which may be after its client has disconnected. */
const holdWhile =
  (handle: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    const { open } = localsOf(response);
    open.holdUntilWritten();
    try {
      await handle(request, response, next);
    } finally {
      open.written();
    }
  };

export function createExpress(parts: ExpressParts): Express {
  const { config, schema, fullSchema, apollo, services, demoToken, unsubscribe, shutdown, restPaths } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use((request, response, next) => {
    const { requestLog, headers } = startRequestLog(services, surfaceOf(request.path), request, response);
    Object.assign(localsOf(response), { requestLog, kind: 'page' } satisfies Partial<Locals>);
    setHeaders(response, headers);
    next();
  });
  const arrive = passGates('arrive');
  app.options(/^/, arrive, answerOptions(restPaths));
  app.get('/livez', arrive, (_request, response) => void response.json({ status: 'alive' }));

  const be =
    (kind: RequestKind): RequestHandler =>
    (_request, response, next) => {
      localsOf(response).kind = kind;
      next();
    };
  app.use([CALENDAR_BASE, REGISTER_LINK_BASE, UNSUBSCRIBE_PATH, OIDC_BASE], be('link'));
  app.use('/exports', be('stream'));
  app.use('/graphql', be('api'));
  app.use(REST_BASE, ({ method, path }, response, next) => {
    const found = restPaths.find(method, path);
    Object.assign(localsOf(response), { found, kind: found && 'target' in found ? found.target.kind : 'api' });
    next();
  });
  app.use(arrive, refuseUnreadable, receiveBody, passGates('begin'));

  const requireReady = async (): Promise<void> => {
    if (shutdown.isDraining) throw unavailable();
    await Promise.race([services.pool.query('select 1'), rejectAfterTimeout()]);
  };
  const isReady = (): Promise<boolean> =>
    requireReady().then(
      () => true,
      () => false,
    );
  app.get('/readyz', async (_request, response) => {
    await requireReady();
    response.json({ status: 'ready', version: VERSION });
  });
  const toContext = contextOf(parts.createContext);
  const execute = passGates('execute');
  // Before the pages: a browser that opens the link gets the calendar, and the same answer as programs if there is none.
  app
    .route(CALENDAR_PATH)
    .get(sendCalendar(toContext))
    .all(methodNotAllowed(['GET']));
  app
    .route(REGISTER_LINK_PATH)
    .get(sendRegisterLink(toContext))
    .all(methodNotAllowed(['GET']));
  if (config.oidc) app.use(createOidcRouter(config, config.oidc, toContext));
  app.use(createPagesRouter({ config, schema, fullSchema, demoToken, unsubscribe, restBase: REST_BASE, isReady }));
  const shortDocument: RequestHandler = (request, _response, next) => {
    requireShortDocument(request.body, config.documentLimit);
    next();
  };
  app.use(
    '/graphql',
    execute,
    parseJson,
    shortDocument,
    holdWhile(expressMiddleware(apollo, { context: async ({ req }) => toContext(req) })),
    notFound,
  );
  app
    .route(USER_EXPORT_PATH)
    .get(exportUser(toContext))
    .all(methodNotAllowed(['GET']));
  const answerRest: RequestHandler = async (request, response, next) => {
    const { found } = localsOf(response);
    if (!found) return next();
    if ('allowed' in found) return methodNotAllowed(found.allowed)(request, response, next);
    const { target, params } = found;
    request.params = params;
    if (target.kind !== 'api') return target.send(request, response, next);
    const { body, headers, originalUrl: url } = request;
    const query = request.query as Record<string, unknown>;
    sendReply(response, await target.handle({ url, params, query, body, headers }, toContext(request)));
  };
  app.use(REST_BASE, execute, parseJson, requireJsonBody, holdWhile(answerRest));
  app.use(notFound);
  app.use(answerError);
  return app;
}

const READY_TIMEOUT_MS = 1500;
async function rejectAfterTimeout(): Promise<never> {
  await wait(READY_TIMEOUT_MS, undefined, { ref: false });
  throw unavailable();
}

const notFound: RequestHandler = (request) => {
  throw new AppError(
    'NOT_FOUND',
    createMessage('There is nothing at {method} {path}', { method: request.method, path: request.path }),
  );
};

const answerError: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  const presented = presentError(toAppError(error), localsOf(response).requestLog!);
  sendReply(response, surfaceOf(request.path) === 'graphql' ? toGraphqlErrorReply(presented) : toErrorReply(presented));
};
