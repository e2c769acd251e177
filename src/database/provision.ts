// Provides a database with the current tables, on the configured or the embedded server. Several processes may start at the same time.

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import type { Server } from './orm.js';

/** The key of an advisory lock. */
const CREATE_DATABASE_LOCK = 7_202_610;
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

/**
 * Starts an empty server that is deleted when it stops, for tests and for comparing migrations with entities.
 * @param parent the folder in which its folder is made
 */
export function startThrowawayPostgres(
  settings?: Record<string, string>,
  parent = tmpdir(),
): Promise<EmbeddedPostgres> {
  const dir = join(parent, `beekeeping-${randomUUID().slice(0, 8)}`);
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

const LOCK_INTERVAL_MS = 200;
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
    // Between statements without parameters, a transaction has no snapshot: `create index concurrently` of who has the lock would wait for it.
    const isLocked = async (): Promise<boolean> =>
      (await client.query(`select pg_try_advisory_xact_lock(${lock}) as locked`)).rows[0].locked;
    while (!(await isLocked())) await wait(LOCK_INTERVAL_MS);
    const result = await work();
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
