import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LinkedList } from './linked-list.js';
import { whenClosed } from './when-closed.js';

/** Requests of one connection that may wait for their responses. Browsers and HTTP libraries send one at a time. */
const MAX_PIPELINED = 10;

export interface OpenResponse {
  response: ServerResponse;
  socket: Socket;
  /** The number of unsent bytes, and when it last changed; set by those who look at it. */
  progress?: { bytes: number; since: number };
}

const pipelined = Symbol('requests of the connection that wait for their responses');
interface Connection extends Socket {
  [pipelined]?: number;
}

/** The requests whose responses have been neither sent nor given up, the oldest first. */
export class OpenRequests implements Iterable<OpenResponse> {
  private readonly list = new LinkedList<OpenResponse>();
  /** Whether every response closes its connection. */
  closesConnections = false;
  /** How many have been answered completely since closeConnections(). */
  finished = 0;

  /**
   * Closes connections that send many requests without waiting for the responses: Node would begin all of them at once. So that a WebSocket
   * does not begin before a response, and then receive it, a request to upgrade, or for a tunnel, has to wait for every response.
   */
  attach(server: Server): void {
    server.prependListener('request', (request, response) => this.add(request, response));
    for (const name of ['upgrade', 'connect'] as const)
      server.prependListener(name, (_request, socket) => {
        if ((socket as Connection)[pipelined]) socket.destroy();
      });
  }

  private add(request: IncomingMessage, response: ServerResponse): void {
    const socket = request.socket as Connection;
    if (socket.destroyed) return;
    const entry = this.list.add({ response, socket });
    const count = (socket[pipelined] ?? 0) + 1;
    socket[pipelined] = count;
    if (this.closesConnections) response.shouldKeepAlive = false;
    whenClosed(response, () => {
      this.list.remove(entry);
      socket[pipelined]! -= 1;
      if (this.closesConnections && response.writableFinished) this.finished++;
    });
    if (count > MAX_PIPELINED) socket.destroy();
  }

  get isEmpty(): boolean {
    return this.list.first === undefined;
  }

  [Symbol.iterator](): Iterator<OpenResponse> {
    return this.list[Symbol.iterator]();
  }

  /** From now on, every response closes its connection. */
  closeConnections(): void {
    this.closesConnections = true;
    for (const { response } of this) response.shouldKeepAlive = false;
  }
}
