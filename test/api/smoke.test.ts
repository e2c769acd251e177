import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { beekeeper } from '../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
it('works', async () => {
  const ana = await beekeeper(app);
  const apiary = await ana.apiary();
  await ana.beehive(apiary, { number: 3 });
  expect((await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).body).toHaveLength(1);
});
