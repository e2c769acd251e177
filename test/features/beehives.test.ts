// Hives over both APIs: as the mobile app uses them over REST, and as connections over GraphQL.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startTestApp, type TestApp } from '../support/client.js';
import {
  type Ask,
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
import { expectOwnersTrue } from '../support/owners.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

interface Beehive {
  id: string;
  apiary_id: string;
  hive_number: number | null;
  beehive_number: number | null;
  activity_level: string | null;
  bee_population: string | null;
  food_frames: number | null;
  brood_frames: number | null;
  hive_status: string | null;
  health_status: string | null;
  has_production_chamber: string | null;
  observations: string | null;
  treatments: boolean;
  created_at: string;
  updated_at: string;
}
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const create = (fields: object, who = ana): Promise<Answer<Beehive>> => who.rest('POST', '/beehives', fields);
const read = async (id: string, who = ana): Promise<Beehive> => (await who.rest('GET', `/beehives/${id}`)).body;
const change = (id: string, fields: object, who = ana): Promise<Answer<Beehive>> =>
  who.rest('PUT', `/beehives/${id}`, fields);
const list = async (apiary: string, who = ana): Promise<Beehive[]> =>
  (await who.rest('GET', `/beehives?apiary_id=${apiary}`)).body;
const update = (id: string, input: object, who = ana) =>
  who.graphql('mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { id } }', {
    id,
    input,
  });

/** Every field of a hive that the mobile app sends, except the apiary. */
const WRITTEN = {
  hive_number: 12,
  activity_level: 'Alta',
  bee_population: 'Media',
  food_frames: 3,
  brood_frames: 5,
  hive_status: 'Cámara de cría y producción',
  health_status: 'Presencia barroa',
  has_production_chamber: 'Si',
  observations: 'Reina vista; abejas tranquilas.',
};
const NOTHING = Object.fromEntries(Object.keys(WRITTEN).map((key) => [key, null])) as Record<
  keyof typeof WRITTEN,
  null
>;
const WORDS = ['activity_level', 'bee_population', 'hive_status', 'health_status', 'has_production_chamber'] as const;

/** A hive with every field set, in an apiary of its own. */
const full = async (): Promise<Beehive> => (await create({ apiary_id: await ana.apiary(), ...WRITTEN })).body;
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
      { ...withoutUpdatedAt(before), [field]: null, ...(field === 'hive_number' && { beehive_number: null }) },
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

describe('recorded words', () => {
  const spellings = [
    'High',
    'Alta',
    'Cámara de cría y doble alza de producción',
    'Presencia barroa',
    'Mortalidad- malformación en nodrizas',
    'Si',
    'Sí',
    'true',
    'unknown words',
    '  spaces  around ',
    'e\u0301 is not \u00e9',
    '',
    '🐝',
  ];
  it.each(spellings)('%j is returned unchanged over both APIs', async (text) => {
    const words = Object.fromEntries(WORDS.map((field) => [field, text]));
    const { body } = await create({ apiary_id: await ana.apiary(), ...words });
    expect(body).toMatchObject(words);
    expect(await list(body.apiary_id)).toEqual([body]);
    const { beehive } = await ana.ask(
      `query ($id: ID!) { beehive(id: $id) {
        activityLevel beePopulation hiveStatus healthStatus hasProductionChamber
      } }`,
      { id: body.id },
    );
    expect(new Set(Object.values(beehive))).toEqual(new Set([text]));
  });

  it('has_production_chamber is text, because a boolean crashes the app; booleans are refused', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), has_production_chamber: 'No' });
    expect(body.has_production_chamber).toBe('No');
    for (const field of WORDS) expectBadInput(await change(body.id, { [field]: true }), field);
  });

  const MEANING = 'query ($id: ID!) { beehive(id: $id) { activity population status health productionChamber } }';
  const meaning = async (id: string): Promise<unknown> => (await ana.ask(MEANING, { id })).beehive;

  it('derives the enums from English and Spanish words, also after an update', async () => {
    const { body } = await create({
      apiary_id: await ana.apiary(),
      activity_level: 'High',
      bee_population: 'Small',
      hive_status: 'Queenless',
      health_status: 'At Risk',
      has_production_chamber: 'Yes',
    });
    const english = {
      activity: 'HIGH',
      population: 'SMALL',
      status: 'QUEENLESS',
      health: 'AT_RISK',
      productionChamber: true,
    };
    expect(await meaning(body.id)).toEqual(english);
    await change(body.id, { activity_level: ' BAJA ', health_status: 'enfermedad', has_production_chamber: 'no' });
    const mixed = { ...english, activity: 'LOW', health: 'UNHEALTHY', productionChamber: false };
    expect(await meaning(body.id)).toEqual(mixed);
    await update(body.id, { beePopulation: 'Alta', hiveStatus: 'camara DE cria' });
    expect(await meaning(body.id)).toEqual({ ...mixed, population: 'LARGE', status: 'BROOD_CHAMBER' });
    await change(body.id, { hive_status: null, health_status: 'who knows' });
    expect(await meaning(body.id)).toMatchObject({ status: null, health: null, activity: 'LOW' });
  });
});

