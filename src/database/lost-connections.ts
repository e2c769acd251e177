// After a failover, the idle connections of a pool are dead, which it learns only when it hears from each: a request may take one before. What
// has changed nothing then is tried again, once, on a new connection: a read, and the beginning of a transaction. A write that was sent is
// not, because it may have been made.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { internals } from './client-internals.js';

/** The server has ended the connection (57P01, after a crash 57P02), or the network has. One that is silent is not meant: it has cost its time. */
const LOST_CODES = /^(57P01|57P02|ECONNRESET|EPIPE)$/;
const LOST_MESSAGES =
  /^(Connection terminated unexpectedly|Client has encountered a connection error and is not queryable)$/;

/** Whether an open connection was closed. MikroORM copies the codes and messages of pg. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST_CODES.test(String((error as { code?: unknown }).code)) || LOST_MESSAGES.test(error.message));

/** What ends the idle connections of each pool. */
const endIdle = new WeakMap<Pick<Pool, 'query'>, () => void>();

/** @param inUse the connections that are not idle */
export function trackIdle(pool: Pool, inUse: WeakSet<PoolClient>): void {
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  endIdle.set(pool, () => {
    for (const client of open) {
      if (!inUse.has(client)) internals(client).connection.stream.destroy(new Error('Connection terminated'));
    }
  });
}

/** @param work changes nothing if its connection is lost */
export const retryIfLost = <T>(pool: Pick<Pool, 'query'>, work: () => Promise<T>): Promise<T> =>
  work().catch(async (error: unknown) => {
    if (!isLost(error)) throw error;
    endIdle.get(pool)?.();
    // The pool learns of it.
    await nextTurn();
    return work();
  });

/** Statements that begin otherwise may write, also those that begin with `with`. */
const READ = /^\s*select\b/i;
export const isRead = (text: string): boolean => READ.test(text);
