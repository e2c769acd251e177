// Removes in the background what deleted accounts owned (ADR 0038). Every process takes part; an account is removed by one at a time. After any
// interruption the removal is resumed: what is left in the tables says what remains to be done.
import type { EntityMetadata } from '@mikro-orm/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Branch, branchesBelow } from '../database/delete-below.js';
import { Removal } from './removal.js';
import { Rounds } from './rounds.js';

const INTERVAL_MS = 5000;
/** How long a claim is valid. Longer than any transaction: after this time none goes on that began before the account was deleted. */
const MINUTE = `interval '1 minute'`;
const CLAIM = `
  update removals set claimed_at = now() where owner_id = (
    select owner_id from removals r
    where claimed_at < now() - ${MINUTE} and not exists (select 1 from users where id = r.owner_id)
    order by claimed_at limit 1 for update skip locked)
  returning owner_id as "ownerId", begun_at < now() - ${MINUTE} as "isLast"`;
const END = 'delete from removals where owner_id = $1';

interface Claimed {
  ownerId: string;
  /** Whether nothing is added any more. */
  isLast: boolean;
}

export class Removals {
  private readonly rounds: Rounds;
  private readonly owned: Record<'harvests' | 'rest', Branch[]>;

  constructor(
    private readonly pool: Pool,
    metadata: EntityMetadata[],
    private readonly log: Logger,
  ) {
    const ofOwner = (table: string): Branch => ({
      table,
      column: 'owner_id',
      where: 'owner_id = $1',
      action: 'delete',
      below: branchesBelow(metadata, table),
    });
    this.owned = {
      harvests: ['lots', 'harvests'].map(ofOwner),
      rest: ['apiaries', 'queens', 'changes', 'idempotency_keys'].map(ofOwner),
    };
    this.rounds = new Rounds(
      'removals',
      INTERVAL_MS,
      () => this.remove(),
      (err) => log.warn({ err }, 'deleted accounts could not be removed'),
    );
  }

  /** Starts a round every few seconds. */
  start(): void {
    this.rounds.start();
  }

  /** Waits for the transaction that is under way. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Removes what deleted accounts have left. An account whose removal fails is tried again after a minute. */
  async remove(): Promise<void> {
    while (!this.rounds.isStopping) {
      const { rows } = await this.pool.query<Claimed>(CLAIM);
      if (!rows[0]) return;
      const { ownerId, isLast } = rows[0];
      try {
        await new Removal(this.pool, ownerId, this.rounds.signal).run(this.owned);
        if (isLast) await this.pool.query(END, [ownerId]);
      } catch (err) {
        if (this.rounds.isStopping) return;
        this.log.warn({ err, account: ownerId }, 'what a deleted account owned could not be removed');
      }
    }
  }
}
