// Long random histories of phones that are offline at times. SYNC_RUNS sets their number.
import { afterAll, beforeAll, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../support/client.js';
import { SyncWorld, syncSteps } from '../support/sync-world.js';

const RUNS = Number(process.env.SYNC_RUNS ?? 40);

jest.setTimeout(RUNS * 120_000);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('phones with lost answers and repeated deliveries end equal to the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), syncSteps(300), async (seed, steps) => {
      const world = await SyncWorld.start(app, seed);
      for (const step of steps) await world.run(step);
      await world.end();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
