// Ends responses that clients do not read: they stay in memory. Clients share that of the APIs (response-memory.ts); this also limits
// the number of bytes of all responses, with those of pages and files.
import type { Server, ServerResponse } from 'node:http';
import type { Admission } from './admission.js';
import type { OpenResponse } from './open-requests.js';

const CHECK_INTERVAL_MS = 1000;
/**
 * A response is aborted if nothing of it leaves the process for this long. The operating system takes up to 4 MB at once, and asks for more
 * when a third has been read: a phone that reads 32 kB a second takes 40 s for that.
 */
const STALL_TIMEOUT_MS = 60_000;
/** The same while all responses together take much memory. */
const STALL_TIMEOUT_UNDER_PRESSURE_MS = 10_000;

/** The maximum number of unsent bytes of all responses together. */
const MAX_WAITING_BYTES = 96 * 1024 * 1024;

/** Aborts, every second, the responses that make no progress and, above the limit, those that have waited longest. */
export function endSlowReaders(server: Server, admission: Admission): void {
  const timer = setInterval(() => check(admission), CHECK_INTERVAL_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function check({ open, isMemoryScarce }: Admission): void {
  const now = performance.now();
  const timeout = isMemoryScarce ? STALL_TIMEOUT_UNDER_PRESSURE_MS : STALL_TIMEOUT_MS;
  const waiting: { response: ServerResponse; since: number }[] = [];
  for (const one of open) {
    const bytes = unsentBytes(one);
    if (bytes === 0 || bytes !== one.progress?.bytes) one.progress = { bytes, since: now };
    if (bytes > 0) waiting.push({ response: one.response, since: one.progress.since });
  }
  waiting.sort((a, b) => a.since - b.since);
  let total = waiting.reduce((sum, { response }) => sum + response.writableLength, 0);
  for (const { response, since } of waiting) {
    if (total <= MAX_WAITING_BYTES && now - since < timeout) continue;
    total -= response.writableLength;
    response.destroy();
  }
}

/** `writableLength` does not change while one piece, however large, is being written. Node's own timeout reads the handle, too. */
function unsentBytes({ response, socket }: OpenResponse): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } };
  return response.writableLength + (handle?.writeQueueSize ?? 0);
}
