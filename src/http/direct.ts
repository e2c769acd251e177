// Answers the usual requests of both APIs without Express, its middlewares and its body parser. One with anything unusual (path, content type,
// encoding, length) is left to Express. The gates are the same, and so are the responses, header for header (a test compares them).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { GATES, type OpenRequest, pass } from '../admission/admission.js';
import type { Context, Services } from '../context.js';
import { type PresentedError, presentError } from '../errors.js';
import { type Handler, type Reply, sendReply, toErrorReply } from '../rest/handler.js';
import { type PathRouter, PLAIN_PATH } from '../rest/path-router.js';
import { REST_BASE } from '../rest/route.js';
import { MAX_BODY_BYTES, parseBody } from './body.js';
import { readBody } from './read-body.js';
import { readRequestClient } from './request-client.js';
import { startRequestLog } from './request-log.js';
import type { RestTarget } from './rest-paths.js';
import { type GraphqlServices, serveGraphql, toGraphqlErrorReply } from './serve-graphql.js';
import type { CreateContext } from './serve-http.js';

export interface DirectParts extends GraphqlServices {
  services: Services;
  createContext: CreateContext;
  restPaths: PathRouter<RestTarget>;
}

/** A request as it has arrived, and who sends it. */
export interface Arrived {
  request: IncomingMessage;
  response: ServerResponse;
  address: string;
  token: string | undefined;
  /** Counts what costs much more than a request. */
  penalize: () => void;
  open: OpenRequest;
}

interface Exchange {
  /** The headers of every response. */
  common: string[];
  body: object | undefined;
  createContext: () => Context;
}
interface Target {
  api: 'graphql' | 'rest';
  toErrorReply: (error: PresentedError) => Reply;
  serve: (arrived: Arrived, exchange: Exchange, parts: DirectParts) => Promise<void>;
}

const graphql: Target = {
  api: 'graphql',
  toErrorReply: toGraphqlErrorReply,
  serve: ({ request, response }, { common, body, createContext }, parts) =>
    serveGraphql(request, response, common, body!, createContext, parts),
};

const rest = (handle: Handler, params: Record<string, string>, query: Record<string, unknown>): Target => ({
  api: 'rest',
  toErrorReply,
  serve: async ({ request: { url = '', headers }, response }, { common, body, createContext }) =>
    sendReply(response, await handle({ url, params, query, body, headers }, createContext()), common),
});

/** @returns false if the request is unusual */
export function serveDirectly(arrived: Arrived, parts: DirectParts): boolean {
  const target = findTarget(arrived.request, parts.restPaths);
  if (!target) return false;
  void answer(arrived, target, parts);
  return true;
}

function findTarget(request: IncomingMessage, restPaths: PathRouter<RestTarget>): Target | undefined {
  const { method = '', url = '' } = request;
  const body = bodyKindOf(request);
  if (url === '/graphql') return method === 'POST' && body === 'json' ? graphql : undefined;
  if (body === 'unusual' || method === 'HEAD' || !url.startsWith(`${REST_BASE}/`)) return undefined;
  if (method === 'GET' && body === 'json') return undefined;
  const mark = url.indexOf('?');
  const path = url.slice(REST_BASE.length, mark < 0 ? undefined : mark);
  if (!PLAIN_PATH.test(path)) return undefined;
  const found = restPaths.find(method, path);
  if (!found || !('target' in found) || found.target.kind !== 'api') return undefined;
  return rest(found.target.handle, found.params, mark < 0 ? {} : parseQuery(url.slice(mark + 1)));
}

const JSON_IN_UTF8 = /^application\/json(; ?charset=utf-8)?$/i;

function bodyKindOf({ headers }: IncomingMessage): 'json' | 'none' | 'unusual' {
  if (headers['content-encoding'] || headers['transfer-encoding'] || headers.expect) return 'unusual';
  if (headers['content-length'] === undefined) return 'none';
  const length = Number(headers['content-length']);
  const isUsual = length > 0 && length <= MAX_BODY_BYTES && JSON_IN_UTF8.test(headers['content-type'] ?? '');
  return isUsual ? 'json' : 'unusual';
}

async function answer(arrived: Arrived, { api, serve, toErrorReply }: Target, parts: DirectParts): Promise<void> {
  const { request, response, open, address, token, penalize } = arrived;
  const { services, createContext } = parts;
  const { requestLog, headers: common } = startRequestLog(services, api, request, response);
  try {
    const { arrive, begin, execute } = GATES.api;
    const arriving = pass(open, arrive);
    if (arriving) await arriving;
    if (request.destroyed) return;
    const hasBody = request.headers['content-length'] !== undefined;
    const bytes = hasBody ? await readBody(request, penalize) : undefined;
    // The client closed the connection before it had sent the whole body.
    if (hasBody && !bytes) return;
    const beginning = pass(open, begin);
    if (beginning) await beginning;
    const waiting = pass(open, execute);
    if (waiting) await waiting;
    // Its client disconnected while it waited: nothing has begun.
    if (response.destroyed) return;
    open.holdUntilWritten();
    const body = bytes && parseBody(bytes);
    await serve(
      arrived,
      {
        common,
        body,
        createContext: () => createContext(readRequestClient(request.headers, address, token), requestLog, open),
      },
      parts,
    );
  } catch (error) {
    if (response.headersSent) response.destroy();
    else sendReply(response, toErrorReply(presentError(error, requestLog)), common);
  } finally {
    open.written();
  }
}