describe('the number', () => {
  const TAKEN = { status: 409, code: 'BEEHIVE_NUMBER_TAKEN' };

  it('is unique in its apiary, over both APIs', async () => {
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { beehiveNumber: 1 });
    expectRefused(await create({ apiary_id: apiary, hive_number: 1 }), TAKEN);
    const { errors } = await ana.graphql(
      'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id, beehiveNumber: 1 }) { id } }',
      { id: apiary },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN' } }]);
    expect(await list(apiary)).toHaveLength(1);
  });

  it('may equal that of a hive in another apiary or of a deleted hive, or be null', async () => {
    const [one, other] = [await ana.apiary(), await ana.apiary()];
    const { body } = await create({ apiary_id: one, hive_number: 1 });
    expect((await create({ apiary_id: other, hive_number: 1 })).status).toBe(201);
    await ana.rest('DELETE', `/beehives/${body.id}`);
    expect((await create({ apiary_id: one, hive_number: 1 })).status).toBe(201);
    for (const _ of [1, 2]) expect((await create({ apiary_id: one, hive_number: null })).status).toBe(201);
  });

  it('cannot be changed to a number that is taken; the whole update is refused', async () => {
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { beehiveNumber: 1 });
    const { body } = await create({ apiary_id: apiary, hive_number: 2 });
    expectRefused(await change(body.id, { observations: 'half', hive_number: 1 }), TAKEN);
    expect(await read(body.id)).toEqual(body);
    expect((await change(body.id, { hive_number: 2 })).status).toBe(200);
  });

  it('goes to exactly one of ten hives that are created with it concurrently', async () => {
    const apiary = await ana.apiary();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ apiary_id: apiary, hive_number: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectRefused(answer, TAKEN);
    expect(await list(apiary)).toHaveLength(1);
  });

  it('goes to exactly one of ten hives that are updated to it concurrently', async () => {
    const apiary = await ana.apiary();
    const ids = await Promise.all(Array.from({ length: 10 }, () => ana.beehive(apiary)));
    const answers = await Promise.all(ids.map((id) => change(id, { hive_number: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await list(apiary)).map(({ hive_number }) => hive_number)).toEqual([5, ...Array<null>(9).fill(null)]);
  });

  it('goes to exactly one of ten hives that are moved into the apiary concurrently', async () => {
    const apiary = await ana.apiary();
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => ana.beehive(await ana.apiary(), { beehiveNumber: 5 })),
    );
    const answers = await Promise.all(ids.map((id) => change(id, { apiary_id: apiary })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await list(apiary)).toHaveLength(1);
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
        updateBeehive(id: $id, input: { apiaryId: $home }) { apiaryId apiary { id beehivesCount } }
      }`,
      { id: before.id, home: before.apiary_id },
    );
    const home = before.apiary_id;
    expect(data).toEqual({ updateBeehive: { apiaryId: home, apiary: { id: home, beehivesCount: 1 } } });
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

describe('invalid input', () => {
  const WRONG: [string, string, unknown][] = [
    ...['hive_number', 'food_frames', 'brood_frames'].flatMap((field): [string, string, unknown][] => [
      [field, 'below zero', -1],
      [field, 'a fraction', 1.5],
      [field, 'above 32 bits', 2_147_483_648],
      [field, 'a word', 'many'],
      [field, 'a bool', true],
      [field, 'a list', [1]],
    ]),
    ...[...WORDS, 'observations'].flatMap((field): [string, string, unknown][] => [
      [field, 'a number', 5],
      [field, 'an object', {}],
      [field, 'text with a NUL', 'a\0b'],
      [field, 'text with half a surrogate pair', 'a\ud83d'],
    ]),
    ['observations', 'of 10,001 characters', 'x'.repeat(10_001)],
    ['treatments', 'a word', 'perhaps'],
    ['apiary_id', 'a list', ['x']],
    ['apiary_id', 'an object', {}],
  ];
  let hive: Beehive;
  beforeAll(async () => {
    hive = await full();
  });

  it.each(WRONG)('%s %s', async (field, _what, value) => {
    expectBadInput(await create({ apiary_id: hive.apiary_id, [field]: value }), field);
    expectBadInput(await change(hive.id, { [field]: value }), field);
    expect(await list(hive.apiary_id)).toEqual([hive]);
  });

  it('names a field as the client did', async () => {
    expectBadInput(await change(hive.id, { foodFrames: 'x' }), 'foodFrames');
    expectBadInput(await change(hive.id, { beehive_number: 'x' }), 'beehive_number');
  });

  it('lists every invalid field over GraphQL', async () => {
    const { errors } = await update(hive.id, { beehiveNumber: -1, observations: 'a\0b' });
    const { code, fields } = errors![0]!.extensions;
    expect({ code, fieldNames: fields!.map(({ field }) => field).sort() }).toEqual({
      code: 'BAD_USER_INPUT',
      fieldNames: ['beehiveNumber', 'observations'],
    });
  });

  it.each([
    ['zeros', { hive_number: 0, food_frames: 0, brood_frames: 0 }],
    ['the largest number', { hive_number: 2_147_483_647 }],
    ['the longest notes', { observations: 'ñ'.repeat(10_000) }],
    ['quotes, backslashes and markup', { observations: `O'Neil "\\" <b>&amp;</b>\n; drop table beehives --` }],
  ])('accepts %s and returns them unchanged', async (_what, fields) => {
    const { status, body } = await create({ apiary_id: await ana.apiary(), ...fields });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject(fields);
  });

  it('accepts a whole number written as a decimal or as text', async () => {
    const body = `{ "apiary_id": "${await ana.apiary()}", "food_frames": 3.0, "brood_frames": "4" }`;
    expect(await ana.rest('POST', '/beehives', body)).toMatchObject({
      status: 201,
      body: { food_frames: 3, brood_frames: 4 },
    });
  });
});

