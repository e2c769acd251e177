// What a request costs: the time in PostgreSQL and the pages that it reads there, the CPU time of the service, and the bytes of the response.
import { cpuOf } from '../lib/machine.mjs';

/** Work of the service that no client asked for. */
const BACKGROUND = 'session_changes|mails|jobs\\.|pg_try_advisory|measured_rows|measured_seq|changed_seq|last_seen_at';
const TOTALS = `
  select coalesce(sum(calls), 0)::int as statements, coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as ms,
    coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as buffers, coalesce(sum(wal_bytes), 0)::float8 as wal
  from pg_stat_statements where userid = 'bench_owner'::regrole and query !~ '${BACKGROUND}'`;

/** @returns what one of `repeat` executions of `work` has cost; `work` returns the bytes that it received */
export async function costOf(work, repeat, { server, database }) {
  await database.admin.query('select pg_stat_statements_reset()');
  const cpu = cpuOf(server.pid);
  const started = performance.now();
  let bytes = 0;
  for (let i = 0; i < repeat; i++) bytes += await work();
  const elapsed = performance.now() - started;
  const { rows } = await database.admin.query(TOTALS);
  const { statements, ms, buffers, wal } = rows[0];
  const each = (total) => total / repeat;
  return {
    ...{ repeat, elapsedMs: each(elapsed), cpuMs: each((cpuOf(server.pid) - cpu) * 1000), bytes: each(bytes) },
    ...{ statements: each(statements), postgresMs: each(ms), buffers: each(buffers), walBytes: each(wal) },
  };
}

const OWNED = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where a.attname = 'owner_id' and c.relkind = 'r' order by 1`;

/** @returns the bytes that the rows of these accounts take in each table, as their part of its rows, with its indexes */
export async function storageOf({ admin }, numbers) {
  const emails = numbers.map((n) => `beekeeper-${n}@example.org`);
  const { rows: tables } = await admin.query(OWNED);
  const storage = [];
  for (const { name } of tables) {
    const { rows } = await admin.query(
      `select count(*)::int as "all", count(*) filter (where owner_id = any(select id from users where email = any($1)))::int as rows,
         pg_total_relation_size($2::regclass)::float8 as bytes from ${name}`,
      [emails, name],
    );
    const { all, rows: own, bytes } = rows[0];
    if (own > 0) storage.push({ name, rows: own, bytes: (bytes * own) / all });
  }
  return storage.sort((one, other) => other.bytes - one.bytes);
}
