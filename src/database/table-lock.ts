// Changes of a table while the service uses it.
import { setTimeout as wait } from 'node:timers/promises';

/** While a statement waits for the lock of a table, every later one on that table waits behind it. */
const LOCK_TIMEOUT_MS = 200;
const BETWEEN_ATTEMPTS_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';

/** SQL: the rest of the transaction fails rather than waits for a lock. */
export const LIMIT_LOCK_WAITS = `set local lock_timeout = ${LOCK_TIMEOUT_MS}`;

/** Repeats a transaction that begins with `LIMIT_LOCK_WAITS` until it gets its locks: it gives way to long transactions of others. */
export async function untilLocked<R>(transaction: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await wait(BETWEEN_ATTEMPTS_MS);
    }
  }
}