describe('a hive of another account returns the same response as a missing one', () => {
  const GET = 'query ($id: ID!) { beehive(id: $id) { beehiveNumber apiary { name } } }';
  const UPDATE = 'mutation ($id: ID!) { updateBeehive(id: $id, input: { beehiveNumber: 7 }) { beehiveNumber } }';
  const STEAL = 'mutation ($id: ID!, $to: ID!) { updateBeehive(id: $id, input: { apiaryId: $to }) { id } }';
  const DELETE = 'mutation ($id: ID!) { deleteBeehive(id: $id) }';
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

const QUERY = `query ($first: Int, $after: String, $orderBy: BeehiveOrder, $filter: BeehiveFilter, $apiary: ID) {
  beehives(apiaryId: $apiary, first: $first, after: $after, orderBy: $orderBy, filter: $filter) { ${CONNECTION} }
}`;
interface ListVariables extends Paging {
  orderBy?: object;
  filter?: object;
  apiary?: string;
}
const ask = async (who: Beekeeper, variables: ListVariables): Promise<Connection> =>
  (await who.ask(QUERY, variables as Record<string, unknown>)).beehives;

describe('the connection', () => {
  let luz: Beekeeper;
  let apiary: string;
  /** In the order of creation. */
  const hives: { id: string; number: number | null }[] = [];
  const NUMBERS = [5, null, 1, null, 30, 9, 7, null, 2];
  beforeAll(async () => {
    luz = await beekeeper(app);
    apiary = await luz.apiary();
    for (const number of NUMBERS) hives.push({ id: await luz.beehive(apiary, { beehiveNumber: number }), number });
    await luz.rest('PUT', `/beehives/${hives[3]!.id}`, { observations: 'changed last' });
  });

  const nested = async (variables: ListVariables): Promise<Connection> => {
    const { apiary: found } = await luz.ask(
      `query ($id: ID!, $first: Int, $after: String, $orderBy: BeehiveOrder) {
        apiary(id: $id) { beehives(first: $first, after: $after, orderBy: $orderBy) { ${CONNECTION} } }
      }`,
      { id: apiary, ...variables },
    );
    return found.beehives;
  };
  const places: [string, (variables: ListVariables) => Promise<Connection>][] = [
    ['of all apiaries', (variables) => ask(luz, variables)],
    ['of one apiary', (variables) => ask(luz, { ...variables, apiary })],
    ['inside its apiary', nested],
  ];
  const FIELDS = ['BEEHIVE_NUMBER', 'CREATED_AT', 'UPDATED_AT'];
  const orders = FIELDS.flatMap((field) => DIRECTIONS.map((direction) => ({ field, direction })));

  describe.each(orders)('by $field $direction', (orderBy) => {
    it.each([1, 2, 3, 7])('pages of %i add up to the whole list', async (first) => {
      for (const [, page] of places) {
        await expectPagesOfWhole((paging) => page({ ...paging, orderBy }), first, NUMBERS.length);
      }
    });

    it('refuses a cursor of another order', async () => {
      for (const other of orders.filter(({ field }) => field !== orderBy.field)) {
        const { pageInfo } = await ask(luz, { first: 1, orderBy: other });
        const answer = await luz.graphql(QUERY, { after: pageInfo.endCursor, orderBy });
        expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'after' });
      }
    });
  });

  it.each(places)('follows orderBy, by number if it is omitted: %s', async (_where, page) => {
    const numbers = async (variables: ListVariables): Promise<unknown[]> =>
      idsOf(await page(variables)).map((id) => hives.find((hive) => hive.id === id)!.number);
    const given = [1, 2, 5, 7, 9, 30];
    const none = [null, null, null];
    expect(await numbers({})).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'BEEHIVE_NUMBER', direction: 'ASC' } })).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'BEEHIVE_NUMBER', direction: 'DESC' } })).toEqual([
      ...none,
      ...given.reverse(),
    ]);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } })).toEqual(NUMBERS);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'DESC' } })).toEqual([...NUMBERS].reverse());
    const newest = await page({ first: 1, orderBy: { field: 'UPDATED_AT', direction: 'DESC' } });
    expect(idsOf(newest)).toEqual([hives[3]!.id]);
  });

  it('refuses a cursor of a list of apiaries', async () => {
    const { apiaries } = await luz.ask('{ apiaries(first: 1) { pageInfo { endCursor } } }');
    expectGraphqlRefused(await luz.graphql(QUERY, { after: apiaries.pageInfo.endCursor }), {
      code: 'BAD_USER_INPUT',
      field: 'after',
    });
  });

  it.each<[string, RegExp, string]>([
    ['a fraction', /\b1\b/, '1.5'],
    ['more than 32 bits', /\b1\b/, '2147483648'],
    ['more than any number', /\b1\b/, '1e400'],
    ['text', /\b1\b/, '"1"'],
    ['an object', /\b1\b/, '{}'],
    ['a malformed id', /[0-9a-f]{8}-[0-9a-f-]{27}/, 'nonsense'],
  ])('refuses a forged cursor with %s on every list', async (_what, part, by) => {
    const { pageInfo } = await ask(luz, { first: 1 });
    const after = forged(pageInfo.endCursor!, part, by);
    const expected = { code: 'BAD_USER_INPUT', field: 'after' };
    expectGraphqlRefused(await luz.graphql(QUERY, { after }), expected);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(after: "${after}") { totalCount } } } }`),
      expected,
    );
    expectBadInput(await luz.rest('GET', `/beehives?apiary_id=${apiary}&after=${after}`), 'after');
  });

  it.each([0, -1, 501])('refuses first: %i on every list', async (first) => {
    const expected = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await luz.graphql(QUERY, { first }), expected);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(first: ${first}) { totalCount } } } }`),
      expected,
    );
    expectBadInput(await luz.rest('GET', `/beehives/apiary/${apiary}?first=${first}`), 'first');
  });

  it('a REST page is a bare array; the Link header names the next page', async () => {
    const pages = await idsOfLinked(luz, `/beehives?apiary_id=${apiary}&first=4`);
    expect(pages.map((ids) => ids.length)).toEqual([4, 4, 1]);
    expect(pages.flat()).toEqual((await list(apiary, luz)).map(({ id }) => id));
    expect((await luz.rest('GET', `/beehives?apiary_id=${apiary}`)).headers.get('link')).toBeNull();
  });
});

