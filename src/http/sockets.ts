// WebSockets at the port and path of GraphQL (ADR 0028). `ws` reads and writes their frames, socket-protocol.ts the messages in them. This
// class decides who may connect, and closes connections that are idle, slow or no longer allowed.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError, presentError, unavailable } from '../errors.js';
import { networkOf } from '../rate-limits/rate-limiter.js';
import { sendReply } from '../rest/handler.js';
import { readTarget } from './body.js';
import { ConnectionCounts } from './connection-counts.js';
import type { GracefulShutdown } from './graceful-shutdown.js';
import { namesHost } from './host.js';
import { readAddress, readRequestClient, type TrustedProxies } from './request-client.js';
import { startRequestLog } from './request-log.js';
import { toGraphqlErrorReply } from './serve-graphql.js';
import { type DropReason, SocketConnection } from './socket-connection.js';
import { type ProtocolParts, SocketProtocol } from './socket-protocol.js';

/** Larger messages are refused before they are read, with the close code 1009. */
const MAX_MESSAGE_BYTES = 32 * 1024;
const MAX_FRAGMENTS = 4;
/** This and the next limit are those of one process. */
const MAX_CONNECTIONS = 5000;
const MAX_CONNECTIONS_OF_NETWORK = 500;
const CHECK_INTERVAL_MS = 1000;
/** How long clients have to confirm the end of their connections when the service stops. */
const CLOSE_TIMEOUT_MS = 1000;
/** RFC 6455: "going away". Clients connect again. */
const GOING_AWAY = 1001;

interface SocketParts extends ProtocolParts {
  shutdown: Pick<GracefulShutdown, 'isDraining'>;
}

/** For `shouldUpgradeCallback` of node:http: other requests to upgrade, such as to HTTP/2, are answered as if they had not asked. */
export const isSocketRequest = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && readTarget(url)?.split('?', 1)[0] === '/graphql';

export class Sockets {
  private readonly open = new Set<SocketConnection>();
  private readonly counts = new ConnectionCounts();
  private readonly protocol: SocketProtocol;
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    // It takes memory for each connection, and events are short.
    perMessageDeflate: false,
    // A message in few frames, and each frame in an iteration of the event loop of its own: a read may contain thousands.
    maxFragments: MAX_FRAGMENTS,
    allowSynchronousEvents: false,
    clientTracking: false,
    handleProtocols: (protocols) => handleProtocols(protocols),
  });
  private readonly timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();

  constructor(private readonly parts: SocketParts) {
    this.protocol = new SocketProtocol(parts, this.counts);
    const malformed = new AppError('BAD_USER_INPUT', 'The request is malformed');
    this.server.on('wsClientError', (_error, socket, request) => this.refuse(request, socket as Socket, malformed));
  }

  /** @param trust the proxies whose X-Forwarded-For is trusted */
  listen(httpServer: Server, trust: TrustedProxies): void {
    httpServer.on('upgrade', (request, socket, head) => void this.upgrade(request, socket as Socket, head, trust));
  }

  /** Closes every connection. Clients connect to another process, or again to this one when it has been restarted. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const connection of this.open) connection.close(GOING_AWAY, 'SHUTDOWN');
    const deadline = performance.now() + CLOSE_TIMEOUT_MS;
    while (this.open.size > 0 && performance.now() < deadline) await wait(20);
    for (const connection of this.open) connection.terminate();
  }

  private async upgrade(request: IncomingMessage, socket: Socket, head: Buffer, trust: TrustedProxies): Promise<void> {
    if (socket.destroyed) return;
    socket.on('error', () => {});
    try {
      if (this.parts.shutdown.isDraining) throw unavailable();
      // Node before 24.9 has no `shouldUpgradeCallback`.
      if (!isSocketRequest(request) || !namesHost(request))
        throw new AppError('BAD_USER_INPUT', 'The request is malformed');
      const address = readAddress(request, trust);
      await this.parts.services.rateLimiter.count('requests', address);
      if (socket.destroyed) return;
      if (this.open.size >= MAX_CONNECTIONS) throw unavailable();
      this.counts.require(networkOf(address), MAX_CONNECTIONS_OF_NETWORK);
      this.server.handleUpgrade(request, socket, head, (webSocket) => this.accept(webSocket, request, address));
    } catch (error) {
      this.refuse(request, socket, error);
    }
  }

  private accept(webSocket: WebSocket, { headers }: IncomingMessage, address: string): void {
    const { log } = this.parts.services;
    const requestId = randomUUID();
    const client = { ...readRequestClient(headers, address), token: undefined };
    const { rateLimiter, admission } = this.parts.services;
    const flood = (): void => {
      void rateLimiter.penalize(address);
      this.terminate(connection, 'flood');
    };
    const connection = new SocketConnection(webSocket, client, requestId, flood);
    const [network, startedAt] = [networkOf(address), performance.now()];
    this.open.add(connection);
    this.counts.add(network, 1);
    const mayReceive = async (): Promise<boolean> => {
      await rateLimiter.count('requests', address);
      await admission.slices.next(connection.accountId ?? network);
      // A client can send, and let the service answer, without reading.
      return connection.isOpen && !this.drop(connection);
    };
    const end = this.protocol.open(connection, mayReceive);
    webSocket.on('ping', () => void mayReceive().catch(() => connection.terminate()));
    webSocket.once('close', (code, data) => {
      this.open.delete(connection);
      this.counts.add(network, -1);
      if (connection.accountId) this.counts.add(connection.accountId, -1);
      const { closeReason: reason } = connection;
      const ms = Math.round(performance.now() - startedAt);
      log.info({ requestId, path: '/graphql', code, reason, ms }, 'socket closed');
      end(code, String(data)).catch((error: unknown) => log.error({ requestId, err: error }, 'unexpected error'));
    });
  }

  /** Also of connections without events, a token expires, a session ends, or the client disappears without a word. */
  private check(): void {
    for (const connection of this.open)
      if (!this.drop(connection) && connection.accountId) void this.protocol.checkSession(connection);
  }

  private drop(connection: SocketConnection): boolean {
    const reason = connection.check();
    if (reason) this.terminate(connection, reason);
    return reason !== undefined;
  }

  private terminate(connection: SocketConnection, reason: DropReason): void {
    this.parts.services.metrics?.socketDropped(reason);
    connection.terminate();
  }

  /** Answers a handshake with an error. */
  private refuse(request: IncomingMessage, socket: Socket, error: unknown): void {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    const { requestLog, headers } = startRequestLog(this.parts.services, 'graphql', request, response);
    sendReply(response, toGraphqlErrorReply(presentError(error, requestLog)), headers);
  }
}
