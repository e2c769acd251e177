// What the tests of the inventory share: the service, and an account with an apiary.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const quantity = async (item: string): Promise<number> =>
  (await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity;
