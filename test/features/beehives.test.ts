// Hives on both doors: as the mobile app keeps them over REST, and as connections over GraphQL.
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
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let stranger: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, stranger] = [await beekeeper(app), await beekeeper(app)];
});
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

/** All that the mobile app sends of a hive, apart from its apiary. */
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

/** A hive with everything set, in an apiary of its own, to see what a change leaves alone. */
const full = async (): Promise<Beehive> => (await create({ apiary_id: await ana.apiary(), ...WRITTEN })).body;
/** All but the time of its last change. */
const lasting = ({ updated_at: _, ...rest }: Beehive): object => rest;

describe('the calls of the mobile app', () => {
  it('creating answers 201 with the whole hive, its number under both names and its dates in ISO 8601', async () => {
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

  it('creating takes all keys as null, and keeps them so', async () => {
    const { status, body } = await create({ apiary_id: await ana.apiary(), ...NOTHING });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...NOTHING, beehive_number: null, treatments: false });
  });

  it('creating needs no more than the apiary', async () => {
    expect(await create({ apiary_id: await ana.apiary() })).toMatchObject({ status: 201, body: NOTHING });
  });

  it('both lists of an apiary are the same bare array, by number, those without one last', async () => {
    const apiary = await ana.apiary();
    for (const hive_number of [7, null, 2, 30, null, 1]) await create({ apiary_id: apiary, hive_number });
    const { status, body } = await ana.rest<Beehive[]>('GET', `/beehives/apiary/${apiary}`);
    expect([status, body.map(({ hive_number }) => hive_number)]).toEqual([200, [1, 2, 7, 30, null, null]]);
    expect(await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).toMatchObject({ status: 200, body });
    expect(body).toEqual(await Promise.all(body.map(({ id }) => read(id))));
  });

  it('an apiary without hives has an empty list', async () => {
    const apiary = await ana.apiary();
    expect(await ana.rest('GET', `/beehives/apiary/${apiary}`)).toMatchObject({ status: 200, body: [] });
    expect(await ana.rest('GET', `/beehives?apiary_id=${apiary}`)).toMatchObject({ status: 200, body: [] });
  });

  it('the list needs an apiary', async () => {
    expectBadInput(await ana.rest('GET', '/beehives'), 'apiary_id');
    expectBadInput(await ana.rest('GET', '/beehives?apiary_id=a&apiary_id=b'), 'apiary_id');
  });

  it('changing takes the apiary it is in and the number it has, and answers 200 with the whole hive', async () => {
    const before = await full();
    const { status, body } = await change(before.id, {
      apiary_id: before.apiary_id,
      hive_number: before.hive_number,
      health_status: 'Ninguno',
    });
    expect([status, lasting(body)]).toEqual([200, { ...lasting(before), health_status: 'Ninguno' }]);
    expect(body.updated_at > before.updated_at).toBe(true);
    expect(await read(before.id)).toEqual(body);
  });

  it('deleting takes a body, and answers 204 with none', async () => {
    const { id, apiary_id } = await full();
    expect(await ana.rest('DELETE', `/beehives/${id}`, { apiary_id })).toMatchObject({ status: 204, body: undefined });
    expectRefused(await ana.rest('GET', `/beehives/${id}`), { status: 404, code: 'NOT_FOUND' });
    expect(await list(apiary_id)).toEqual([]);
  });

  it('an empty body with JSON as its content type is no error, on GET and DELETE, and tells what is missing on POST', async () => {
    const { id } = await full();
    expect((await ana.rest('GET', `/beehives/${id}`)).status).toBe(200);
    expect((await ana.rest('PUT', `/beehives/${id}`)).status).toBe(200);
    expect((await ana.rest('DELETE', `/beehives/${id}`)).status).toBe(204);
    expectBadInput(await ana.rest('POST', '/beehives'), 'apiary_id');
  });

  it('a trailing slash is the same resource, never a redirect', async () => {
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

  it.each(['hive_number', 'beehive_number', 'hiveNumber', 'beehiveNumber'])('%s is the number', async (name) => {
    const { body } = await create({ apiary_id: await ana.apiary(), [name]: 8 });
    expect([body.hive_number, body.beehive_number]).toEqual([8, 8]);
    expect((await change(body.id, { [name]: 9 })).body.hive_number).toBe(9);
    expect((await change(body.id, { [name]: null })).body.hive_number).toBeNull();
  });
});

describe('a change of some fields', () => {
  it('leaves alone what is absent', async () => {
    const before = await full();
    for (const [field, value] of Object.entries({ ...WRITTEN, hive_number: 13, observations: 'B', food_frames: 0 })) {
      const previous = await read(before.id);
      const { status, body } = await change(before.id, { [field]: value });
      expect([status, lasting(body)]).toEqual([
        200,
        { ...lasting(previous), [field]: value, ...(field === 'hive_number' && { beehive_number: value }) },
      ]);
    }
    expect(lasting((await change(before.id, {})).body)).toEqual(lasting(await read(before.id)));
  });

  it.each(Object.keys(WRITTEN))('clears %s by null, and that alone', async (field) => {
    const before = await full();
    const { status, body } = await change(before.id, { [field]: null });
    expect([status, lasting(body)]).toEqual([
      200,
      { ...lasting(before), [field]: null, ...(field === 'hive_number' && { beehive_number: null }) },
    ]);
  });

  it.each(['treatments', 'apiary_id'])('refuses null for %s, which cannot be empty', async (field) => {
    const before = await full();
    expectBadInput(await change(before.id, { observations: 'lost', [field]: null }), field);
    expect(await read(before.id)).toEqual(before);
  });

  it('means the same over GraphQL', async () => {
    const before = await full();
    await update(before.id, { foodFrames: 9 });
    expect(lasting(await read(before.id))).toEqual({ ...lasting(before), food_frames: 9 });
    await update(before.id, { foodFrames: null, number: null });
    expect(lasting(await read(before.id))).toEqual({
      ...lasting(before),
      food_frames: null,
      hive_number: null,
      beehive_number: null,
    });
    for (const field of ['treatments', 'apiaryId']) {
      expectGraphqlRefused(await update(before.id, { [field]: null }), { code: 'BAD_USER_INPUT', field });
    }
  });

  it('sets and unsets the treatments of a later app', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), treatments: true });
    expect(body.treatments).toBe(true);
    expect((await change(body.id, { observations: 'x' })).body.treatments).toBe(true);
    expect((await change(body.id, { treatments: false })).body.treatments).toBe(false);
  });

  it('keeps what several at once change of different fields', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), ...NOTHING });
    const changes = Object.entries(WRITTEN);
    const answers = await Promise.all(changes.map(([field, value]) => change(body.id, { [field]: value })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await read(body.id)).toMatchObject(WRITTEN);
  });
});

