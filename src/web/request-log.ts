import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Notes } from '../context.js';

const ACCEPTABLE = /^[\w.-]{1,100}$/;

class RequestNotes implements Notes {
  operation: string | undefined;
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

/** Gives a request an id, the client's where it sent a usable one, and logs how it went. */
export function begin(service: Logger, request: IncomingMessage, response: ServerResponse): RequestNotes {
  const sent = request.headers['x-request-id'];
  const notes = new RequestNotes(service, typeof sent === 'string' && ACCEPTABLE.test(sent) ? sent : randomUUID());
  noted.set(request, notes);
  if (!service.isLevelEnabled('info')) return notes;
  const { method, url = '' } = request;
  const started = performance.now();
  response.on('finish', () => {
    const { id: requestId, operation } = notes;
    const [path] = url.split('?', 1);
    const ms = Math.round(performance.now() - started);
    service.info({ requestId, method, path, operation, status: response.statusCode, ms }, 'request');
  });
  return notes;
}
