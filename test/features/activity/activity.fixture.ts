// What the tests of the activity of an apiary and of the timeline of a hive share: the service, two accounts, an apiary with a hive, and the
// form of a list.
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
export let apiary: string;
export let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  bea = await beekeeper(app);
  await ana.ask('mutation { updateProfile(input: { username: "Ana" }) { user { id } } }');
});
afterAll(() => expectLogExact(app.database));
afterAll(() => app.close());
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'North' });
  hive = await ana.beehive(apiary, { beehiveNumber: 7 });
});

export interface Connection<E> {
  totalCount: number;
  nodes: E[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}
