// Deletes expired rows in the background. Every process runs it; an advisory lock admits one at a time.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { maintainLogPartitions } from '../database/log-partitions.js';
import type { Metrics } from '../observability/metrics.js';
import { TODAY_SQL } from '../shared/days.js';
import { LOG_RETENTION, NOBODY, RETENTION } from '../shared/retention.js';
import { Rounds } from './rounds.js';

const BATCH_SIZE = 1000;
/** The condition of expired rows, by table. */
const expiredRows = (auditRetentionSeconds: number): Record<string, string> => ({
  idempotency_keys: `created_at < now() - interval '${RETENTION}'`,
  // The log is written in the order of `seq`: the oldest rows need no index by time.
  changes: `at < now() - interval '${LOG_RETENTION}' and seq in (select seq from changes order by seq limit ${BATCH_SIZE})`,
  session_changes: `changed_at < now() - interval '1 hour'`,
  // Refresh tokens are deleted with their session. Ended sessions are invisible to clients and kept 30 days for support.
  sessions: `least(ended_at, expires_at) < now() - interval '${RETENTION}'`,
  one_time_tokens: `expires_at < now() - interval '${RETENTION}'`,
  apiary_invitations: `least(revoked_at, expires_at) < now() - interval '${RETENTION}'`,
  // Of inspectors; other memberships do not expire.
  apiary_members: `expires_at < now() - interval '${RETENTION}'`,
  // Those whose account has been deleted (ADR 0023): an account's own are its history.
  treatments: `owner_id = '${NOBODY}' and retain_until < ${TODAY_SQL}`,
  // Also those of deleted accounts: they name an account by its id alone.
  audit_entries: `created_at < now() - make_interval(secs => ${auditRetentionSeconds})`,
  rate_limits: 'expire < extract(epoch from now()) * 1000',
});
const ADVISORY_LOCK_KEY = 7_202_613;
const PAUSE_MS = 50;
const INTERVAL_MS = 60_000;

/**
 * Skips rows that a request has locked, and deletes nothing while another process holds the advisory lock. People are not shown deletions
 * in the change log (ADR 0022): what they end was over before.
 */
const deleteBatch = (table: string, condition: string): string => `
  delete from ${table} using (select set_config('beekeeping.deleted_table', 'expired', true)) as settings where ctid = any(array(
    select ctid from ${table} where pg_try_advisory_xact_lock(${ADVISORY_LOCK_KEY}) and ${condition}
    limit ${BATCH_SIZE} for update skip locked))`;

export class ExpiredRows {
  private readonly rounds: Rounds;
  private readonly conditions: Record<string, string>;

  constructor(
    private readonly pool: Pool,
    log: Logger,
    private readonly metrics: Metrics | undefined,
    auditRetentionSeconds: number,
  ) {
    this.conditions = expiredRows(auditRetentionSeconds);
    this.rounds = new Rounds(
      'expired rows',
      INTERVAL_MS,
      () => this.remove(),
      (err) => log.warn({ err }, 'expired rows could not be deleted'),
    );
  }

  /** Starts a round every minute. */
  start(): void {
    this.rounds.start();
  }

  /** Waits for the batch that is being deleted. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Deletes every expired row, in batches. @returns the number of rows by table */
  async remove(): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    const started = performance.now();
    const isPartitioned = await maintainLogPartitions(this.pool);
    for (const [table, condition] of Object.entries(this.conditions)) {
      removed[table] = 0;
      if (table === 'changes' && isPartitioned) continue;
      for (let isFull = true; isFull && !this.rounds.isStopping; ) {
        const { rowCount } = await this.pool.query(deleteBatch(table, condition));
        removed[table] += rowCount ?? 0;
        isFull = rowCount === BATCH_SIZE;
        if (isFull) await wait(PAUSE_MS);
      }
    }
    this.metrics?.expiredRows(removed, (performance.now() - started) / 1000);
    return removed;
  }
}
