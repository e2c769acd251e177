// Tells subscriptions which apiaries have changed (ADR 0028). While there are any, each process reads the change log twice a second, in one
// statement for all of them, which also returns who sees each changed apiary.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { ApiaryRole } from '../access/apiary-role.js';
import { hasRole } from '../access/shared-apiaries.js';
import { defineKey, encodeCursor } from '../database/cursor.js';
import { runStatement } from '../database/pool.js';
import { ChangeQueue } from './change-queue.js';
import { HORIZON, TIMELINE } from './horizon.js';
import { IS_FOR_ALL } from './visible-to.js';

const POLL_INTERVAL_MS = 500;

/**
 * $1: the transactions before this one have been read. $2: none of the others has written an entry with a number up to this one.
 *
 * Entries are read when every earlier transaction of the database has ended, as those of `changes` are: who asks for the changes after an event finds them.
 * The accounts are those of the policies of `Apiary` and `Activity` (policy.ts), for all subscriptions at once. Invitations, which only
 * managers see, are left out. Whose access has changed is known from entries of the account concerned (ADR 0027), which also remain when the
 * log of the apiary is deleted with the account of its owner. The upper bound of `seq` lets PostgreSQL plan for few rows.
 */
const READ_CHANGES = `
  with horizon as materialized (select ${HORIZON} as xid),
  last as materialized (select xid, seq from changes order by seq desc limit 1),
  changed as (
    select coalesce(apiary_id, row_id) as apiary_id,
      (array_agg(xid order by xid desc, seq desc))[1]::text as xid,
      (array_agg(seq order by xid desc, seq desc))[1]::text as seq,
      array_agg(distinct owner_id) filter (where entity <> 'ApiaryAccess') as owners,
      array_agg(distinct owner_id) filter (where entity = 'ApiaryAccess') as concerned
    from changes c
    where seq > $2::bigint and seq <= (select seq from last)
      and xid >= $1::xid8 and xid < (select xid from horizon) and $1::xid8 < (select xid from horizon)
      and (apiary_id is not null and ${IS_FOR_ALL} or entity = 'ApiaryAccess')
    group by 1)
  select (select xid from horizon)::text as "oldestRunning",
    pg_snapshot_xmax(pg_current_snapshot())::text as "nextToStart",
    (select seq from last)::text as "lastSeq", (select xid from last)::text as "lastXid",
    case when not pg_is_in_recovery() then ${TIMELINE} end as timeline,
    c.apiary_id as "apiaryId", c.xid, c.seq, c.owners, c.concerned,
    (select a.owner_id from apiaries a where a.id = c.apiary_id) as "ownerId",
    array(select m.user_id from apiary_members m
      where m.apiary_id = c.apiary_id and ${hasRole(ApiaryRole.VIEWER)}) as members
  from (select 1) as one left join changed c on true`;

/** The position in the log, and what has changed if `apiaryId` is not null. */
interface LogRow {
  /** The horizon: every transaction of the database before it has ended. */
  oldestRunning: string;
  nextToStart: string;
  /** The last entry of the log: its number, and its transaction, which need not be the latest. */
  lastSeq: string | null;
  lastXid: string | null;
  /** The timeline of the server: another one after a failover. Null if it is a standby. */
  timeline: string | null;
  apiaryId: string | null;
  xid: string;
  seq: string;
  /** The owner according to the log, also of an apiary that has been deleted. */
  owners: string[] | null;
  /** Accounts whose access has begun, ended or changed. */
  concerned: string[] | null;
  /** Null if the apiary has been deleted. */
  ownerId: string | null;
  members: string[];
}

/** Entries that a transaction which is running at the start may have written before others, or that are read again after a failover. */
const ENTRIES_BEFORE_START = 10_000n;
const CURSOR_KEYS = [defineKey('xid', 'string'), defineKey('seq', 'string')];

export class ChangeFeed {
  private readonly byAccount = new Map<string, Set<ChangeQueue>>();
  /** The queues of the subscriptions that name apiaries. */
  private readonly byApiary = new Map<string, Set<ChangeQueue>>();
  private reader: LogReader | undefined;

  /** @param refreshSessions called before events are sent: sessions that ended, and memberships that began, before them are then known */
  constructor(
    private readonly pool: Pool,
    private readonly refreshSessions: () => Promise<void>,
  ) {}

  /**
   * Returns the changes from now on. They end when the account can no longer see one of the apiaries.
   * @param apiaryIds if undefined, every apiary that the account sees, also those that it gains later
   */
  async watch(accountId: string, apiaryIds?: readonly string[]): Promise<ChangeQueue> {
    const queue = new ChangeQueue(accountId, apiaryIds && new Set(apiaryIds), () => {
      remove(this.byAccount, accountId, queue);
      for (const apiaryId of apiaryIds ?? []) remove(this.byApiary, apiaryId, queue);
      if (this.byAccount.size === 0) this.close();
    });
    add(this.byAccount, accountId, queue);
    for (const apiaryId of apiaryIds ?? []) add(this.byApiary, apiaryId, queue);
    this.reader ??= new LogReader(this.pool, this.refreshSessions, (row) => this.tell(row));
    await this.reader.ready.catch((error: unknown) => {
      queue.end();
      throw error;
    });
    return queue;
  }

