// STOPPING WITHOUT DROPPING ANYTHING: no new connections, every answer says that it is the last one of its connection, and what is running
// is waited for. Node's own close() would cut connections on which a request is just arriving.
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** For requests that are on their way on connections that are kept. */
const GRACE_MS = 500;
/** Then whoever is not through is cut off. */
const SHUTDOWN_TIMEOUT_MS = 6000;

export class GracefulShutdown {
  private readonly openResponses = new Set<ServerResponse>();
  private hasStarted = false;

  constructor(private readonly server: Server) {
    server.prependListener('request', (_request, response) => {
      this.openResponses.add(response);
      if (this.hasStarted) response.shouldKeepAlive = false;
      response.once('close', () => this.openResponses.delete(response));
    });
  }

  /** From the signal on: load balancers are to look elsewhere. */
  get isDraining(): boolean {
    return this.hasStarted;
  }

  async drain(): Promise<void> {
    this.hasStarted = true;
    // Right after what has come has been taken up: what comes between is reset by the kernel.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => net.Server.prototype.close.call(this.server, resolve));
    for (const response of this.openResponses) response.shouldKeepAlive = false;
    await wait(GRACE_MS);
    const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS - GRACE_MS;
    while (this.openResponses.size > 0 && Date.now() < deadline) {
      this.server.closeIdleConnections();
      await wait(20);
    }
    this.server.closeAllConnections();
    await closed;
  }
}
