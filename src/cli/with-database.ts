import type { Pool } from 'pg';
import { environment, loadConfig } from '../config.js';
import { openDatabase } from '../database/orm.js';
import { migrate, provideDatabase } from '../database/provision.js';
import { model } from '../model.js';

const CONNECTIONS = 2;

/** Runs a command on the configured database, brought up to date, and closes what was opened for it. */
export async function withDatabase<T>(
  work: (database: { pool: Pool; where: string }) => Promise<T>,
  {
    config = loadConfig(environment()),
    log = () => {},
  }: { config?: ReturnType<typeof loadConfig>; log?: (message: string) => void } = {},
): Promise<T> {
  const { server, where, stop } = await provideDatabase(config, log);
  try {
    const { orm, pool } = await openDatabase(model, server, CONNECTIONS);
    try {
      await migrate(model, server, pool);
      return await work({ pool, where });
    } finally {
      await orm.close(true);
    }
  } finally {
    await stop();
  }
}
