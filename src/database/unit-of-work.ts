// Runs each root mutation in one transaction. Nothing else in the service begins, flushes or commits.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { ResponseBudget, Share } from '../admission/admission.js';
import { AppError } from '../errors.js';
import { beginWithSettings, type ChangeSource } from './change-settings.js';
import { retryIfLost } from './lost-connections.js';
import type { QueryTarget } from './pool.js';

/** The members of a request that a unit of work uses. */
export interface UnitOfWorkRequest {
  readonly em: EntityManager;
  readonly pool: QueryTarget['pool'];
  /** Set while the unit of work is open: statements of the request join it. */
  transaction: Transaction<never> | undefined;
  /** Effects to run only after the transaction has committed. */
  readonly afterCommit: (() => void)[];
  hasWritten: boolean;
  readonly requestLog: { readonly log: Logger; readonly operation: string | undefined };
  readonly loaders: { clear(): void };
  readonly changeSource: ChangeSource;
  readonly budget: Pick<ResponseBudget, 'requireTime'> | undefined;
  /** Runs a write when it is the client's turn. */
  withShare<T>(name: 'writes', work: () => Promise<T>): Promise<T>;
  readonly clientKey: string;
  /** Shared by clients: a transaction takes one. */
  readonly connections: Share | undefined;
}

/** Writes pending changes to the database, so that reads in the same unit of work see them. */
export const flushChanges = ({ em }: Pick<UnitOfWorkRequest, 'em'>): Promise<void> => em.flush();

/**
 * Runs `work` in a transaction, which commits when `work` returns and rolls back when it throws. Within another unit of work it joins that
 * transaction, whose owner must not commit after `work` has failed.
 * @throws PAYLOAD_TOO_LARGE (TRANSACTION_TOO_LONG), UNAVAILABLE (OPERATION_TIMEOUT)
 */
export async function unitOfWork<T>(context: UnitOfWorkRequest, work: () => Promise<T>): Promise<T> {
  const { em } = context;
  if (context.transaction) return joinTransaction(context, work);
  const run = (): Promise<T> => runInTransaction(context, em, work);
  const { connections, clientKey } = context;
  return context.withShare('writes', () => (connections ? connections.run(clientKey, run) : run()));
}

const SLOW_TRANSACTION_MS = 1000;
/** A transaction holds its locks, a connection, and the horizon of the feed of changes for all clients: none begins further work after this time. */
const MAX_TRANSACTION_MS = 5000;
/** When each open transaction began. */
const beginnings = new WeakMap<object, number>();

async function runInTransaction<T>(context: UnitOfWorkRequest, em: EntityManager, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  await retryIfLost(context.pool, () => beginWithSettings(context.changeSource, () => em.begin()));
  context.transaction = em.getTransactionContext();
  beginnings.set(context.transaction!, started);
  try {
    const result = await work();
    await em.flush();
    context.budget?.requireTime();
    await em.commit();
    context.hasWritten = true;
    const ms = performance.now() - started;
    const { log, operation } = context.requestLog;
    if (ms > SLOW_TRANSACTION_MS) log.warn({ operation, ms: Math.round(ms) }, 'slow transaction');
    for (const effect of context.afterCommit) effect();
    return result;
  } catch (error) {
    // The rollback fails if the connection is lost, which rolls back too. The first error matters.
    await em.rollback().catch(() => {});
    throw error;
  } finally {
    context.transaction = undefined;
    context.afterCommit.length = 0;
    // The identity map may hold abandoned changes, and the loaders stale rows.
    em.clear();
    context.loaders.clear();
  }
}

async function joinTransaction<T>(context: UnitOfWorkRequest, work: () => Promise<T>): Promise<T> {
  if (performance.now() - beginnings.get(context.transaction!)! > MAX_TRANSACTION_MS) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'These mutations take too long for one transaction: send fewer at once', {
      reason: 'TRANSACTION_TOO_LONG',
    });
  }
  try {
    const result = await work();
    await context.em.flush();
    return result;
  } finally {
    context.em.clear();
    context.loaders.clear();
  }
}
