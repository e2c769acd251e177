// What the tests of the activity of members share: the service, three accounts, and an apiary.
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let ben: Beekeeper;
export let cleo: Beekeeper;
export let apiary: string;
export const named = async (username: string): Promise<Beekeeper> => {
  const who = await beekeeper(app);
  await who.ask('mutation ($username: String!) { updateProfile(input: { username: $username }) { user { id } } }', {
    username,
  });
  return who;
};
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben, cleo] = [await named('Ana'), await named('Ben'), await named('Cleo')];
});
/** Rows that were given to another account, when one of the two accounts has been deleted. */
export const divided: string[] = [];
afterAll(() => expectLogExact(app.database, divided));
afterAll(() => app.close());
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'North' });
});

export interface Entry {
  kind: string;
  action: string;
  recordId: string;
  label: string | null;
  actor: { name: string } | null;
  person: { userId: string; name: string } | null;
  changes: { field: string; from: string | null; to: string | null }[];
}
export const READ = `query ($id: ID!) { apiary(id: $id) { changeLog { totalCount nodes {
  kind action recordId label actor { name } person { userId name } changes { field from to } } } } }`;
export const activityOf = async (who: Client, id = apiary): Promise<{ totalCount: number; nodes: Entry[] }> =>
  (await who.ask(READ, { id })).apiary.changeLog;
