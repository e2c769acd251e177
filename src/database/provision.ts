// From "there is a PostgreSQL server" to "there is a database with the current tables", however many processes start together.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { migrations } from './migrations/index.js';
import { type Model, openDatabase, type Server } from './orm.js';

const CREATE_DATABASE_LOCK = 7_202_610;
const MIGRATION_LOCK = 7_202_611;
export const DATABASE_NAME = 'beekeeping';

export interface Provided {
  server: Server;
  /** For people: where the data lies. */
  where: string;
  stop: () => Promise<void>;
}

/** The configured server, or the embedded one. */
export async function provideDatabase(config: Config, log: (message: string) => void): Promise<Provided> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl);
    const server = { url: config.databaseUrl, isPooled: config.databasePooled };
    return { server, where: `${host}${pathname}`, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dir: join(config.dataDir, 'postgres'), log });
  try {
    await ensureDatabase(postgres, DATABASE_NAME);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { server: socketServer(postgres, DATABASE_NAME), where: postgres.dataDir, stop: () => postgres.stop() };
}

/** An empty server for a moment, for tests and for comparing migrations with entities. */
export function startThrowawayPostgres(settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const dir = join(tmpdir(), `beekeeping-${randomUUID().slice(0, 8)}`);
  return startEmbeddedPostgres({ dir, throwaway: true, ...(settings && { settings }) });
}

export function socketServer(
  postgres: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user'>,
  database: string,
): Server {
  return { host: postgres.socketDir, port: postgres.port, user: postgres.user, database };
}

/**
 * Not orm.schema.ensureDatabase(): it repoints the ORM at the database `postgres` to make the missing one, and when another process
 * wins that race the ORM stays there and migrates the wrong database.
 */
async function ensureDatabase(postgres: EmbeddedPostgres, name: string): Promise<void> {
  const { socketDir: host, port, user } = postgres;
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [CREATE_DATABASE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * @throws when the server has no such database (the migrator would make an empty one for a name that was mistyped), or one that can't
 * hold every text
 */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`the database is encoded in ${encoding}, and must be in UTF8`);
}

/** One migrator at a time; the others find nothing left to do. Migrations may take long, so they have connections of their own. */
export async function migrate(model: Model, server: Server, pool: pg.Pool): Promise<void> {
  if (await isCurrent(pool)) return;
  await withAdvisoryLock(pool, MIGRATION_LOCK, async () => {
    const { orm } = await openDatabase(model, server, 2, true);
    try {
      await orm.migrator.up();
    } finally {
      await orm.close(true);
    }
  });
}

const NO_SUCH_TABLE = '42P01';
async function isCurrent(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string }>('select name from mikro_orm_migrations');
    const done = new Set(rows.map(({ name }) => name));
    return migrations.every(({ name }) => done.has(name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return false;
    throw error;
  }
}

/** Runs `work` while no other process is inside the same lock, however long that takes. `work` uses connections of its own. */
export async function withAdvisoryLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const patient = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const client = new pg.Client({ ...pool.options, ...patient });
  await client.connect();
  try {
    // A transaction keeps its connection, behind a pooler too.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
