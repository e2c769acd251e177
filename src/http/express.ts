// THE HTTP SURFACE: what comes before and after the two doors, in the order in which a request meets it.
import { setTimeout as wait } from 'node:timers/promises';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import helmet from 'helmet';
import type { Config } from '../config.js';
import type { Client, Context, Notes, Services } from '../context.js';
import { AppError, present, unavailable } from '../errors.js';
import { isKept, once } from '../idempotency/idempotent-mutation.js';
import type { Door } from '../observability/metrics.js';
import { restRouter, sendError } from '../rest/router.js';
import { BODY_LIMIT_KB, onlyUtf8, refusal } from './body.js';
import { EXPORT_PATH, exportMyData } from './export.js';
import type { Drain } from './graceful-shutdown.js';
import { sendGraphqlError } from './graphql-fast-path.js';
import { preflight, setHeaders } from './headers.js';
import { graphiqlRouter } from './pages/graphiql.js';
import { docsRouter } from './pages/rest-docs.js';
import { sandboxPolicy } from './pages/sandbox.js';
import { clientOf } from './request-client.js';
import { begin, notesOf } from './request-log.js';

export interface Parts {
  config: Config;
  schema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  services: Services;
  createContext: (client: Client, notes: Notes) => Context;
  demoToken?: string | undefined;
  drain: Pick<Drain, 'isDraining'>;
}

export const REST_BASE = '/api/v1';

export function createExpress({ config, schema, apollo, services, createContext, demoToken, drain }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use((request, response, next) => {
    setHeaders(response);
    response.setHeader('X-Request-Id', begin(services, doorOf(request.path), request, response).id);
    if (request.method === 'OPTIONS') preflight(request, response, next);
    else next();
  });

  app.get('/livez', (_request, response) => void response.json({ status: 'alive' }));
  app.get('/readyz', async (_request, response) => {
    if (drain.isDraining) throw unavailable();
    await Promise.race([services.pool.query('select 1'), tooLate()]);
    response.json({ status: 'ready' });
  });

  app.use([REST_BASE, '/graphql'], async (request, _response, next) => {
    await services.limits.count('requests', request.ip);
    next();
  });

  const json = express.json({ limit: `${BODY_LIMIT_KB}kb`, verify: onlyUtf8 });
  const contextOf = (request: Request): Context =>
    createContext(clientOf(request.headers, request.ip), notesOf(request));
  if (config.landingPage !== 'off') app.use('/graphiql', graphiqlRouter(demoToken));
  if (config.landingPage === 'sandbox') app.get('/graphql', helmet.contentSecurityPolicy(sandboxPolicy));
  if (config.landingPage === 'graphiql') app.get('/graphql', toGraphiql);
  app.use('/graphql', json, expressMiddleware(apollo, { context: async ({ req }) => contextOf(req) }), notFound);
  app.use(REST_BASE, json, onlyJson, restRouter(schema, { context: contextOf, notes: notesOf, once, isKept }));
  app.get(`${REST_BASE}${EXPORT_PATH}`, exportMyData(contextOf));
  app.use(REST_BASE, docsRouter(schema, REST_BASE, demoToken));
  app.get('/', (_request, response, next) => (config.landingPage === 'off' ? next() : response.redirect('/graphql')));
  app.use(notFound);
  app.use(answerError);
  return app;
}

const READY_WITHIN_MS = 1500;
async function tooLate(): Promise<never> {
  await wait(READY_WITHIN_MS, undefined, { ref: false });
  throw unavailable();
}

const doorOf = (path: string): Door =>
  path.startsWith(`${REST_BASE}/`) ? 'rest' : /^\/graphql(\/|$)/.test(path) ? 'graphql' : 'other';

const toGraphiql: RequestHandler = (request, response, next) =>
  request.accepts(['json', 'html']) === 'html' ? response.redirect('/graphiql') : next();

const notFound: RequestHandler = (request) => {
  throw new AppError('NOT_FOUND', `There is nothing at ${request.method} ${request.path}`);
};

/** A body in another form would be taken for none, and a change for no change. */
const onlyJson: RequestHandler = (request, _response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (hasBody && request.body === undefined)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json');
  next();
};

const answerError: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  if (/^\/graphql(\/|$)/.test(request.path)) sendGraphqlError(response, refusal(error), notesOf(request));
  else sendError(response, present(refusal(error), notesOf(request).log));
};