describe('what a body can not decide', () => {
  it('the id, the owner and the times: they are ignored, as unknown keys are', async () => {
    const [id, apiary_id] = [randomUUID(), await ana.apiary()];
    const { status, body } = await create({ id, apiary_id, user_id: stranger.id, created_at: '1999-01-01', more: {} });
    expect([status, body.apiary_id]).toEqual([201, apiary_id]);
    expect(body.id).not.toBe(id);
    expect(body.created_at > '2000').toBe(true);
    const other = await full();
    const answer = await change(body.id, { id: other.id, beehive_id: other.id, observations: 'mine' });
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, observations: 'mine' } });
    expect(await read(other.id)).toEqual(other);
  });

  it('what its words mean', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), health_status: 'Sana', health: 'UNHEALTHY' });
    const { beehive } = await ana.ask('query ($id: ID!) { beehive(id: $id) { health } }', { id: body.id });
    expect(beehive).toEqual({ health: 'HEALTHY' });
  });
});

describe('the words', () => {
  const spellings = [
    'High',
    'Alta',
    'Cámara de cría y doble alza de producción',
    'Presencia barroa',
    'Mortalidad- malformación en nodrizas',
    'Si',
    'Sí',
    'true',
    'words of nobody',
    '  spaces  around ',
    'e\u0301 is not \u00e9',
    '',
    '🐝',
  ];
  it.each(spellings)('%j come back byte by byte, on both doors', async (text) => {
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

  it('are text also where they mean yes or no: a bool crashes the app, and none is taken', async () => {
    const { body } = await create({ apiary_id: await ana.apiary(), has_production_chamber: 'No' });
    expect(body.has_production_chamber).toBe('No');
    for (const field of WORDS) expectBadInput(await change(body.id, { [field]: true }), field);
  });

  const MEANING = 'query ($id: ID!) { beehive(id: $id) { activity population status health productionChamber } }';
  const meaning = async (id: string): Promise<unknown> => (await ana.ask(MEANING, { id })).beehive;

  it('are understood in English and in Spanish, and meanings follow a change', async () => {
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

  it('is the only one in its apiary, on either door', async () => {
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { number: 1 });
    expectRefused(await create({ apiary_id: apiary, hive_number: 1 }), TAKEN);
    const { errors } = await ana.graphql(
      'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id, beehiveNumber: 1 }) { id } }',
      { id: apiary },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN' } }]);
    expect(await list(apiary)).toHaveLength(1);
  });

  it('may be that of a hive elsewhere, of one that is gone, or none', async () => {
    const [one, other] = [await ana.apiary(), await ana.apiary()];
    const { body } = await create({ apiary_id: one, hive_number: 1 });
    expect((await create({ apiary_id: other, hive_number: 1 })).status).toBe(201);
    await ana.rest('DELETE', `/beehives/${body.id}`);
    expect((await create({ apiary_id: one, hive_number: 1 })).status).toBe(201);
    for (const _ of [1, 2]) expect((await create({ apiary_id: one, hive_number: null })).status).toBe(201);
  });

  it('can not become that of a neighbour, and nothing of the change stays', async () => {
    const apiary = await ana.apiary();
    await ana.beehive(apiary, { number: 1 });
    const { body } = await create({ apiary_id: apiary, hive_number: 2 });
    expectRefused(await change(body.id, { observations: 'half', hive_number: 1 }), TAKEN);
    expect(await read(body.id)).toEqual(body);
    expect((await change(body.id, { hive_number: 2 })).status).toBe(200);
  });

  it('goes to exactly one of ten hives that are made with it at once', async () => {
    const apiary = await ana.apiary();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ apiary_id: apiary, hive_number: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectRefused(answer, TAKEN);
    expect(await list(apiary)).toHaveLength(1);
  });

  it('goes to exactly one of ten hives that are given it at once', async () => {
    const apiary = await ana.apiary();
    const ids = await Promise.all(Array.from({ length: 10 }, () => ana.beehive(apiary)));
    const answers = await Promise.all(ids.map((id) => change(id, { hive_number: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await list(apiary)).map(({ hive_number }) => hive_number)).toEqual([5, ...Array<null>(9).fill(null)]);
  });

  it('goes to exactly one of ten hives that move in with it at once', async () => {
    const apiary = await ana.apiary();
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => ana.beehive(await ana.apiary(), { number: 5 })),
    );
    const answers = await Promise.all(ids.map((id) => change(id, { apiary_id: apiary })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await list(apiary)).toHaveLength(1);
  });
});

describe('moving a hive', () => {
  it('to another apiary of its owner takes everything along, on either door', async () => {
    const before = await full();
    const away = await ana.apiary();
    const { status, body } = await change(before.id, { apiary_id: away });
    expect([status, lasting(body)]).toEqual([200, { ...lasting(before), apiary_id: away }]);
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

  it('where its number is taken is refused; with another number at the same time it moves', async () => {
    const before = await full();
    const away = await ana.apiary();
    await ana.beehive(away, { number: before.hive_number });
    expectRefused(await change(before.id, { apiary_id: away }), { status: 409, code: 'BEEHIVE_NUMBER_TAKEN' });
    expect(await read(before.id)).toEqual(before);
    expect(await change(before.id, { apiary_id: away, hive_number: 99 })).toMatchObject({
      status: 200,
      body: { apiary_id: away, hive_number: 99 },
    });
  });
});

describe('input that is refused', () => {
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

  it('complaints name a field as the client did', async () => {
    expectBadInput(await change(hive.id, { foodFrames: 'x' }), 'foodFrames');
    expectBadInput(await change(hive.id, { beehive_number: 'x' }), 'beehive_number');
  });

  it('over GraphQL each problem stands with its field', async () => {
    const { errors } = await update(hive.id, { number: -1, observations: 'a\0b' });
    const { code, fields } = errors![0]!.extensions;
    expect({ code, named: fields!.map(({ field }) => field).sort() }).toEqual({
      code: 'BAD_USER_INPUT',
      named: ['number', 'observations'],
    });
  });

  it.each([
    ['zeros', { hive_number: 0, food_frames: 0, brood_frames: 0 }],
    ['the largest number', { hive_number: 2_147_483_647 }],
    ['the longest notes', { observations: 'ñ'.repeat(10_000) }],
    ['quotes, backslashes and markup', { observations: `O'Neil "\\" <b>&amp;</b>\n; drop table beehives --` }],
  ])('(but %s come back as sent)', async (_what, fields) => {
    const { status, body } = await create({ apiary_id: await ana.apiary(), ...fields });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject(fields);
  });

  it('(and a whole number may be written as a decimal or as text)', async () => {
    const body = `{ "apiary_id": "${await ana.apiary()}", "food_frames": 3.0, "brood_frames": "4" }`;
    expect(await ana.rest('POST', '/beehives', body)).toMatchObject({
      status: 201,
      body: { food_frames: 3, brood_frames: 4 },
    });
  });
});

describe("a stranger's hive answers as one that is not there", () => {
  const GET = 'query ($id: ID!) { beehive(id: $id) { beehiveNumber apiary { name } } }';
  const UPDATE = 'mutation ($id: ID!) { updateBeehive(id: $id, input: { beehiveNumber: 7 }) { beehiveNumber } }';
  const STEAL = 'mutation ($id: ID!, $to: ID!) { updateBeehive(id: $id, input: { apiaryId: $to }) { id } }';
  const DELETE = 'mutation ($id: ID!) { deleteBeehive(id: $id) }';
  const at = (id: string): string => `/beehives/${encodeURIComponent(id)}`;

  let theirs: Beehive;
  let elsewhere: string;
  beforeAll(async () => {
    theirs = await full();
    // A neighbour has number 7, and so has a hive where it would be moved: that must not be told either.
    await ana.beehive(theirs.apiary_id, { number: 7 });
    elsewhere = await stranger.apiary();
    await stranger.beehive(elsewhere, { number: theirs.hive_number });
  });

  it.each<[string, Attempt]>([
    ['reading', (who, id) => who.rest('GET', at(id))],
    ['changing', (who, id) => who.rest('PUT', at(id), { hive_number: 7 })],
    ['changing nothing', (who, id) => who.rest('PUT', at(id), {})],
    ['changing with its apiary in the body', (who, id) => who.rest('PUT', at(id), { apiary_id: theirs.apiary_id })],
    ['moving it to oneself', (who, id) => who.rest('PUT', at(id), { apiary_id: elsewhere })],
    ['deleting', (who, id) => who.rest('DELETE', at(id))],
    ['deleting with its apiary in the body', (who, id) => who.rest('DELETE', at(id), { apiary_id: theirs.apiary_id })],
    ['reading over GraphQL', (who, id) => who.graphql(GET, { id })],
    ['changing over GraphQL', (who, id) => who.graphql(UPDATE, { id })],
    ['moving it to oneself over GraphQL', (who, id) => who.graphql(STEAL, { id, to: elsewhere })],
    ['deleting over GraphQL', (who, id) => who.graphql(DELETE, { id })],
  ])('%s', async (_what, attempt) => {
    await expectLikeMissing(attempt, stranger, theirs.id);
    expect(await read(theirs.id)).toEqual(theirs);
    expect(await list(elsewhere, stranger)).toHaveLength(1);
  });

  it('and is in no list of theirs, whatever the filter', async () => {
    const { beehives } = await stranger.ask(
      `{ beehives(filter: { health: [AT_RISK, HEALTHY, UNHEALTHY] }) { ${CONNECTION} } }`,
    );
    expect(beehives).toMatchObject({ totalCount: 0, nodes: [] });
    const all: { beehives: { nodes: { apiaryId: string }[] } } = await stranger.ask(
      '{ beehives { nodes { apiaryId } } }',
    );
    const own = (await stranger.rest<{ id: string }[]>('GET', '/apiaries')).body.map(({ id }) => id);
    for (const { apiaryId } of all.beehives.nodes) expect(own).toContain(apiaryId);
  });
});

const QUERY = `query ($first: Int, $after: String, $orderBy: BeehiveOrder, $filter: BeehiveFilter, $apiary: ID) {
  beehives(apiaryId: $apiary, first: $first, after: $after, orderBy: $orderBy, filter: $filter) { ${CONNECTION} }
}`;
interface Asked extends Paging {
  orderBy?: object;
  filter?: object;
  apiary?: string;
}
const ask = async (who: Beekeeper, asked: Asked): Promise<Connection> =>
  (await who.ask(QUERY, asked as Record<string, unknown>)).beehives;

describe('the connection', () => {
  let luz: Beekeeper;
  let apiary: string;
  /** In the order of their making. */
  const hives: { id: string; number: number | null }[] = [];
  const NUMBERS = [5, null, 1, null, 30, 9, 7, null, 2];
  beforeAll(async () => {
    luz = await beekeeper(app);
    apiary = await luz.apiary();
    for (const number of NUMBERS) hives.push({ id: await luz.beehive(apiary, { number }), number });
    await luz.rest('PUT', `/beehives/${hives[3]!.id}`, { observations: 'changed last' });
  });

  const nested = async (asked: Asked): Promise<Connection> => {
    const { apiary: found } = await luz.ask(
      `query ($id: ID!, $first: Int, $after: String, $orderBy: BeehiveOrder) {
        apiary(id: $id) { beehives(first: $first, after: $after, orderBy: $orderBy) { ${CONNECTION} } }
      }`,
      { id: apiary, ...asked },
    );
    return found.beehives;
  };
  const places: [string, (asked: Asked) => Promise<Connection>][] = [
    ['of all apiaries', (asked) => ask(luz, asked)],
    ['of one apiary', (asked) => ask(luz, { ...asked, apiary })],
    ['inside its apiary', nested],
  ];
  const FIELDS = ['NUMBER', 'CREATED_AT', 'UPDATED_AT'];
  const orders = FIELDS.flatMap((field) => DIRECTIONS.map((direction) => ({ field, direction })));

  describe.each(orders)('by $field $direction', (orderBy) => {
    it.each([1, 2, 3, 7])('pages of %i are the whole list', async (first) => {
      for (const [, page] of places) {
        await expectPagesOfWhole((paging) => page({ ...paging, orderBy }), first, NUMBERS.length);
      }
    });

    it('a cursor of another order is refused', async () => {
      for (const other of orders.filter(({ field }) => field !== orderBy.field)) {
        const { pageInfo } = await ask(luz, { first: 1, orderBy: other });
        const answer = await luz.graphql(QUERY, { after: pageInfo.endCursor, orderBy });
        expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'after' });
      }
    });
  });

  it.each(places)('the order is as said, and by number if nothing is: %s', async (_where, page) => {
    const numbers = async (asked: Asked): Promise<unknown[]> =>
      idsOf(await page(asked)).map((id) => hives.find((hive) => hive.id === id)!.number);
    const given = [1, 2, 5, 7, 9, 30];
    const none = [null, null, null];
    expect(await numbers({})).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'NUMBER', direction: 'ASC' } })).toEqual([...given, ...none]);
    expect(await numbers({ orderBy: { field: 'NUMBER', direction: 'DESC' } })).toEqual([...none, ...given.reverse()]);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'ASC' } })).toEqual(NUMBERS);
    expect(await numbers({ orderBy: { field: 'CREATED_AT', direction: 'DESC' } })).toEqual([...NUMBERS].reverse());
    const newest = await page({ first: 1, orderBy: { field: 'UPDATED_AT', direction: 'DESC' } });
    expect(idsOf(newest)).toEqual([hives[3]!.id]);
  });

  it('a cursor of a list of apiaries is refused', async () => {
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
    ['an id that is none', /[0-9a-f]{8}-[0-9a-f-]{27}/, 'nonsense'],
  ])('a cursor forged to hold %s is refused on every list', async (_what, part, by) => {
    const { pageInfo } = await ask(luz, { first: 1 });
    const after = forged(pageInfo.endCursor!, part, by);
    const wanted = { code: 'BAD_USER_INPUT', field: 'after' };
    expectGraphqlRefused(await luz.graphql(QUERY, { after }), wanted);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(after: "${after}") { totalCount } } } }`),
      wanted,
    );
    expectBadInput(await luz.rest('GET', `/beehives?apiary_id=${apiary}&after=${after}`), 'after');
  });

  it.each([0, -1, 501])('first: %i is refused on every list', async (first) => {
    const wanted = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await luz.graphql(QUERY, { first }), wanted);
    expectGraphqlRefused(
      await luz.graphql(`{ apiaries { nodes { beehives(first: ${first}) { totalCount } } } }`),
      wanted,
    );
    expectBadInput(await luz.rest('GET', `/beehives/apiary/${apiary}?first=${first}`), 'first');
  });

  it('over REST a page is a bare array too, and Link leads to the next', async () => {
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
    4: { healthStatus: ' at  risk ', activityLevel: 'Medium', beePopulation: 'Medium', treatments: true },
    5: { healthStatus: 'Enfermedad', activityLevel: 'Baja', beePopulation: 'Baja', hiveStatus: 'Queenless' },
    6: { healthStatus: 'UNHEALTHY', activityLevel: 'low', beePopulation: 'small', hiveStatus: 'CAMARA DE CRIA' },
    7: { healthStatus: 'who knows', activityLevel: '', hiveStatus: 'Cámara de cría', treatments: true },
    8: {},
  };
  beforeAll(async () => {
    luz = await beekeeper(app);
    const apiary = await luz.apiary();
    for (const [number, words] of Object.entries(HIVES))
      await luz.beehive(apiary, { number: Number(number), ...words });
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
    return beehives.nodes.map((node: { number: number }) => node.number);
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
    [{ treatments: true }, [4, 7]],
    [{ treatments: false, health: ['AT_RISK'] }, [3]],
    [{ health: ['HEALTHY'], activity: ['LOW'] }, []],
  ])('%j finds the hives %j by what their words mean', async (filter, expected) => {
    expect(await numbers(filter)).toEqual(expected);
  });

  it('and paging go together', async () => {
    const filtered: Ask = (paging) => ask(luz, { ...paging, filter: { health: ['HEALTHY', 'AT_RISK', 'UNHEALTHY'] } });
    for (const first of [1, 2, 3, 7]) await expectPagesOfWhole(filtered, first, 6);
  });

  it.each([{ health: ['Sana'] }, { health: [null] }, { activity: ['AT_RISK'] }, { treatments: 'yes' }, { words: 'x' }])(
    '%j is refused',
    async (filter) => {
      expectGraphqlRefused(await luz.graphql(QUERY, { filter }), { code: 'BAD_USER_INPUT' });
    },
  );
});

describe('a list that is very long', () => {
  let apiary: string;
  const grow = (to: number): Promise<object[]> =>
    app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(
         (select count(*) + 1 from beehives where apiary_id = $1), $2) n`,
      [apiary, to],
    );
  beforeAll(async () => {
    apiary = await ana.apiary();
  });

  it('of 10,000 is given whole, and one that is longer is refused, never cut in silence', async () => {
    await grow(10_000);
    const path = `/beehives?apiary_id=${apiary}`;
    const { status, body } = await ana.rest<Beehive[]>('GET', path);
    expect([status, body.length]).toEqual([200, 10_000]);
    await grow(10_001);
    expectBadInput(await ana.rest('GET', path), 'first');
    expectBadInput(await ana.rest('GET', `/beehives/apiary/${apiary}`), 'first');
    const wanted = { code: 'BAD_USER_INPUT', field: 'first' };
    expectGraphqlRefused(await ana.graphql(QUERY, { apiary }), wanted);
    expectGraphqlRefused(
      await ana.graphql('query ($id: ID!) { apiary(id: $id) { beehives { nodes { id } } } }', { id: apiary }),
      wanted,
    );
  });

  it('comes in pages, and is counted', async () => {
    const { body } = await ana.rest<Beehive[]>('GET', `/beehives?apiary_id=${apiary}&first=500`);
    expect(body.map(({ hive_number }) => hive_number)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(await ask(ana, { apiary, first: 1 })).toMatchObject({ totalCount: 10_001, pageInfo: { hasNextPage: true } });
    expect((await ana.rest('GET', `/apiaries/${apiary}`)).body.beehives_count).toBe(10_001);
  });
});

it('a hive that is moved and changed at the same moment is never told to be missing', async () => {
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
