// Sends requests and reports what `fetch` hides: how long a request took, on what kind of connection, and whether a response came at all.
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { expect } from '@jest/globals';

export interface TimedRequest {
  method?: string;
  path: string;
  token?: string | undefined;
  body?: object;
  headers?: Record<string, string>;
  /** If omitted, the request has a connection of its own. */
  agent?: http.Agent;
  timeoutMs?: number;
}
export interface TimedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test may read any JSON
  body: any;
  ms: number;
}
/** No response was received. */
export class NoResponse extends Error {
  constructor(
    readonly code: string,
    /** The connection had served requests before; the service may close such a connection whenever it is idle. */
    readonly isReused: boolean,
    readonly ms: number,
  ) {
    super(`no response: ${code}${isReused ? ' on a reused connection' : ''}`);
  }
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** @throws NoResponse */
export function send(url: string, timedRequest: TimedRequest): Promise<TimedResponse> {
  const { method = 'GET', path, token, body, agent = false, timeoutMs = DEFAULT_TIMEOUT_MS } = timedRequest;
  const requestBody = body && JSON.stringify(body);
  const headers = {
    // Without it, messages are in the language of the account.
    'accept-language': 'en',
    ...(requestBody && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(requestBody)),
    }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...timedRequest.headers,
  };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = http.request(`${url}${path}`, { method, headers, agent });
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new NoResponse(error.code ?? error.message, request.reusedSocket, performance.now() - startedAt));
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error(), { code: `TIMEOUT_AFTER_${timeoutMs}_MS` }));
    }, timeoutMs);
    request.on('error', fail).on('close', () => clearTimeout(timer));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('end', () => {
        const ms = performance.now() - startedAt;
        const isJson = /^application\/json/.test(response.headers['content-type'] ?? '');
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: isJson && text ? JSON.parse(text) : text, ms });
      });
    });
    request.end(requestBody);
  });
}

/** Describes why a response is not a 503 in JSON with a readable message and without internals; undefined if it is. */
function complaintAbout(name: string, response: TimedResponse | NoResponse): string | undefined {
  if (response instanceof NoResponse) return `${name}: ${response.message}`;
  const { status, headers, body } = response;
  const message = String(body?.message ?? body?.errors?.[0]?.message);
  const isRight =
    status === 503 &&
    /^application\/json/.test(headers['content-type'] ?? '') &&
    /not available/.test(message) &&
    !/postgres|ECONN|\bpool\b|timeout|\.js/i.test(message);
  return isRight ? undefined : `${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
}

/** Returns the distinct complaints about responses that should all report that the service is not available. */
export function complaintsAbout(responses: [name: string, TimedResponse | NoResponse][]): string[] {
  return [...new Set(responses.flatMap(([name, response]) => complaintAbout(name, response) ?? []))];
}

export function expectUnavailable(name: string, ...responses: (TimedResponse | NoResponse)[]): void {
  expect(complaintsAbout(responses.map((response) => [name, response]))).toEqual([]);
}

/** Returns the response, or the error if none was received. */
export const attempt = (url: string, request: TimedRequest): Promise<TimedResponse | NoResponse> =>
  send(url, request).catch((error: NoResponse) => error);

/** Repeats `work` with a number of concurrent clients until it is stopped. */
export class Load {
  private isStopped = false;
  private readonly clients: Promise<void>[];

  constructor(clients: number, work: (client: number, round: number) => Promise<unknown>) {
    this.clients = Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; !this.isStopped; round++) await work(client, round);
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.clients);
  }
}

export const percentile = (values: number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN;
