// Removes what deleted accounts owned (ADR 0038), as a job, which the deletion of an account starts, and cron. After any
// interruption the removal is resumed: what is left in the tables says what remains to be done.
import type { MetadataStorage } from '@mikro-orm/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import { type Branch, branchesBelow } from '../database/delete-below.js';
import type { JobType } from '../jobs/job-kind.js';
import type { JobRunner } from '../jobs/runner.js';
import { describeOwnership, type OwnedTable } from '../records/ownership.js';
import { Removal } from './removal.js';

export const REMOVALS: JobType = { name: 'removals', payload: z.object({}) };
/** How long a claim is valid. Longer than any transaction: after this time none goes on that began before the account was deleted. */
const MINUTE = `interval '1 minute'`;
/** Not while history that the account has given away still has it as its owner. */
const CLAIM = `
  update removals set claimed_at = now() where owner_id = (
    select owner_id from removals r
    where claimed_at < now() - ${MINUTE} and not exists (select 1 from users where id = r.owner_id)
      and not exists (select 1 from unfinished_transfers where owner_id = r.owner_id)
    order by claimed_at limit 1 for update skip locked)
  returning owner_id as "ownerId", begun_at < now() - ${MINUTE} as "isLast"`;
/** Another process may remove the same rows, after this one was silent for so long that its claim was void: it has them locked, and may be killed. */
const END = (tables: string[]): string =>
  `delete from removals where owner_id = $1 and ${tables.map((table) => `not exists (select 1 from ${table} where owner_id = $1)`).join(' and ')}`;

/** Begins with it now. If that fails, cron does. */
export const startRemoval = (jobs: JobRunner): void => void jobs.addNow(REMOVALS, {}).catch(() => {});

interface Claimed {
  ownerId: string;
  /** Whether nothing is added any more. */
  isLast: boolean;
}

export class Removals {
  private readonly owned: Record<'staying' | 'rest', Branch[]>;
  private readonly history: OwnedTable[];
  private readonly end: string;

  constructor(
    private readonly pool: Pool,
    metadata: MetadataStorage,
    private readonly log: Logger,
  ) {
    const entities = [...metadata.getAll().values()];
    const ofOwner = (table: string, key?: string): Branch => ({
      table,
      ...(key && { key }),
      column: 'owner_id',
      where: 'owner_id = $1',
      action: 'delete',
      below: branchesBelow(entities, table),
    });
    // Those that do not go with an apiary, nor with one another. A lot, which contains harvests, goes before them.
    const owned = describeOwnership(metadata);
    this.history = owned.filter(({ isKept }) => isKept);
    const tops = owned.filter(
      ({ outlives, parent }) => outlives && !owned.some((above) => above.table === parent.table && above.outlives),
    );
    const [staying, others] = [true, false].map((stays) =>
      tops.flatMap(({ table, staysWithOwner }) => (staysWithOwner === stays ? [ofOwner(table)] : [])),
    );
    this.owned = { staying: staying!.reverse(), rest: [ofOwner('apiaries'), ...others!, ofOwner('changes', 'seq')] };
    const { staying: first, rest } = this.owned;
    this.end = END(['treatments', 'idempotency_keys', ...[...first, ...rest].map(({ table }) => table)]);
  }

  /** Removes what deleted accounts have left. An account whose removal fails is tried again after a minute. */
  async remove(signal = new AbortController().signal): Promise<void> {
    while (!signal.aborted) {
      const { rows } = await this.pool.query<Claimed>(CLAIM);
      if (!rows[0]) return;
      const { ownerId, isLast } = rows[0];
      try {
        await new Removal(this.pool, ownerId, signal).run(this.owned, this.history);
        if (isLast) await this.pool.query(this.end, [ownerId]);
      } catch (err) {
        if (signal.aborted) return;
        this.log.warn({ err, account: ownerId }, 'what a deleted account owned could not be removed');
      }
    }
  }
}
