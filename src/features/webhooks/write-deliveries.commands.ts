// Turns the change log (ADR 0022) into deliveries. One cursor for all webhooks is in the same database as the log and the deliveries: what was
// read, what is to be sent, and the new position are one statement, so that a change becomes one delivery of each webhook, whatever dies when.
import type { Pool } from 'pg';
import { HORIZON } from '../../changelog/horizon.js';
import { visibleTo } from '../../changelog/visible-to.js';
import { LOGGED_KINDS } from '../../records/kinds.js';
import { ChangeAction } from '../activity/activity.entity.js';
import { DUE } from './webhook.entity.js';

/** Entries of the log that are read at once. */
export const BATCH_SIZE = 500;
/** So many deliveries of a webhook may wait. */
export const MAX_WAITING = 50_000;
/** From so many failures in a row on, a webhook is tried seldom, and one delivery at a time. */
export const FAILING = 3;

/**
 * The server and the database to which numbers of transactions belong. A failover, a recovery and a restore to an earlier moment keep it: there,
 * the cursor is what it was together with the log. A dump that is restored elsewhere has another one.
 */
const IDENTITY = `(select system_identifier::text from pg_control_system()) || ' ' || (select datid from pg_stat_get_activity(pg_backend_pid()))`;

const POLL = `
  select c.system = ${IDENTITY} as "isKnown",
    exists (select 1 from webhooks where ${DUE} <= now()) as "isDue", active."hasWebhooks",
    active."hasWebhooks" and exists (select 1 from changes e where (e.xid, e.seq) > (c.xid, c.seq)) as "hasEntries"
  from webhook_cursor c, (select exists (select 1 from webhooks where status = 'ACTIVE') as "hasWebhooks") active`;

/**
 * The first process creates the cursor. In a database that was restored from a dump, new transactions have numbers as if they were old ones:
 * the cursor goes on from now, and leaves out the entries of the dump, of which some have higher numbers.
 */
const ADOPT = `
  with adopted as (
    insert into webhook_cursor as c (id, system, xid, seq, min_seq)
      values (1, ${IDENTITY}, pg_snapshot_xmin(pg_current_snapshot()), -1, 0)
    on conflict (id) do update set system = excluded.system, xid = excluded.xid, seq = -1,
      min_seq = coalesce((select max(seq) from changes), 0)
      where c.system <> excluded.system
    returning min_seq)
  update webhooks set started = '1:1:' where exists (select 1 from adopted where min_seq > 0)`;

/**
 * Only transactions before the horizon are read: all of them have ended, so nothing appears before the position later. The position is that of an
 * entry that was read. The policy is that of now: who lost access after the change gets nothing. $1 and $2: what people see of the log.
 */
const WRITE = `
  with cursor as materialized (select xid, seq, min_seq from webhook_cursor for update skip locked),
  horizon as materialized (select ${HORIZON} as xid),
  started as materialized (select pg_snapshot_xmin(started) as xid from webhooks where status = 'ACTIVE' order by 1 limit 1),
  entries as materialized (
    select c.* from cursor, horizon, started, lateral (
      select * from changes e
      where (e.xid, e.seq) > (greatest(cursor.xid, started.xid), case when started.xid > cursor.xid then -1 else cursor.seq end)
        and e.xid < horizon.xid and e.seq > cursor.min_seq
      order by e.xid, e.seq limit ${BATCH_SIZE}) c),
  shown as materialized (select * from entries where notable and entity = any($1) and action = any($2)),
  viewers as (
    select seq, owner_id as account from shown
    union select c.seq, m.user_id from shown c join apiary_members m on m.apiary_id = c.apiary_id),
  written as (
    insert into webhook_deliveries (id, created_at, updated_at, queued_at, webhook_id, kind, action, record_id, apiary_id, version, sequence,
      changed_at, status, next_at)
    select gen_random_uuid(), now(), now(), now(), w.id, c.entity, c.action, c.row_id, c.apiary_id, c.version, c.seq, c.at, 'WAITING', now()
    from viewers v join shown c on c.seq = v.seq
      join webhooks w on w.user_id = v.account and w.status = 'ACTIVE' and not pg_visible_in_snapshot(c.xid, w.started)
      join users u on u.id = w.user_id and u.is_active
    where ${visibleTo('w.user_id')}
      and (w.kinds is null or c.entity = any(w.kinds)) and (w.actions is null or c.action = any(w.actions))
      and (w.apiary_ids is null or c.apiary_id = any(w.apiary_ids))
    order by c.xid, c.seq returning webhook_id),
  woken as (
    update webhooks w set next_at = case when failures < ${FAILING} then least(next_at, now()) else coalesce(next_at, now()) end
    from (select id from webhooks where id in (select webhook_id from written) order by id for no key update) found
    where w.id = found.id and w.status = 'ACTIVE' returning w.id),
  advanced as (
    update webhook_cursor set xid = last.xid, seq = last.seq
    from (select xid, seq from entries order by xid desc, seq desc limit 1) last)
  select (select count(*)::int from entries) as read, array(select id from woken) as woken`;

/** Each count ends at the limit. */
const OVERLOADED = `
  select id from unnest($1::uuid[]) as w (id) where (
    select count(*) from (select 1 from webhook_deliveries where webhook_id = w.id and next_at is not null limit ${MAX_WAITING + 1}) waiting
  ) > ${MAX_WAITING}`;

export interface Poll {
  /** Whether there is a webhook that sends. */
  hasWebhooks: boolean;
  /** Whether any webhook has something to be sent. */
  isDue: boolean;
  /** Whether the log has entries after the cursor; some may belong to transactions that are not over. */
  hasEntries: boolean;
}

export async function pollWebhooks(pool: Pool): Promise<Poll> {
  const { rows } = await pool.query<Poll & { isKnown: boolean }>(POLL);
  if (rows[0]?.isKnown) return rows[0];
  await pool.query(ADOPT);
  return { hasWebhooks: false, isDue: false, hasEntries: false };
}

const SHOWN = [Object.values(LOGGED_KINDS), Object.values(ChangeAction)];

/** Writes what has not been read yet, unless another process does. @returns the webhooks of which too much waits */
export async function writeEvents(pool: Pool, signal: AbortSignal): Promise<string[]> {
  const woken = new Set<string>();
  for (let read = BATCH_SIZE; read === BATCH_SIZE && !signal.aborted; ) {
    const { rows } = await pool.query<{ read: number; woken: string[] }>(WRITE, SHOWN);
    read = rows[0]!.read;
    for (const id of rows[0]!.woken) woken.add(id);
  }
  if (woken.size === 0) return [];
  const { rows } = await pool.query<{ id: string }>(OVERLOADED, [[...woken]]);
  return rows.map(({ id }) => id);
}
