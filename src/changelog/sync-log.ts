// A page of the change log (ADR 0022) of everything that the viewer sees, in one statement, which seeks to its place in two indexes.
import { ApiaryRole } from '../access/apiary-role.js';
import type { PolicyViewer } from '../access/policy.js';
import { hasRole } from '../access/shared-apiaries.js';
import type { TokenGrant } from '../access/token-scope.js';
import { type QueryTarget, runStatement } from '../database/pool.js';
import type { Bind } from '../database/where.js';
import type { RecordName } from '../records/record.js';
import { SYNC_RETENTION } from '../shared/retention.js';
import { HORIZON, TIMELINE } from './horizon.js';
import { type Position, START_OF_LOG, type SyncCursor } from './log-cursor.js';

/** Who reads the log, and where. */
type Reader = QueryTarget & { viewer: PolicyViewer };

/** The state of the database at the time of a statement. */
export interface Head {
  /** Every transaction of the database with a lower number has ended: its entries are all visible, or there are none. */
  horizon: string;
  at: string;
  system: string;
  /** The database, by its oid, and the restore to an earlier moment from which it comes, if there was one. */
  history: string;
  timeline: string;
  /** The session cache may not know yet. */
  isMember: boolean;
}

/** A change of what the viewer sees of an apiary: it is shared, or no longer; it belongs to another account. Written by triggers. */
export const ACCESS = 'ApiaryAccess';
/**
 * What belongs to a record that has outlived its apiary or its hive: who sees it may have deleted it with them. Written by triggers for the
 * follow-ups of treatments and the packs of lots.
 */
export const SHOWN = new Map<string, RecordName>([
  ['FollowUpShown', 'TreatmentFollowUp'],
  ['LotPackShown', 'LotPack'],
]);

export interface LogEntry extends Position {
  entity: string;
  rowId: string;
  apiaryId: string | null;
  action: string;
  version: number;
  at: string;
  /** A hive has come to its apiary from another one. */
  hasMoved: boolean;
  /** There is a later entry of access of the same apiary, perhaps beyond the page, which says all that this one does. */
  isRepeated: boolean;
}

export interface LogPage {
  head: Head;
  entries: LogEntry[];
  /** The apiaries that an inspector no longer sees, because the date of the membership has passed. */
  expired: string[];
  /** Whether the log may no longer have everything since the cursor. */
  isTooOld: boolean;
  /** The last entry before the horizon, of whatever account; only a viewer with many memberships needs it. */
  end: Position | undefined;
}

/** An account with more of them first finds out in which of the apiaries anything has happened. */
const FEW_MEMBERSHIPS = 20;
/** So many entries of the whole log are read from about 130 pages; the logs of 500 apiaries, from 3,500. */
const MAX_RECENT = 3000;

/**
 * deploy/backup/restore.sh gives a database that goes back to an earlier moment this setting. A restored dump has none, but another oid: on
 * the same server, the rest is as it was.
 */
const RESTORE = `coalesce(current_setting('beekeeping.restore', true), '')`;
const HEAD = `${HORIZON} as horizon, now() as at,
  (select system_identifier::text from pg_control_system()) as system, ${TIMELINE} as timeline,
  (select datid from pg_stat_get_activity(pg_backend_pid())) || ' ' || ${RESTORE} as history`;
const isMember = (viewer: string): string =>
  `exists (select 1 from apiary_members where user_id = ${viewer}) as "isMember"`;

export async function readHead(context: Reader): Promise<Head> {
  const text = `select ${HEAD}, ${isMember('$1')}`;
  const [head] = await runStatement<Head>(context, { text, values: [context.viewer.id] });
  return head!;
}

/**
 * Returns the position from which a client goes on that reads everything now. Every transaction before it has ended, and it is not ahead of
 * what is on disk (ADR 0027): either it is the last entry of the log, or the horizon, if that entry belongs to a later transaction.
 */
export async function readStart(context: Reader): Promise<{ head: Head; position: Position }> {
  const text = `
    select ${HEAD}, ${isMember('$1')}, last.xid, last.seq
    from (select 1) one left join lateral (select xid, seq from changes order by seq desc limit 1) last on true`;
  type StartRow = Head & { xid: string | null; seq: string | null };
  const [row] = await runStatement<StartRow>(context, { text, values: [context.viewer.id] });
  const { xid, seq, ...head } = row!;
  if (xid === null || seq === null) return { head, position: START_OF_LOG };
  return { head, position: BigInt(xid) < BigInt(head.horizon) ? { xid, seq } : { xid: head.horizon, seq: '0' } };
}

