// Apiaries over both APIs: as the mobile app uses them over REST, and as connections over GraphQL.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startTestApp, type TestApp } from '../support/client.js';
import {
  CONNECTION,
  type Connection,
  DIRECTIONS,
  expectPagesOfWhole,
  forged,
  idsOf,
  idsOfLinked,
  type Paging,
} from '../support/connections.js';
import { type Attempt, expectLikeMissing } from '../support/missing-ids.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => app.close());

interface Apiary {
  id: string;
  user_id: string;
  name: string;
  location: string | null;
  beehives_count: number;
  treatments: boolean;
  created_at: string;
}
/** `Wed, 18 Mar 2026 04:47:59 GMT` */
const RFC_1123 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const create = (fields: object = {}, who = ana): Promise<Answer<Apiary>> =>
  who.rest('POST', '/apiaries', { name: 'El Roble', ...fields });
const read = async (id: string, who = ana): Promise<Apiary> => (await who.rest('GET', `/apiaries/${id}`)).body;
const change = (id: string, fields: object, who = ana): Promise<Answer<Apiary>> =>
  who.rest('PUT', `/apiaries/${id}`, fields);
const list = async (who = ana): Promise<Apiary[]> => (await who.rest('GET', '/apiaries')).body;

/** An apiary with every field set. */
const full = async (): Promise<Apiary> => (await create({ location: 'Vereda Alta', treatments: true })).body;

describe('the calls of the mobile app', () => {
  it('creates an apiary from all five keys: 201 with the whole apiary', async () => {
    const { status, body } = await create({
      user_id: ana.id,
      name: 'El Roble',
      location: null,
      treatments: true,
      beehives_count: 0,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      user_id: ana.id,
      name: 'El Roble',
      location: null,
      beehives_count: 0,
      treatments: true,
      created_at: expect.stringMatching(RFC_1123),
    });
    expect(await read(body.id)).toEqual(body);
  });

  it('creates an apiary without treatments if the key is omitted, as by the later app', async () => {
    expect((await create()).body.treatments).toBe(false);
    expect((await create({ treatments: null })).body.treatments).toBe(false);
  });

  it('lists apiaries as a bare array, the oldest first, each as it is returned alone', async () => {
    const luz = await beekeeper(app);
    expect(await list(luz)).toEqual([]);
    const ids: string[] = [];
    for (const name of ['Zeta', 'Alfa', 'Mu']) ids.push((await create({ name }, luz)).body.id);
    const { status, body } = await luz.rest<Apiary[]>('GET', '/apiaries');
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['Zeta', 'Alfa', 'Mu']);
    expect(body).toEqual(await Promise.all(ids.map((id) => read(id, luz))));
  });

  it('user_id equals the user_id of the registration, otherwise the app hides the apiary', async () => {
    await create();
    expect(new Set((await list()).map(({ user_id }) => user_id))).toEqual(new Set([ana.id]));
  });

  it('created_at is RFC 1123 in every response, because ISO 8601 empties the list in the app', async () => {
    const { body } = await create();
    const answers = [body, await read(body.id), (await change(body.id, { name: 'B' })).body, ...(await list())];
    for (const { created_at } of answers) expect(created_at).toMatch(RFC_1123);
    const { apiary } = await ana.ask('query ($id: ID!) { apiary(id: $id) { createdAt } }', { id: body.id });
    expect(new Date(apiary.createdAt).toUTCString()).toBe(body.created_at);
  });

  it('updates an apiary: 200 with the whole apiary', async () => {
    const before = await full();
    const { status, body } = await change(before.id, { user_id: ana.id, name: 'La Ceiba', beehives_count: 0 });
    expect([status, body]).toEqual([200, { ...before, name: 'La Ceiba' }]);
    expect(await read(before.id)).toEqual(body);
  });

  it('deletes an apiary, with a request body: 204 without a body', async () => {
    const { body } = await create();
    expect(await ana.rest('DELETE', `/apiaries/${body.id}`, { user_id: ana.id })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expectRefused(await ana.rest('GET', `/apiaries/${body.id}`), { status: 404, code: 'NOT_FOUND' });
    expect((await list()).map(({ id }) => id)).not.toContain(body.id);
  });

  it('accepts an empty JSON body on GET and DELETE', async () => {
    const { body } = await create();
    expect((await ana.rest('GET', `/apiaries/${body.id}`)).status).toBe(200);
    expect((await ana.rest('DELETE', `/apiaries/${body.id}`)).status).toBe(204);
  });

  it('serves a path with a trailing slash without a redirect', async () => {
    const { status, body } = await ana.rest<Apiary>('POST', '/apiaries/', { name: 'Slash' });
    expect(status).toBe(201);
    expect((await ana.rest('GET', '/apiaries/')).body).toEqual(await list());
    expect((await ana.rest('GET', `/apiaries/${body.id}/`)).body).toEqual(body);
    expect((await ana.rest('PUT', `/apiaries/${body.id}/`, { name: 'Slashed' })).status).toBe(200);
    expect((await ana.rest('DELETE', `/apiaries/${body.id}/`)).status).toBe(204);
  });
});

