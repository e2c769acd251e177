// THE HTTP SURFACE: what comes before and after the two doors, in the order in which a request meets it.
import { isUtf8 } from 'node:buffer';
import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Client, Context, Services } from '../context.js';
import { AppError, present, statusOf } from '../errors.js';
import { once } from '../replays/once.js';
import { restRouter, sendError } from '../rest/adapter.js';
import { docsRouter } from './docs.js';
import { EXPORT_PATH, exportMyData } from './export.js';
import { graphiqlRouter } from './graphiql.js';
import { logOf, requestLog } from './request-log.js';
import { sandboxPolicy } from './sandbox.js';

export interface Parts {
  config: Config;
  schema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  services: Services;
  createContext: (client: Client, log: Logger) => Context;
  demoToken?: string | undefined;
}

export const REST_BASE = '/api/v1';
const BODY_LIMIT = '256kb';
const NOT_UTF8 = 'The body must be JSON in UTF-8';

export function createExpress({ config, schema, apollo, services, createContext, demoToken }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(services.log));
  app.use(
    cors({
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'accept-language'],
      exposedHeaders: ['deprecation', 'idempotency-replayed', 'link', 'retry-after', 'sunset', 'x-request-id'],
      maxAge: 600,
    }),
  );
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    }),
  );

  app.get('/livez', (_request, response) => void response.json({ status: 'alive' }));
  app.get('/readyz', async (_request, response) => {
    await services.pool.query('select 1');
    response.json({ status: 'ready' });
  });

  app.use([REST_BASE, '/graphql'], async (request, _response, next) => {
    await services.limits.count('requests', request.ip);
    next();
  });

  const json = express.json({ limit: BODY_LIMIT, verify: onlyUtf8 });
  const contextOf = (request: Request): Context => createContext(clientOf(request), logOf(request));
  if (config.landingPage !== 'off') app.use('/graphiql', graphiqlRouter(demoToken));
  if (config.landingPage === 'sandbox') app.get('/graphql', helmet.contentSecurityPolicy(sandboxPolicy));
  if (config.landingPage === 'graphiql') app.get('/graphql', toGraphiql);
  app.use('/graphql', json, expressMiddleware(apollo, { context: async ({ req }) => contextOf(req) }), notFound);
  app.get(`${REST_BASE}${EXPORT_PATH}`, exportMyData(contextOf));
  app.use(REST_BASE, docsRouter(schema, REST_BASE, demoToken));
  app.use(REST_BASE, json, onlyJson, restRouter(schema, { context: contextOf, log: logOf, once }));
  app.get('/', (_request, response, next) => (config.landingPage === 'off' ? next() : response.redirect('/graphql')));
  app.use(notFound);
  app.use(answerError);
  return app;
}

const LONGEST_NAME = 200;

function clientOf({ headers, ip }: Request): Client {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return {
    token,
    languages: headers['accept-language'],
    device: headers['user-agent']?.slice(0, LONGEST_NAME),
    address: ip,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}

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

/** Another charset would be decoded to another text, and bytes that are no UTF-8 to U+FFFD, without a word. */
function onlyUtf8(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_UTF8);
  if (!isUtf8(body)) throw new AppError('BAD_USER_INPUT', NOT_UTF8);
}

/** Errors that Express's own parts throw carry a `type` or a status below 500. */
function refusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new AppError('PAYLOAD_TOO_LARGE', `The body must not exceed ${BODY_LIMIT}`);
  if (type === 'entity.parse.failed') return new AppError('BAD_USER_INPUT', 'The body is not valid JSON');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_UTF8);
  }
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('BAD_USER_INPUT', 'The request is malformed');
  return error;
}

const answerError: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  const presented = present(refusal(error), logOf(request));
  if (!/^\/graphql(\/|$)/.test(request.path)) return sendError(response, presented);
  const { message, ...extensions } = presented;
  if (presented.retryAfter) response.set('Retry-After', String(presented.retryAfter));
  response.status(statusOf(presented.code)).json({ message, errors: [{ message, extensions }] });
};
