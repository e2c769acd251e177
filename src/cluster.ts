// SEVERAL PROCESSES BEHIND ONE PORT (WEB_CONCURRENCY): this one starts them, starts another where one ended that was not told to, and
// passes on what it is told.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { WriteMessage } from './database/replicas.js';

/** So that one that cannot start does not keep the machine busy. */
const RESTART_DELAY_MS = 1000;

/** @returns what stops them: the highest of their exit codes */
export function supervise(count: number, log: Logger): () => Promise<number> {
  let stopping = false;
  let served = false;
  const workers = new Set<Worker>();
  const start = (): void => {
    const worker = cluster.fork();
    workers.add(worker);
    worker.on('listening', () => {
      served = true;
    });
    worker.on('message', (message: WriteMessage) => {
      if (message.wrote) for (const other of workers) if (other !== worker) other.send({ wrote: message.wrote });
    });
    worker.on('exit', (code, signal) => {
      workers.delete(worker);
      if (stopping) return;
      // A service that cannot start ends as it would alone.
      if (!served) process.kill(process.pid, 'SIGTERM');
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended: another takes its place');
      setTimeout(() => !stopping && start(), RESTART_DELAY_MS);
    });
  };
  for (let i = 0; i < count; i++) start();

  return async () => {
    stopping = true;
    const ends = [...workers].map(
      (worker) =>
        new Promise<number>((resolve) => {
          // One that is only just starting is ended by the signal itself.
          worker.once('exit', (code, signal) => resolve(signal === 'SIGTERM' ? 0 : (code ?? 1)));
          worker.process.kill('SIGTERM');
        }),
    );
    return Math.max(served ? 0 : 1, ...(await Promise.all(ends)));
  };
}
