// STOPPING WITHOUT DROPPING ANYTHING: no new connections, every answer says that it is the last one of its connection, and what is running
// is waited for. Node's own close() would cut connections on which a request is just arriving.
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** For requests that are on their way on connections that are kept. */
const ARRIVING_MS = 500;
/** Then whoever is not through is cut off. */
const LONGEST_MS = 6000;

export class Drain {
  private readonly running = new Set<ServerResponse>();
  private isOver = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request, response) => {
      this.running.add(response);
      if (this.isOver) response.shouldKeepAlive = false;
      response.once('close', () => this.running.delete(response));
    });
  }

  /** From the signal on: load balancers are to look elsewhere. */
  get isDraining(): boolean {
    return this.isOver;
  }

  async drain(): Promise<void> {
    this.isOver = true;
    // Right after what has come has been taken up: what comes between is reset by the kernel.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => net.Server.prototype.close.call(this.server, resolve));
    for (const response of this.running) response.shouldKeepAlive = false;
    await wait(ARRIVING_MS);
    const deadline = Date.now() + LONGEST_MS - ARRIVING_MS;
    while (this.running.size > 0 && Date.now() < deadline) {
      this.server.closeIdleConnections();
      await wait(20);
    }
    this.server.closeAllConnections();
    await closed;
  }
}
