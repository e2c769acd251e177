// A throwaway PostgreSQL for the run: the embedded server of the service, with the service's tables and generated rows.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { BENCH, JWT_SECRET, OUT, ROOT, SIZES } from './places.mjs';

const SETTINGS = {
  max_connections: '300',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  jit: 'off',
  timezone: 'UTC',
  // It would be measured with whatever runs at that time: `tidy` does its work between the workloads.
  autovacuum: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'on',
};
const DATABASE = 'bench';
const OWNER = 'bench_owner';
/** The role of PostGraphile's visitors. */
const VISITOR = 'bench_visitor';

/**
 * @param progress reports the current step
 * @param memberships whether every account is a member of another one's apiary
 */
export function startDatabase(sizeName, progress, memberships = false) {
  const size = SIZES[sizeName];
  return startSeeded(progress, async ({ owner }) => {
    progress(`seeding ${size.accounts * size.apiaries * (size.hives + size.items)} hives and items`);
    const seed = readFileSync(join(BENCH, 'sql/seed.sql'), 'utf8');
    await owner.query(seed.replace(/\$(accounts|apiaries|hives|items)\b/g, (_, name) => String(size[name])));
    await owner.query(readFileSync(join(BENCH, 'sql/postgraphile.sql'), 'utf8'));
    if (memberships) await owner.query(readFileSync(join(BENCH, 'sql/memberships.sql'), 'utf8'));
  });
}

/** @param seed fills the tables, as their owner or as the superuser `admin` */
export async function startSeeded(progress, seed) {
  progress('starting PostgreSQL');
  const { startThrowawayPostgres } = await import(join(ROOT, 'dist/src/database/provision.js'));
  const postgres = await startThrowawayPostgres(SETTINGS);
  try {
    return await fill(postgres, progress, seed);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function fill(postgres, progress, seed) {
  const where = { host: postgres.socketDir, port: postgres.port, database: DATABASE };
  const setUp = new pg.Client({ ...where, user: postgres.user, database: 'postgres' });
  await setUp.connect();
  await setUp.query(`create role ${OWNER} login; create role ${VISITOR} login`);
  await setUp.query(`create database ${DATABASE} owner ${OWNER}`);
  await setUp.end();

  const admin = new pg.Client({ ...where, user: postgres.user });
  const owner = new pg.Client({ ...where, user: OWNER });
  // A seed that fails stops PostgreSQL under these connections: what is reported is why it failed.
  for (const client of [admin, owner]) client.on('error', () => {});
  await Promise.all([admin.connect(), owner.connect()]);
  const url = (user) => `postgres://${user}@${encodeURIComponent(where.host)}:${where.port}/${DATABASE}`;

  progress('creating the tables with the migrations');
  migrate(url(OWNER));
  await seed({ owner, admin });
  await admin.query('create extension pg_stat_statements');
  const tidy = async () => {
    await admin.query('vacuum analyze');
    await admin.query('checkpoint');
  };
  await tidy();

  return {
    /** Removes what updates have left, and renews the statistics. */
    tidy,
    url: url(OWNER),
    visitorUrl: url(VISITOR),
    pid: postgres.pid,
    owner,
    admin,
    version: (await admin.query('show server_version')).rows[0].server_version.split(' ')[0],
    /** The number of statements that other clients than this program have sent; begin and commit count. */
    async statements() {
      const { rows } = await admin.query(
        'select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where userid <> current_user::regrole',
      );
      return rows[0].calls;
    },
    async stop() {
      await Promise.allSettled([admin.end(), owner.end()]);
      await postgres.stop();
    },
  };
}

function migrate(url) {
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, JWT_SECRET, MAIL_FILES: 'on' };
  const script = join(ROOT, 'dist/src/cli/migrate.js');
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, 'up'], { cwd: OUT, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the migrations failed: ${stderr || stdout}`);
}
