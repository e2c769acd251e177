/** Milliseconds between two looks at something that should change any moment. */
export const POLL = 10;

/** Milliseconds after which a start, a stop or a lock is given up. */
export const PATIENCE = 60_000;

/** How often a user of the server looks whether it is still there, in ms. */
export const LOOK_EVERY = 500;
