// Apiaries that others share with an account, in the apps that are released: they read one list and show only rows with the id of their user.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { expectSameOnBothApis } from '../support/both-apis.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { type Role, removeMember, share } from '../support/members.js';
import type { Apiary } from '../support/mobile-app/models.js';
import { JulyApp, MarchApp } from '../support/mobile-app/versions.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { newAccount } from './clients.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** What the screen of the app shows of the list. */
const shownBy = async (client: MarchApp): Promise<Apiary[]> =>
  (await client.apiaries()).filter(({ user_id }) => user_id === client.userId);
const namesOf = (list: { name: string }[]): string[] => list.map(({ name }) => name);
const show = (client: MarchApp, isShown: boolean) =>
  new Client(app.url, client.token).rest('PUT', `/users/${client.userId}`, { show_shared_apiaries: isShown });

/** An app whose account has an apiary of its own, and a role in one of Ana with a hive and an item. */
async function guest<P extends MarchApp>(kind: new (url: string) => P, role: Role) {
  const client = new kind(app.url);
  await client.register(newAccount(), { name: 'Own' });
  const api = new Client(app.url, client.token);
  const shared = await ana.apiary({ name: 'Shared' });
  const hive = await ana.beehive(shared, { beehiveNumber: 7 });
  const item = await ana.item(shared, { itemName: 'Frames', quantity: 5 });
  await share(ana, shared, api, role);
  await until(async () => (await api.graphql(`{ apiary(id: "${shared}") { id } }`)).errors === undefined);
  return { client, api, shared, hive, item };
}

it('are not in the list of an account that has not asked for them, as before', async () => {
  const { client, api, shared } = await guest(MarchApp, 'WORKER');
  expect(namesOf(await client.apiaries())).toEqual(['Own']);
  expect((await api.rest('GET', '/auth/me')).body.show_shared_apiaries).toBe(false);
  const { body } = await api.rest('GET', '/apiaries?shared=true');
  expect(body).toMatchObject([
    { name: 'Own', user_id: client.userId, owner_id: client.userId },
    { name: 'Shared', user_id: ana.id, owner_id: ana.id },
  ]);
  expect((await api.rest('GET', `/apiaries/${shared}`)).body.user_id).toBe(ana.id);
});

it.each([MarchApp, JulyApp])('are shown as rows of the user while the setting is on (%p)', async (kind) => {
  const { client, api, shared } = await guest(kind, 'VIEWER');
  expect((await show(client, true)).body).toMatchObject({ show_shared_apiaries: true });
  expect(await shownBy(client)).toMatchObject([{ name: 'Own' }, { id: shared, name: 'Shared', beehives_count: 1 }]);
  expect((await api.rest('GET', '/apiaries')).body).toMatchObject([{ owner_id: client.userId }, { owner_id: ana.id }]);
  expect((await api.rest('GET', `/apiaries/${shared}`)).body).toMatchObject({
    user_id: client.userId,
    owner_id: ana.id,
  });
  expect(namesOf((await api.rest('GET', '/apiaries?shared=false')).body)).toEqual(['Own']);
  expect((await api.rest('GET', '/auth/me')).body.show_shared_apiaries).toBe(true);
  await expectSameOnBothApis(client);
  // What GraphQL says of an apiary does not depend on the setting.
  const seen = await api.ask('{ me { showSharedApiaries } apiaries { nodes { name userId viewerRole } } }');
  expect(seen).toEqual({
    me: { showSharedApiaries: true },
    apiaries: {
      nodes: [
        { name: 'Own', userId: client.userId, viewerRole: 'OWNER' },
        { name: 'Shared', userId: ana.id, viewerRole: 'VIEWER' },
      ],
    },
  });
  await api.ask('mutation { updateProfile(input: { showSharedApiaries: false }) { user { id } } }');
  expect(namesOf(await client.apiaries())).toEqual(['Own']);
});

it('changes nothing for the owner, and nothing for an account with which nothing is shared', async () => {
  const client = new MarchApp(app.url);
  await client.register(newAccount(), { name: 'Own' });
  const before = await client.apiaries();
  await show(client, true);
  expect(await client.apiaries()).toEqual(before);
});

it.each<[Role, number, number, number]>([
  ['INSPECTOR', 403, 403, 403],
  ['VIEWER', 403, 403, 403],
  ['WORKER', 200, 403, 403],
  ['MANAGER', 200, 201, 200],
])('a tapped apiary opens, and each screen may do what the role may: %s', async (role, worker, create, update) => {
  const { client, shared, item } = await guest(MarchApp, role);
  await show(client, true);
  const apiary = (await shownBy(client)).find(({ id }) => id === shared)!;
  const [hive] = await client.beehives(apiary);
  expect(hive).toMatchObject({ hive_number: 7, apiary_id: shared });
  expect(await client.questions(apiary)).toEqual([]);
  expect(await client.items(apiary)).toMatchObject([{ id: item, quantity: 5 }]);
  const status = async (...request: Parameters<MarchApp['send']>) => (await client.send(...request)).status;
  const { user_id, id } = apiary;
  expect([
    await status('PUT', `/beehives/${hive!.id}`, { apiary_id: id, hive_number: 7, food_frames: 3 }),
    await status('PUT', `/inventory/${item}/adjust`, { adjustment_amount: -1 }),
    await status('POST', '/beehives', { apiary_id: id, hive_number: 8 }),
    await status('POST', '/questions', { apiary_id: id, question_text: '¿Hay reina?', question_type: 'texto' }),
    await status('POST', '/inventory/', { apiary_id: id, name: 'Cera', quantity: 1, unit: 'Láminas' }),
    await status('PUT', `/apiaries/${id}`, { user_id, name: 'Renamed', beehives_count: 1 }),
    await status('DELETE', `/apiaries/${id}`, { user_id }),
  ]).toEqual([worker, worker, create, create, create, update, 403]);
  if (role !== 'MANAGER') return;
  // The app puts the response of an update into its list.
  expect(await client.updateApiary(apiary, { name: 'Again' })).toMatchObject({ user_id: client.userId, name: 'Again' });
  expect((await client.createBeehive(apiary, { hive_number: 9 })).apiary_id).toBe(shared);
  expect((await ana.ask(`{ apiary(id: "${shared}") { name userId } }`)).apiary).toEqual({
    name: 'Again',
    userId: ana.id,
  });
});

it('disappear from the list with the membership, and new apiaries are the own ones', async () => {
  const { client, shared } = await guest(JulyApp, 'MANAGER');
  await show(client, true);
  expect(await client.createApiary({ name: 'New' })).toMatchObject({ user_id: client.userId });
  await removeMember(ana, shared, client.userId);
  expect(namesOf(await shownBy(client))).toEqual(['Own', 'New']);
});

it('another process learns of the setting within a second', async () => {
  const other = await startTestApp({}, app.database);
  try {
    const { client } = await guest(MarchApp, 'VIEWER');
    const elsewhere = new Client(other.url, client.token);
    expect(namesOf((await elsewhere.rest('GET', '/apiaries')).body)).toEqual(['Own']);
    await show(client, true);
    await until(async () => (await elsewhere.rest('GET', '/apiaries')).body.length === 2);
  } finally {
    await other.close();
  }
});
