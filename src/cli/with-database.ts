import type { Pool } from 'pg';
import { type Config, readConfig } from '../config.js';
import { openDatabase } from '../database/orm.js';
import { migrateDatabase, provideDatabase } from '../database/provision.js';
import { model } from '../model.js';

const POOL_SIZE = 2;

/** Runs `work` on the configured database, migrated, and closes it afterwards. */
export async function withDatabase<T>(
  work: (database: { pool: Pool; where: string }) => Promise<T>,
  { config = readConfig(), log = () => {} }: { config?: Config; log?: (message: string) => void } = {},
): Promise<T> {
  const { server, where, stop } = await provideDatabase(config, log);
  try {
    const { orm, pool } = await openDatabase(model, server, POOL_SIZE);
    try {
      await migrateDatabase(model, server, pool);
      return await work({ pool, where });
    } finally {
      await orm.close(true);
    }
  } finally {
    await stop();
  }
}
