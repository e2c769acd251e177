// What the tests of restricted zones share: the service, an account with three apiaries, and its zones.
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let admin: Beekeeper;
/** In the zones of these tests, outside of them, and without a position. */
export let inside: string;
export let outside: string;
export let nowhere: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  admin = await beekeeper(app);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.id]);
  [inside, outside, nowhere] = [await ana.apiary(), await ana.apiary(), await ana.apiary()];
  await place(inside, 40.4, -3.7);
  await place(outside, 42, 2);
});
// Those of one test do not restrict the moves of another.
afterEach(() => app.database.sql('delete from restricted_zones'));
afterAll(() => app.close());

export const place = (apiary: string, latitude: number | null, longitude: number | null) =>
  app.database.sql('update apiaries set latitude = $2, longitude = $3 where id = $1', [apiary, latitude, longitude]);

export const CIRCLE = { latitude: 40.41, longitude: -3.71, radiusKm: 5 };
export const ZONE = {
  name: 'Foulbrood, Vallecas',
  disease: 'AMERICAN_FOULBROOD',
  from: '2026-01-01',
  source: 'Order 7/2026',
};
export const FIELDS =
  'id version name disease from until source isForAll area latitude longitude radiusKm createdAt updatedAt';

export const send = (who: Client, name: string, input: object, selection: string) =>
  who.graphql(
    `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { result: ${name}(input: $input) { ${selection} } }`,
    { input },
  );
export async function done(who: Client, name: string, input: object, selection: string) {
  const { data, errors } = await send(who, name, input, selection);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.result;
}
export const sendZone = (who: Client, input: object) =>
  send(who, 'createRestrictedZone', { ...ZONE, ...input }, `restrictedZone { ${FIELDS} }`);
export const createZone = async (who: Client, input: object = { shape: { circle: CIRCLE } }) =>
  (await done(who, 'createRestrictedZone', { ...ZONE, ...input }, `restrictedZone { ${FIELDS} }`)).restrictedZone;

export const move = (who: Client, beehiveId: string, apiaryId: string, fields: object = {}) =>
  send(who, 'moveBeehive', { id: beehiveId, apiaryId, ...fields }, 'beehive { apiaryId }');
