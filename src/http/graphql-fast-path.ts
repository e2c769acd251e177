// THE FAST LANE OF THE GRAPHQL DOOR: a POST of JSON to /graphql, which is nearly everything that it is asked, need not go through
// Express, its middlewares and its body parser. What it is told is the same, header for header (a test compares the two). Whatever is
// unusual about a request (its path, its type, its encoding, its length) sends it the long way.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Express } from 'express';
import proxyAddress from 'proxy-addr';
import type { Context, RequestClient, RequestLog, Services } from '../context.js';
import { AppError, presentError, statusOf } from '../errors.js';
import { sendError } from '../rest/router.js';
import { sendJson } from '../rest/send-json.js';
import { BODY_LIMIT_KB, invalidJson, readTarget, requireShortDocument, requireUtf8 } from './body.js';
import { flatHeaders, setHeaders } from './headers.js';
import { readRequestClient } from './request-client.js';
import { startRequestLog } from './request-log.js';

export interface FastPathServices {
  apollo: ApolloServer<Context>;
  services: Services;
  createContext: (client: RequestClient, requestLog: RequestLog) => Context;
  /** Characters that a document may have. */
  documentLimit: number;
}

const JSON_IN_UTF8 = /^application\/json(; ?charset=utf-8)?$/i;

function isPlainPost({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== '/graphql' || headers['content-encoding'] || headers['transfer-encoding'])
    return false;
  const length = Number(headers['content-length']);
  return length > 0 && length <= BODY_LIMIT_KB * 1024 && JSON_IN_UTF8.test(headers['content-type'] ?? '');
}

/** Puts the lane before Express. */
export function installFastPath(httpServer: Server, app: Express, lane: FastPathServices): void {
  const trust = app.get('trust proxy fn') as Parameters<typeof proxyAddress>[1];
  httpServer.on('request', (request, response) => {
    const path = readTarget(request.url!);
    if (path === undefined) return sendMalformed(request, response, lane);
    request.url = path;
    if (isPlainPost(request)) void serveGraphql(request, response, trust, lane);
    else app(request, response);
  });
}

function sendMalformed(request: IncomingMessage, response: ServerResponse, { services }: FastPathServices): void {
  const requestLog = startRequestLog(services, 'other', request, response);
  setHeaders(response);
  response.setHeader('X-Request-Id', requestLog.id);
  sendError(response, presentError(new AppError('BAD_USER_INPUT', 'The request is malformed')));
}

async function serveGraphql(
  request: IncomingMessage,
  response: ServerResponse,
  trust: Parameters<typeof proxyAddress>[1],
  { apollo, services, createContext, documentLimit }: FastPathServices,
): Promise<void> {
  const requestLog = startRequestLog(services, 'graphql', request, response);
  try {
    const address = proxyAddress(request, trust);
    await services.rateLimiter.count('requests', address);
    const body = await readBody(request);
    // The client has gone.
    if (body === undefined) return;
    requireShortDocument(body, documentLimit);
    const headers = new HeaderMap();
    for (const name of ['content-type', 'accept'] as const)
      if (request.headers[name]) headers.set(name, request.headers[name]);
    const answer = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body },
      context: async () => createContext(readRequestClient(request.headers, address), requestLog),
    });
    if (answer.body.kind !== 'complete') throw new Error('an answer is sent whole');
    const { string: text } = answer.body;
    const length = String(Buffer.byteLength(text));
    const own = ['X-Request-Id', requestLog.id, 'Content-Length', length, ...[...answer.headers].flat()];
    response.writeHead(answer.status ?? 200, [...flatHeaders, ...own]).end(text);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    setHeaders(response);
    response.setHeader('X-Request-Id', requestLog.id);
    sendGraphqlError(response, error, requestLog);
  }
}

function readBody(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      try {
        requireUtf8(request, undefined, body, 'utf-8');
        resolve(parse(body.toString()));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function parse(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  // As Express's parser has it.
  if (typeof body !== 'object' || body === null) throw invalidJson();
  return body;
}

/** An error that came before an operation was looked at. */
export function sendGraphqlError(response: ServerResponse, error: unknown, requestLog: RequestLog): void {
  const presented = presentError(error, requestLog.log);
  const { message, ...extensions } = presented;
  if (presented.retryAfter) response.setHeader('Retry-After', String(presented.retryAfter));
  sendJson(response, statusOf(presented.code), JSON.stringify({ message, errors: [{ message, extensions }] }));
}
