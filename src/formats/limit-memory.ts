// Limits the memory of the process that reads a file. `--max-old-space-size` limits the heap of V8 alone, beside which there are the file, its
// parts, and what a collection has not given back.
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Resident; 45 of it are the program, which the service has in memory as well. The longest tables that people write take 110 to 230. */
export const MAX_READER_MB = 256;
const LOOK_MS = 5;

/** While the process parses, nothing else runs in its thread: another one looks at the memory, and ends the process. */
const WATCH = `
  setInterval(() => {
    if (process.memoryUsage.rss() > ${MAX_READER_MB * 2 ** 20}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS});`;

/** The thread takes as long to start as a small file to be read. */
export function limitMemory(): void {
  new Worker(WATCH, { eval: true }).unref();
}

/** When there is no memory left, Linux ends this one first of the processes that share a limit. */
export function endFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // It is no Linux, or does not allow it.
  }
}