  close(): void {
    this.reader?.stop();
    this.reader = undefined;
  }

  private tell({ apiaryId, ownerId, owners, members, concerned, ...position }: LogRow): void {
    if (apiaryId === null) return;
    const change = { apiaryId, cursor: encodeCursor(CURSOR_KEYS, position) };
    const viewers = new Set(ownerId === null ? [] : [ownerId, ...members]);
    // The owner of an apiary that has been deleted still sees its log.
    for (const account of ownerId === null ? (owners ?? []) : viewers)
      for (const queue of this.of(account)) if (queue.concerns(apiaryId)) queue.push(change);
    for (const queue of [...(this.byApiary.get(apiaryId) ?? []), ...(concerned ?? []).flatMap((one) => this.of(one))])
      if (queue.concerns(apiaryId) && !viewers.has(queue.accountId)) queue.end();
  }

  private of(accountId: string): ChangeQueue[] {
    return [...(this.byAccount.get(accountId) ?? [])];
  }
}

/** Reads each entry of the log once, from the moment of its creation. */
class LogReader {
  /** Settled when its position is known. */
  readonly ready: Promise<void>;
  private readonly stopping = new AbortController();
  /** The transactions before this one have been read. It is at most the one after `committed`: later numbers are given again after a crash. */
  private from: bigint | undefined;
  /** The latest transaction of which an entry has been seen: its commit is on disk, so PostgreSQL never gives its number again. */
  private committed = -1n;
  /** The entries of the others have higher numbers. */
  private readUpTo = '0';
  /** `seq` becomes `readUpTo` when every transaction before `xid` has been read: later ones write higher numbers. */
  private next: { xid: string; seq: string } | undefined;
  private timeline: string | null = null;

  constructor(
    private readonly pool: Pool,
    private readonly beforeRows: () => Promise<void>,
    private readonly onRow: (row: LogRow) => void,
  ) {
    this.ready = this.read();
    // An error is that of the subscription which waits for it.
    this.ready.then(() => this.repeat()).catch(() => {});
  }

  stop(): void {
    this.stopping.abort();
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await wait(POLL_INTERVAL_MS, undefined, { signal, ref: false });
      // After a failure, the next statement reads from the same position.
      await this.read().catch(() => {});
    }
  }

  private async read(): Promise<void> {
    const values = [this.from === undefined ? null : String(this.from), this.readUpTo];
    const rows = await runStatement<LogRow>({ pool: this.pool }, { text: READ_CHANGES, values });
    const [position] = rows as [LogRow];
    if (position.apiaryId !== null) await this.beforeRows();
    this.advance(position, rows);
    if (!this.stopping.signal.aborted) for (const row of rows) this.onRow(row);
  }

  private advance({ oldestRunning, nextToStart, lastSeq, lastXid, timeline }: LogRow, rows: LogRow[]): void {
    const [running, last] = [BigInt(oldestRunning), BigInt(lastSeq ?? 0)];
    const isStart = this.from === undefined;
    // A standby that had not received everything has given numbers of transactions again that have been read.
    const isOther = !isStart && (BigInt(nextToStart) < this.from! || (timeline ?? this.timeline) !== this.timeline);
    if (isStart || isOther) {
      this.readUpTo = String(last > ENTRIES_BEFORE_START ? last - ENTRIES_BEFORE_START : 0n);
      this.next = undefined;
    }
    if (isOther) {
      this.from = 0n;
      this.committed = -1n;
    } else {
      const seen = [lastXid, ...rows.map(({ xid }) => xid)].map((xid) => BigInt(xid ?? -1));
      // Entries of a restored dump may have higher numbers, of another server.
      this.committed = maxOf([this.committed, ...seen.filter((xid) => xid < BigInt(nextToStart))]);
      // A horizon that has been read remains true; a later one may be lower, because what is not known to be elsewhere counts.
      this.from = maxOf([this.from ?? 0n, running <= this.committed ? running : this.committed + 1n]);
    }
    this.timeline = timeline ?? this.timeline;
    if (this.next && BigInt(this.next.xid) <= running) {
      this.readUpTo = this.next.seq;
      this.next = undefined;
    }
    this.next ??= { xid: nextToStart, seq: String(last) };
  }
}

const maxOf = (numbers: bigint[]): bigint => numbers.reduce((one, other) => (one < other ? other : one));

function add<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function remove<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}
