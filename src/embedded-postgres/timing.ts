/** Interval between checks while something is about to change. */
export const POLL_INTERVAL_MS = 10;

/** Delay before another launch after a transient failure. */
export const RETRY_DELAY_MS = 100;

/** Timeout of a start, a stop and a lock. */
export const START_TIMEOUT_MS = 60_000;

/** Interval at which a client checks that the server is alive. */
export const WATCHDOG_INTERVAL_MS = 500;
