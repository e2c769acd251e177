import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LinkedList } from '../shared/linked-list.js';
import { whenClosed } from './when-closed.js';

export interface OpenResponse {
  response: ServerResponse;
  socket: Socket;
  /** The number of unsent bytes, and when it last changed; set by those who look at it. */
  progress?: { bytes: number; since: number };
}

/** The responses that have been neither sent nor given up, the oldest first. */
export class OpenResponses implements Iterable<OpenResponse> {
  private readonly list = new LinkedList<OpenResponse>();
  private closesConnections = false;
  /** How many have been sent completely since closeConnections(). */
  finished = 0;

  constructor(server: Server) {
    server.prependListener('request', ({ socket }, response) => {
      if (socket.destroyed) return;
      const entry = this.list.add({ response, socket });
      if (this.closesConnections) response.shouldKeepAlive = false;
      whenClosed(response, () => {
        this.list.remove(entry);
        if (this.closesConnections && response.writableFinished) this.finished++;
      });
    });
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
