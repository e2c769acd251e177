// THE HEADERS OF EVERY ANSWER: helmet's, and what lets pages elsewhere read it. They are always the same, so they are made once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import helmet from 'helmet';

const EXPOSED_HEADERS = [
  'deprecation',
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
// Nobody is answered here: helmet looks at no request, and of the response it uses these two functions only.
securityHeaders({} as IncomingMessage, headerRecorder as unknown as ServerResponse, () => {});

export function setHeaders(response: ServerResponse): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

/** The same in the form that costs Node least. */
export const flatHeaders: readonly string[] = headers.flat();

/** What a browser asks before it lets a page on another site change something. */
export const preflight = cors({
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'accept-language'],
  maxAge: 600,
});
