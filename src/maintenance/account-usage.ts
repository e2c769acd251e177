// Measures how much accounts hold, as a job: the rows that they own, with the log of their changes. An account above the quota is refused further records (access/guard.ts).
import { setTimeout as wait } from 'node:timers/promises';
import type { MetadataStorage } from '@mikro-orm/core';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { ownershipPath } from '../access/policy.js';
import type { ReadingRetention } from '../database/reading-retention.js';
import { type Table, writeCondition } from '../database/where.js';
import { describeOwnership, type OwnedTable, writeKeptHistory } from '../records/ownership.js';
import { records } from '../records/records.js';
import { MAX_READINGS_PER_DAY, READING_BYTES } from '../shared/readings.js';

/** The next job goes on a minute after this one has begun. */
const MAX_MS = 45_000;
const ENTRIES_AT_ONCE = 10_000;
const PAUSE_MS = 50;
/** The entities of what was deleted. */
const DELETED = ['Deletion', 'DeletedRows'];
const ADVISORY_LOCK_KEY = 7_202_614;
/** The header of a row and its pointer in the page. */
const ROW_OVERHEAD_BYTES = 28;
/** SQLSTATE of a statement that took longer than the statement timeout. */
const QUERY_CANCELED = '57014';
/** For a table in which an account holds very much: a gigabyte takes some seconds. */
const MORE_TIME = `begin read only; set local statement_timeout = '60s'; select pg_backend_pid() as pid`;

/**
 * Notes the accounts that have written since the entry $1 of the log. An entry that commits later than one with a higher number may be passed
 * over: its account is noted with its next one. Nothing is noted while another process does.
 */
const NOTE_CHANGES = `
  with turn as materialized (select pg_try_advisory_xact_lock(${ADVISORY_LOCK_KEY}) as is_ours),
    entries as materialized (
      select owner_id, seq from changes where seq > $1 and (select is_ours from turn) order by seq limit ${ENTRIES_AT_ONCE}),
    noted as (
      insert into account_usage (user_id, changed_seq)
      select owner_id, max(seq) from entries join users on users.id = owner_id group by owner_id order by owner_id
      on conflict (user_id) do update set changed_seq = greatest(account_usage.changed_seq, excluded.changed_seq))
  select count(*)::int as count, max(seq) as last from entries`;
const LAST_NOTED = 'select coalesce(max(changed_seq), 0) as last from account_usage';

/**
 * Takes the account that has waited longest. Five minutes pass between two measurements of an account; one above the quota is measured every
 * hour even if it does not write: its log expires.
 */
const CLAIM = `
  update account_usage set claimed_at = now() where user_id = (
    select user_id from account_usage
    where changed_seq > measured_seq and claimed_at < now() - interval '5 minutes'
      or bytes > $1 and claimed_at < now() - interval '1 hour'
    order by claimed_at limit 1 for update skip locked)
  returning user_id as "userId", changed_seq as seq`;

/**
 * Sessions learn within a second that their account has crossed the quota, or what it holds above it; those of the members of its apiaries
 * too. A figure that is too low, because a table took too long, does not replace a higher one.
 */
const STORE = `
  with before as (select bytes from account_usage where user_id = $1),
    stored as (
      update account_usage set row_count = case when $6 then $2 else greatest(row_count, $2) end,
        bytes = case when $6 then $3 else greatest(bytes, $3) end, measured_seq = $4, measured_at = now()
      where user_id = $1)
  insert into session_changes (session_id)
  select s.id from before, (
    select id, user_id from sessions where ended_at is null and expires_at > now() union all
    select id, user_id from personal_access_tokens where revoked_at is null and expires_at > now()) s
  where greatest(before.bytes, $3) > $5 and s.user_id in (
    select $1 union select m.user_id from apiary_members m join apiaries a on a.id = m.apiary_id where a.owner_id = $1)`;

/** Readings have no rows of their own: they are counted by series. */
const MEASURE_READINGS = `
  select coalesce(sum(least(readings_count, $2)), 0)::float8 * ${READING_BYTES} as bytes from readings.series as measured_rows
  where owner_id = $1`;

interface Claimed {
  userId: string;
  /** A bigint, as text. */
  seq: string;
}
/** The rows of an account or, with `own`, those that its deletions have kept. */
interface Measured {
  table: Table;
  /** It can be restored (ADR 0064). */
  isDeleted: boolean;
  own?: OwnedTable;
}
interface Measurement {
  text: string;
  values: unknown[];
}
interface Size {
  rows: number;
  bytes: number;
}

export class AccountUsage {
  private readonly measured: Measured[];

  /** @param quota in bytes */
  constructor(
    private readonly pool: Pool,
    tables: Table[],
    metadata: MetadataStorage,
    private readonly quota: number | undefined,
    private readonly retention: ReadingRetention,
    private readonly log: Logger,
  ) {
    const inApiaries = tables.filter(({ meta }) => isInApiary(meta.className));
    this.measured = inApiaries.map((table) => ({ table, isDeleted: DELETED.includes(table.meta.className) }));
    for (const own of describeOwnership(metadata))
      if (own.isKept)
        this.measured.push({
          table: inApiaries.find(({ meta }) => meta.className === own.entity)!,
          own,
          isDeleted: true,
        });
  }

