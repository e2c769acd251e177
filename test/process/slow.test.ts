// Slow statements and transactions are logged with their operation.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startThrowawayPostgres } from '../../src/database/provision.js';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { Client } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { createFolder, removeFolder, Service, until } from './service.js';

let folder: string;
let postgres: EmbeddedPostgres;
let service: Service;
let ana: Beekeeper;
let holder: pg.Client;
beforeAll(async () => {
  folder = createFolder();
  postgres = await startThrowawayPostgres();
  const { socketDir: host, port, user } = postgres;
  service = new Service(folder, {
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/postgres`,
    LOG_LEVEL: 'warn',
  });
  const url = await service.ready();
  ana = await beekeeper({ url, anyone: new Client(url) });
  holder = new pg.Client({ host, port, user, database: 'postgres' });
  await holder.connect();
}, 60_000);
afterAll(async () => {
  await holder?.end();
  await service?.stop();
  await postgres?.stop();
  if (folder) removeFolder(folder);
});

/** Runs `work` while another transaction holds row locks for `ms`. */
async function whileLocked(sql: string, ms: number, work: () => Promise<unknown>): Promise<void> {
  await holder.query('begin');
  await holder.query(sql);
  const running = work();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await holder.query('rollback');
  await running;
}
const logLine = (message: string): Record<string, unknown> | undefined =>
  service.output
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line))[0];

it('logs a slow statement and a slow transaction', async () => {
  const apiary = await ana.apiary();
  const item = await ana.item(apiary, { quantity: 5 });
  await whileLocked('select 1 from inventory_items for update', 800, () =>
    ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 }),
  );
  await until(() => logLine('slow statement') !== undefined);
  expect(logLine('slow statement')).toMatchObject({
    operation: 'adjustStock',
    requestId: expect.any(String),
    ms: expect.any(Number),
  });
  await whileLocked('select 1 from inventory_items for update', 1300, () =>
    ana.rest('PUT', `/inventory/${item}`, { name: 'Beeswax' }),
  );
  await until(() => logLine('slow transaction') !== undefined);
  expect(logLine('slow transaction')).toMatchObject({ operation: 'updateInventoryItem' });
  expect(service.output).not.toContain('Beeswax');
});
