// The Express application: both APIs, health checks and pages, in the order in which a request passes them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import type { Context, Services } from '../context.js';
import { AppError, presentError, unavailable } from '../errors.js';
import type { ApiSurface } from '../observability/metrics.js';
import type { RequestClient, RequestLog } from '../observability/request.js';
import { VERSION } from '../observability/version.js';
import { sendReply, toErrorReply } from '../rest/handler.js';
import { REST_BASE } from '../rest/route.js';
import { createRestRouter, methodNotAllowed, type RestEndpoint } from '../rest/router.js';
import { createMessage } from '../shared/message.js';
import { BODY_LIMIT_KB, requireFewValues, requireShortDocument, requireUtf8, toAppError } from './body.js';
import { CALENDAR_BASE, CALENDAR_PATH, sendCalendar } from './calendar.js';
import { exportUser, USER_EXPORT_PATH } from './export.js';
import type { GracefulShutdown } from './graceful-shutdown.js';
import { answerPreflight, setHeaders } from './headers.js';
import { IMPORT_FILE_PATH, receiveImportFile } from './import-file.js';
import { createOidcRouter, OIDC_BASE } from './oidc.js';
import type { OpenBody } from './open-bodies.js';
import { createPagesRouter } from './pages/pages.js';
import { UNSUBSCRIBE_PATH, type Unsubscribe } from './pages/unsubscribe.js';
import { REGISTER_LINK_BASE, REGISTER_LINK_PATH, sendRegisterLink } from './register/register-link.js';
import { readAddress, readRequestClient, readTrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import { toGraphqlErrorReply } from './serve-graphql.js';
import { createStreamedRouter } from './streamed-routes.js';
import { whenClosed } from './when-closed.js';

export interface ExpressParts {
  config: Config;
  /** That of GraphQL clients. */
  schema: GraphQLSchema;
  /** With what exists for the REST API alone. */
  fullSchema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  services: Services;
  createContext: (client: RequestClient, requestLog: RequestLog, response: ServerResponse) => Context;
  demoToken?: string | undefined;
  unsubscribe: Unsubscribe;
  shutdown: Pick<GracefulShutdown, 'isDraining'>;
  endpoints: RestEndpoint[];
}

/** What the middleware knows of a request: Express's `response.locals`. */
interface Locals {
  /** To whose share of the process it counts. */
  client: string;
  body: OpenBody | undefined;
  /** Set by the first middleware. */
  requestLog?: RequestLog;
}
const localsOf = (response: ServerResponse): Locals => (response as Response).locals as Locals;

/** Passes a request to Express. */
export function serveWithExpress(
  app: Express,
  request: IncomingMessage,
  response: ServerResponse,
  locals: Locals,
): void {
  app(request, Object.assign(response, { locals }));
}

export function createExpress({
  config,
  schema,
  fullSchema,
  apollo,
  services,
  createContext,
  demoToken,
  unsubscribe,
  shutdown,
  endpoints,
}: ExpressParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  const trust = readTrustedProxies(app);
  app.use((request, response, next) => {
    const { requestLog, headers } = startRequestLog(services, surfaceOf(request.path), request, response);
    localsOf(response).requestLog = requestLog;
    setHeaders(response, headers);
    if (request.method === 'OPTIONS') answerPreflight(request, response, next);
    else next();
  });

  const waitForScheduler: RequestHandler = async (_request, response, next) => {
    await services.scheduler.next(localsOf(response).client);
    // Nothing is begun for a client that disconnected while its request waited.
    if (!response.destroyed) next();
  };
  /** Until its response has been written, the request counts to the client's share. */
  const waitToBegin: RequestHandler = async (_request, response, next) => {
    const { client, body } = localsOf(response);
    await services.requests.take(client);
    let isServed = false;
    const give = (): void => {
      if (!isServed) services.requests.give(client);
      isServed = true;
      body?.release();
    };
    response.once('prefinish', give);
    whenClosed(response, give);
    if (response.closed) give();
    else next();
  };
  const requireReady = async (): Promise<void> => {
    if (shutdown.isDraining) throw unavailable();
    await Promise.race([services.pool.query('select 1'), rejectAfterTimeout()]);
  };
  const isReady = (): Promise<boolean> =>
    requireReady().then(
      () => true,
      () => false,
    );
  app.get('/livez', (_request, response) => void response.json({ status: 'alive' }));
  app.use(waitForScheduler);
  app.get('/readyz', async (_request, response) => {
    await requireReady();
    response.json({ status: 'ready', version: VERSION });
  });

  app.use(
    [REST_BASE, '/graphql', '/exports', CALENDAR_BASE, REGISTER_LINK_BASE, UNSUBSCRIBE_PATH, OIDC_BASE],
    async (request, _response, next) => {
      await services.rateLimiter.count('requests', readAddress(request, trust));
      next();
    },
  );

  const verify = (request: IncomingMessage, response: ServerResponse, body: Buffer, charset: string): void => {
    requireUtf8(request, response, body, charset);
    requireFewValues(body);
  };
  const waitForRoom: RequestHandler = async (_request, response, next) => {
    const { body } = localsOf(response);
    await body?.arrive();
    await body?.parse();
    if (!response.destroyed) next();
  };
  app.use(refuseBrotli);
  const json = express.json({ limit: `${BODY_LIMIT_KB}kb`, verify });
  const contextOf = ({ headers, ip, res }: Request): Context => {
    const response = res!;
    const context = createContext(readRequestClient(headers, ip), localsOf(response).requestLog!, response);
    response.once('prefinish', () => context.memory.written(response.writableLength));
    return context;
  };
  // Before the pages: a browser that opens the link gets the calendar, and the same answer as programs if there is none.
  app
    .route(CALENDAR_PATH)
    .get(sendCalendar(contextOf))
    .all(methodNotAllowed(['GET']));
  app
    .route(REGISTER_LINK_PATH)
    .get(sendRegisterLink(contextOf))
    .all(methodNotAllowed(['GET']));
  if (config.oidc) app.use(createOidcRouter(config, config.oidc, contextOf));
  app.use(createPagesRouter({ config, schema, fullSchema, demoToken, unsubscribe, restBase: REST_BASE, isReady }));
  const shortDocument: RequestHandler = (request, _response, next) => {
    requireShortDocument(request.body, config.documentLimit);
    next();
  };
  app.use(
    '/graphql',
    waitForRoom,
    json,
    waitForScheduler,
    waitToBegin,
    shortDocument,
    expressMiddleware(apollo, { context: async ({ req }) => contextOf(req) }),
    notFound,
  );
  // Before the parser of JSON: its body is the file.
  app
    .route(`${REST_BASE}${IMPORT_FILE_PATH}`)
    .put(waitForScheduler, receiveImportFile(contextOf))
    .all(methodNotAllowed(['PUT']));
  app.use(REST_BASE, waitForRoom, json, waitForScheduler, requireJsonBody);
  // They have a share of their own: a slow reader holds one for minutes.
  app.use(REST_BASE, createStreamedRouter(fullSchema, contextOf));
  app
    .route(USER_EXPORT_PATH)
    .get(exportUser(contextOf))
    .all(methodNotAllowed(['GET']));
  app.use(REST_BASE, waitToBegin, createRestRouter(endpoints, contextOf));
  app.use(notFound);
  app.use(answerError);
  return app;
}

const READY_TIMEOUT_MS = 1500;
async function rejectAfterTimeout(): Promise<never> {
  await wait(READY_TIMEOUT_MS, undefined, { ref: false });
  throw unavailable();
}

const surfaceOf = (path: string): ApiSurface =>
  path.startsWith(`${REST_BASE}/`) ? 'rest' : /^\/graphql(\/|$)/.test(path) ? 'graphql' : 'other';

const notFound: RequestHandler = (request) => {
  throw new AppError(
    'NOT_FOUND',
    createMessage('There is nothing at {method} {path}', { method: request.method, path: request.path }),
  );
};

/** Brotli's decoder takes up to 16 MB for each body, however short it is. */
const refuseBrotli: RequestHandler = ({ headers }, _response, next) => {
  if (/\bbr\b/i.test(headers['content-encoding'] ?? ''))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must not be compressed with Brotli: use gzip, or no compression',
    );
  next();
};

/** Refuses a body that is not JSON: Express would ignore it and treat the request as one without a body. */
const requireJsonBody: RequestHandler = (request, _response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (hasBody && request.body === undefined)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json');
  next();
};

const answerError: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  const presented = presentError(toAppError(error), localsOf(response).requestLog!);
  sendReply(response, surfaceOf(request.path) === 'graphql' ? toGraphqlErrorReply(presented) : toErrorReply(presented));
};
