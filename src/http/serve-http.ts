// Serves both APIs and the pages: with the engine, which answers the usual requests, and with Express, which answers all others. The
// responses are the same, header for header (a test compares them).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Context, Services } from '../context.js';
import { type Answer, engineOf, type PathMatch, type Start } from '../engine/engine.js';
import { AppError, type PresentedError, presentError } from '../errors.js';
import type { RequestClient, RequestLog } from '../observability/request.js';
import { tracer } from '../observability/tracer.js';
import { networkOf } from '../rate-limits/rate-limiter.js';
import { type Handler, type Reply, sendReply, toErrorReply } from '../rest/handler.js';
import { REST_BASE } from '../rest/route.js';
import { createRestEndpoints, endpointsByPath, type RestEndpoint } from '../rest/router.js';
import { BODY_LIMIT_KB, invalidJson, readTarget, requireFewValues, requireUtf8 } from './body.js';
import { createExpress, type ExpressParts, serveWithExpress } from './express.js';
import type { OpenBodies, OpenBody } from './open-bodies.js';
import { limitPieces, Pieces } from './pieces.js';
import { readAddress, readBearer, readRequestClient, readTrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import { type GraphqlServices, serveGraphql, toGraphqlErrorReply } from './serve-graphql.js';
import type { Sockets } from './sockets.js';

interface ServeParts extends GraphqlServices {
  services: Services;
  createContext: (client: RequestClient, requestLog: RequestLog, response: ServerResponse) => Context;
}

/** Serves both APIs and the pages. */
export function serveHttp(
  httpServer: Server,
  services: Omit<ExpressParts & ServeParts, 'endpoints'> & { bodies: OpenBodies; sockets: Sockets },
): void {
  const endpoints = createRestEndpoints(services.fullSchema);
  const app = createExpress({ ...services, endpoints });
  const trust = readTrustedProxies(app);
  const { sessions, rateLimiter } = services.services;
  const serve = engineOf(services.schema).serve<Sender>({
    maxBody: BODY_LIMIT_KB * 1024,
    operations: { target: '/graphql', start: startGraphql(services) },
    paths: { base: REST_BASE, methods: startsByPath(endpoints, services) },
  });
  services.sockets.listen(httpServer, trust);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    // Pipelined after a request for which the connection has been closed.
    if (request.socket.destroyed) return;
    const address = readAddress(request, trust);
    const url = readTarget(request.url!);
    const penalize = (): void => void rateLimiter.penalize(address);
    if (url === undefined) {
      limitPieces(request, response, penalize);
      return void sendMalformed(request, response, address, services);
    }
    request.url = url;
    const token = readBearer(request.headers.authorization);
    const client = sessions.accountOf(token) ?? networkOf(address);
    const body = services.bodies.expect(request, response, client);
    if (serve(request, response, { address, token, client, body })) return;
    limitPieces(request, response, penalize);
    serveWithExpress(app, request, response, { client, body });
  };
  const traces = tracer;
  httpServer.on('request', traces ? (request, response) => traces.request(request, response, answer) : answer);
}

/** Who sends a request, and its body. */
interface Sender {
  address: string;
  token: string | undefined;
  /** To whose share of the process it counts: the account of a token that was verified before, else the network. */
  client: string;
  body: OpenBody | undefined;
}

const startGraphql =
  (parts: ServeParts): Start<Sender> =>
  (request, response, sender) =>
    createAnswer(request, response, sender, parts, {
      api: 'graphql',
      serve: ({ common, body, createContext }) => serveGraphql(request, response, common, body!, createContext, parts),
      toErrorReply: toGraphqlErrorReply,
    });

const startRest =
  (handle: Handler, parts: ServeParts): Start<Sender> =>
  (request, response, sender, { params, query }: PathMatch) =>
    createAnswer(request, response, sender, parts, {
      api: 'rest',
      serve: async ({ common, body, createContext }) => {
        const { url = '', headers } = request;
        sendReply(response, await handle({ url, params, query, body, headers }, createContext()), common);
      },
      toErrorReply,
    });

/** Returns the methods of each path of the REST API. */
const startsByPath = (endpoints: RestEndpoint[], parts: ServeParts): [string, Map<string, Start<Sender>>][] =>
  endpointsByPath(endpoints).map(([path, ofPath]) => [
    path,
    new Map(ofPath.map(({ route, handle }) => [route.method.toUpperCase(), startRest(handle, parts)])),
  ]);

interface Exchange {
  /** The headers of every response. */
  common: string[];
  body: object | undefined;
  createContext: () => Context;
}
interface Serve {
  api: 'graphql' | 'rest';
  serve: (exchange: Exchange) => Promise<void>;
  toErrorReply: (error: PresentedError) => Reply;
}

async function sendMalformed(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
  { services }: ServeParts,
): Promise<void> {
  const { requestLog, headers } = startRequestLog(services, 'other', request, response);
  const malformed = new AppError('BAD_USER_INPUT', 'The request is malformed');
  const error = await services.rateLimiter.count('requests', address).then(
    () => malformed,
    (refusal: unknown) => refusal,
  );
  sendReply(response, toErrorReply(presentError(error, requestLog)), headers);
}

function createAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { address, token, client, body: open }: Sender,
  { services, createContext }: ServeParts,
  { api, serve, toErrorReply }: Serve,
): Answer {
  const { requestLog, headers: common } = startRequestLog(services, api, request, response);
  const pieces = new Pieces();
  const parse = async (bytes: Buffer): Promise<object> => {
    requireUtf8(request, response, bytes, 'utf-8');
    requireFewValues(bytes);
    const parsing = open?.parse(bytes.length);
    if (parsing) await parsing;
    return parseJson(bytes.toString());
  };
  return {
    async accept() {
      await services.rateLimiter.count('requests', address);
      const room = open?.arrive();
      if (room) await room;
      return !request.destroyed;
    },
    received(bytes) {
      if (!pieces.areTooMany(bytes)) return;
      services.rateLimiter.penalize(address);
      request.socket.destroy();
    },
    async respond(bytes) {
      await services.scheduler.next(client);
      // Its client disconnected while it waited: nothing has begun.
      if (response.destroyed) return;
      const body = bytes && (await parse(bytes));
      await services.requests.run(client, async () => {
        if (response.destroyed) return;
        let context: Context | undefined;
        await serve({
          common,
          body,
          createContext: () => {
            context = createContext(readRequestClient(request.headers, address, token), requestLog, response);
            return context;
          },
        });
        context?.memory.written(response.writableLength);
      });
    },
    refuse(error) {
      if (response.headersSent) response.destroy();
      else sendReply(response, toErrorReply(presentError(error, requestLog)), common);
    },
    end: () => open?.release(),
  };
}

function parseJson(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidJson();
  }
  // Express's parser in strict mode refuses these too.
  if (typeof body !== 'object' || body === null) throw invalidJson();
  return body;
}
