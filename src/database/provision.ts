// Provides a database with the current tables, on the configured or the embedded server. Several processes may start at the same time.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { migrations } from './migrations/index.js';
import { type Model, openDatabase, type Server } from './orm.js';

/** Keys of advisory locks. */
const CREATE_DATABASE_LOCK = 7_202_610;
const MIGRATION_LOCK = 7_202_611;
export const DATABASE_NAME = 'beekeeping';

export interface Provided {
  server: Server;
  /** The location of the data, for messages. */
  where: string;
  stop: () => Promise<void>;
}

/** The folder of the embedded server. */
export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'postgres');

/** Returns the configured server, or starts the embedded one. */
export async function provideDatabase(config: Config, log: (message: string) => void): Promise<Provided> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl);
    const server = { url: config.databaseUrl, isPooled: config.databasePooled };
    return { server, where: `${host}${pathname}`, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dir: embeddedFolder(config), log });
  try {
    await ensureDatabase(postgres, DATABASE_NAME);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { server: toSocketServer(postgres, DATABASE_NAME), where: postgres.dataDir, stop: () => postgres.stop() };
}

/** Starts an empty server that is deleted when it stops, for tests and for comparing migrations with entities. */
export function startThrowawayPostgres(settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const dir = join(tmpdir(), `beekeeping-${randomUUID().slice(0, 8)}`);
  return startEmbeddedPostgres({ dir, throwaway: true, ...(settings && { settings }) });
}

export function toSocketServer(
  postgres: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user'>,
  database: string,
): Server {
  return { host: postgres.socketDir, port: postgres.port, user: postgres.user, database };
}

/**
 * Creates the database if it is missing. MikroORM's own ensureDatabase() points the ORM at the database `postgres` meanwhile; if another
 * process wins that race, the ORM stays there and migrates the wrong database.
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
 * @throws if the database does not exist (for a mistyped name, the migrator would create an empty one), or is not encoded in UTF8 and so
 *   cannot store every text
 */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`the database is encoded in ${encoding}; it must be in UTF8`);
}

/** Runs the pending migrations, in one process at a time. They may take long, so they use connections without timeouts. */
export async function migrateDatabase(model: Model, server: Server, pool: pg.Pool): Promise<string[]> {
  if (await isCurrent(pool)) return [];
  return withAdvisoryLock(pool, MIGRATION_LOCK, async () => {
    const { orm } = await openDatabase(model, server, 2, { hasTimeouts: false });
    try {
      return (await orm.migrator.up()).map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  });
}

const isCurrent = async (pool: pg.Pool): Promise<boolean> =>
  (await readMigrations(pool)).every(({ appliedAt }) => appliedAt !== undefined);

export interface MigrationState {
  name: string;
  /** Undefined: pending. */
  appliedAt: Date | undefined;
  /** Whether this version has it: a newer one may have applied others. */
  isKnown: boolean;
}

const UNDEFINED_TABLE = '42P01';
/** Reads what has been applied, and applies nothing. @returns every migration, in the order of the names */
export async function readMigrations(pool: pg.Pool): Promise<MigrationState[]> {
  const applied = new Map<string, Date>();
  try {
    const { rows } = await pool.query<{ name: string; at: string }>(
      'select name, executed_at::text as at from mikro_orm_migrations',
    );
    for (const { name, at } of rows) applied.set(name, new Date(at));
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
  const known = new Set(migrations.map(({ name }) => name));
  const names = [...new Set([...known, ...applied.keys()])].sort();
  return names.map((name) => ({ name, appliedAt: applied.get(name), isKnown: known.has(name) }));
}

/** Runs `work` while holding an advisory lock, without timeouts. `work` uses connections of its own. */
export async function withAdvisoryLock<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(pool.options);
  await client.connect();
  try {
    // Within a transaction the connection stays the same, also behind a pooler.
    await client.query('begin');
    // Also those of the role.
    for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set local ${timeout} = 0`);
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
