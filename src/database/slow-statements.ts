import type { Logger } from 'pino';

export const SLOW_STATEMENT_MS = 500;
const MAX_LOGGED_CHARACTERS = 500;
/** One line in this time: a client can cause any number of slow statements. */
const LOG_INTERVAL_MS = 1000;
let loggedAt = Number.NEGATIVE_INFINITY;
let notLogged = 0;

/** Logs a statement, with the number of slow ones since the last line that were not logged. */
export function logSlowStatement(
  request: { log: Logger; operation: string | undefined } | undefined,
  ms: number,
  text: string,
): void {
  const now = performance.now();
  if (now - loggedAt < LOG_INTERVAL_MS) {
    notLogged += 1;
    return;
  }
  const statement = text.slice(0, MAX_LOGGED_CHARACTERS);
  request?.log.warn({ operation: request.operation, ms: Math.round(ms), statement, notLogged }, 'slow statement');
  loggedAt = now;
  notLogged = 0;
}
