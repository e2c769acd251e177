// What a refusal tells the author of a client: which field, what there is instead, and in the language of the account.
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { CREATE_LOT, harvest, lotOf, newCode, PACK_LOT } from '../support/harvests.js';
import { ana, apiary } from './client-schema.fixture.js';

const CREATE = 'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id } } }';
const refused = async (input: object, document = CREATE, headers = {}) => {
  const { errors } = await ana.graphql(document, { input }, headers);
  const { code, reason, fields } = errors![0]!.extensions as Record<string, unknown>;
  return { message: errors![0]!.message, code, reason, fields };
};

it('an unknown input field names its type and what was probably meant', async () => {
  expect(await refused({ apiaryId: apiary, beehivNumber: 1, colour: 'red' })).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [
      {
        field: 'beehivNumber',
        message: 'is not defined by type CreateBeehiveInput: did you mean "beehiveNumber"?',
      },
      { field: 'colour', message: 'is not defined by type CreateBeehiveInput' },
    ],
  });
});

it('an unknown input field that is a word of another one suggests that one', async () => {
  expect(await refused({ apiaryId: apiary, number: 1, hiveId: apiary, colour: 'red' })).toMatchObject({
    fields: [
      { field: 'number', message: 'is not defined by type CreateBeehiveInput: did you mean "beehiveNumber"?' },
      { field: 'hiveId', message: 'is not defined by type CreateBeehiveInput' },
      { field: 'colour', message: 'is not defined by type CreateBeehiveInput' },
    ],
  });
});

it.each([
  ['recordTreatment(input: $input) { treatments { id } }', 'RecordTreatmentInput', 'beehiveIds.1'],
  ['recordVisit(input: $input) { inspections { id } }', 'RecordVisitInput', 'beehives.1.beehiveId'],
  ['moveBeehives(input: $input) { beehives { id } }', 'MoveBeehivesInput', 'ids.1'],
  ['recordHarvest(input: $input) { harvest { id } }', 'RecordHarvestInput', 'sources.1.beehiveId'],
])('%s names which of several ids is not found', async (field, type, path) => {
  const { beehive } = await ana.ask(
    'mutation ($input: CreateBeehiveInput!) { beehive: createBeehive(input: $input) { beehive { id } } }',
    { input: { apiaryId: apiary } },
  );
  const ids = [beehive.beehive.id, randomUUID()];
  const inputs: Record<string, object> = {
    RecordTreatmentInput: { beehiveIds: ids, kind: 'A', productName: 'B', startedOn: '2026-03-01' },
    RecordVisitInput: { beehives: ids.map((beehiveId) => ({ beehiveId })) },
    MoveBeehivesInput: { ids, apiaryId: await ana.apiary() },
    RecordHarvestInput: {
      apiaryId: apiary,
      harvestedOn: '2026-03-01',
      sources: ids.map((beehiveId) => ({ beehiveId, frames: 1 })),
    },
  };
  expect(await refused(inputs[type]!, `mutation ($input: ${type}!) { ${field} }`)).toEqual({
    message: 'Beehive not found',
    code: 'NOT_FOUND',
    reason: undefined,
    fields: [{ field: path, message: 'is not found' }],
  });
});

const TIME = 'must be a date and time such as 2026-05-01T08:00:00Z';
it.each([
  [
    'a field of a filter',
    '{ beehives(filter: { notInspectedSince: "soon" }) { totalCount } }',
    `notInspectedSince ${TIME}`,
  ],
  [
    'an input field',
    'mutation { updateTask(input: { id: "a", dueOn: "soon" }) { task { id } } }',
    'dueOn must be a day such as 2026-05-01',
  ],
  [
    'a variable',
    'query ($since: DateTime = "soon") { beehives(filter: { notInspectedSince: $since }) { totalCount } }',
    `since ${TIME}`,
  ],
])('a literal that does not fit names %s, and its place', async (_, document, message) => {
  const { errors } = await ana.graphql(document);
  expect(errors).toMatchObject([{ message, locations: [{ line: 1, column: document.indexOf('"soon"') + 1 }] }]);
});

