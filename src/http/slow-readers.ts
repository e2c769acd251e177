// Responses that their clients do not read stay in memory. They are bounded in time and, together, in bytes.
import type { Server, ServerResponse } from 'node:http';

const CHECK_INTERVAL_MS = 1000;
/** A client that has taken nothing for so long will not take the rest. */
const STALL_TIMEOUT_MS = 10_000;
/** Bytes of all responses that wait to be sent. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface Waiting {
  bytes: number;
  /** When it had more bytes to send. */
  since: number;
}

export class SlowReaders {
  private readonly open = new Map<ServerResponse, Waiting>();

  constructor(server: Server) {
    server.prependListener('request', (_request, response) => {
      this.open.set(response, { bytes: 0, since: performance.now() });
      response.once('close', () => this.open.delete(response));
    });
    const timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Ends the responses that make no progress and, above the limit, those that have waited longest. */
  private check(): void {
    const now = performance.now();
    const waiting: [ServerResponse, Waiting][] = [];
    for (const entry of this.open) {
      const [response, state] = entry;
      const bytes = response.writableLength;
      if (bytes === 0 || bytes !== state.bytes) Object.assign(state, { bytes, since: now });
      if (bytes > 0) waiting.push(entry);
    }
    waiting.sort(([, a], [, b]) => a.since - b.since);
    let total = waiting.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (const [response, { bytes, since }] of waiting) {
      if (total <= MAX_WAITING_BYTES && now - since < STALL_TIMEOUT_MS) continue;
      response.destroy();
      total -= bytes;
    }
  }
}
