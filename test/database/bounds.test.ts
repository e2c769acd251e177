// Each column has the same bounds over both APIs and in the database, which refuses what neither of them has checked.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { hiveInput } from '../support/hive-input.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  apiary = await owner.apiary({ name: 'Roble' });
});
afterAll(() => app.close());

const fieldsOf = async (mutation: string, type: string, input: object): Promise<unknown> => {
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await owner.graphql(document, { input });
  return (errors?.[0]?.extensions as { fields?: unknown } | undefined)?.fields ?? errors ?? 'accepted';
};

describe('over GraphQL', () => {
  const keeper = (fields: object) => fieldsOf('createKeeper', 'CreateKeeperInput', { legalName: 'Ana', ...fields });
  const hive = (fields: object) =>
    fieldsOf('createBeehive', 'CreateBeehiveInput', { apiaryId: apiary, ...hiveInput(fields) });
  const days = 'must be from 1900-01-01 to 2200-12-31';

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'legalName',
      'must not contain control characters',
      () => keeper({ validFrom: '2020-01-01', legalName: 'A\u0007' }),
    ],
    ['legalName', 'must not contain control characters', () => keeper({ validFrom: '2020-01-01', legalName: 'A\nB' })],
    [
      'legalName',
      'must have at most 200 characters',
      () => keeper({ validFrom: '2020-01-01', legalName: 'x'.repeat(201) }),
    ],
    ['validFrom', days, () => keeper({ validFrom: '1899-12-31' })],
    ['validFrom', days, () => keeper({ validFrom: '2201-01-01' })],
    ['foodFrames', 'must be a whole number from 0 to 1000', () => hive({ foodFrames: 1001 })],
    ['placedOn', days, () => hive({ placedOn: '1899-12-31' })],
  ])('a value of %s out of its bounds %s', async (field, message, ask) => {
    expect(await ask()).toEqual([expect.objectContaining({ field: expect.stringContaining(field), message })]);
  });

  it('values at their bounds are accepted', async () => {
    expect(await keeper({ validFrom: '1900-01-01', legalName: '🐝'.repeat(200), address: 'A\nB' })).toBe('accepted');
    expect(await keeper({ validFrom: '2200-12-31', legalName: 'x' })).toBe('accepted');
    expect(await hive({ foodFrames: 1000, broodFrames: 0, activityLevel: '' })).toBe('accepted');
  });
});

it('over REST, a control character in a name is refused, in the language of the request', async () => {
  const { status, body } = await owner.rest(
    'POST',
    '/apiaries',
    { name: 'Roble\u0007', location: 'a\nb' },
    { 'accept-language': 'es' },
  );
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('no debe contener caracteres de control');
});

describe('in the database', () => {
  it.each([
    ['apiaries', 'name', "'x' || chr(7)"],
    ['apiaries', 'name', "''"],
    ['apiaries', 'location', "repeat('x', 501)"],
    ['apiaries', 'inspection_days', '2147483647'],
    ['apiaries', 'mites_to_watch', '0.09'],
    ['apiaries', 'latitude', '90.1'],
    ['beehives', 'food_frames', '1001'],
    ['keepers', 'valid_from', "'1899-12-31'"],
    ['keepers', 'country', "'es'"],
  ])('%s has no %s as %s', async (table, column, value) => {
    await expect(app.database.sql(`update ${table} set ${column} = ${value}`)).rejects.toMatchObject({
      code: '23514',
      constraint: `${table}_${column}_check`,
    });
  });
});
