// Stops the server without dropping requests: no new connections are accepted, every response carries `Connection: close`, and running
// requests are completed. Node's own close() would cut connections on which a request is just arriving.
import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { OpenRequests } from '../admission/admission.js';

/** How long kept-alive connections stay open for requests that are in flight. */
const GRACE_MS = 500;
/** After this time, open connections are destroyed. */
const SHUTDOWN_TIMEOUT_MS = 6000;

/** What a stop has done with the open requests, for the log. */
export interface Drained {
  /** How long it took. */
  drainMs: number;
  /** Requests whose responses were sent completely. */
  finished: number;
  /** Requests whose connections were closed before. */
  unfinished: number;
}

export class GracefulShutdown {
  private hasStarted = false;

  constructor(
    private readonly server: Server,
    private readonly responses: OpenRequests,
  ) {}

  /** True from the signal on, so that the readiness check fails and load balancers choose another process. */
  get isDraining(): boolean {
    return this.hasStarted;
  }

  async drain(): Promise<Drained> {
    const started = performance.now();
    this.hasStarted = true;
    // The listener closes right after pending connections have been accepted; the kernel resets those that arrive in between.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => net.Server.prototype.close.call(this.server, resolve));
    this.responses.closeConnections();
    // Without connections, nothing is in flight.
    await Promise.race([closed, wait(GRACE_MS)]);
    const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS - GRACE_MS;
    while (!this.responses.isEmpty && Date.now() < deadline) {
      this.server.closeIdleConnections();
      await wait(20);
    }
    const unfinished = [...this.responses].length;
    this.server.closeAllConnections();
    await closed;
    return { drainMs: Math.round(performance.now() - started), finished: this.responses.finished, unfinished };
  }
}
