// Responses that clients do not read stay in memory. This limits their time and the number of bytes of all of them together.
import type { Server, ServerResponse } from 'node:http';
import { LinkedList } from '../shared/linked-list.js';
import { whenClosed } from './when-closed.js';

const CHECK_INTERVAL_MS = 1000;
/** A response is aborted if its client reads nothing for this long. */
const STALL_TIMEOUT_MS = 10_000;
/** The maximum number of unsent bytes of all responses together. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface OpenResponse {
  response: ServerResponse;
  bytes: number;
  /** When the number of bytes last changed. */
  since: number;
}

export class SlowReaders {
  private readonly open = new LinkedList<OpenResponse>();

  constructor(server: Server) {
    server.prependListener('request', ({ socket }, response) => {
      if (socket.destroyed) return;
      const entry = this.open.add({ response, bytes: 0, since: performance.now() });
      whenClosed(response, () => this.open.remove(entry));
    });
    const timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Aborts the responses that make no progress and, above the limit, those that have waited longest. */
  private check(): void {
    const now = performance.now();
    const waiting: OpenResponse[] = [];
    for (const state of this.open) {
      const bytes = state.response.writableLength;
      if (bytes === 0 || bytes !== state.bytes) Object.assign(state, { bytes, since: now });
      if (bytes > 0) waiting.push(state);
    }
    waiting.sort((a, b) => a.since - b.since);
    let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { response, bytes, since } of waiting) {
      if (total <= MAX_WAITING_BYTES && now - since < STALL_TIMEOUT_MS) continue;
      response.destroy();
      total -= bytes;
    }
  }
}
