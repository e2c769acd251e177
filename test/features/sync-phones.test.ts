// Random histories of phones that are offline at times. test/faults/sync.faults.ts has longer ones.
import { afterAll, beforeAll, it } from '@jest/globals';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../support/client.js';
import { SyncWorld, syncSteps } from '../support/sync-world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('phones with lost answers and repeated deliveries end equal to the service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), syncSteps(70), async (seed, steps) => {
      const world = await SyncWorld.start(app, seed);
      for (const step of steps) await world.run(step);
      await world.end();
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 120_000);
