// The words, the number and the invalid values of a hive.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBadInput, expectRefused } from '../../support/refusals.js';
import { ana, type Beehive, change, create, full, list, read, update } from './beehives.fixture.js';

const WORDS = ['activity_level', 'bee_population', 'hive_status', 'health_status', 'has_production_chamber'] as const;

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
      'mutation ($id: ID!) { createBeehive(input: { apiaryId: $id, beehiveNumber: 1 }) { beehive { id } } }',
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

  it('names another field, too, as the API does', async () => {
    const both = { activity: 'HIGH', activity_level: 'Alta', has_production_chamber: null, production_chamber: null };
    const { status, body } = await ana.rest('POST', '/inspections', { beehive_id: hive.id, answers: [], hive: both });
    const refused = [
      'hive.activity must not be combined with `activity_level`',
      'hive.production_chamber must not be combined with `has_production_chamber`',
    ];
    expect([status, body.message]).toEqual([400, refused.join('; ')]);
    const state = { activity: 'HIGH', activityLevel: 'Alta' };
    const input = { beehiveId: hive.id, answers: [], state: state };
    const { errors } = await ana.graphql(
      'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
      { input },
    );
    expect(errors![0]!.extensions.fields).toMatchObject([{ field: 'state.activity' }]);
    const visit = { beehives: [{ beehiveId: hive.id, state: state }], answers: [] };
    const { errors: ofVisit } = await ana.graphql(
      'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }',
      { input: visit },
    );
    expect(ofVisit![0]!.extensions.fields).toMatchObject([{ field: 'beehives.0.state.activity' }]);
  });

  it('lists every invalid field over GraphQL', async () => {
    const { errors } = await update(hive.id, { beehiveNumber: -1, observations: 'a\0b' });
    const { code, fields } = errors![0]!.extensions;
    expect({ code, fieldNames: fields!.map(({ field }) => field).sort() }).toEqual({
      code: 'BAD_USER_INPUT',
      fieldNames: ['beehiveNumber', 'state.observations'],
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
