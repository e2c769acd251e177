import type { DataDirectory } from './data-directory.js';
import { findPostmaster } from './postmaster.js';
import { WATCHDOG_INTERVAL_MS } from './timing.js';

/** Starts the server again when it has died under its users. @returns how to end that */
export function startWatchdog(
  home: DataDirectory,
  revive: () => Promise<unknown>,
  log: (message: string) => void,
): () => Promise<void> {
  let reviving: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (reviving || findPostmaster(home)) return;
    log(`PostgreSQL has died and is started again: see ${home.logFile}`);
    reviving = revive().then(
      () => {
        reviving = undefined;
      },
      // Tried again at the next look.
      (error: Error) => {
        log(error.message);
        reviving = undefined;
      },
    );
  }, WATCHDOG_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await reviving;
  };
}