  /** Measures accounts that have written since they were measured. @returns their number */
  async measure(signal = new AbortController().signal): Promise<number> {
    const started = performance.now();
    await this.noteChanges(signal);
    for (let count = 0; ; count++) {
      if (signal.aborted || performance.now() - started > MAX_MS) return count;
      const { rows } = await this.pool.query<Claimed>(CLAIM, [this.quota]);
      if (!rows[0]) return count;
      await this.measureAccount(rows[0], signal);
    }
  }

  private async noteChanges(signal: AbortSignal): Promise<void> {
    let { last } = (await this.pool.query<{ last: string }>(LAST_NOTED)).rows[0]!;
    for (let isFull = true; isFull && !signal.aborted; ) {
      const { rows } = await this.pool.query<{ count: number; last: string }>(NOTE_CHANGES, [last]);
      isFull = rows[0]!.count === ENTRIES_AT_ONCE;
      last = rows[0]!.last;
      if (isFull) await wait(PAUSE_MS);
    }
  }

  /** One statement for each table: each is short, and has a snapshot of its own. */
  private async measureAccount({ userId, seq }: Claimed, signal: AbortSignal): Promise<void> {
    const sum: Size = { rows: 0, bytes: 0 };
    let deletedBytes = 0;
    let isComplete = true;
    for (const measured of this.measured) {
      if (signal.aborted) return;
      const size = await this.measureTable(measured, userId, signal);
      isComplete &&= size !== undefined;
      if (measured.isDeleted) deletedBytes += size?.bytes ?? 0;
      else {
        sum.rows += size?.rows ?? 0;
        sum.bytes += size?.bytes ?? 0;
      }
    }
    const {
      rows: [readings],
    } = await this.pool.query<Size>(MEASURE_READINGS, [userId, this.retention.days.raw * MAX_READINGS_PER_DAY]);
    sum.bytes += readings!.bytes;
    // Who is above the quota deletes, and can record again: what is deleted counts beyond as much as the quota (ADR 0064).
    if (this.quota !== undefined) sum.bytes += Math.max(0, deletedBytes - this.quota);
    await this.pool.query(STORE, [userId, sum.rows, sum.bytes, seq, this.quota, isComplete]);
  }

  /** @returns undefined if it takes too long */
  private async measureTable(measured: Measured, userId: string, signal: AbortSignal): Promise<Size | undefined> {
    const measurement = writeMeasurement(measured, userId);
    try {
      const { rows } = await this.pool.query<Size>(measurement).catch((error: unknown) => {
        if (!isCanceled(error) || signal.aborted) throw error;
        return this.queryLonger(measurement, signal);
      });
      return rows[0];
    } catch (error) {
      if (!isCanceled(error)) throw error;
      this.log.warn({ account: userId, table: measured.table.name }, 'what an account holds took too long to measure');
      return undefined;
    }
  }

  /** A transaction that only reads delays neither other clients nor the feed of changes. */
  private async queryLonger(measurement: Measurement, signal: AbortSignal): Promise<QueryResult<Size>> {
    const client = await this.pool.connect();
    // A lost connection rejects the query, too.
    client.on('error', () => {});
    let cancel = (): void => {};
    try {
      const results = (await client.query(MORE_TIME)) as object as QueryResult<{ pid: number }>[];
      const { pid } = results.at(-1)!.rows[0]!;
      cancel = () => void this.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
      signal.addEventListener('abort', cancel);
      return await client.query<Size>(measurement);
    } finally {
      signal.removeEventListener('abort', cancel);
      client.release(true);
    }
  }
}

const isCanceled = (error: unknown): boolean => (error as { code?: string }).code === QUERY_CANCELED;

/** Whether its rows are in an apiary, or were, and so belong to the apiary's owner. */
const isInApiary = (entity: string): boolean =>
  (records as Record<string, { path?: readonly string[] }>)[entity]?.path !== undefined;

/** Texts that PostgreSQL stores outside of their row are not read: only their sizes are. */
function writeMeasurement({ table, own }: Measured, userId: string): Measurement {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const columns = [...table.columns.values()].flatMap(({ sql }) =>
    sql ? [`coalesce(pg_column_size(${sql}), 0)`] : [],
  );
  const viewer = { id: userId, isMember: false };
  const owned = own
    ? writeKeptHistory(own, `d.owner_id = ${bind(userId)} and d.expires_at > now()`)
    : writeCondition(table, ownershipPath(table.meta.className, viewer), bind);
  const text = `select count(*)::float8 as rows, coalesce(sum(bytes), 0)::float8 as bytes from (
    select ${ROW_OVERHEAD_BYTES} + ${columns.join(' + ')} as bytes from ${table.name} where ${owned}) as measured_rows`;
  return { text, values };
}
