import type { Transaction } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { LIMIT_LOCK_WAITS, untilLocked } from './table-lock.js';

const DEADLOCK_DETECTED = '40P01';
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
/** Returns the rows. */
type Execute = <T>(text: string, params?: unknown[]) => Promise<T[]>;

/**
 * A migration that changes large tables while the previous version uses them: not one transaction but many short ones. If it fails, it
 * begins again at the next start, so every step must be repeatable.
 */
export abstract class OnlineMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** Runs statements that lock whole tables, but take no time, in one transaction. Gives way to long transactions of others. */
  protected async alter(...statements: string[]): Promise<void> {
    const run = async (execute: Execute): Promise<void> => {
      for (const text of [LIMIT_LOCK_WAITS, ...statements]) await execute(text);
    };
    await untilLocked(() => this.inTransaction(run));
  }

  /**
   * Runs statements in one transaction, of which each sees what others have committed before it. It is repeated after a deadlock: others
   * lock the same rows in orders of their own.
   */
  protected async inTransaction<R>(run: (execute: Execute) => Promise<R>): Promise<R> {
    const begin = (transaction: Transaction): Promise<R> =>
      run((text, params = []) => this.driver.execute(text, params, 'all', transaction));
    for (;;) {
      try {
        return await this.driver.getConnection().transactional(begin);
      } catch (error) {
        if (codeOf(error) !== DEADLOCK_DETECTED) throw error;
      }
    }
  }
}
