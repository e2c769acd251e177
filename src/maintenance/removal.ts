// The removal of what one deleted account owned, in pieces: children before parents, each piece leaves the database consistent.
import type { Pool } from 'pg';
import type { Branch } from '../database/delete-below.js';
import { queryPool } from '../database/pool.js';
import { type OwnedTable, writeKeptHistory } from '../records/ownership.js';
import { TODAY_SQL } from '../shared/days.js';
import { NOBODY } from '../shared/retention.js';
import { PacedPieces } from './paced-pieces.js';

const RENEWAL_MS = 10_000;

const RENEW = 'update removals set claimed_at = now() where owner_id = $1';
/** The ledger is otherwise only deleted after its item (keep_stock_movement.sql). */
const SETTINGS = `(select set_config('beekeeping.deletes_below', 'on', true)) as settings`;
const FORGET_KEYS = `
  delete from idempotency_keys where owner_id = any($1)
    and key = any(array(select key from idempotency_keys where owner_id = any($1) order by owner_id limit $2))`;
/** What the database keeps of treatments loses its account and everything about a person; what is due is deleted (docs/treatments.md). */
const FORGET_TREATMENTS = `
  with piece as (select id, retain_until from treatments where owner_id = any($1) order by owner_id limit $2 for update),
    due as (delete from treatments where id in (select id from piece where retain_until < ${TODAY_SQL})),
    kept as (update treatments set owner_id = '${NOBODY}', beehive_id = null where id in (select id from piece where retain_until >= ${TODAY_SQL}))
  select 1 from piece`;

/** What deletions have kept, which nothing leads to once they are gone. */
const deleteKept = (own: OwnedTable): string =>
  `delete from ${own.table} using ${SETTINGS} where id = any(array(
    select id from ${own.table} where ${writeKeptHistory(own, 'd.owner_id = any($1)')} limit $2))`;

export class Removal {
  private readonly pieces: PacedPieces;
  private renewedAt = performance.now();

  /** @param stopping interrupts it after the transaction that is under way */
  constructor(
    private readonly pool: Pool,
    private readonly ownerId: string,
    stopping: AbortSignal,
  ) {
    this.pieces = new PacedPieces(stopping);
  }

  /** Harvests and treatments go first: otherwise each of their references to what goes would have to be changed. */
  async run({ staying, rest }: Record<'staying' | 'rest', Branch[]>, history: OwnedTable[]): Promise<void> {
    for (const own of history) await this.repeat(own.table, deleteKept(own), [this.ownerId]);
    for (const branch of staying) await this.remove(branch, [this.ownerId]);
    await this.repeat('treatments', FORGET_TREATMENTS, [this.ownerId]);
    for (const branch of rest) await this.remove(branch, [this.ownerId]);
    await this.repeat('idempotency_keys', FORGET_KEYS, [this.ownerId]);
  }

  private async remove({ table, key = 'id', column, action, below }: Branch, parents: string[]): Promise<void> {
    // In the order of an index: PostgreSQL would otherwise read all rows, or all entries, for each piece.
    const find = `select ${key} from ${table} where ${column} = any($1) order by ${column} limit $2`;
    const piece = `${key} = any(array(${find})) and ${column} = any($1)`;
    if (action === 'set null')
      return this.repeat(table, `update ${table} set ${column} = null where ${piece}`, parents);
    if (below.length === 0) return this.repeat(table, `delete from ${table} using ${SETTINGS} where ${piece}`, parents);
    for (;;) {
      const { rows } = await queryPool(this.pool, { text: find, values: [parents, this.pieces.sizeFor(table)] });
      if (rows.length === 0) return;
      const ids = (rows as { id: string }[]).map(({ id }) => id);
      for (const branch of below) await this.remove(branch, ids);
      // What has been added below meanwhile is left to the cascade.
      await this.transact(table, `delete from ${table} using ${SETTINGS} where id = any($1)`, [ids]);
    }
  }

  private async repeat(table: string, text: string, parents: string[]): Promise<void> {
    for (let isFull = true; isFull; ) {
      const size = this.pieces.sizeFor(table);
      isFull = (await this.transact(table, text, [parents, size])) >= size;
    }
  }

  /** @returns the number of rows. @throws AbortError when the removal is to stop */
  private async transact(table: string, text: string, values: unknown[]): Promise<number> {
    const { rowCount } = await this.pieces.run(table, () => queryPool(this.pool, { text, values }));
    if (performance.now() - this.renewedAt > RENEWAL_MS) {
      await this.pool.query(RENEW, [this.ownerId]);
      this.renewedAt = performance.now();
    }
    return rowCount ?? 0;
  }
}
