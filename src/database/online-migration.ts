import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { LIMIT_LOCK_WAITS, untilLocked } from './table-lock.js';

/** Before rows that others had locked are looked for again. */
const BETWEEN_ATTEMPTS_MS = 1000;
/** A write to a row of a piece waits until the piece is done: some tens of milliseconds. */
const PIECE_ROWS = 2000;
const DEADLOCK_DETECTED = '40P01';
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
/** Returns the rows. */
type Execute = <T>(text: string, params?: unknown[]) => Promise<T[]>;
const NO_ID = '00000000-0000-0000-0000-000000000000';

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

  /**
   * Sets a column of every row in which it is null, in pieces. Rows that others have locked come later, so there is no deadlock.
   * @param value SQL that may refer to the row as `t`; not null
   */
  protected async fill(table: string, column: string, value: string): Promise<void> {
    const piece = `
      with piece as (
        select id from ${table} where ${column} is null and id > ? order by id limit ${PIECE_ROWS} for no key update skip locked
      ), changed as (update ${table} t set ${column} = ${value} from piece where t.id = piece.id)
      select id from piece order by id desc limit 1`;
    for (;;) {
      for (let last: string | undefined = NO_ID; last; ) {
        const [row] = (await this.execute(piece, [last])) as { id: string }[];
        last = row?.id;
      }
      const rest = await this.execute(`select 1 from ${table} where ${column} is null limit 1`);
      if (rest.length === 0) return;
      await wait(BETWEEN_ATTEMPTS_MS);
    }
  }

  /** Validates constraints that were added as `not valid`: while it reads the table, others write to it. */
  protected async validate(table: string, ...constraints: string[]): Promise<void> {
    for (const name of constraints) await this.execute(`alter table "${table}" validate constraint "${name}"`);
  }

  /** Creates an index of a table to which others write meanwhile. One of an attempt that was killed is invalid: it is dropped first. */
  protected async createIndex(name: string, on: string, kind: 'index' | 'unique index' = 'index'): Promise<void> {
    await this.execute(`drop index concurrently if exists "${name}"`);
    await this.execute(`create ${kind} concurrently "${name}" ${on}`);
  }

  /** Makes a column `not null` without reading the table under a lock: PostgreSQL relies on the check, which it validates without one. */
  protected async requireNotNull(table: string, column: string): Promise<void> {
    const check = `${table}_${column}_not_null_check`;
    await this.alter(
      `alter table ${table} drop constraint if exists ${check}`,
      `alter table ${table} add constraint ${check} check (${column} is not null) not valid`,
    );
    await this.execute(`alter table ${table} validate constraint ${check}`);
    await this.alter(
      `alter table ${table} alter ${column} set not null`,
      `alter table ${table} drop constraint ${check}`,
    );
  }
}
