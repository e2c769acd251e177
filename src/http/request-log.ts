import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestLog, Services } from '../context.js';
import type { ApiSurface } from '../observability/metrics.js';

/** Longer than an id: a token, such as in the link of a mail. */
const SECRET_SEGMENT = /[^/]{37,}/g;
const REQUEST_ID_FORMAT = /^[\w.-]{1,100}$/;

class HttpRequestLog implements RequestLog {
  operation: string | undefined;
  rootField: string | undefined;
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

const requestLogs = new WeakMap<IncomingMessage, HttpRequestLog>();
/** What was noted of a request when it began. */
export const requestLogOf = (request: IncomingMessage): RequestLog => requestLogs.get(request)!;

/** Gives a request an id, the client's where it sent a usable one; logs and counts how it went. */
export function startRequestLog(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  api: ApiSurface,
  request: IncomingMessage,
  response: ServerResponse,
): HttpRequestLog {
  const sent = request.headers['x-request-id'];
  const requestLog = new HttpRequestLog(
    log,
    typeof sent === 'string' && REQUEST_ID_FORMAT.test(sent) ? sent : randomUUID(),
  );
  requestLogs.set(request, requestLog);
  if (!metrics && !log.isLevelEnabled('info')) return requestLog;
  const { method, url = '' } = request;
  const started = performance.now();
  response.on('finish', () => {
    const { id: requestId, operation, rootField = 'none' } = requestLog;
    const { statusCode: status } = response;
    const ms = performance.now() - started;
    metrics?.request(api, rootField, status, ms / 1000);
    const path = url.split('?', 1)[0]!.replace(SECRET_SEGMENT, '…');
    log.info({ requestId, method, path, operation, status, ms: Math.round(ms) }, 'request');
  });
  return requestLog;
}
