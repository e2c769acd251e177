import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp({ DB_POOL: '3' });
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** Terminates every connection of the service, also in a transaction. */
const terminateConnections = (): Promise<object[]> =>
  app.database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'`,
  );

it('replaces connections that are terminated repeatedly, and loses no acknowledged write', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 15; round++) {
    const writes = Array.from({ length: 8 }, async () => {
      const { status, body } = await ana.rest('POST', '/apiaries', { name: `Round ${round}` });
      expect([201, 503]).toContain(status);
      if (status === 201) acknowledged.push(body.id);
    });
    await terminateConnections();
    await Promise.all(writes);
  }
  // Three concurrent requests need the whole pool.
  const after = await Promise.all([1, 2, 3].map(() => ana.rest('POST', '/apiaries', { name: 'After' })));
  expect(after.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { body } = await ana.rest('GET', '/apiaries');
  expect(body.map((apiary: { id: string }) => apiary.id)).toEqual(expect.arrayContaining(acknowledged));
});
