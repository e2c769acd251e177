// What the tests of the schema for clients share: the service, two accounts and an apiary.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary({ name: 'Sierra' });
});
afterAll(() => app.close());
export const inspect = async (beehiveId: string, fields: object = {}): Promise<{ id: string; visitId: string }> =>
  (
    await ana.ask(
      'mutation ($input: RecordInspectionInput!) { made: recordInspection(input: $input) { inspection { id } } }',
      { input: { beehiveId, answers: [], ...fields } },
    )
  ).made.inspection;
