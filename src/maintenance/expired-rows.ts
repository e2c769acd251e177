// Deletes expired rows, as a job. Two processes that did so at the same time would skip each other's rows.
import { setTimeout as wait } from 'node:timers/promises';
import type { MetadataStorage } from '@mikro-orm/core';
import type { Pool } from 'pg';
import type { Metrics } from '../observability/metrics.js';
import { describeOwnership, type OwnedTable, writeKeptHistory } from '../records/ownership.js';
import { TODAY_SQL } from '../shared/days.js';
import { DELIVERY_RETENTION, LOG_RETENTION, NOBODY, RETENTION } from '../shared/retention.js';

const BATCH_SIZE = 1000;
/** After a moment in which a restoration that has begun before may end. */
const UNRESTORABLE = `expires_at < now() - interval '1 hour'`;
/** The condition of expired rows, by table. */
const expiredRows = (auditRetentionSeconds: number, history: OwnedTable[]): Record<string, string> => ({
  idempotency_keys: `created_at < now() - interval '${RETENTION}'`,
  // The log is written in the order of `seq`: the oldest rows need no index by time.
  changes: `at < now() - interval '${LOG_RETENTION}' and seq in (select seq from changes order by seq limit ${BATCH_SIZE})`,
  session_changes: `changed_at < now() - interval '1 hour'`,
  // Refresh tokens are deleted with their session. Ended sessions are invisible to clients and kept 30 days for support.
  sessions: `least(ended_at, expires_at) < now() - interval '${RETENTION}'`,
  personal_access_tokens: `least(revoked_at, expires_at) < now() - interval '${RETENTION}'`,
  one_time_tokens: `expires_at < now() - interval '${RETENTION}'`,
  // Changes that were made are kept as long as their undo links, and as the mails about them may be asked for.
  email_changes: `coalesce(undo_until, expires_at) < now() - interval '${RETENTION}'`,
  second_factors: `confirmed_at is null and created_at < now() - interval '1 day'`,
  // At once: they contain the address of a person who may have no account.
  oidc_log_ins: 'expires_at < now()',
  // Those that nobody has run.
  imports: `started_at is null and updated_at < now() - interval '${RETENTION}'`,
  // What they have created is in the records.
  import_rows: `import_id = any(array(select id from imports where finished_at < now() - interval '${RETENTION}'))`,
  webhook_deliveries: `created_at < now() - interval '${DELIVERY_RETENTION}'`,
  calendar_feeds: `revoked_at < now() - interval '${RETENTION}'`,
  restricted_zones: `removed_at < now() - interval '${RETENTION}'`,
  zones_left: `left_at < now() - interval '${RETENTION}'`,
  apiary_invitations: `least(revoked_at, expires_at) < now() - interval '${RETENTION}'`,
  // Only memberships of inspectors expire.
  apiary_members: `member_until < now() - interval '${RETENTION}'`,
  // Those whose account has been deleted (docs/treatments.md): an account's own are its history.
  treatments: `owner_id = '${NOBODY}' and retain_until < ${TODAY_SQL}`,
  // Also those of deleted accounts: they name an account by its id alone.
  audit_entries: `created_at < now() - make_interval(secs => ${auditRetentionSeconds})`,
  // First the history whose parents can no longer be restored.
  ...Object.fromEntries(history.map((own) => [own.table, writeKeptHistory(own, UNRESTORABLE)])),
  deletions: [
    UNRESTORABLE,
    ...history.map(
      (own) => `not exists (select 1 from ${own.table} where ${writeKeptHistory(own, 'd.id = deletions.id')})`,
    ),
  ].join(' and '),
  // Those that could not be sent. Others are deleted when they are.
  mails: `created_at < now() - interval '${RETENTION}'`,
  rate_limits: 'expire < extract(epoch from now()) * 1000',
});
/** By which a row is addressed, where that is no id. Of one time, all changes of sessions have expired. */
const KEYS: Record<string, string> = {
  idempotency_keys: 'owner_id, key',
  changes: 'seq',
  session_changes: 'changed_at',
  rate_limits: 'key',
  zones_left: 'apiary_id, zone_id',
};
const PAUSE_MS = 50;

/**
 * Skips rows that a request has locked. People are not shown deletions in the change log (ADR 0022): what they end was over before.
 */
const deleteBatch = (table: string, condition: string, key = KEYS[table] ?? 'id'): string => `
  with batch as materialized (select ${key} from ${table} where ${condition} limit ${BATCH_SIZE} for update skip locked)
  delete from ${table} using (select set_config('beekeeping.deleted_table', 'expired', true)) as settings
  where (${key}) in (select ${key} from batch)`;

export class ExpiredRows {
  private readonly conditions: Record<string, string>;

  constructor(
    private readonly pool: Pool,
    private readonly metrics: Metrics | undefined,
    auditRetentionSeconds: number,
    metadata: MetadataStorage,
  ) {
    const history = describeOwnership(metadata).filter(({ isKept }) => isKept);
    this.conditions = expiredRows(auditRetentionSeconds, history);
  }

  /** Deletes every expired row, in batches. @returns the number of rows by table */
  async remove(signal?: AbortSignal): Promise<Record<string, number>> {
    const removed: Record<string, number> = {};
    const started = performance.now();
    for (const [table, condition] of Object.entries(this.conditions)) {
      removed[table] = 0;
      for (let isFull = true; isFull && !signal?.aborted; ) {
        const { rowCount } = await this.pool.query(deleteBatch(table, condition));
        removed[table] += rowCount ?? 0;
        isFull = (rowCount ?? 0) >= BATCH_SIZE;
        if (isFull) await wait(PAUSE_MS);
      }
    }
    this.metrics?.expiredRows(removed, (performance.now() - started) / 1000);
    return removed;
  }
}
