// Serves the usual requests to both APIs without Express, its middlewares and its body parser. The responses are the same, header for
// header (a test compares them). A request with anything unusual (path, content type, encoding, length) goes through Express.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Context, RequestClient, RequestLog, Services } from '../context.js';
import { AppError, type PresentedError, presentError } from '../errors.js';
import { type Reply, sendReply, toErrorReply } from '../rest/handler.js';
import { EndpointMatcher } from '../rest/match.js';
import { createRestEndpoints } from '../rest/router.js';
import { BODY_LIMIT_KB, invalidJson, readTarget, requireFewValues, requireUtf8 } from './body.js';
import { createExpress, type ExpressParts, REST_BASE, serveWithExpress } from './express.js';
import { type GraphqlServices, serveGraphql, toGraphqlErrorReply } from './graphql-fast-path.js';
import type { ArrivingBody, OpenBodies } from './open-bodies.js';
import { readAddress, readRequestClient, readTrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import type { Scheduler } from './scheduler.js';
import type { Sockets } from './sockets.js';

interface FastPathParts extends GraphqlServices {
  services: Services;
  matcher: EndpointMatcher;
  createContext: (client: RequestClient, requestLog: RequestLog, response: ServerResponse) => Context;
  scheduler: Scheduler;
  bodies: OpenBodies;
}

const JSON_IN_UTF8 = /^application\/json(; ?charset=utf-8)?$/i;

type BodyKind = 'json' | 'none' | 'unusual';

function readBodyKind({ headers }: IncomingMessage): BodyKind {
  if (headers['content-encoding'] || headers['transfer-encoding']) return 'unusual';
  if (headers['content-length'] === undefined) return 'none';
  const length = Number(headers['content-length']);
  const isPlain = length > 0 && length <= BODY_LIMIT_KB * 1024 && JSON_IN_UTF8.test(headers['content-type'] ?? '');
  return isPlain ? 'json' : 'unusual';
}

/** Serves both APIs and the pages: with Express, and the fast path before it. */
export function serveHttp(
  httpServer: Server,
  services: Omit<ExpressParts & FastPathParts, 'endpoints' | 'matcher'> & { sockets: Sockets },
): void {
  const endpoints = createRestEndpoints(services.schema);
  const app = createExpress({ ...services, endpoints });
  const parts = { ...services, matcher: new EndpointMatcher(endpoints) };
  const trust = readTrustedProxies(app);
  services.sockets.listen(httpServer, trust);
  httpServer.on('request', (request, response) => {
    const address = readAddress(request, trust);
    const arriving = parts.bodies.expect(request, response, address);
    const url = readTarget(request.url!);
    if (url === undefined) return sendMalformed(request, response, parts);
    // Pipelined after a request for which the connection has been closed.
    if (request.socket.destroyed) return;
    request.url = url;
    const serve = find(request, url, readBodyKind(request), parts);
    if (serve) void answer(request, response, address, arriving, serve, parts);
    else serveWithExpress(app, request, response, arriving);
  });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The headers of every response. */
  common: string[];
  body: object | undefined;
  createContext: () => Context;
}
interface Serve {
  api: 'graphql' | 'rest';
  serve: (exchange: Exchange) => Promise<void>;
  toErrorReply: (error: PresentedError) => Reply;
}

/** Returns how a request is served; undefined for one that is left to Express. */
function find({ method = '' }: IncomingMessage, url: string, kind: BodyKind, parts: FastPathParts): Serve | undefined {
  if (kind === 'unusual') return undefined;
  if (url === '/graphql') {
    if (method !== 'POST' || kind !== 'json') return undefined;
    const serve = ({ request, response, common, body, createContext }: Exchange): Promise<void> =>
      serveGraphql(request, response, common, body!, createContext, parts);
    return { api: 'graphql', serve, toErrorReply: toGraphqlErrorReply };
  }
  if (!url.startsWith(`${REST_BASE}/`) || (method === 'GET' && kind === 'json')) return undefined;
  const match = parts.matcher.find(method, url.slice(REST_BASE.length));
  if (!match) return undefined;
  const { handle, params, query } = match;
  const serve = async ({ request: { headers }, response, common, body, createContext }: Exchange): Promise<void> =>
    sendReply(response, await handle({ url, params, query, body, headers }, createContext()), common);
  return { api: 'rest', serve, toErrorReply };
}

function sendMalformed(request: IncomingMessage, response: ServerResponse, { services }: FastPathParts): void {
  const { requestLog, headers } = startRequestLog(services, 'other', request, response);
  const error = new AppError('BAD_USER_INPUT', 'The request is malformed');
  sendReply(response, toErrorReply(presentError(error, requestLog)), headers);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  arriving: ArrivingBody,
  { api, serve, toErrorReply }: Serve,
  { services, createContext, scheduler, bodies }: FastPathParts,
): Promise<void> {
  const { requestLog, headers: common } = startRequestLog(services, api, request, response);
  try {
    await services.rateLimiter.count('requests', address);
    const bytes = request.headers['content-length'] === undefined ? EMPTY : await readBody(request);
    // The client closed the connection before it had sent the whole body.
    if (bytes === undefined) return;
    await scheduler.next();
    // Its client disconnected while it waited: nothing has begun.
    if (response.destroyed) return;
    let body: object | undefined;
    if (bytes !== EMPTY) {
      requireUtf8(request, response, bytes, 'utf-8');
      requireFewValues(bytes);
      bodies.parse(arriving, response, bytes.length);
      body = parse(bytes.toString());
    }
    await serve({
      request,
      response,
      common,
      body,
      createContext: () => createContext(readRequestClient(request.headers, address), requestLog, response),
    });
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    sendReply(response, toErrorReply(presentError(error, requestLog)), common);
  }
}

const EMPTY = Buffer.alloc(0);

function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  });
}

function parse(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  // Express's parser in strict mode refuses these too.
  if (typeof body !== 'object' || body === null) throw invalidJson();
  return body;
}
