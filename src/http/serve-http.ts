// Serves both APIs and the pages: usual requests directly, all others with Express.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { limitPieces, type OpenRequest } from '../admission/admission.js';
import type { Context, Services } from '../context.js';
import { engineOf } from '../engine/engine.js';
import { AppError, presentError } from '../errors.js';
import type { RequestClient, RequestLog } from '../observability/request.js';
import { tracer } from '../observability/tracer.js';
import { networkOf } from '../rate-limits/rate-limiter.js';
import { sendReply, toErrorReply } from '../rest/handler.js';
import { createRestEndpoints } from '../rest/router.js';
import { readTarget } from './body.js';
import { type DirectParts, serveDirectly } from './direct.js';
import { contextOf, createExpress, type ExpressParts, serveWithExpress } from './express.js';
import { namesHost } from './host.js';
import { readAddress, readBearer, readTrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import { createRestPaths } from './rest-paths.js';
import type { Sockets } from './sockets.js';
import { answerUnreadable } from './unreadable.js';

export type CreateContext = (client: RequestClient, requestLog: RequestLog, open: OpenRequest) => Context;

/** Serves both APIs and the pages. */
export function serveHttp(
  httpServer: Server,
  services: Omit<ExpressParts & DirectParts, 'restPaths'> & { sockets: Sockets },
): void {
  const { fullSchema, createContext } = services;
  const endpoints = createRestEndpoints(fullSchema);
  const parts = { ...services, restPaths: createRestPaths(endpoints, fullSchema, contextOf(createContext)) };
  const app = createExpress(parts);
  const trust = readTrustedProxies(app);
  const { sessions, rateLimiter, admission } = services.services;
  const { bypassesExpress } = engineOf(services.schema);
  services.sockets.listen(httpServer, trust);
  answerUnreadable(httpServer, services.services);
  // Node would ask for every body. Here it is asked for where it is read.
  httpServer.on('checkContinue', (request, response) => httpServer.emit('request', request, response));
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Pipelined after a request for which the connection has been closed.
    if (request.socket.destroyed) return;
    const address = readAddress(request, trust);
    const network = networkOf(address);
    const countRate = (): Promise<void> => rateLimiter.countRequest(network);
    const penalize = (): void => void rateLimiter.penalize(address);
    const url = namesHost(request) ? readTarget(request.url!) : undefined;
    if (url === undefined) {
      limitPieces(request, penalize);
      return void refuseTarget(request, response, countRate, services.services);
    }
    request.url = url;
    const token = readBearer(request.headers.authorization);
    const client = sessions.accountOf(token) ?? network;
    const open = admission.admit(request, response, client, countRate);
    if (bypassesExpress && serveDirectly({ request, response, address, token, penalize, open }, parts)) return;
    limitPieces(request, penalize);
    serveWithExpress(app, request, response, open);
  };
  const traces = tracer;
  httpServer.on('request', traces ? (request, response) => traces.request(request, response, answer) : answer);
}

/** Answers a request without a host, or whose target is no path, which Express would answer in HTML. */
async function refuseTarget(
  request: IncomingMessage,
  response: ServerResponse,
  countRate: () => Promise<void>,
  services: Services,
): Promise<void> {
  const { requestLog, headers } = startRequestLog(services, 'other', request, response);
  response.shouldKeepAlive = false;
  services.admission.lingering.leaveUnread(request, response, () => true);
  const malformed = new AppError('BAD_USER_INPUT', 'The request is malformed');
  const error = await countRate().then(
    () => malformed,
    (refusal: unknown) => refusal,
  );
  sendReply(response, toErrorReply(presentError(error, requestLog)), headers);
}
