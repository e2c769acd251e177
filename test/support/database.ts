import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Server } from '../../src/database/orm.js';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';

export const TEMPLATE = 'beekeeping_template';

export interface TestDatabase {
  server: Server;
  /** Runs a statement directly, not through the service. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
  drop: () => Promise<void>;
}

/** Creates a database for a test file, cloned from the migrated template; from `template1` it is empty. */
export async function cloneDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const postgres = JSON.parse(process.env.TEST_POSTGRES!) as Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'user'>;
  const { socketDir: host, port, user } = postgres;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = async (text: string): Promise<void> => {
    const client = new pg.Client({ host, port, user, database: 'postgres' });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await admin(`create database ${name} template ${template} strategy file_copy`);
  const pool = new pg.Pool({ host, port, user, database: name, max: 2, application_name: 'test' });
  pool.on('error', () => {});
  return {
    server: { host, port, user, database: name },
    sql: async <R extends object>(text: string, values?: unknown[]) => (await pool.query<R>(text, values)).rows,
    drop: async () => {
      await pool.end();
      await admin(`drop database ${name} with (force)`);
    },
  };
}
