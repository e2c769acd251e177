// Hives over both APIs: created, changed and moved, and the hives of other accounts.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CONNECTION } from '../../support/connections.js';
import { type Attempt, expectLikeMissing } from '../../support/missing-ids.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { beekeeper } from '../../support/world.js';
import { ana, app, type Beehive, bea, change, create, full, list, read, update, WRITTEN } from './beehives.fixture.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOTHING = Object.fromEntries(Object.keys(WRITTEN).map((key) => [key, null])) as Record<
  keyof typeof WRITTEN,
  null
>;
/** The hive without its `updated_at`. */
const withoutUpdatedAt = ({ updated_at: _, ...rest }: Beehive): object => rest;

describe('the calls of the mobile app', () => {
  it('creates a hive: 201 with the whole hive, its number under both names and its dates in ISO 8601', async () => {
    const apiary = await ana.apiary();
    const { status, body } = await create({ apiary_id: apiary, ...WRITTEN });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      apiary_id: apiary,
      ...WRITTEN,
      beehive_number: WRITTEN.hive_number,
      label: WRITTEN.name,
      treatments: false,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
    });
    expect(await read(body.id)).toEqual(body);
  });

  it('creates a hive with every field null', async () => {
    const { status, body } = await create({ apiary_id: await ana.apiary(), ...NOTHING });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...NOTHING, beehive_number: null, treatments: false });
  });

  it('creates a hive from the apiary alone', async () => {
    expect(await create({ apiary_id: await ana.apiary() })).toMatchObject({ status: 201, body: NOTHING });
  });

  it('both lists of an apiary are the same bare array, by number, hives without a number last', async () => {
    const apiary = await ana.apiary();
    for (const hive_number of [7, null, 2, 30, null, 1]) await create({ apiary_id: apiary, hive_number });
    const { status, body } = await ana.rest<Beehive[]>('GET', `/beehives/apiary/${apiary}`);
    expect([status, body.map(({ hive_number }) => hive_number)]).toEqual([200, [1, 2, 7, 30, null, null]]);
    expect(await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).toMatchObject({ status: 200, body });
    expect(body).toEqual(await Promise.all(body.map(({ id }) => read(id))));
  });

  it('returns an empty list for an apiary without hives', async () => {
    const apiary = await ana.apiary();
    expect(await ana.rest('GET', `/beehives/apiary/${apiary}`)).toMatchObject({ status: 200, body: [] });
    expect(await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).toMatchObject({ status: 200, body: [] });
  });

  it('the list requires an apiary', async () => {
    expectBadInput(await ana.rest('GET', '/beehives'), 'apiary_id');
    expectBadInput(await ana.rest('GET', '/beehives?apiary_id=a&apiary_id=b'), 'apiary_id');
  });

  it('updates a hive, also if its current apiary and number are sent: 200 with the whole hive', async () => {
    const before = await full();
    const { status, body } = await change(before.id, {
      apiary_id: before.apiary_id,
      hive_number: before.hive_number,
      health_status: 'Ninguno',
    });
    expect([status, withoutUpdatedAt(body)]).toEqual([200, { ...withoutUpdatedAt(before), health_status: 'Ninguno' }]);
    expect(body.updated_at > before.updated_at).toBe(true);
    expect(await read(before.id)).toEqual(body);
  });

  it('deletes a hive, with a request body: 204 without a body', async () => {
    const { id, apiary_id } = await full();
    expect(await ana.rest('DELETE', `/beehives/${id}`, { apiary_id })).toMatchObject({ status: 204, body: undefined });
    expectRefused(await ana.rest('GET', `/beehives/${id}`), { status: 404, code: 'NOT_FOUND' });
    expect(await list(apiary_id)).toEqual([]);
  });

  it('accepts an empty JSON body on GET, PUT and DELETE, and names the missing field on POST', async () => {
    const { id } = await full();
    expect((await ana.rest('GET', `/beehives/${id}`)).status).toBe(200);
    expect((await ana.rest('PUT', `/beehives/${id}`)).status).toBe(200);
    expect((await ana.rest('DELETE', `/beehives/${id}`)).status).toBe(204);
    expectBadInput(await ana.rest('POST', '/beehives'), 'apiary_id');
  });

  it('serves a path with a trailing slash without a redirect', async () => {
    const apiary = await ana.apiary();
    const { status, body } = await ana.rest('POST', '/beehives/', { apiary_id: apiary });
    expect(status).toBe(201);
    expect((await ana.rest('GET', `/beehives/?apiary_id=${apiary}`)).body).toEqual([body]);
    expect((await ana.rest('GET', `/beehives/apiary/${apiary}/`)).body).toEqual([body]);
    expect((await ana.rest('GET', `/beehives/${body.id}/`)).body).toEqual(body);
    expect((await ana.rest('PUT', `/beehives/${body.id}/`, {})).status).toBe(200);
    expect((await ana.rest('DELETE', `/beehives/${body.id}/`)).status).toBe(204);
  });
});