describe('a partial update', () => {
  it('leaves omitted fields unchanged', async () => {
    const before = await full();
    expect(await change(before.id, {})).toMatchObject({ status: 200, body: before });
    expect((await change(before.id, { treatments: false })).body).toEqual({ ...before, treatments: false });
    expect((await ana.rest('PUT', `/apiaries/${before.id}`)).body).toEqual({ ...before, treatments: false });
  });

  it('clears the location by null', async () => {
    const before = await full();
    expect((await change(before.id, { location: null })).body).toEqual({ ...before, location: null });
  });

  it.each(['name', 'treatments'])('refuses null for %s', async (field) => {
    const before = await full();
    expectBadInput(await change(before.id, { location: 'elsewhere', [field]: null }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it('has the same semantics over GraphQL', async () => {
    const before = await full();
    const update = (input: object) =>
      ana.graphql('mutation ($id: ID!, $input: UpdateApiaryInput!) { updateApiary(id: $id, input: $input) { id } }', {
        id: before.id,
        input,
      });
    await update({ name: 'La Ceiba' });
    expect(await read(before.id)).toEqual({ ...before, name: 'La Ceiba' });
    await update({ location: null });
    expect(await read(before.id)).toEqual({ ...before, name: 'La Ceiba', location: null });
    for (const field of ['name', 'treatments']) {
      expectGraphqlRefused(await update({ [field]: null }), { code: 'BAD_USER_INPUT', field });
    }
  });

  it('keeps concurrent changes of different fields', async () => {
    const { id } = await full();
    await Promise.all([
      change(id, { name: 'Both' }),
      change(id, { location: 'Here' }),
      change(id, { treatments: false }),
    ]);
    expect(await read(id)).toMatchObject({ name: 'Both', location: 'Here', treatments: false });
  });
});

describe('fields that a body cannot set', () => {
  it('ignores the id and the owner', async () => {
    const id = randomUUID();
    const { status, body } = await create({ id, user_id: bea.id, userId: bea.id, ownerId: bea.id });
    expect([status, body.user_id]).toEqual([201, ana.id]);
    expect(body.id).not.toBe(id);
    const other = await full();
    expect(await change(body.id, { id: other.id, user_id: bea.id, name: 'Changed' })).toMatchObject({
      status: 200,
      body: { id: body.id, user_id: ana.id, name: 'Changed' },
    });
    expect(await read(other.id)).toEqual(other);
    expect((await list(bea)).map((apiary) => apiary.id)).not.toContain(body.id);
  });

  it('ignores a stale or invalid number of hives', async () => {
    const { body } = await create({ beehives_count: 99 });
    expect(body.beehives_count).toBe(0);
    await ana.beehive(body.id);
    for (const count of [
      { beehives_count: 0 },
      { beehivesCount: 7 },
      { beehives_count: 'many' },
      { beehives_count: null },
    ]) {
      expect((await change(body.id, count)).body.beehives_count).toBe(1);
    }
  });

  it('ignores unknown keys', async () => {
    const { status, body } = await create({ colour: 'yellow', nested: { name: 'no' }, created_at: 'yesterday' });
    expect([status, body.name]).toEqual([201, 'El Roble']);
    expect(new Date(body.created_at).getFullYear()).toBeGreaterThan(2000);
  });
});

describe('the number of hives', () => {
  it('follows creations, moves and deletions, over both APIs and in lists', async () => {
    const [home, away] = [await ana.apiary(), await ana.apiary()];
    const counts = async (): Promise<number[]> => {
      const { a, b } = await ana.ask(
        'query ($home: ID!, $away: ID!) { a: apiary(id: $home) { beehivesCount } b: apiary(id: $away) { beehivesCount } }',
        { home, away },
      );
      const byRest = [(await read(home)).beehives_count, (await read(away)).beehives_count];
      const listed = await list();
      const inList = [home, away].map((id) => listed.find((apiary) => apiary.id === id)?.beehives_count);
      expect([byRest, inList]).toEqual([[a.beehivesCount, b.beehivesCount], byRest]);
      return byRest;
    };
    expect(await counts()).toEqual([0, 0]);
    const [one] = [await ana.beehive(home), await ana.beehive(home), await ana.beehive(away)];
    expect(await counts()).toEqual([2, 1]);
    await ana.rest('PUT', `/beehives/${one}`, { apiary_id: away });
    expect(await counts()).toEqual([1, 2]);
    await ana.rest('DELETE', `/beehives/${one}`);
    expect(await counts()).toEqual([1, 1]);
  });
});

describe('deleting an apiary', () => {
  it('deletes its hives and no other hives', async () => {
    const [deleted, kept] = [await ana.apiary(), await ana.apiary()];
    const hives = [await ana.beehive(deleted, { beehiveNumber: 1 }), await ana.beehive(deleted)];
    const other = await ana.beehive(kept, { beehiveNumber: 1 });
    expect((await ana.rest('DELETE', `/apiaries/${deleted}`)).status).toBe(204);
    for (const id of hives) expect((await ana.rest('GET', `/beehives/${id}`)).status).toBe(404);
    expect((await ana.rest('GET', `/beehives?apiary_id=${deleted}`)).status).toBe(404);
    expect((await ana.rest('GET', `/beehives/${other}`)).status).toBe(200);
    expect(await app.database.sql('select 1 from beehives where id = any($1)', [hives])).toEqual([]);
  });

  it('returns its id over GraphQL, also when it is repeated', async () => {
    const id = await ana.apiary();
    const DELETE = 'mutation ($id: ID!) { deleteApiary(id: $id) }';
    for (const _again of [1, 2]) expect(await ana.ask(DELETE, { id })).toEqual({ deleteApiary: id });
    expectGraphqlRefused(await ana.graphql('query ($id: ID!) { apiary(id: $id) { id } }', { id }), {
      code: 'NOT_FOUND',
    });
  });

  it('leaves no hive without an apiary if hives are created in it concurrently', async () => {
    const id = await ana.apiary();
    const adding = Array.from({ length: 10 }, (_, i) =>
      ana.rest('POST', '/beehives', { apiary_id: id, hive_number: i }),
    );
    const [deletion, ...added] = await Promise.all([ana.rest('DELETE', `/apiaries/${id}`), ...adding]);
    expect(deletion.status).toBe(204);
    for (const { status } of added) expect([201, 404, 409]).toContain(status);
    expect(await app.database.sql('select 1 from beehives where apiary_id = $1', [id])).toEqual([]);
  });
});

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
      'mutation { createApiary(input: { name: " ", location: "a\\u0000b" }) { id } }',
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
const UPDATE = 'mutation ($id: ID!) { updateApiary(id: $id, input: { name: "Seen" }) { name } }';
const DELETE = 'mutation ($id: ID!) { deleteApiary(id: $id) }';
const LIST = 'query ($id: ID!) { beehives(apiaryId: $id) { nodes { id } totalCount } }';
const ADD = 'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id, beehiveNumber: 1 }) { id } }';
const MOVE = 'mutation ($id: ID!, $hive: ID!) { updateBeehive(id: $hive, input: { apiaryId: $id }) { id } }';

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
      'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id }) { apiaryId apiary { id } } }',
      { id: id.toUpperCase() },
    );
    expect([errors, data]).toEqual([undefined, { createBeehive: { apiaryId: id, apiary: { id } } }]);
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
