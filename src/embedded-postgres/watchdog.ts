import type { DataDirectory } from './data-directory.js';
import { findPostmaster } from './postmaster.js';
import { WATCHDOG_INTERVAL_MS } from './timing.js';

/** Restarts the server if it dies while clients use it. @returns a function that stops the watchdog */
export function startWatchdog(
  directory: DataDirectory,
  restart: () => Promise<unknown>,
  log: (message: string) => void,
): () => Promise<void> {
  let restarting: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (restarting || findPostmaster(directory)) return;
    log(`PostgreSQL has died and is being restarted: see ${directory.logFile}`);
    restarting = restart().then(
      () => {
        restarting = undefined;
      },
      // The next check tries again.
      (error: Error) => {
        log(error.message);
        restarting = undefined;
      },
    );
  }, WATCHDOG_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await restarting;
  };
}
