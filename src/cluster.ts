// Supervises the worker processes that share one port (WEB_CONCURRENCY): starts them, replaces those that end unexpectedly, and forwards
// messages between them.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { WriteMessage } from './database/replicas.js';

/** A worker that cannot start must not be restarted in a busy loop. */
const RESTART_DELAY_MS = 1000;

/** @returns a function that stops the workers and returns the highest of their exit codes */
export function superviseWorkers(count: number, log: Logger): () => Promise<number> {
  let stopping = false;
  let hasServed = false;
  let cannotStart = false;
  const workers = new Set<Worker>();
  const start = (): void => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.on('listening', () => {
      hasServed = true;
    });
    worker.on('message', (message: WriteMessage) => {
      if (message.wrote) for (const other of workers) if (other !== worker) other.send({ wrote: message.wrote });
    });
    worker.on('exit', (code, signal) => {
      workers.delete(worker);
      if (stopping) return;
      // If no worker has ever served, the service cannot start, so it ends.
      if (!hasServed) {
        cannotStart = true;
        process.kill(process.pid, 'SIGTERM');
      }
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended unexpectedly and is replaced');
      setTimeout(() => !stopping && start(), RESTART_DELAY_MS);
    });
  };
  for (let i = 0; i < count; i++) start();

  return async () => {
    stopping = true;
    const exits = [...workers].map(
      (worker) =>
        new Promise<number>((resolve) => {
          // A worker that is still starting is ended by the signal itself.
          worker.once('exit', (code, signal) => resolve(signal === 'SIGTERM' ? 0 : (code ?? 1)));
          worker.process.kill('SIGTERM');
        }),
    );
    return Math.max(cannotStart ? 1 : 0, ...(await Promise.all(exits)));
  };
}
