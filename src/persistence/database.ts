// From "there is a PostgreSQL server" to "there is a database with the current tables", however many processes start together.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Config } from '../config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import type { Server } from './orm.js';

const CREATING = 7_202_610;
const MIGRATING = 7_202_611;
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
    return { server: { url: config.databaseUrl }, where: `${host}${pathname}`, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dir: join(config.dataDir, 'postgres'), log });
  try {
    await ensureDatabase(postgres, DATABASE_NAME);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { server: socketOf(postgres, DATABASE_NAME), where: postgres.dataDir, stop: () => postgres.stop() };
}

/** An empty server for a moment, for tests and for comparing migrations with entities. */
export function throwawayPostgres(settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const dir = join(tmpdir(), `beekeeping-${randomUUID().slice(0, 8)}`);
  return startEmbeddedPostgres({ dir, throwaway: true, ...(settings && { settings }) });
}

export function socketOf(postgres: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user'>, database: string): Server {
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
    await client.query('select pg_advisory_lock($1)', [CREATING]);
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

/** One migrator at a time; the others find nothing left to do. */
export async function migrate(orm: MikroORM): Promise<void> {
  await underLock(orm, MIGRATING, async () => {
    await orm.migrator.up();
  });
}

/** Runs `work` while no other process is inside the same lock. `work` uses connections of its own. */
export async function underLock<T>(orm: MikroORM, lock: number, work: () => Promise<T>): Promise<T> {
  const em = orm.em.fork();
  return em.transactional(async (locked) => {
    const connection = locked.getConnection();
    const transaction = locked.getTransactionContext();
    // Waiting for another process's migration, and outlasting it, may take longer than a request may.
    const patience = `set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;
    await connection.execute(patience, [], 'run', transaction);
    await connection.execute('select pg_advisory_xact_lock(?)', [lock], 'run', transaction);
    return work();
  });
}
