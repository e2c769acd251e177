import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Notes, Services } from '../context.js';
import type { Door } from '../observability/metrics.js';

const ACCEPTABLE = /^[\w.-]{1,100}$/;

class RequestNotes implements Notes {
  operation: string | undefined;
  asked: string | undefined;
  private own: Logger | undefined;

  constructor(
    private readonly service: Logger,
    readonly id: string,
  ) {}

  /** Made when something is to be said. */
  get log(): Logger {
    this.own ??= this.service.child({ requestId: this.id });
    return this.own;
  }
}

const noted = new WeakMap<IncomingMessage, RequestNotes>();
/** What was noted of a request when it began. */
export const notesOf = (request: IncomingMessage): Notes => noted.get(request)!;

/** Gives a request an id, the client's where it sent a usable one; logs and counts how it went. */
export function begin(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): RequestNotes {
  const sent = request.headers['x-request-id'];
  const notes = new RequestNotes(log, typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : randomUUID());
  noted.set(request, notes);
  if (!metrics && !log.isLevelEnabled('info')) return notes;
  const { method, url = '' } = request;
  const started = performance.now();
  response.on('finish', () => {
    const { id: requestId, operation, asked = 'none' } = notes;
    const { statusCode: status } = response;
    const ms = performance.now() - started;
    metrics?.request(door, asked, status, ms / 1000);
    const [path] = url.split('?', 1);
    log.info({ requestId, method, path, operation, status, ms: Math.round(ms) }, 'request');
  });
  return notes;
}