/** Reads up to `limit` entries after the position of a cursor. */
export async function readLogPage(context: Reader, cursor: SyncCursor, limit: number): Promise<LogPage> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { id, token } = context.viewer;
  const viewer = `${bind(id)}::uuid`;
  const expired = `array(select apiary_id from apiary_members
    where user_id = ${viewer} and member_until <= now() and member_until > ${bind(cursor.expiriesUntil)}::timestamptz)`;
  const isTooOld = `${bind(cursor.at)}::timestamptz < now() - interval '${SYNC_RETENTION}'`;
  const sent = `(${bind(cursor.position.xid)}::xid8, ${bind(cursor.position.seq)}::bigint)`;
  const hasMany = `(select count(*) from shared) > ${FEW_MEMBERSHIPS}`;
  // The entries of all accounts since the position name the apiaries in which anything has happened, unless there are too many.
  const isChanged = `(not ${hasMany} or (select count(*) from recent) > ${MAX_RECENT} or apiary_id in (select apiary_id from recent))`;
  const text = `
    with head as materialized (
      select ${HEAD}, ${isMember(viewer)}, ${expired} as expired, ${isTooOld} as "isTooOld"),
    shared as materialized (select apiary_id ${memberships(viewer)}),
    recent as materialized (
      select apiary_id from changes where ${hasMany} and (xid, seq) > ${sent} and xid < (select horizon from head)
      order by xid, seq limit ${MAX_RECENT + 1})
    select head.*, last.*, entry.xid, entry.seq, entity, row_id as "rowId", apiary_id as "apiaryId", action, version, entry.at as "entryAt",
      entity = 'Beehive' and action = 'UPDATED' and fields ? 'apiary_id' as "hasMoved"
    from head left join lateral (
      select xid as "lastXid", seq as "lastSeq" from changes where ${hasMany} and xid < head.horizon order by xid desc, seq desc limit 1
    ) last on true left join lateral (
      ${selectLog(viewer, cursor.position, 'xid < head.horizon', bind, token, limit, `from shared where ${isChanged}`)}) entry on true
    order by entry.xid, entry.seq`;
  const rows = await runStatement<Row>(context, { text, values });
  const { horizon, at, system, history, timeline, isMember: member, expired: ended, isTooOld: tooOld } = rows[0]!;
  const { lastXid: xid, lastSeq: seq } = rows[0]!;
  const entries = rows.flatMap(({ entryAt, ...entry }) => (entryAt === null ? [] : [{ ...entry, at: entryAt }]));
  const latest = await findLatestAccess(context, entries, horizon);
  return {
    head: { horizon, at, system, history, timeline, isMember: member },
    entries: entries.map((entry) => ({ ...entry, isRepeated: entry.entity === ACCESS && !latest.has(entry.seq) })),
    expired: ended,
    isTooOld: tooOld,
    end: xid === null || seq === null ? undefined : { xid, seq },
  };
}

/**
 * Finds the last entry of access of each apiary of a page that has any. Managers of an apiary can write thousands of them for a member: the
 * copies that follow are sent for the last one, not once for each page.
 */
async function findLatestAccess(context: Reader, entries: NewEntry[], horizon: string): Promise<Set<string>> {
  const apiaryIds = new Set(entries.filter(({ entity }) => entity === ACCESS).map(({ rowId }) => rowId));
  if (apiaryIds.size === 0) return new Set();
  const text = `
    select distinct on (row_id) seq from changes
    where row_id = any($1) and entity = '${ACCESS}' and owner_id = $2 and xid < $3::xid8
    order by row_id, xid desc, seq desc`;
  const values = [[...apiaryIds], context.viewer.id, horizon];
  const rows = await runStatement<Pick<Position, 'seq'>>(context, { text, values });
  return new Set(rows.map(({ seq }) => seq));
}

type NewEntry = Omit<LogEntry, 'isRepeated'>;
/** Without entries, one row with the head alone. */
interface Row extends Head, NewEntry {
  entryAt: string | null;
  expired: string[];
  isTooOld: boolean;
  lastXid: string | null;
  lastSeq: string | null;
}

const memberships = (viewer: string): string =>
  `from apiary_members where user_id = ${viewer} and ${hasRole(ApiaryRole.VIEWER)}`;

/**
 * Selects entries of the viewer's own rows and of the apiaries that are shared with the viewer, oldest first. It says what the policy of
 * Activity says, apiary by apiary, so that each part is read in the order of its index. Invitations are not synchronized, but their entries are
 * selected as well: a cursor has to pass them, as it would otherwise read them with each request.
 * @param until a further condition, which ends the part of the log
 * @param token limits the log to apiaries
 * @param shared SQL: the rows with the `apiary_id` of each apiary that is shared with the viewer
 */
export function selectLog(
  viewer: string,
  after: Position,
  until: string,
  bind: Bind,
  token: TokenGrant | undefined,
  limit?: number,
  shared = memberships(viewer),
): string {
  const limited = limit === undefined ? '' : ` limit ${bind(limit)}`;
  // What happened in an apiary before the viewer's access changed last is part of its copies, which follow: without them, a client
  // would get records whose parents it does not have.
  const access = (apiary: string): string =>
    `from changes access where access.row_id = ${apiary} and access.entity = '${ACCESS}' and access.owner_id = ${viewer}`;
  // Counted, because PostgreSQL would join `not exists` with the whole log.
  const isLater = `0 = (select count(*) ${access('entry.apiary_id')} and (access.xid, access.seq) > (entry.xid, entry.seq))`;
  const sent = `(${bind(after.xid)}::xid8, ${bind(after.seq)}::bigint)`;
  const within = token?.apiaryIds
    ? ` and case when entity = '${ACCESS}' then row_id else apiary_id end = any(${bind(token.apiaryIds)}::uuid[])`
    : '';
  const pageAfter = (position: string): string =>
    `(xid, seq) > ${position} and ${until}${within} order by xid, seq${limited}`;
  return `select * from (
      (select * from changes entry where owner_id = ${viewer} and ${isLater} and ${pageAfter(sent)})
      union all
      select page.* from (
        select apiary_id, start.* from (select apiary_id ${shared}) member, lateral (
          select * from (values ${sent}) sent (xid, seq) union all select xid, seq ${access('member.apiary_id')}
          order by xid desc, seq desc limit 1) start) member,
        lateral (select * from changes entry where apiary_id = member.apiary_id and owner_id <> ${viewer}
          and ${pageAfter('(member.xid, member.seq)')}) page) log
    order by xid, seq${limited}`;
}
