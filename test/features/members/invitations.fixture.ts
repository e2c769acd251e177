// What the tests of invitations share: the service, an apiary, and a member of each role.
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Role, share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let owner: Beekeeper;
export let people: Record<'manager' | 'worker' | 'viewer' | 'inspector' | 'expired' | 'outsider' | 'other', Beekeeper>;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app, 'owner@example.org');
  const names = ['manager', 'worker', 'viewer', 'inspector', 'expired', 'outsider', 'other'];
  const created = await Promise.all(names.map(async (name) => [name, await beekeeper(app)] as const));
  people = Object.fromEntries(created) as typeof people;
  apiary = await owner.apiary({ name: 'El Encinar' });
  for (const role of ['manager', 'worker', 'viewer', 'inspector'] as const)
    await share(owner, apiary, people[role], role.toUpperCase() as Role);
  await share(owner, apiary, people.expired, 'INSPECTOR');
  const past = `update apiary_members set member_until = now() - interval '1 day' where user_id = $1`;
  await app.database.sql(past, [people.expired.id]);
});
afterAll(() => app.close());

export const name = (who: Beekeeper, username: string): Promise<unknown> =>
  who.ask('mutation ($username: String!) { updateProfile(input: { username: $username }) { user { id } } }', {
    username,
  });
export const invitations = async (who: Client, id = apiary): Promise<{ id: string; role: Role }[] | null> =>
  (await who.ask(`{ apiary(id: "${id}") { invitations { nodes { id role } } } }`)).apiary.invitations?.nodes ?? null;
