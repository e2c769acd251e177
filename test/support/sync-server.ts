import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.js';
import type { SyncServer } from './sync-world.js';

const RETRY_MS = 100;
const MAX_ATTEMPTS = 300;

/**
 * Processes of the service on a PostgreSQL that may be killed: the statements of the test wait until it is back.
 * @param databaseUrl returns where the database is now
 */
export function syncServer(urls: readonly string[], databaseUrl: () => string): SyncServer {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(databaseUrl());
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const run = async <R extends object>(text: string, values?: unknown[]): Promise<R[]> => {
    const client = await connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const sql = async <R extends object>(text: string, values?: unknown[]): Promise<R[]> => {
    for (let attempts = 1; ; attempts++) {
      try {
        return await run<R>(text, values);
      } catch (error) {
        if (attempts === MAX_ATTEMPTS) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
  return { urls, anyone: new Client(urls[0]!), database: { sql }, connect };
}
