// Divides the change log into partitions while the service runs (ADR 0039). No row is copied: the table becomes the first partition.
import pg, { type Pool } from 'pg';
import { addPartitions, isLogPartitioned, LOG_LOCK, type Run } from './log-partitions.js';
import { LIMIT_LOCK_WAITS, untilLocked } from './table-lock.js';

const FIRST = 'changes_before';
const SEQUENCE = 'changes_number';
const BOUND_CHECK = 'changes_before_bound_check';

interface Index {
  name: string;
  /** What follows the name of the table. */
  definition: string;
}
interface Grant {
  privilege: string;
  role: string;
}

/**
 * Divides the log, unless it is divided. Every process must run a version that has this command: earlier ones address entries by `ctid` alone,
 * which is not unique among partitions.
 * @returns whether it was divided now
 * @throws if another process is at it
 */
export async function partitionLog(pool: Pool): Promise<boolean> {
  if (await isLogPartitioned(pool)) return false;
  const client = new pg.Client(pool.options);
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set timezone = 'UTC'`);
    // Not a lock to wait for, nor one of a transaction: an index that is created concurrently waits for every older transaction.
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${LOG_LOCK}) as "isOurs"`);
    if (!rows[0]!.isOurs)
      throw new Error('Another process divides the change log, or adds partitions to it: try again.');
    await prepare(client);
    await exchange(client);
    return true;
  } finally {
    await client.end();
  }
}

/**
 * What takes time, and is repeatable: an index that partitions can have, because a unique index would need the partition key, and a check that
 * tells PostgreSQL without reading the table that every entry is before the first partition.
 */
async function prepare(client: pg.Client): Promise<void> {
  await client.query(`drop index concurrently if exists changes_seq_index`);
  await client.query(`create index concurrently changes_seq_index on changes (seq)`);
  await whileLocked(client, async (run) => {
    await run(`alter table changes drop constraint if exists ${BOUND_CHECK}`);
    // In two days, so that no entry is written after it before the tables are exchanged.
    const [day] = await run<{ bound: string }>(`select (current_date + 2)::text || ' 00:00:00+00' as bound`);
    await run(`alter table changes add constraint ${BOUND_CHECK} check (at < '${day!.bound}'::timestamptz) not valid`);
  });
  await client.query(`alter table changes validate constraint ${BOUND_CHECK}`);
}

/** Puts a partitioned table in the place of the log, with the log as its first partition: some tens of milliseconds, under a lock. */
async function exchange(client: pg.Client): Promise<void> {
  const { rows: indexes } = await client.query<Index>(`
    select indexname as name, substring(indexdef from ' USING .*$') as definition from pg_indexes
    where schemaname = current_schema and tablename = 'changes' and indexname <> 'changes_pkey'`);
  const { rows: grants } = await client.query<Grant>(`
    select a.privilege_type as privilege, quote_ident(r.rolname) as role
    from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'changes'::regclass and a.grantee <> c.relowner`);
  const { rows: bounds } = await client.query<{ bound: string }>(`
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') as bound from pg_constraint
    where conname = '${BOUND_CHECK}' and conrelid = 'changes'::regclass`);
  await whileLocked(client, async (run) => {
    const statements = [
      // Of the version before the log. It shows the ctid of entries, which is not unique among partitions.
      'drop view if exists tombstones',
      `alter table changes rename to ${FIRST}`,
      ...indexes.map(({ name }) => `alter index ${name} rename to ${name.replace(/^changes/, FIRST)}`),
      // A partition cannot have an identity column of its own.
      `create sequence ${SEQUENCE}`,
      `select setval('${SEQUENCE}', (select greatest(last_value, 1) from pg_sequences
         where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('${FIRST}', 'seq')))`,
      `alter table ${FIRST} alter seq drop identity`,
      `create table changes (like ${FIRST} including defaults including constraints) partition by range (at)`,
      `alter table changes drop constraint ${BOUND_CHECK}`,
      `alter table changes alter seq set default nextval('${SEQUENCE}')`,
      `alter sequence ${SEQUENCE} owned by changes.seq`,
      ...grants.map(({ privilege, role }) => `grant ${privilege} on changes to ${role}`),
      ...grants.flatMap(({ privilege, role }) =>
        privilege === 'INSERT' ? [`grant usage on sequence ${SEQUENCE} to ${role}`] : [],
      ),
      ...indexes.map(({ name, definition }) => `create index ${name} on changes ${definition}`),
      `alter table changes attach partition ${FIRST} for values from (minvalue) to ('${bounds[0]!.bound}')`,
      `alter table ${FIRST} drop constraint changes_pkey, drop constraint ${BOUND_CHECK}`,
    ];
    for (const text of statements) await run(text);
    await addPartitions(run);
  });
}

/** Every write of a record waits for the lock of the log. */
const whileLocked = (client: pg.Client, work: (run: Run) => Promise<void>): Promise<void> =>
  untilLocked(async () => {
    try {
      await client.query('begin');
      await client.query(LIMIT_LOCK_WAITS);
      await client.query('lock table changes in access exclusive mode');
      await work(async <R extends object>(text: string) => (await client.query<R>(text)).rows);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