describe('the filter', () => {
  let luz: Beekeeper;
  const HIVES: Record<number, object> = {
    1: { healthStatus: 'Healthy', activityLevel: 'High', beePopulation: 'Large', hasProductionChamber: 'Yes' },
    2: { healthStatus: 'ninguno', activityLevel: 'ALTA', beePopulation: 'Alta', hasProductionChamber: 'sí' },
    3: { healthStatus: 'Presencia barroa', activityLevel: 'Media', beePopulation: 'Media', hasProductionChamber: 'No' },
    4: { healthStatus: ' at  risk ', activityLevel: 'Medium', beePopulation: 'Medium', isTreated: true },
    5: { healthStatus: 'Enfermedad', activityLevel: 'Baja', beePopulation: 'Baja', hiveStatus: 'Queenless' },
    6: { healthStatus: 'UNHEALTHY', activityLevel: 'low', beePopulation: 'small', hiveStatus: 'CAMARA DE CRIA' },
    7: { healthStatus: 'who knows', activityLevel: '', hiveStatus: 'Cámara de cría', isTreated: true },
    8: {},
  };
  beforeAll(async () => {
    luz = await beekeeper(app);
    const apiary = await luz.apiary();
    for (const [number, words] of Object.entries(HIVES))
      await luz.beehive(apiary, { beehiveNumber: Number(number), ...words });
  });

  const numbers = async (filter: object): Promise<number[]> => {
    const { beehives, apiaries } = await luz.ask(
      `query ($filter: BeehiveFilter) {
        beehives(filter: $filter) { totalCount nodes { beehiveNumber } }
        apiaries { nodes { beehives(filter: $filter) { totalCount nodes { beehiveNumber } } } }
      }`,
      { filter },
    );
    expect(apiaries.nodes[0].beehives).toEqual(beehives);
    expect(beehives.totalCount).toBe(beehives.nodes.length);
    return beehives.nodes.map((node: { beehiveNumber: number }) => node.beehiveNumber);
  };

  it.each<[object, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ health: ['HEALTHY'] }, [1, 2]],
    [{ health: ['AT_RISK'] }, [3, 4]],
    [{ health: ['UNHEALTHY'] }, [5, 6]],
    [{ health: ['HEALTHY', 'UNHEALTHY'] }, [1, 2, 5, 6]],
    [{ health: [] }, []],
    [{ health: null }, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ activity: ['HIGH'] }, [1, 2]],
    [{ activity: ['MEDIUM', 'LOW'] }, [3, 4, 5, 6]],
    [{ population: ['LARGE'] }, [1, 2]],
    [{ population: ['MEDIUM'] }, [3, 4]],
    [{ population: ['SMALL'] }, [5, 6]],
    [{ status: ['QUEENLESS'] }, [5]],
    [{ status: ['BROOD_CHAMBER'] }, [6, 7]],
    [{ productionChamber: true }, [1, 2]],
    [{ productionChamber: false }, [3]],
    [{ isTreated: true }, [4, 7]],
    [{ isTreated: false, health: ['AT_RISK'] }, [3]],
    [{ beehiveNumber: 6 }, [6]],
    [{ beehiveNumber: 6, health: ['HEALTHY'] }, []],
    [{ beehiveNumber: null, health: ['UNHEALTHY'] }, [5, 6]],
    [{ health: ['HEALTHY'], activity: ['LOW'] }, []],
  ])('%j matches the hives %j', async (filter, expected) => {
    expect(await numbers(filter)).toEqual(expected);
  });

  it('works together with paging', async () => {
    const filtered: Ask = (paging) => ask(luz, { ...paging, filter: { health: ['HEALTHY', 'AT_RISK', 'UNHEALTHY'] } });
    for (const first of [1, 2, 3, 7]) await expectPagesOfWhole(filtered, first, 6);
  });

  it.each([
    { health: ['Sana'] },
    { health: [null] },
    { activity: ['AT_RISK'] },
    { isTreated: 'yes' },
    { beehiveNumber: 'x' },
    { words: 'x' },
  ])('%j is refused', async (filter) => {
    expectGraphqlRefused(await luz.graphql(QUERY, { filter }), { code: 'BAD_USER_INPUT' });
  });
});

