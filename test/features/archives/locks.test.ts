// An import of an archive beside the requests of its account, which lock the same records.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { contextOf, exportArchive, linesOf, restore } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

const WAITING = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
const lock = (table: string): string => `select 1 from ${table} where id = $1 for no key update`;

let app: TestApp;
let owner: Beekeeper;
let apiary: string;
let hive: string;
let archive: Buffer;
/** A request of the account. */
let other: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  apiary = await owner.apiary();
  hive = await owner.beehive(apiary);
  await treat(owner, hive);
  archive = await exportArchive(owner);
  const { server } = app.database;
  other = new pg.Client('url' in server ? server.url : server);
  await other.connect();
  // It is the import that PostgreSQL ends.
  await other.query(`set deadlock_timeout = '30s'`);
});
afterAll(async () => {
  await other.end();
  await app.close();
});

async function untilSomebodyWaits(): Promise<void> {
  for (let i = 0; i < 200; i++, await sleep(20)) if ((await app.database.sql(WAITING)).length > 0) return;
  throw new Error('nobody waits');
}

it('locks apiaries before their hives, as every request does', async () => {
  const lines = await linesOf(archive);
  const { sheet } = lines.find((line) => line.type === 'sheet' && line.name === 'treatments') as { sheet: number };
  const treatments = lines.filter((line) => line.type !== 'row' || line.sheet === sheet);
  await other.query('begin');
  await other.query(lock('apiaries'), [apiary]);
  const restored = restore(await contextOf(app, owner.id), treatments);
  await untilSomebodyWaits();
  await other.query(lock('beehives'), [hive]);
  await other.query('rollback');
  expect((await restored).counts).toEqual({ SKIPPED: 1 });
});

it('goes on later if it meets a deadlock', async () => {
  const { id } = await upload(owner, new Uint8Array(archive));
  await other.query('begin');
  await other.query(lock('beehives'), [hive]);
  await owner.rest('POST', `/imports/${id}/run`, {});
  await untilSomebodyWaits();
  // It waits for the hive, and has the apiary.
  await other.query(lock('apiaries'), [apiary]);
  await other.query('rollback');
  await sleep(300);
  const { body } = await owner.rest<{ status: string; failure: string | null }>('GET', `/imports/${id}`);
  expect(body).toMatchObject({ status: 'RUNNING', failure: null });
});