describe('the names of the specification', () => {
  it('are accepted in camelCase', async () => {
    const apiary = await ana.apiary();
    const { status, body } = await create({
      apiaryId: apiary,
      beehiveNumber: 4,
      activityLevel: 'High',
      beePopulation: 'Large',
      foodFrames: 1,
      broodFrames: 2,
      hiveStatus: 'Active',
      healthStatus: 'Healthy',
      hasProductionChamber: 'Yes',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      apiary_id: apiary,
      hive_number: 4,
      beehive_number: 4,
      activity_level: 'High',
      bee_population: 'Large',
      food_frames: 1,
      brood_frames: 2,
      hive_status: 'Active',
      health_status: 'Healthy',
      has_production_chamber: 'Yes',
    });
    expect((await ana.rest('GET', `/beehives?apiaryId=${apiary}`)).body).toEqual([body]);
  });

  it.each(['hive_number', 'beehive_number', 'hiveNumber', 'beehiveNumber'])(
    'accepts %s as the number',
    async (name) => {
      const { body } = await create({ apiary_id: await ana.apiary(), [name]: 8 });
      expect([body.hive_number, body.beehive_number]).toEqual([8, 8]);
      expect((await change(body.id, { [name]: 9 })).body.hive_number).toBe(9);
      expect((await change(body.id, { [name]: null })).body.hive_number).toBeNull();
    },
  );
});

describe('a partial update', () => {
  it('leaves omitted fields unchanged', async () => {
    const before = await full();
    for (const [field, value] of Object.entries({ ...WRITTEN, hive_number: 13, observations: 'B', food_frames: 0 })) {
      const previous = await read(before.id);
      const { status, body } = await change(before.id, { [field]: value });
      expect([status, withoutUpdatedAt(body)]).toEqual([
        200,
        { ...withoutUpdatedAt(previous), [field]: value, ...(field === 'hive_number' && { beehive_number: value }) },
      ]);
    }
    expect(withoutUpdatedAt((await change(before.id, {})).body)).toEqual(withoutUpdatedAt(await read(before.id)));
  });

  it.each(Object.keys(WRITTEN))('clears only %s by null', async (field) => {
    const before = await full();
    const { status, body } = await change(before.id, { [field]: null });
    expect([status, withoutUpdatedAt(body)]).toEqual([
      200,
      {
        ...withoutUpdatedAt(before),
        [field]: null,
        ...(field === 'hive_number' && { beehive_number: null }),
        ...(field === 'name' && { label: '12' }),
      },
    ]);
  });

  it.each(['treatments', 'apiary_id'])('refuses null for %s', async (field) => {
    const before = await full();
    expectBadInput(await change(before.id, { observations: 'lost', [field]: null }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it('has the same semantics over GraphQL', async () => {
    const before = await full();
    await update(before.id, { foodFrames: 9 });
    expect(withoutUpdatedAt(await read(before.id))).toEqual({ ...withoutUpdatedAt(before), food_frames: 9 });
    await update(before.id, { foodFrames: null, beehiveNumber: null });
    expect(withoutUpdatedAt(await read(before.id))).toEqual({
      ...withoutUpdatedAt(before),
      food_frames: null,
      hive_number: null,
      beehive_number: null,
    });
    for (const field of ['isTreated', 'apiaryId']) {
      expectGraphqlRefused(await update(before.id, { [field]: null }), { code: 'BAD_USER_INPUT', field });
    }
  });

  it('sets and clears treatments, which the later app sends', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), treatments: true });
    expect(body.treatments).toBe(true);
    expect((await change(body.id, { observations: 'x' })).body.treatments).toBe(true);
    expect((await change(body.id, { treatments: false })).body.treatments).toBe(false);
  });

  it('keeps concurrent changes of different fields', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), ...NOTHING });
    const changes = Object.entries(WRITTEN);
    const answers = await Promise.all(changes.map(([field, value]) => change(body.id, { [field]: value })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await read(body.id)).toMatchObject(WRITTEN);
  });
});

describe('fields that a body cannot set', () => {
  it('ignores the id, the owner, the timestamps and unknown keys', async () => {
    const [id, apiary_id] = [randomUUID(), await ana.apiary()];
    const { status, body } = await create({ id, apiary_id, user_id: bea.id, created_at: '1999-01-01', more: {} });
    expect([status, body.apiary_id]).toEqual([201, apiary_id]);
    expect(body.id).not.toBe(id);
    expect(body.created_at > '2000').toBe(true);
    const other = await full();
    const answer = await change(body.id, { id: other.id, beehive_id: other.id, observations: 'changed' });
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, observations: 'changed' } });
    expect(await read(other.id)).toEqual(other);
  });

  it('ignores the derived enums', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), health_status: 'Sana', health: 'UNHEALTHY' });
    const { beehive } = await ana.ask('query ($id: ID!) { beehive(id: $id) { health } }', { id: body.id });
    expect(beehive).toEqual({ health: 'HEALTHY' });
  });
});

