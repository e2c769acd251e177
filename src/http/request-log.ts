import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { whenClosed } from '../admission/admission.js';
import type { Services } from '../context.js';
import type { ApiSurface } from '../observability/metrics.js';
import type { RequestLog } from '../observability/request.js';
import { toLoggedPath } from '../observability/request.js';
import { readTraceParent, tracer } from '../observability/tracer.js';
import { Language, negotiateLanguage } from '../shared/language.js';
import { responseHeaders } from './headers.js';

/** Logged as the status where a client disconnected before it received the whole response, as nginx does. */
const CLIENT_DISCONNECTED = 499;
/** Orchestrators and load balancers ask for these every few seconds. */
const HEALTH_CHECKS = new Set(['/livez', '/readyz']);
const REQUEST_ID_FORMAT = /^[\w.-]{1,100}$/;

class HttpRequestLog implements RequestLog {
  operation: string | undefined;
  rootField: string | undefined;
  route: string | undefined;
  accountId: string | undefined;
  accountLanguage: Language | undefined;
  private own: Logger | undefined;

  constructor(
    private readonly service: Logger,
    readonly id: string,
    private readonly acceptLanguage: string | undefined,
  ) {}

  /** The mobile app sends no Accept-Language, and many HTTP clients accept any by themselves: the account has a language. */
  get language(): Language {
    return negotiateLanguage(this.acceptLanguage, this.accountLanguage ?? Language.EN);
  }

  /** Created on first use, since most requests log nothing. */
  get log(): Logger {
    this.own ??= this.service.child({ requestId: this.id });
    return this.own;
  }
}

/** Creates the log of what is no request: an event of a subscription. */
export const createRequestLog = (
  log: Logger,
  acceptLanguage: string | undefined,
  id: string = randomUUID(),
): RequestLog => new HttpRequestLog(log, id, acceptLanguage);

/**
 * Starts the log of a request, in Express and before it: assigns the request id (the client's `X-Request-Id` if it is valid), and
 * writes a log line and a metric when the response has been sent, or its client has disconnected.
 * @returns the log, and the headers that every response must have
 */
export function startRequestLog(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  api: ApiSurface,
  request: IncomingMessage,
  response: ServerResponse,
): { requestLog: RequestLog; headers: string[] } {
  const sent = request.headers['x-request-id'];
  const requestLog = new HttpRequestLog(
    log,
    typeof sent === 'string' && REQUEST_ID_FORMAT.test(sent) ? sent : randomUUID(),
    request.headers['accept-language'],
  );
  const started = { requestLog, headers: responseHeaders(requestLog.id) };
  if (!metrics && !tracer && !log.isLevelEnabled('info')) return started;
  const { method, url = '' } = request;
  const startedAt = performance.now();
  whenClosed(response, () => {
    const { id: requestId, operation, route, accountId, rootField } = requestLog;
    const status = response.writableFinished ? response.statusCode : CLIENT_DISCONNECTED;
    const ms = performance.now() - startedAt;
    metrics?.request(api, rootField ?? 'none', status, ms / 1000);
    const traceId = tracer
      ? tracer.endRequest(response, { api, status, route, rootField, accountId })
      : readTraceParent(request.headers.traceparent)?.traceId;
    const path = toLoggedPath(url);
    const level = HEALTH_CHECKS.has(path) && status < 400 ? 'debug' : 'info';
    log[level]({ requestId, traceId, method, path, operation, status, ms: Math.round(ms) }, 'request');
  });
  return started;
}
