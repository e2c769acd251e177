import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { type Config, readConfig } from '../config.js';
import { openDatabase } from '../database/orm.js';
import { migrateDatabase, provideDatabase } from '../database/provision.js';
import { model } from '../model.js';

const POOL_SIZE = 2;

/** Runs `work` on the configured database and closes it afterwards. @param migrates whether pending migrations are applied before */
export async function withDatabase<T>(
  work: (database: { orm: MikroORM; pool: Pool; where: string }) => Promise<T>,
  {
    config = readConfig(),
    log = () => {},
    migrates = true,
  }: { config?: Config; log?: (message: string) => void; migrates?: boolean } = {},
): Promise<T> {
  const { server, where, stop } = await provideDatabase(config, log);
  try {
    const { orm, pool } = await openDatabase(model, server, POOL_SIZE);
    try {
      if (migrates) await migrateDatabase(model, server, pool);
      return await work({ orm, pool, where });
    } finally {
      await orm.close(true);
    }
  } finally {
    await stop();
  }
}
