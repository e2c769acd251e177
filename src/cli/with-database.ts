import { existsSync } from 'node:fs';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { type Config, ConfigError, readConfig } from '../config.js';
import { type Database, openDatabase, type Server } from '../database/orm.js';
import { embeddedFolder, provideDatabase } from '../database/provision.js';
import { model } from '../model.js';
import { readMessage } from '../observability/errors.js';
import { migrateDatabase } from '../schema/migrate.js';

const POOL_SIZE = 2;

interface Options {
  config?: Config;
  log?: (message: string) => void;
  /** Whether pending migrations are applied before. */
  migrates?: boolean;
  /** Whether an embedded database is created if there is none. */
  creates?: boolean;
}

/** Runs `work` on the configured database and closes it afterwards. */
export async function withDatabase<T>(
  work: (database: { orm: MikroORM; pool: Pool; where: string }) => Promise<T>,
  { config = readConfig(), log = () => {}, migrates = true, creates = false }: Options = {},
): Promise<T> {
  for (const warning of config.warnings) console.error(`Warning: ${warning}`);
  requireDatabase(config, creates);
  const { server, where, stop } = await provideDatabase(config, log);
  try {
    const { orm, pool } = await open(server, config);
    try {
      if (migrates) await migrateDatabase(model, server, { orm, pool });
      return await work({ orm, pool, where });
    } finally {
      await orm.close(true);
    }
  } finally {
    await stop();
  }
}

/**
 * A command that is started by hand easily lacks the settings of the service: on an embedded database it would succeed, and change nothing
 * of the service's data.
 * @throws ConfigError
 */
function requireDatabase(config: Config, creates: boolean): void {
  if (config.databaseUrl) return;
  if (config.production)
    throw new ConfigError('DATABASE_URL (or DATABASE_URL_FILE) must be set in production, as for the service');
  if (!creates && !existsSync(embeddedFolder(config)))
    throw new ConfigError(
      `DATA_DIR (${config.dataDir}) has no database: set DATABASE_URL (or DATABASE_URL_FILE), or DATA_DIR, as for the service`,
    );
}

/** @throws Error that names the setting if the database cannot be reached */
async function open(server: Server, { databaseUrl }: Config): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await openDatabase(model, server, POOL_SIZE);
    await database.pool.query('select 1');
    return database;
  } catch (cause) {
    await database?.orm.close(true);
    if (!databaseUrl) throw cause;
    throw new Error(`Could not open the database of DATABASE_URL: ${readMessage(cause)}`, { cause });
  }
}
