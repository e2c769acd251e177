// Passes on what a transfer of an apiary, or a move of a hive to another account, has left for later: history, whose owner is not that of its
// parent (ADR 0003). It is a job, which a transfer starts, and cron. After any interruption it is continued: the rows say what remains to be done.
import type { MetadataStorage } from '@mikro-orm/core';
import { escapeLiteral, type Pool, type QueryResult } from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { JobType } from '../jobs/job-kind.js';
import type { JobRunner } from '../jobs/runner.js';
import { describeOwnership, isLeft, type OwnedTable, writeBelow } from '../records/ownership.js';
import { PacedPieces } from './paced-pieces.js';

export const TRANSFERS: JobType = { name: 'transfers', payload: z.object({}) };
/** Are read at once: to find them, all that have their owner already are passed over. */
const FOUND_ROWS = 50_000;
/** A claim is valid for a minute after the last piece. */
const CLAIM = `
  update unfinished_transfers set claimed_at = now() where (apiary_id, owner_id) = (
    select apiary_id, owner_id from unfinished_transfers where claimed_at < now() - interval '1 minute'
    order by claimed_at limit 1 for update skip locked)
  returning apiary_id as "apiaryId", owner_id as "ownerId"`;

/** Continues now. If that fails, cron does. */
export const startTransfers = (jobs: JobRunner): void => void jobs.addNow(TRANSFERS, {}).catch(() => {});

interface Claimed {
  apiaryId: string;
  /** Who had the rows. */
  ownerId: string;
}

export class Transfers {
  private readonly owned: OwnedTable[];
  private readonly history: OwnedTable[];

  constructor(
    private readonly pool: Pool,
    metadata: MetadataStorage,
    private readonly log: Logger,
  ) {
    this.owned = describeOwnership(metadata);
    this.history = this.owned.filter((own) => own.isHistory && !isLeft(this.owned, own));
  }

  /** One that fails is tried again after a minute. */
  async finish(signal = new AbortController().signal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.pool.query<Claimed>(CLAIM);
      if (!rows[0]) return;
      try {
        const pieces = new PacedPieces(signal);
        // A restoration may bring history back meanwhile (ADR 0064).
        for (let isLeft = true; isLeft; ) {
          let changed = 0;
          for (const own of this.history) changed += await this.passOn(own, rows[0], pieces);
          isLeft = !(await this.end(rows[0])) && changed > 0;
        }
      } catch (err) {
        if (signal.aborted) return;
        this.log.warn({ err, apiary: rows[0].apiaryId }, 'a transfer could not be finished');
      }
    }
  }

  /** @returns the number of rows that it has changed */
  private async passOn(own: OwnedTable, claimed: Claimed, pieces: PacedPieces): Promise<number> {
    const { table, key, parent } = own;
    const find = `select c.${key}::text as key from ${this.writeLeft(own, '$1')} limit ${FOUND_ROWS}`;
    let total = 0;
    for (let isFull = true; isFull; ) {
      const { rows } = await this.pool.query<{ key: string }>(find, [claimed.apiaryId]);
      let changed = 0;
      for (let done = 0; done < rows.length; ) {
        const keys = rows.slice(done, done + pieces.sizeFor(table)).map((row) => escapeLiteral(row.key));
        const change = `
          update ${table} c set owner_id = p.owner_id from ${parent.table} p
          where p.id = c.${parent.column} and c.owner_id <> p.owner_id and c.${key} in (${keys.join()})
            and exists (select 1 from unfinished_transfers where ${writeKey(claimed)})`;
        changed += await pieces.run(table, () => this.transact(claimed, change));
        done += keys.length;
      }
      isFull = rows.length === FOUND_ROWS && changed > 0;
      total += changed;
    }
    return total;
  }

  /** Nothing may be left. The clients of the owner then read the apiary again (ADR 0027). @returns whether nothing was */
  private async end(claimed: Claimed): Promise<boolean> {
    const apiary = escapeLiteral(claimed.apiaryId);
    const none = this.history.map((own) => `not exists (select 1 from ${this.writeLeft(own, apiary)})`);
    const ended = await this.transact(
      claimed,
      `with ended as (delete from unfinished_transfers where ${writeKey(claimed)} and ${none.join(' and ')} returning apiary_id),
       read_again as (
         insert into changes (owner_id, entity, row_id, action, version, notable)
         select owner_id, 'ApiaryAccess', id, 'UPDATED', 1, false from apiaries where id in (select apiary_id from ended))
       select 1 from ended`,
    );
    return ended > 0;
  }

  /**
   * A further transfer of the apiary has locked the row: its changes are waited for, and then seen, because each statement of a transaction has
   * its own snapshot.
   * @returns the number of rows
   */
  private async transact(claimed: Claimed, change: string): Promise<number> {
    const claim = `update unfinished_transfers set claimed_at = now() where ${writeKey(claimed)}`;
    const results = (await this.pool.query(`${claim}; ${change}`)) as QueryResult | QueryResult[];
    return [results].flat().at(-1)!.rowCount ?? 0;
  }

  /** SQL: rows `c` below an apiary that do not have the owner of their parent `p`. */
  private writeLeft({ table, parent }: OwnedTable, apiaryId: string): string {
    const below = writeBelow(this.owned, 'p', parent.table, 'apiaries', apiaryId);
    return `${table} c join ${parent.table} p on p.id = c.${parent.column} where c.owner_id <> p.owner_id and ${below}`;
  }
}

const writeKey = ({ apiaryId, ownerId }: Claimed): string =>
  `apiary_id = ${escapeLiteral(apiaryId)} and owner_id = ${escapeLiteral(ownerId)}`;
