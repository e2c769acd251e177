import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';

const ACCEPTABLE = /^[\w.-]{1,100}$/;
const logs = new WeakMap<Request, Logger>();

/** The request's own log: every line carries its id. */
export const logOf = (request: Request): Logger => logs.get(request)!;

/** Gives each request an id (the client's, where it sent a usable one), tells it in the answer, and logs how it went. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const sent = request.get('x-request-id');
    const requestId = sent && ACCEPTABLE.test(sent) ? sent : uuidv7();
    logs.set(request, log.child({ requestId }));
    response.set('X-Request-Id', requestId);
    const started = performance.now();
    response.on('finish', () => {
      const ms = Math.round(performance.now() - started);
      const operation = response.locals.operation as string | undefined;
      const { method, originalUrl } = request;
      logOf(request).info(
        { method, path: originalUrl.split('?')[0], operation, status: response.statusCode, ms },
        'request',
      );
    });
    next();
  };
}
