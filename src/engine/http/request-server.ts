// Answers the usual requests without Express, its middlewares and its body parser. One with anything unusual (path, content type, encoding,
// length) is left to Express.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Serving, Start } from '../engine.js';
import { PathMatcher } from './path-matcher.js';

type BodyKind = 'json' | 'none' | 'unusual';

export function serve<S>({ maxBody, operations, paths }: Serving<S>) {
  const matcher = new PathMatcher<Start<S>>(paths.methods);

  function find(request: IncomingMessage, response: ServerResponse, sender: S): Answer | undefined {
    const { method = '', url = '' } = request;
    const kind = bodyKindOf(request, maxBody);
    if (kind === 'unusual') return undefined;
    if (url === operations.target) {
      if (method !== 'POST' || kind !== 'json') return undefined;
      return operations.start(request, response, sender, { params: {}, query: {} });
    }
    if (!url.startsWith(`${paths.base}/`) || (method === 'GET' && kind === 'json')) return undefined;
    const match = matcher.find(method, url.slice(paths.base.length));
    return match?.handler(request, response, sender, match);
  }

  return (request: IncomingMessage, response: ServerResponse, sender: S): boolean => {
    const answer = find(request, response, sender);
    if (answer) void run(request, answer);
    return answer !== undefined;
  };
}

const JSON_IN_UTF8 = /^application\/json(; ?charset=utf-8)?$/i;

function bodyKindOf({ headers }: IncomingMessage, maxBody: number): BodyKind {
  if (headers['content-encoding'] || headers['transfer-encoding']) return 'unusual';
  if (headers['content-length'] === undefined) return 'none';
  const length = Number(headers['content-length']);
  const isPlain = length > 0 && length <= maxBody && JSON_IN_UTF8.test(headers['content-type'] ?? '');
  return isPlain ? 'json' : 'unusual';
}

async function run(request: IncomingMessage, answer: Answer): Promise<void> {
  try {
    if (!(await answer.accept())) return;
    const hasBody = request.headers['content-length'] !== undefined;
    const body = hasBody ? await readBody(request, answer) : undefined;
    // The client closed the connection before it had sent the whole body.
    if (hasBody && !body) return;
    await answer.respond(body);
  } catch (error) {
    answer.refuse(error);
  } finally {
    answer.end();
  }
}

function readBody(request: IncomingMessage, answer: Answer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      answer.received(chunk.length);
    });
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  });
}