describe('a very long list', () => {
  let apiary: string;
  const grow = (to: number): Promise<object[]> =>
    app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(
         (select count(*) + 1 from beehives where apiary_id = $1), $2) n`,
      [apiary, to],
    );
  beforeAll(async () => {
    apiary = await ana.apiary();
  });

  it('is returned whole up to 10,000 hives and refused above, never truncated', async () => {
    await grow(10_000);
    const path = `/beehives?apiary_id=${apiary}`;
    const { status, body } = await ana.rest<Beehive[]>('GET', path);
    expect([status, body.length]).toEqual([200, 10_000]);
    await grow(10_001);
    expectBadInput(await ana.rest('GET', path), 'first');
    expectBadInput(await ana.rest('GET', `/beehives/apiary/${apiary}`), 'first');
    const expected = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await ana.graphql(QUERY, { apiary }), expected);
    expectGraphqlRefused(
      await ana.graphql('query ($id: ID!) { apiary(id: $id) { beehives { nodes { id } } } }', { id: apiary }),
      expected,
    );
  });

  it('can be paged and counted', async () => {
    const { body } = await ana.rest<Beehive[]>('GET', `/beehives?apiary_id=${apiary}&first=500`);
    expect(body.map(({ hive_number }) => hive_number)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(await ask(ana, { apiary, first: 1 })).toMatchObject({ totalCount: 10_001, pageInfo: { hasNextPage: true } });
    expect((await ana.rest('GET', `/apiaries/${apiary}`)).body.beehives_count).toBe(10_001);
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
