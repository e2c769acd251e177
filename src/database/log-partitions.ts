// Partitions of the change log by quarter (ADR 0039): of a large log, what has expired is dropped, not deleted row by row. Whether the log has
// them is the operator's decision (`npm run admin -- partition-log`).
import type { Pool } from 'pg';
import { LOG_RETENTION } from '../shared/retention.js';
import { LIMIT_LOCK_WAITS } from './table-lock.js';
import { quote } from './where.js';

/** There are partitions for at least this long from now, because a write without one fails. */
const AHEAD = '6 months';
/** The key of an advisory lock. */
export const LOG_LOCK = 7_202_615;

const IS_PARTITIONED = `select relkind = 'p' as "isPartitioned" from pg_class where oid = 'changes'::regclass`;
/** The name of a partition, and the time before which its entries were written. */
const FIND_PARTITIONS = `
  select name, ends from (
    select c.relname as name,
      substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'changes'::regclass) partitions`;
const FIND_LAST_END = `select max(ends) as ends, max(ends) >= now() + interval '${AHEAD}' as "isEnough" from (${FIND_PARTITIONS}) p`;
const FIND_EXPIRED = `${FIND_PARTITIONS} where ends < now() - interval '${LOG_RETENTION}' order by ends`;

export type Run = <R extends object>(text: string) => Promise<R[]>;

export async function isLogPartitioned(pool: Pool): Promise<boolean> {
  return (await pool.query<{ isPartitioned: boolean }>(IS_PARTITIONED)).rows[0]!.isPartitioned;
}

/**
 * Adds partitions of the log, if it has any, from its last one to six months ahead, and drops those of which every entry has expired. Gives
 * way to long transactions: what could not be done is done by a later call.
 * @returns whether the log has partitions
 */
export async function maintainLogPartitions(pool: Pool): Promise<boolean> {
  if (!(await isLogPartitioned(pool))) return false;
  const [last] = (await pool.query<{ isEnough: boolean }>(FIND_LAST_END)).rows;
  if (!last!.isEnough) await inTransaction(pool, addPartitions);
  const expired = (await pool.query<{ name: string }>(FIND_EXPIRED)).rows;
  for (const { name } of expired)
    await inTransaction(pool, async (run) => {
      await run(`drop table if exists ${quote(name)}`);
    });
  return true;
}

/**
 * Attached, not created as partitions: that locks the log only against other changes of the table. An attached table has the columns, defaults
 * and constraints of the log.
 */
export async function addPartitions(run: Run): Promise<void> {
  for (;;) {
    const [last] = await run<{ ends: string; isEnough: boolean; next: string; name: string }>(`
      select ends::text, "isEnough", (date_trunc('quarter', ends at time zone 'UTC') + interval '3 months')::text || '+00' as next,
        to_char(ends at time zone 'UTC', '"changes_from_"YYYY_MM_DD') as name
      from (${FIND_LAST_END}) l`);
    const { ends, isEnough, next, name } = last!;
    if (isEnough) return;
    await run(`create table ${quote(name)} (like changes including defaults including constraints)`);
    await run(`alter table changes attach partition ${quote(name)} for values from ('${ends}') to ('${next}')`);
  }
}

/** One process at a time; the others leave it to that one. */
async function inTransaction(pool: Pool, work: (run: Run) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(LIMIT_LOCK_WAITS);
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock($1) as "isOurs"', [
      LOG_LOCK,
    ]);
    if (rows[0]!.isOurs) await work(async <R extends object>(text: string) => (await client.query<R>(text)).rows);
    await client.query('commit');
    client.release();
  } catch (error) {
    // The connection goes, and with it the transaction.
    client.release(true);
    throw error;
  }
}
