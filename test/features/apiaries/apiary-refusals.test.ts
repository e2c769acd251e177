// Invalid apiaries, those of other accounts, and the list in pages.
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  CONNECTION,
  type Connection,
  DIRECTIONS,
  expectPagesOfWhole,
  forged,
  idsOf,
  idsOfLinked,
  type Paging,
} from '../../support/connections.js';
import { type Attempt, expectLikeMissing } from '../../support/missing-ids.js';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { ana, app, bea, change, create, DELETE, full, list, read } from './apiaries.fixture.js';

describe('invalid input', () => {
  it.each<[string, string, unknown]>([
    ['name', 'absent', undefined],
    ['name', 'null', null],
    ['name', 'empty', ''],
    ['name', 'blank', '   '],
    ['name', 'of 201 characters', 'x'.repeat(201)],
    ['name', 'a number', 5],
    ['name', 'a list', ['El Roble']],
    ['name', 'text with a NUL', 'El\0Roble'],
    ['name', 'text with half a surrogate pair', 'El Roble \ud83d'],
    ['location', 'of 501 characters', 'x'.repeat(501)],
    ['location', 'a number', 5],
    ['location', 'text with the other half', 'half \udc1d a bee'],
    ['treatments', 'a word', 'perhaps'],
    ['treatments', 'a number', 1],
  ])('%s %s', async (field, _what, value) => {
    const before = await list();
    expectBadInput(await create({ [field]: value }), field);
    expect(await list()).toEqual(before);
    if (value === undefined || value === null) return;
    const apiary = await full();
    expectBadInput(await change(apiary.id, { [field]: value }), field);
    expect(await read(apiary.id)).toEqual(apiary);
    await ana.rest('DELETE', `/apiaries/${apiary.id}`);
  });

  it('names every invalid field in one message', async () => {
    const { status, body } = await create({ name: 5, location: 5, treatments: 5 });
    expect([status, (body as unknown as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/name .*; location .*; treatments /),
    ]);
  });

  it('lists every invalid field over GraphQL', async () => {
    const { errors } = await ana.graphql(
      'mutation { createApiary(input: { name: " ", location: "a\\u0000b" }) { apiary { id } } }',
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'name' }, { field: 'location' }] } },
    ]);
  });

  it.each([
    ['the longest name', { name: 'ñ'.repeat(200) }],
    ['the longest location', { location: '🐝'.repeat(500) }],
    ['an empty location', { location: '' }],
    [
      'quotes, backslashes and markup',
      { name: `O'Neil "\\" <b>&amp;</b> ; drop table apiaries --`, location: '%_\n\t' },
    ],
    ['the languages of the world', { name: 'Ñandú 蜂场 пасека منحل 🐝', location: 'e\u0301 is not \u00e9' }],
  ])('accepts %s and returns it unchanged', async (_what, fields) => {
    const { status, body } = await create(fields);
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject(fields);
  });
});

const GET = 'query ($id: ID!) { apiary(id: $id) { name } }';
const UPDATE = 'mutation ($id: ID!) { updateApiary(input: { id: $id, name: "Seen" }) { apiary { name } } }';
const LIST = 'query ($id: ID!) { beehives(apiaryId: $id) { nodes { id } totalCount } }';
const ADD = 'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id, beehiveNumber: 1 }) { beehive { id } } }';
const MOVE =
  'mutation ($id: ID!, $hive: ID!) { updateBeehive(input: { id: $hive, apiaryId: $id }) { beehive { id } } }';

