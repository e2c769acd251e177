// The headers of every response: security headers (helmet) and CORS. They never change, so they are computed once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import helmet from 'helmet';

const EXPOSED_HEADERS = [
  'deprecation',
  'etag',
  'idempotency-replayed',
  'link',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
];

const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
});
const headers: [name: string, value: string][] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(',')],
  // Answers contain tokens and private data. Pages that are the same for everybody replace it.
  ['Cache-Control', 'no-store'],
];
const headerRecorder = {
  setHeader: (name: string, value: string) => headers.push([name, value]),
  removeHeader: () => {},
};
// No response is sent here: helmet does not read the request, and uses only these two functions of the response.
securityHeaders({} as IncomingMessage, headerRecorder as unknown as ServerResponse, () => {});

const flatHeaders: readonly string[] = headers.flat();

/** Returns the headers of every response as `writeHead` takes them: a flat list in which names and values alternate. */
export const responseHeaders = (requestId: string): string[] => [...flatHeaders, 'X-Request-Id', requestId];

/** Sets headers from such a list. If the response is written at once, passing the list to `writeHead` is faster. */
export function setHeaders(response: ServerResponse, flat: string[]): void {
  for (let i = 0; i < flat.length; i += 2) response.setHeader(flat[i]!, flat[i + 1]!);
}

/** Answers the CORS preflight request that a browser sends before a cross-origin request. */
export const answerPreflight = cors({
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'accept-language',
    'time-zone',
  ],
  maxAge: 600,
});
