// ONE ROOT MUTATION = ONE TRANSACTION. Nothing else in the service begins, flushes or commits.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';

/** The members of a request that a unit of work uses. */
export interface UnitOfWorkRequest {
  readonly em: EntityManager;
  /** Set while the unit of work is open: statements of the request join it. */
  transaction: Transaction<never> | undefined;
  /** Effects that must not happen unless the transaction was committed. */
  readonly afterCommit: (() => void)[];
  hasWritten: boolean;
  readonly requestLog: { readonly log: Logger; readonly operation: string | undefined };
  readonly loaders: { clear(): void };
  queued<T>(work: () => Promise<T>): Promise<T>;
}

/** Sends what was changed so far to the database, so that a read in the same unit of work finds it. */
export const flush = ({ em }: Pick<UnitOfWorkRequest, 'em'>): Promise<void> => em.flush();

/**
 * Runs `work` in a transaction of the request; everything it changed is stored when it ends, or nothing when it throws. Inside
 * another one it is part of that: whoever opened it must not store what is left of work that failed.
 */
export async function unitOfWork<T>(context: UnitOfWorkRequest, work: () => Promise<T>): Promise<T> {
  const { em } = context;
  if (context.transaction) return joinTransaction(context, work);
  return context.queued(() => runInTransaction(context, em, work));
}

const SLOW_TRANSACTION_MS = 1000;

async function runInTransaction<T>(context: UnitOfWorkRequest, em: EntityManager, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  await em.begin();
  context.transaction = em.getTransactionContext();
  try {
    const result = await work();
    await em.commit();
    context.hasWritten = true;
    const ms = performance.now() - started;
    const { log, operation } = context.requestLog;
    if (ms > SLOW_TRANSACTION_MS) log.warn({ operation, ms: Math.round(ms) }, 'slow transaction');
    for (const effect of context.afterCommit) effect();
    return result;
  } catch (error) {
    // A connection that is gone has rolled back by itself; what went wrong before is the news.
    await em.rollback().catch(() => {});
    throw error;
  } finally {
    context.transaction = undefined;
    context.afterCommit.length = 0;
    // The identity map may hold abandoned changes, the loaders rows as they were before.
    em.clear();
    context.loaders.clear();
  }
}

async function joinTransaction<T>(context: UnitOfWorkRequest, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await context.em.flush();
    return result;
  } finally {
    context.em.clear();
    context.loaders.clear();
  }
}
