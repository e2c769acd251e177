// Random histories of phones that are offline at times, against two processes. test/faults/sync.faults.ts has more phones, and faults.
// SYNC_SEED repeats a history.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../../support/client.js';
import { OPERATIONS } from '../../support/phone-operations.js';
import { below, pick } from '../../support/random.js';
import { type SyncServer, SyncWorld } from '../../support/sync-world.js';

const SEED = Number(process.env.SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const STEPS = 300;

let app: TestApp;
let other: TestApp;
let server: SyncServer;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, app.database);
  server = {
    urls: [app.url, other.url],
    anyone: app.anyone,
    database: app.database,
    connect: async () => {
      const client = new pg.Client(app.database.server as pg.ClientConfig);
      await client.connect();
      return client;
    },
  };
});
afterAll(async () => {
  await other.close();
  await app.close();
});

it('a phone may record each mutation of a push', async () => {
  const { __type } = await app.anyone.ask('{ __type(name: "SyncMutation") { inputFields { name } } }');
  const names = __type.inputFields.map(({ name }: { name: string }) => name);
  expect(Object.keys(OPERATIONS).sort()).toEqual(names.sort());
});

it(`phones with lost answers and repeated deliveries end equal to the service (SYNC_SEED=${SEED})`, async () => {
  const world = await SyncWorld.start(server, { seed: SEED, people: 4, phones: 8 });
  for (let step = 0; step < STEPS; step++) {
    await world.act(pick(world.random, world.phones)!);
    if (below(world.random, 8) === 0) await world.write();
  }
  await world.end();
}, 120_000);
