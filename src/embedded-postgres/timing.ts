/** Milliseconds between two looks at something that should change any moment. */
export const POLL_INTERVAL_MS = 10;

/** Milliseconds after which a start, a stop or a lock is given up. */
export const START_TIMEOUT_MS = 60_000;

/** How often a user of the server looks whether it is still there, in ms. */
export const WATCHDOG_INTERVAL_MS = 500;
