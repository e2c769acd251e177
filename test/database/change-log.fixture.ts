// What the tests of the change log share: the service and an account.
import { afterAll, beforeAll } from '@jest/globals';
import { expectLogExact, logOf } from '../support/change-log.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectLogExact(app.database));
afterAll(() => app.close());

export const log = (id: string) => logOf(app.database, id);
