// The removal of what one deleted account owned: transactions of some hundred rows, children before parents, each of which leaves the database
// consistent. None takes long, so that neither its locks nor the horizon of the feed of changes are felt, and half of the time is left to others.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Branch } from '../database/delete-below.js';
import { queryPool } from '../database/pool.js';
import { TODAY_SQL } from '../shared/days.js';
import { NOBODY } from '../shared/retention.js';

/** Rows of a transaction: at first, at least and at most. Their number follows the time that the last one of the table took. */
const PIECE_ROWS = { first: 100, least: 10, most: 1000 };
const PIECE_MS = { short: 30, long: 100 };
const RENEWAL_MS = 10_000;

const RENEW = 'update removals set claimed_at = now() where owner_id = $1';
/** The ledger is otherwise only deleted after its item, which a trigger demands. */
const SETTINGS = `(select set_config('beekeeping.deletes_below', 'on', true)) as settings`;
const FORGET_KEYS = `
  delete from idempotency_keys where owner_id = any($1)
    and key = any(array(select key from idempotency_keys where owner_id = any($1) order by owner_id limit $2))`;
/** What the database keeps of treatments loses its account and everything about a person; what is due is deleted (ADR 0023). */
const FORGET_TREATMENTS = `
  with piece as (select id, retain_until from treatments where owner_id = any($1) order by owner_id limit $2 for update),
    due as (delete from treatments where id in (select id from piece where retain_until < ${TODAY_SQL})),
    kept as (update treatments set owner_id = '${NOBODY}', beehive_id = null where id in (select id from piece where retain_until >= ${TODAY_SQL}))
  select 1 from piece`;

export class Removal {
  private readonly pieceRows = new Map<string, number>();
  private renewedAt = performance.now();

  /** @param stopping interrupts it after the transaction that is under way */
  constructor(
    private readonly pool: Pool,
    private readonly ownerId: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** Harvests and treatments go first: otherwise each of their references to what goes would have to be changed. */
  async run({ harvests, rest }: Record<'harvests' | 'rest', Branch[]>): Promise<void> {
    for (const branch of harvests) await this.remove(branch, [this.ownerId]);
    await this.repeat('treatments', FORGET_TREATMENTS, [this.ownerId]);
    for (const branch of rest) await this.remove(branch, [this.ownerId]);
    await this.repeat('idempotency_keys', FORGET_KEYS, [this.ownerId]);
  }

  private async remove({ table, key = 'id', column, action, below }: Branch, parents: string[]): Promise<void> {
    // In the order of an index: PostgreSQL would otherwise read all rows, or all entries, for each piece.
    const find = `select ${key} from ${table} where ${column} = any($1) order by ${column} limit $2`;
    const piece = `${key} = any(array(${find}))`;
    if (action === 'set null')
      return this.repeat(table, `update ${table} set ${column} = null where ${piece}`, parents);
    if (below.length === 0) return this.repeat(table, `delete from ${table} using ${SETTINGS} where ${piece}`, parents);
    for (;;) {
      const { rows } = await queryPool(this.pool, { text: find, values: [parents, this.sizeFor(table)] });
      if (rows.length === 0) return;
      const ids = (rows as { id: string }[]).map(({ id }) => id);
      for (const branch of below) await this.remove(branch, ids);
      // What has been added below meanwhile is left to the cascade.
      await this.transact(table, `delete from ${table} using ${SETTINGS} where id = any($1)`, [ids]);
    }
  }

  private async repeat(table: string, text: string, parents: string[]): Promise<void> {
    for (let isFull = true; isFull; ) {
      const size = this.sizeFor(table);
      isFull = (await this.transact(table, text, [parents, size])) >= size;
    }
  }

  private sizeFor(table: string): number {
    return this.pieceRows.get(table) ?? PIECE_ROWS.first;
  }

  /** @returns the number of rows. @throws AbortError when the removal is to stop */
  private async transact(table: string, text: string, values: unknown[]): Promise<number> {
    const started = performance.now();
    const { rowCount } = await queryPool(this.pool, { text, values });
    const ms = performance.now() - started;
    const rows = this.sizeFor(table);
    if (ms < PIECE_MS.short) this.pieceRows.set(table, Math.min(rows * 2, PIECE_ROWS.most));
    if (ms > PIECE_MS.long) this.pieceRows.set(table, Math.max(Math.floor(rows / 2), PIECE_ROWS.least));
    await wait(ms, undefined, { signal: this.stopping });
    if (performance.now() - this.renewedAt > RENEWAL_MS) {
      await this.pool.query(RENEW, [this.ownerId]);
      this.renewedAt = performance.now();
    }
    return rowCount ?? 0;
  }
}