it('over REST, a refusal lists the wrong fields as they were sent', async () => {
  const wrong = await ana.rest('POST', '/beehives', { apiary_id: apiary, hive_number: -1, foodFrames: 'many' });
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    {
      error_code: 'BAD_USER_INPUT',
      fields: [{ field: 'foodFrames', message: 'must be a whole number of at most 32 bits' }],
    },
  ]);
  const below = await ana.rest('POST', '/beehives', { apiary_id: apiary, hive_number: -1, food_frames: -1 });
  const { message, fields } = below.body;
  expect(fields.map(({ field }: { field: string }) => field)).toEqual(['hive_number', 'food_frames']);
  expect(message).toBe(
    fields.map((one: { field: string; message: string }) => `${one.field} ${one.message}`).join('; '),
  );
  expect((await ana.rest('GET', `/apiaries/${randomUUID()}`)).body).not.toHaveProperty('fields');
});

it('a refusal of a constraint names the field', async () => {
  await ana.beehive(apiary, { beehiveNumber: 70 });
  const taken = { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN' };
  const fields = [{ field: 'beehiveNumber', message: 'is the number of another hive' }];
  expect(await refused({ apiaryId: apiary, beehiveNumber: 70 })).toMatchObject({ ...taken, fields });
  const id = await ana.beehive(apiary, { beehiveNumber: 71 });
  const update = 'mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }';
  expect(await refused({ id, beehiveNumber: 70 }, update)).toMatchObject({ ...taken, fields });
  // The REST API has a message for people alone.
  const { status, body } = await ana.rest('POST', '/beehives', { apiary_id: apiary, beehive_number: 70 });
  expect([status, body.error_code]).toEqual([409, 'BEEHIVE_NUMBER_TAKEN']);
  expect(body.message).toBe('The apiary already has a hive with this number');
});

it('a refusal for lack of stock, honey or frames names the field that asks for too much, and what there is', async () => {
  const lack = (field: string, available: number) => ({
    code: 'CONFLICT',
    fields: [{ field, available, message: `asks for more than is left: ${available}` }],
  });
  const itemId = await ana.item(apiary, { quantity: 5 });
  const none = await ana.item(apiary, { quantity: 0 });
  const beehiveId = await ana.beehive(apiary, { foodFrames: 2 });
  const mutation = (name: string, selection: string) =>
    `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`;

  const move = { id: itemId, quantity: 6, direction: 'OUT' };
  expect(await refused(move, mutation('recordStockMovement', 'stockMovement { id }'))).toMatchObject(
    lack('quantity', 5),
  );
  const exit = { id: itemId, quantity: 6, person: 'Bea' };
  expect(await refused(exit, mutation('recordExit', 'inventoryItem { id }'))).toMatchObject(lack('quantity', 5));
  const adjustment = { id: itemId, amount: -6 };
  expect(await refused(adjustment, mutation('adjustStock', 'inventoryItem { id }'))).toMatchObject(lack('amount', 5));
  const stock = { itemId, quantityPerHive: 6 };
  const treatment = { kind: 'a', productName: 'b', startedOn: '2026-05-01', stock };
  const record = mutation('recordTreatment', 'treatments { id }');
  expect(await refused({ ...treatment, beehiveIds: [beehiveId] }, record)).toMatchObject(
    lack('stock.quantityPerHive', 5),
  );
  const both = [beehiveId, await ana.beehive(apiary)];
  expect(await refused({ ...treatment, beehiveIds: both }, record)).toMatchObject(lack('stock.quantityPerHive', 2));
  const entered = (
    await ana.ask(mutation('recordStockMovement', 'stockMovement { id }'), { input: { ...move, direction: 'IN' } })
  ).recordStockMovement.stockMovement.id;
  await ana.ask(mutation('recordExit', 'inventoryItem { id }'), { input: { ...exit, quantity: 8 } });
  const correction = { id: entered, reason: 'Mistake' };
  expect(await refused(correction, mutation('reverseStockMovement', 'stockMovement { id }'))).toMatchObject(
    lack('id', 3),
  );

  const harvestId = await harvest(ana, apiary, { [beehiveId]: 1000 });
  const lot = { apiaryId: apiary, code: newCode(), harvests: [{ harvestId, grams: 1001 }] };
  expect(await refused(lot, CREATE_LOT)).toMatchObject(lack('harvests.0.grams', 1000));
  const lotId = await lotOf(ana, apiary, [harvestId]);
  expect(await refused({ ...lot, harvests: [{ harvestId }] }, CREATE_LOT)).toMatchObject(
    lack('harvests.0.harvestId', 0),
  );
  const pack = { id: lotId, jars: 3, gramsPerJar: 400 };
  expect(await refused(pack, PACK_LOT)).toMatchObject(lack('jars', 2));
  const jars = { ...pack, gramsPerJar: 100, jarItemId: itemId, labelItemId: none };
  expect(await refused(jars, PACK_LOT)).toMatchObject(lack('labelItemId', 0));
  expect(await refused({ ...jars, jarItemId: none, labelItemId: itemId }, PACK_LOT)).toMatchObject(
    lack('jarItemId', 0),
  );

  expect(
    await refused(
      { id: beehiveId, state: { foodFrames: 3, broodFrames: 0 } },
      mutation('splitBeehive', 'beehive { id }'),
    ),
  ).toMatchObject({
    reason: 'INSUFFICIENT_FRAMES',
    fields: [{ field: 'state.foodFrames', message: 'must be at most 2', available: 2 }],
  });
});

it('a refusal of an id that is taken names its field', async () => {
  const id = await ana.beehive(apiary);
  const taken = (field: string) => ({ reason: 'ID_TAKEN', fields: [{ field, message: 'is taken' }] });
  expect(await refused({ newId: id, apiaryId: apiary })).toMatchObject(taken('newId'));
  // What was sent before, with another content.
  const sent = { newId: randomUUID(), apiaryId: apiary, state: { observations: 'A' } };
  await ana.ask(CREATE, { input: sent });
  expect(await refused({ ...sent, state: { observations: 'B' } })).toMatchObject(taken('newId'));
  const several = 'mutation ($input: CreateBeehivesInput!) { createBeehives(input: $input) { beehives { id } } }';
  const fresh = { newId: randomUUID(), apiaryId: apiary };
  expect(await refused({ beehives: [fresh, { newId: id, apiaryId: apiary }] }, several)).toMatchObject(
    taken('beehives.1.newId'),
  );
  expect(await refused({ beehives: [fresh, { ...sent, state: { observations: 'B' } }] }, several)).toMatchObject(
    taken('beehives.1.newId'),
  );
  await ana.ask(`mutation { deleteBeehive(input: { id: "${sent.newId}" }) { deletedId } }`);
  expect(await refused(sent)).toMatchObject(taken('newId'));
});

it('errors of variables are in the language of the account', async () => {
  // As a client that accepts any language: accounts are Spanish.
  const inSpanish = (input: object) => refused(input, CREATE, { 'accept-language': '*' });
  expect(await inSpanish({ apiaryId: apiary, beehiveNumber: 'one' })).toMatchObject({
    fields: [{ field: 'beehiveNumber', message: expect.stringMatching(/^debe ser un número entero/) }],
  });
  expect(await inSpanish({ apiaryId: apiary, beehivNumber: 1 })).toMatchObject({
    fields: [{ message: 'no está definido en el tipo CreateBeehiveInput: ¿quiso decir "beehiveNumber"?' }],
  });
  expect(await refused({ apiaryId: apiary, beehiveNumber: 'one' })).toMatchObject({
    fields: [{ message: 'must be a whole number of at most 32 bits' }],
  });
});

it.each([
  [
    '{ search(text: "a", filter: { kinds: [BEEHIVE, TASK] }) { totalCount } }',
    'filter.kinds',
    'APIARY, BEEHIVE, INSPECTION',
  ],
  ['{ deletions(filter: { kinds: TREATMENT }) { totalCount } }', 'filter.kinds', 'APIARY, BEEHIVE, QUESTION'],
  [
    'mutation { createCalendarFeed(input: { kinds: [QUEENLESS] }) { link } }',
    'kinds',
    'TASK, OVERDUE_INSPECTION, FOLLOW_UP_DUE',
  ],
  [
    `mutation { recordLoss(input: { id: "${randomUUID()}", cause: UNITED }) { beehive { id } } }`,
    'cause',
    'STARVED, WEATHER',
  ],
])('a value of an enum that does not fit names its field, and what is possible: %s', async (document, field, names) => {
  const { errors } = await ana.graphql(document);
  const message = expect.stringMatching(`^must be one of ${names}`);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ field, message }] } }]);
});