describe('moving a hive', () => {
  it('moves it to another apiary of its owner, with every field, over both APIs', async () => {
    const before = await full();
    const away = await ana.apiary();
    const { status, body } = await change(before.id, { apiary_id: away });
    expect([status, withoutUpdatedAt(body)]).toEqual([200, { ...withoutUpdatedAt(before), apiary_id: away }]);
    expect(await list(before.apiary_id)).toEqual([]);
    expect(await list(away)).toEqual([body]);
    const { data } = await ana.graphql(
      `mutation ($id: ID!, $home: ID!) {
        updateBeehive(input: { id: $id, apiaryId: $home }) { beehive { apiaryId apiary { id beehivesCount } } }
      }`,
      { id: before.id, home: before.apiary_id },
    );
    const home = before.apiary_id;
    expect(data).toEqual({ updateBeehive: { beehive: { apiaryId: home, apiary: { id: home, beehivesCount: 1 } } } });
  });

  it('is refused where its number is taken, unless the number is changed in the same request', async () => {
    const before = await full();
    const away = await ana.apiary();
    await ana.beehive(away, { beehiveNumber: before.hive_number });
    expectRefused(await change(before.id, { apiary_id: away }), { status: 409, code: 'BEEHIVE_NUMBER_TAKEN' });
    expect(await read(before.id)).toEqual(before);
    expect(await change(before.id, { apiary_id: away, hive_number: 99 })).toMatchObject({
      status: 200,
      body: { apiary_id: away, hive_number: 99 },
    });
  });
});

describe('a hive of another account returns the same response as a missing one', () => {
  const GET = 'query ($id: ID!) { beehive(id: $id) { beehiveNumber apiary { name } } }';
  const UPDATE =
    'mutation ($id: ID!) { updateBeehive(input: { id: $id, beehiveNumber: 7 }) { beehive { beehiveNumber } } }';
  const STEAL = 'mutation ($id: ID!, $to: ID!) { updateBeehive(input: { id: $id, apiaryId: $to }) { beehive { id } } }';
  const DELETE = 'mutation ($id: ID!) { deleteBeehive(input: { id: $id }) { deletedId } }';
  const at = (id: string): string => `/beehives/${encodeURIComponent(id)}`;

  let foreign: Beehive;
  let ownApiary: string;
  beforeAll(async () => {
    foreign = await full();
    // Its apiary has a hive 7, and the target of the move has a hive with its number: the response must not reveal a conflict.
    await ana.beehive(foreign.apiary_id, { beehiveNumber: 7 });
    ownApiary = await bea.apiary();
    await bea.beehive(ownApiary, { beehiveNumber: foreign.hive_number });
  });

  it.each<[string, Attempt]>([
    ['reading', (who, id) => who.rest('GET', at(id))],
    ['changing', (who, id) => who.rest('PUT', at(id), { hive_number: 7 })],
    ['changing nothing', (who, id) => who.rest('PUT', at(id), {})],
    ['changing with its apiary in the body', (who, id) => who.rest('PUT', at(id), { apiary_id: foreign.apiary_id })],
    ['moving it to an own apiary', (who, id) => who.rest('PUT', at(id), { apiary_id: ownApiary })],
    ['deleting', (who, id) => who.rest('DELETE', at(id))],
    ['deleting with its apiary in the body', (who, id) => who.rest('DELETE', at(id), { apiary_id: foreign.apiary_id })],
    ['reading over GraphQL', (who, id) => who.graphql(GET, { id })],
    ['changing over GraphQL', (who, id) => who.graphql(UPDATE, { id })],
    ['moving it to an own apiary over GraphQL', (who, id) => who.graphql(STEAL, { id, to: ownApiary })],
    ['deleting over GraphQL', (who, id) => who.graphql(DELETE, { id })],
  ])('%s', async (_what, attempt) => {
    await expectLikeMissing(attempt, bea, foreign.id);
    expect(await read(foreign.id)).toEqual(foreign);
    expect(await list(ownApiary, bea)).toHaveLength(1);
  });

  it('it appears in no list of another account, with or without a filter', async () => {
    const { beehives } = await bea.ask(
      `{ beehives(filter: { health: [AT_RISK, HEALTHY, UNHEALTHY] }) { ${CONNECTION} } }`,
    );
    expect(beehives).toMatchObject({ totalCount: 0, nodes: [] });
    const all: { beehives: { nodes: { apiaryId: string }[] } } = await bea.ask('{ beehives { nodes { apiaryId } } }');
    const own = (await bea.rest<{ id: string }[]>('GET', '/apiaries')).body.map(({ id }) => id);
    for (const { apiaryId } of all.beehives.nodes) expect(own).toContain(apiaryId);
  });
});

it('concurrent moves and updates of one hive never return 404', async () => {
  const ana = await beekeeper(app);
  const apiaries = [await ana.apiary(), await ana.apiary()];
  const id = await ana.beehive(apiaries[0]!);
  const statuses = await Promise.all(
    Array.from({ length: 18 }, async (_, i) => {
      const change = i % 2 ? { observations: `${i}` } : { apiary_id: apiaries[(i / 2) % 2] };
      return (await ana.rest('PUT', `/beehives/${id}`, change)).status;
    }),
  );
  expect(statuses.filter((status) => status === 404)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(9);
});
