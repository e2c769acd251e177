// Serves the usual GraphQL request, a POST of JSON to /graphql, without Express, its middlewares and its body parser. The response is the
// same, header for header (a test compares the two). A request with anything unusual (path, content type, encoding, length) goes through
// Express.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Express } from 'express';
import type { Context, RequestClient, RequestLog, Services } from '../context.js';
import { toJson } from '../database/row-json.js';
import { AppError, presentError, statusOf } from '../errors.js';
import type { Operation, OperationRunner } from '../graphql/operation-runner.js';
import { sendError } from '../rest/router.js';
import { sendJson } from '../rest/send-json.js';
import { BODY_LIMIT_KB, invalidJson, readTarget, requireShortDocument, requireUtf8 } from './body.js';
import { setHeaders } from './headers.js';
import type { OpenBodies } from './open-bodies.js';
import { countRequest, readRequestClient, readTrustedProxies, type TrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import type { Scheduler } from './scheduler.js';

export interface FastPathServices {
  apollo: ApolloServer<Context>;
  operations: OperationRunner;
  services: Services;
  createContext: (client: RequestClient, requestLog: RequestLog, response: ServerResponse) => Context;
  /** Maximum length of a GraphQL document, in characters. */
  documentLimit: number;
  scheduler: Scheduler;
  bodies: OpenBodies;
}

const JSON_IN_UTF8 = /^application\/json(; ?charset=utf-8)?$/i;

function isPlainPost({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== '/graphql' || headers['content-encoding'] || headers['transfer-encoding'])
    return false;
  const length = Number(headers['content-length']);
  return length > 0 && length <= BODY_LIMIT_KB * 1024 && JSON_IN_UTF8.test(headers['content-type'] ?? '');
}

/** Installs the fast path before Express. */
export function installFastPath(httpServer: Server, app: Express, services: FastPathServices): void {
  const trust = readTrustedProxies(app);
  services.bodies.watch(httpServer, trust);
  httpServer.on('request', (request, response) => {
    const path = readTarget(request.url!);
    if (path === undefined) return sendMalformed(request, response, services);
    // Pipelined after a request for which the connection has been closed.
    if (request.socket.destroyed) return;
    request.url = path;
    if (isPlainPost(request)) void serveGraphql(request, response, trust, services);
    else app(request, response);
  });
}

function sendMalformed(request: IncomingMessage, response: ServerResponse, { services }: FastPathServices): void {
  const { requestLog, headers } = startRequestLog(services, 'other', request, response);
  setHeaders(response, headers);
  sendError(response, presentError(new AppError('BAD_USER_INPUT', 'The request is malformed'), requestLog));
}

async function serveGraphql(
  request: IncomingMessage,
  response: ServerResponse,
  trust: TrustedProxies,
  { apollo, operations, services, createContext, documentLimit, scheduler, bodies }: FastPathServices,
): Promise<void> {
  const { requestLog, headers } = startRequestLog(services, 'graphql', request, response);
  try {
    const address = await countRequest(services, request, trust);
    const bytes = await readBody(request);
    // The client closed the connection before it had sent the whole body.
    if (bytes === undefined) return;
    await scheduler.next();
    // Its client disconnected while it waited: nothing has begun.
    if (response.destroyed) return;
    requireUtf8(request, response, bytes, 'utf-8');
    bodies.parse(request, response, bytes.length);
    const body = parse(bytes.toString());
    const create = (): Context => createContext(readRequestClient(request.headers, address), requestLog, response);
    const known = findKnown(request, body, operations);
    if (known) {
      const { status = 200, headers: more, result } = await operations.run({ ...known, context: create() });
      return send(response, status, [...headers, 'Content-Type', JSON_CONTENT, ...more.flat()], toJson(result, '\n'));
    }
    requireShortDocument(body, documentLimit);
    const requestHeaders = new HeaderMap();
    for (const name of ['content-type', 'accept'] as const)
      if (request.headers[name]) requestHeaders.set(name, request.headers[name]);
    const result = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers: requestHeaders, search: '', body },
      context: async () => create(),
    });
    if (result.body.kind !== 'complete') throw new Error('incremental delivery is not supported');
    send(response, result.status ?? 200, [...headers, ...[...result.headers].flat()], result.body.string);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    setHeaders(response, headers);
    sendGraphqlError(response, error, requestLog);
  }
}

const JSON_CONTENT = 'application/json; charset=utf-8';
/** Other values of the Accept header are left to Apollo Server, which negotiates. */
const ACCEPTS_JSON = [undefined, '*/*', 'application/json'];
const KNOWN_KEYS = ['query', 'variables', 'operationName'];

/** Returns the operation of a request for a document that Apollo Server has accepted before, if the request is the usual one. */
function findKnown(
  { headers }: IncomingMessage,
  body: object,
  operations: OperationRunner,
): (Operation & { variables: Record<string, unknown> | undefined }) | undefined {
  if (!ACCEPTS_JSON.includes(headers.accept)) return undefined;
  for (const key in body) if (!KNOWN_KEYS.includes(key)) return undefined;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string' || !(operationName == null || typeof operationName === 'string')) return undefined;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  const operation = operations.find(query, operationName ?? undefined);
  return operation && { ...operation, variables: (variables ?? undefined) as Record<string, unknown> | undefined };
}

function send(response: ServerResponse, status: number, headers: string[], body: string | Buffer): void {
  response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}

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

/** Sends an error that occurred before the operation was parsed. */
export function sendGraphqlError(response: ServerResponse, error: unknown, requestLog: RequestLog): void {
  const presented = presentError(error, requestLog);
  const { message, language, ...extensions } = presented;
  if (language) response.setHeader('Content-Language', language);
  if (presented.retryAfter) response.setHeader('Retry-After', String(presented.retryAfter));
  sendJson(response, statusOf(presented.code), JSON.stringify({ message, errors: [{ message, extensions }] }));
}
