// What takes long is told in the log, with the operation that asked for it.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startThrowawayPostgres } from '../../src/database/provision.js';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { Client } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { newFolder, removeFolder, Service, until } from './service.js';

let folder: string;
let postgres: EmbeddedPostgres;
let service: Service;
let ana: Beekeeper;
let holder: pg.Client;
beforeAll(async () => {
  folder = newFolder();
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

/** While somebody else holds a row for longer than a statement should take. */
async function whileHeld(sql: string, ms: number, work: () => Promise<unknown>): Promise<void> {
  await holder.query('begin');
  await holder.query(sql);
  const done = work();
  await new Promise((resolve) => setTimeout(resolve, ms));
  await holder.query('rollback');
  await done;
}
const told = (message: string): Record<string, unknown> | undefined =>
  service.output
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line))[0];

it('a statement, and a transaction', async () => {
  const apiary = await ana.apiary();
  const item = await ana.item(apiary, { quantity: 5 });
  await whileHeld('select 1 from inventory_items for update', 800, () =>
    ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 }),
  );
  await until(() => told('slow statement') !== undefined);
  expect(told('slow statement')).toMatchObject({
    operation: 'adjustStock',
    requestId: expect.any(String),
    ms: expect.any(Number),
  });
  await whileHeld('select 1 from inventory_items for update', 1300, () =>
    ana.rest('PUT', `/inventory/${item}`, { name: 'Beeswax' }),
  );
  await until(() => told('slow transaction') !== undefined);
  expect(told('slow transaction')).toMatchObject({ operation: 'updateInventoryItem' });
  expect(service.output).not.toContain('Beeswax');
});
