// A page of the change log (ADR 0022) of everything that the viewer sees, in one statement, which seeks to its place in two indexes.
import { TIMELINE } from '../../access/change-feed.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Bind } from '../../database/where.js';
import { SYNC_RETENTION } from '../../shared/retention.js';
import type { Position, SyncCursor } from './sync-cursor.js';
import { SyncKind } from './sync-kind.js';

/** The state of the database at the time of a statement. */
export interface Head {
  /** Every transaction with a lower number has ended: its entries are all visible, or there are none. */
  horizon: string;
  at: string;
  system: string;
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
export const SHOWN = new Map([
  ['FollowUpShown', SyncKind.TREATMENT_FOLLOW_UP],
  ['LotPackShown', SyncKind.LOT_PACK],
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
}

export interface LogPage {
  head: Head;
  entries: LogEntry[];
  /** The apiaries that an inspector no longer sees, because the date of the membership has passed. */
  expired: string[];
  /** Whether the log may no longer have everything since the cursor. */
  isTooOld: boolean;
}

const HEAD = `pg_snapshot_xmin(pg_current_snapshot()) as horizon, now() as at,
  (select system_identifier::text from pg_control_system()) as system, ${TIMELINE} as timeline`;
const isMember = (viewer: string): string =>
  `exists (select 1 from apiary_members where user_id = ${viewer}) as "isMember"`;

export async function readHead(context: Context): Promise<Head> {
  const text = `select ${HEAD}, ${isMember('$1')}`;
  const [head] = await runStatement<Head>(context, { text, values: [context.viewer.id] });
  return head!;
}

/** Reads up to `limit` entries after the position of a cursor. */
export async function readLogPage(context: Context, cursor: SyncCursor, limit: number): Promise<LogPage> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const viewer = `${bind(context.viewer.id)}::uuid`;
  const expired = `array(select apiary_id from apiary_members
    where user_id = ${viewer} and expires_at <= now() and expires_at > ${bind(cursor.expiriesUntil)}::timestamptz)`;
  const isTooOld = `${bind(cursor.at)}::timestamptz < now() - interval '${SYNC_RETENTION}'`;
  const text = `
    with head as materialized (
      select ${HEAD}, ${isMember(viewer)}, ${expired} as expired, ${isTooOld} as "isTooOld")
    select head.*, xid, seq, entity, row_id as "rowId", apiary_id as "apiaryId", action, version, entry.at as "entryAt",
      entity = 'Beehive' and action = 'UPDATED' and fields ? 'apiary_id' as "hasMoved"
    from head left join lateral (
      ${selectLog(viewer, cursor.position, 'xid < head.horizon', bind, limit)}) entry on true
    order by xid, seq`;
  const rows = await runStatement<Row>(context, { text, values });
  const { horizon, at, system, timeline, isMember: member, expired: ended, isTooOld: tooOld } = rows[0]!;
  return {
    head: { horizon, at, system, timeline, isMember: member },
    entries: rows.flatMap(({ entryAt, ...entry }) => (entryAt === null ? [] : [{ ...entry, at: entryAt }])),
    expired: ended,
    isTooOld: tooOld,
  };
}

/** Without entries, one row with the head alone. */
type Row = Head & LogEntry & { entryAt: string | null; expired: string[]; isTooOld: boolean };

/**
 * Selects entries of the viewer's own rows and of the apiaries that are shared with the viewer, oldest first. It says what the policy of
 * Activity says, apiary by apiary, so that each part is read in the order of its index. Invitations are not synchronized.
 * @param until a further condition, which ends the part of the log
 */
export function selectLog(viewer: string, after: Position, until: string, bind: Bind, limit?: number): string {
  const limited = limit === undefined ? '' : ` limit ${bind(limit)}`;
  // What happened in an apiary before the viewer's access changed last is part of its copies, which follow: without them, a client
  // would get records whose parents it does not have.
  const access = (apiary: string): string =>
    `from changes access where access.row_id = ${apiary} and access.entity = '${ACCESS}' and access.owner_id = ${viewer}`;
  // Counted, because PostgreSQL would join `not exists` with the whole log.
  const isLater = `0 = (select count(*) ${access('entry.apiary_id')} and (access.xid, access.seq) > (entry.xid, entry.seq))`;
  const sent = `(${bind(after.xid)}::xid8, ${bind(after.seq)}::bigint)`;
  const pageAfter = (position: string): string =>
    `entity <> 'ApiaryInvitation' and (xid, seq) > ${position} and ${until} order by xid, seq${limited}`;
  return `select * from (
      (select * from changes entry where owner_id = ${viewer} and ${isLater} and ${pageAfter(sent)})
      union all
      select page.* from (
        select apiary_id, start.* from apiary_members member, lateral (
          select * from (values ${sent}) sent (xid, seq) union all select xid, seq ${access('member.apiary_id')}
          order by xid desc, seq desc limit 1) start
        where user_id = ${viewer} and (expires_at is null or expires_at > now())) shared,
        lateral (select * from changes entry where apiary_id = shared.apiary_id and owner_id <> ${viewer}
          and ${pageAfter('(shared.xid, shared.seq)')}) page) log
    order by xid, seq${limited}`;
}