describe('an apiary of another account returns the same response as a missing one', () => {
  let foreign: string;
  let ownHive: string;
  beforeAll(async () => {
    foreign = await ana.apiary({ name: 'Private' });
    await ana.beehive(foreign, { beehiveNumber: 1 });
    ownHive = await bea.beehive(await bea.apiary(), { beehiveNumber: 1 });
  });

  const at = (id: string): string => `/apiaries/${encodeURIComponent(id)}`;
  // The apiary already has a hive 1: the response must not reveal a conflict.
  it.each<[string, Attempt]>([
    ['reading', (who, id) => who.rest('GET', at(id))],
    ['changing', (who, id) => who.rest('PUT', at(id), { name: 'Seen' })],
    ['changing with its owner in the body', (who, id) => who.rest('PUT', at(id), { name: 'Seen', user_id: ana.id })],
    ['deleting', (who, id) => who.rest('DELETE', at(id))],
    ['deleting with its owner in the body', (who, id) => who.rest('DELETE', at(id), { user_id: ana.id })],
    ['listing its hives', (who, id) => who.rest('GET', `/beehives?apiary_id=${encodeURIComponent(id)}`)],
    ['listing its hives by path', (who, id) => who.rest('GET', `/beehives/apiary/${encodeURIComponent(id)}`)],
    ['putting a hive into it', (who, id) => who.rest('POST', '/beehives', { apiary_id: id, hive_number: 1 })],
    ['moving a hive into it', (who, id) => who.rest('PUT', `/beehives/${ownHive}`, { apiary_id: id })],
    ['reading over GraphQL', (who, id) => who.graphql(GET, { id })],
    ['changing over GraphQL', (who, id) => who.graphql(UPDATE, { id })],
    ['deleting over GraphQL', (who, id) => who.graphql(DELETE, { id })],
    ['listing its hives over GraphQL', (who, id) => who.graphql(LIST, { id })],
    ['putting a hive into it over GraphQL', (who, id) => who.graphql(ADD, { id })],
    ['moving a hive into it over GraphQL', (who, id) => who.graphql(MOVE, { id, hive: ownHive })],
  ])('%s', async (_what, attempt) => {
    const snapshot = async (): Promise<unknown> => [
      await read(foreign),
      (await ana.rest('GET', `/beehives?apiary_id=${foreign}`)).body,
      (await bea.rest('GET', `/beehives/${ownHive}`)).body,
    ];
    const before = await snapshot();
    await expectLikeMissing(attempt, bea, foreign);
    expect(await snapshot()).toEqual(before);
  });

  it('it appears in no list of another account', async () => {
    expect((await list(bea)).map(({ id }) => id)).not.toContain(foreign);
    const { apiaries } = await bea.ask('{ apiaries { totalCount nodes { id userId } } }');
    expect(apiaries.totalCount).toBe(apiaries.nodes.length);
    expect(new Set(apiaries.nodes.map((node: { userId: string }) => node.userId))).toEqual(new Set([bea.id]));
  });
});

describe('an id in upper case', () => {
  it('finds the apiary', async () => {
    const id = await ana.apiary();
    const answer = await ana.rest('GET', `/apiaries/${id.toUpperCase()}`);
    expect(answer).toMatchObject({ status: 200, body: { id } });
  });

  it('a hive that is created in it or moved into it has the id as it is stored', async () => {
    const id = await ana.apiary();
    const { status, body } = await ana.rest('POST', '/beehives', { apiary_id: id.toUpperCase() });
    expect([status, body.apiary_id]).toEqual([201, id]);
    const moved = await ana.rest('PUT', `/beehives/${body.id}`, { apiary_id: id.toUpperCase() });
    expect([moved.status, moved.body.apiary_id]).toEqual([200, id]);
  });

  it('a hive that is created in it over GraphQL returns its apiary', async () => {
    const id = await ana.apiary();
    const { data, errors } = await ana.graphql(
      'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id }) { beehive { apiaryId apiary { id } } } }',
      { id: id.toUpperCase() },
    );
    expect([errors, data]).toEqual([undefined, { createBeehive: { beehive: { apiaryId: id, apiary: { id } } } }]);
  });
});

describe('the connection', () => {
  let luz: Beekeeper;
  beforeAll(async () => {
    luz = await beekeeper(app);
    for (const name of ['Mu', 'Alfa', 'Zeta', 'Alfa', 'beta', 'Ñu', 'Alfa', '1']) await luz.apiary({ name });
  });

  const QUERY = `query ($first: Int, $after: String, $orderBy: ApiaryOrder) {
    apiaries(first: $first, after: $after, orderBy: $orderBy) { ${CONNECTION} }
  }`;
  const ask = async (variables: Paging & { orderBy?: object }, who = luz): Promise<Connection> =>
    (await who.ask(QUERY, variables as Record<string, unknown>)).apiaries;
  const orders = ['CREATED_AT', 'NAME'].flatMap((field) => DIRECTIONS.map((direction) => ({ field, direction })));

  describe.each(orders)('by $field $direction', (orderBy) => {
    it.each([1, 2, 3, 7])('pages of %i add up to the whole list', async (first) => {
      await expectPagesOfWhole((paging) => ask({ ...paging, orderBy }), first, 8);
    });

    it('refuses a cursor of another order', async () => {
      const others = orders.filter(({ field }) => field !== orderBy.field);
      for (const other of others) {
        const { pageInfo } = await ask({ first: 1, orderBy: other });
        const answer = await luz.graphql(QUERY, { after: pageInfo.endCursor, orderBy });
        expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'after' });
      }
    });
  });

  it('DESC is the reverse of ASC', async () => {
    for (const field of ['CREATED_AT', 'NAME']) {
      const [asc, desc] = [
        await ask({ orderBy: { field, direction: 'ASC' } }),
        await ask({ orderBy: { field, direction: 'DESC' } }),
      ];
      expect(idsOf(desc)).toEqual(idsOf(asc).reverse());
    }
  });

  it('lists the oldest first if orderBy is omitted, as over REST', async () => {
    expect(idsOf(await ask({}))).toEqual((await list(luz)).map(({ id }) => id));
    expect(await ask({})).toEqual(await ask({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } }));
  });

  it('a cursor stays valid after its row has been deleted', async () => {
    const who = await beekeeper(app);
    const ids = [await who.apiary(), await who.apiary(), await who.apiary()];
    const { pageInfo } = await ask({ first: 2 }, who);
    await who.rest('DELETE', `/apiaries/${ids[1]}`);
    expect(idsOf(await ask({ after: pageInfo.endCursor! }, who))).toEqual([ids[2]]);
  });

  it('a cursor of another account reveals none of its rows', async () => {
    const { pageInfo } = await ask({ first: 1 });
    const seen = await ask({ after: pageInfo.endCursor! }, bea);
    const own = idsOf(await ask({}, bea));
    for (const id of idsOf(seen)) expect(own).toContain(id);
  });

  it.each([0, -1, 501, 2_147_483_647])('refuses first: %i over both APIs', async (first) => {
    expectGraphqlRefused(await luz.graphql(QUERY, { first }), { code: 'BAD_USER_INPUT', field: 'first' });
    expectBadInput(await luz.rest('GET', `/apiaries?first=${first}`), 'first');
  });

  it('accepts first: 500, the maximum', async () => {
    expect(idsOf(await ask({ first: 500 }))).toHaveLength(8);
  });

  const DATE = /\d{4}-\d\d-\d\dT[^"]+Z/;
  const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;
  it.each<[string, RegExp, string]>([
    ['a malformed id', ID, 'nonsense'],
    ['an empty id', ID, ''],
    ['a word for a date', DATE, 'yesterday'],
    ['a day that does not exist', DATE, '2026-02-31T00:00:00.000Z'],
    ['an hour that does not exist', DATE, '2026-01-01T25:00:00.000Z'],
    ['a year that PostgreSQL cannot store', DATE, '0000-01-01T00:00:00.000Z'],
    ['SQL', DATE, "2026-01-01T00:00:00.000Z' or true --"],
    ['a NUL', DATE, '2026-01-01T00:00:00.000Z\\u0000'],
    ['null', /"[^"]+Z"/, 'null'],
    ['a number', /"[^"]+Z"/, '5'],
    ['a list', /"[^"]+Z"/, '["x"]'],
    ['half of it', /^(.{20}).*/, '$1'],
    ['another list', /^.*$/, '{"a":1}'],
    ['nothing', /^.*$/, ''],
  ])('refuses a forged cursor with %s over both APIs', async (_what, part, by) => {
    const { pageInfo } = await ask({ first: 1 });
    await expectInvalidCursor(forged(pageInfo.endCursor!, part, by));
  });

  it.each(['nonsense', ' ', '🐝', 'x'.repeat(5000)])('refuses %j as a cursor', async (after) => {
    await expectInvalidCursor(after);
  });

  async function expectInvalidCursor(after: string): Promise<void> {
    expectGraphqlRefused(await luz.graphql(QUERY, { first: 2, after }), { code: 'BAD_USER_INPUT', field: 'after' });
    expectBadInput(await luz.rest('GET', `/apiaries?first=2&after=${encodeURIComponent(after)}`), 'after');
  }

  it.each(['nonsense', '1.5', '1e3', '2147483648', '', ' '])('refuses ?first=%s over REST', async (first) => {
    expectBadInput(await luz.rest('GET', `/apiaries?first=${encodeURIComponent(first)}`), 'first');
  });

  it('a REST page is a bare array; the Link header names the next page', async () => {
    const pages = await idsOfLinked(luz, '/apiaries?first=3');
    expect(pages.map((ids) => ids.length)).toEqual([3, 3, 2]);
    expect(pages.flat()).toEqual((await list(luz)).map(({ id }) => id));
  });
});
