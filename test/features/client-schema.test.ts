// What authors of GraphQL clients need beside the calls of the mobile app: bulk creation, enums as input, filters, objects beside ids,
// and responses that survive a missing record.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GraphQLInterfaceType, isNonNullType } from 'graphql';
import type { PoolClient } from 'pg';
import { NODE_TYPES } from '../../src/features/nodes/nodes.resolver.js';
import { createSchema } from '../../src/schema.js';
import { type Client, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary({ name: 'Sierra' });
});
afterAll(() => app.close());

const createAll = (inputs: object[], who = ana) =>
  who.graphql<{ created: { id: string; beehiveNumber: number }[] }>(
    'mutation ($inputs: [CreateBeehiveInput!]!) { created: createBeehives(inputs: $inputs) { id beehiveNumber } }',
    { inputs },
  );
const numbersIn = async (apiaryId: string): Promise<number[]> => {
  const { beehives } = await ana.ask('query ($id: ID!) { beehives(apiaryId: $id) { nodes { beehiveNumber } } }', {
    id: apiaryId,
  });
  return beehives.nodes.map(({ beehiveNumber }: { beehiveNumber: number }) => beehiveNumber);
};
const inspect = async (beehiveId: string, fields: object = {}): Promise<{ id: string; visitId: string }> =>
  (
    await ana.ask('mutation ($input: RecordInspectionInput!) { made: recordInspection(input: $input) { id } }', {
      input: { beehiveId, answers: [], ...fields },
    })
  ).made;

async function waitForLock(client: PoolClient): Promise<void> {
  const waiting = `select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
  while ((await client.query(waiting)).rowCount === 0) await sleep(5);
}

describe('createBeehives', () => {
  it('creates all hives, in the order of the request', async () => {
    const other = await ana.apiary();
    const { data } = await createAll([
      { apiaryId: apiary, beehiveNumber: 3 },
      { apiaryId: other.toUpperCase(), beehiveNumber: 1 },
      { apiaryId: apiary, beehiveNumber: 1 },
    ]);
    expect(data!.created.map(({ beehiveNumber }) => beehiveNumber)).toEqual([3, 1, 1]);
    expect(await numbersIn(other)).toEqual([1]);
    expect(await numbersIn(apiary)).toEqual([1, 3]);
  });

  it('creates a hundred hives with a fixed number of statements', async () => {
    const other = await ana.apiary();
    const inputs = Array.from({ length: 100 }, (_, i) => ({ apiaryId: other, beehiveNumber: i }));
    const few = await statementsOf(app.app, () => createAll(inputs.slice(0, 1)));
    const many = await statementsOf(app.app, () => createAll(inputs.slice(1)));
    expect(many.length).toBeLessThanOrEqual(few.length + 1);
    expect(await numbersIn(other)).toHaveLength(100);
  });

  it('names the numbers that are taken, in the input and by other hives of the apiary', async () => {
    const [other, third] = [await ana.apiary(), await ana.apiary()];
    await createAll([4, 8].map((beehiveNumber) => ({ apiaryId: other, beehiveNumber })));
    const inputs = [
      { apiaryId: other, beehiveNumber: 7 },
      { apiaryId: other.toUpperCase(), beehiveNumber: 8 },
      { apiaryId: third, beehiveNumber: 8 },
      { apiaryId: other },
      { apiaryId: other, beehiveNumber: null },
      { apiaryId: other, beehiveNumber: 7 },
      { apiaryId: other, beehiveNumber: 4 },
    ];
    const { errors } = await createAll(inputs);
    const fields = [1, 5, 6].map((i) => ({
      field: `inputs.${i}.beehiveNumber`,
      message: 'is the number of another hive',
    }));
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN', fields } }]);
    expect(await numbersIn(other)).toEqual([4, 8]);
  });

  it('names a number that a concurrent request takes first', async () => {
    const other = await ana.apiary();
    const client = await app.app.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number) values ($1, now(), now(), $2, 9)`,
        [randomUUID(), other],
      );
      const created = createAll([3, 9].map((beehiveNumber) => ({ apiaryId: other, beehiveNumber })));
      await waitForLock(client);
      await client.query('commit');
      const { errors } = await created;
      const fields = [{ field: 'inputs.1.beehiveNumber', message: 'is the number of another hive' }];
      expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN', fields } }]);
    } finally {
      client.release();
    }
    expect(await numbersIn(other)).toEqual([9]);
  });

  it('names fields in the same way, whatever is wrong with them', async () => {
    for (const beehiveNumber of [-1, 'nine']) {
      const { errors } = await createAll([{ apiaryId: apiary }, { apiaryId: apiary, beehiveNumber }]);
      expect(errors).toMatchObject([{ extensions: { fields: [{ field: 'inputs.1.beehiveNumber' }] } }]);
    }
  });

  it.each([
    ['a number twice', () => [{ beehiveNumber: 5 }, { beehiveNumber: 5 }], 'CONFLICT'],
    ['an apiary of another account', () => [{}, { apiaryId: randomUUID() }], 'NOT_FOUND'],
    ['an invalid number', () => [{}, { beehiveNumber: -1 }], 'BAD_USER_INPUT'],
    ['no hive', () => [], 'BAD_USER_INPUT'],
    ['more than a hundred', () => Array.from({ length: 101 }, () => ({})), 'BAD_USER_INPUT'],
  ])('creates none with %s', async (_case, inputs, code) => {
    const other = await ana.apiary();
    const { errors } = await createAll(inputs().map((input) => ({ apiaryId: other, ...input })));
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(await numbersIn(other)).toEqual([]);
  });
});

describe('enums as input', () => {
  const create = (input: object) =>
    ana.graphql<{ hive: Record<string, unknown> }>(
      `mutation ($input: CreateBeehiveInput!) { hive: createBeehive(input: $input) {
        id healthStatus health activityLevel activity beePopulation population hiveStatus status hasProductionChamber productionChamber } }`,
      { input: { apiaryId: apiary, ...input } },
    );

  it('are recorded as words that have this meaning', async () => {
    const enums = {
      health: 'AT_RISK',
      activity: 'LOW',
      population: 'LARGE',
      status: 'QUEENLESS',
      productionChamber: false,
    };
    const { data } = await create(enums);
    expect(data!.hive).toMatchObject({
      ...enums,
      healthStatus: 'At Risk',
      activityLevel: 'Low',
      beePopulation: 'Large',
      hiveStatus: 'Queenless',
      hasProductionChamber: 'No',
    });
    const { hive } = await ana.ask(
      'mutation ($id: ID!) { hive: updateBeehive(id: $id, input: { health: null, activity: HIGH }) { health healthStatus activityLevel status } }',
      { id: data!.hive.id },
    );
    expect(hive).toEqual({ health: null, healthStatus: null, activityLevel: 'High', status: 'QUEENLESS' });
  });

  it('are recorded with an inspection', async () => {
    const id = await ana.beehive(apiary);
    await inspect(id, { beehive: { health: 'UNHEALTHY' } });
    const { beehive } = await ana.ask('query ($id: ID!) { beehive(id: $id) { healthStatus health } }', { id });
    expect(beehive).toEqual({ healthStatus: 'Unhealthy', health: 'UNHEALTHY' });
  });

  it('are refused beside the words', async () => {
    expectGraphqlRefused(await create({ health: 'HEALTHY', healthStatus: 'Enferma' }), {
      code: 'BAD_USER_INPUT',
      field: 'health',
    });
  });
});

describe('a record that is missing', () => {
  it('E11 does not empty the rest of the response', async () => {
    const { data, errors } = await ana.graphql<Record<string, unknown>>(
      `query ($id: ID!, $apiary: ID!) { apiary(id: $apiary) { name } beehives(apiaryId: $id) { totalCount } questions(apiaryId: $id) { id }
        inventorySummary(apiaryId: $id) { totalItems } stockMovements(itemId: $id) { totalCount } visit(id: $id) { id } beehive(id: $id) { id } }`,
      { id: randomUUID(), apiary },
    );
    const { apiary: found, ...missing } = data!;
    expect(found).toEqual({ name: 'Sierra' });
    expect(Object.values(missing)).toEqual([null, null, null, null, null, null]);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(Array(6).fill('NOT_FOUND'));
  });

  it('E11 every query with an id is nullable', () => {
    const fields = Object.values(createSchema().getQueryType()!.getFields());
    const byId = fields.filter(({ args }) => args.some(({ type }) => String(type).startsWith('ID')));
    expect(byId.length).toBeGreaterThan(12);
    expect(byId.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });
});

it('E10 ten hives at the root are one statement', async () => {
  const ids = [];
  for (let i = 0; i < 10; i++) ids.push(await ana.beehive(apiary));
  const query = `{ ${ids.map((id, i) => `h${i}: beehive(id: "${i % 2 ? id.toUpperCase() : id}") { id }`).join(' ')} }`;
  let found: Record<string, { id: string }> = {};
  const statements = await statementsOf(app.app, async () => {
    found = await ana.ask(query);
  });
  expect(Object.values(found).map(({ id }) => id)).toEqual(ids);
  expect(statements.filter((text) => text.includes('"beehives"'))).toHaveLength(1);
});

describe('filters of hives', () => {
  const numbers = async (filter: object, orderBy?: object): Promise<number[]> => {
    const { beehives } = await ana.ask(
      'query ($filter: BeehiveFilter, $orderBy: BeehiveOrder) { beehives(filter: $filter, orderBy: $orderBy) { nodes { beehiveNumber } } }',
      { filter, orderBy },
    );
    return beehives.nodes.map(({ beehiveNumber }: { beehiveNumber: number }) => beehiveNumber);
  };
  let own: string;
  let foreign: string;
  const hives: string[] = [];
  beforeAll(async () => {
    [own, foreign] = [await ana.apiary(), await bea.apiary()];
    await bea.beehive(foreign, { beehiveNumber: 11 });
    for (const beehiveNumber of [11, 12, 13])
      hives.push(await ana.beehive(own, { beehiveNumber, observations: `Near the ${beehiveNumber} % oak` }));
    await inspect(hives[0]!, { occurredAt: '2026-03-01T08:00:00Z' });
    await inspect(hives[1]!, { occurredAt: '2026-04-01T08:00:00Z' });
    await inspect(hives[2]!, { draft: true });
  });

  it('find hives by numbers, apiaries, time of the last inspection and text', async () => {
    const apiaryIds = [own];
    expect(await numbers({ apiaryIds })).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds: [foreign, 'nonsense'] })).toEqual([]);
    expect(await numbers({ apiaryIds, beehiveNumbers: [13, 11, 99] })).toEqual([11, 13]);
    expect(await numbers({ apiaryIds, beehiveNumbers: [] })).toEqual([]);
    expect(await numbers({ apiaryIds, notInspectedSince: '2026-04-01T08:00:00Z' })).toEqual([11, 13]);
    expect(await numbers({ apiaryIds, notInspectedSince: '2026-04-01T08:00:01Z' })).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds, search: '12 % OAK' })).toEqual([12]);
    expect(await numbers({ apiaryIds, search: '13' })).toEqual([13]);
    expect(await numbers({ apiaryIds, search: '13 ' })).toEqual([13]);
    expect(await numbers({ apiaryIds, search: ' ' })).toEqual(await numbers({ apiaryIds }));
    expect(await numbers({ apiaryIds, search: '99999999999' })).toEqual([]);
    expect(await numbers({ apiaryIds, search: 'oak', notInspectedSince: '2026-03-15T00:00:00Z' })).toEqual([11, 13]);
  });

  it('order by the last inspection, which an amendment may change', async () => {
    const order = (direction: string) => ({ field: 'LAST_INSPECTED_AT', direction });
    expect(await numbers({ apiaryIds: [own] }, order('ASC'))).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([13, 12, 11]);
    const { id } = await inspect(hives[2]!, { occurredAt: '2026-05-01T08:00:00Z' });
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([13, 12, 11]);
    await ana.ask(
      `mutation ($id: ID!) { amendInspection(id: $id, input: { answers: [], reason: "Wrong day", occurredAt: "2026-02-01T08:00:00Z" }) { id } }`,
      { id },
    );
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([12, 11, 13]);
  });
});

describe('inspections', () => {
  it('are listed by status, and a draft can be discarded, also twice', async () => {
    const hive = await ana.beehive(apiary);
    const [done, draft] = [await inspect(hive), await inspect(hive, { draft: true })];
    const list = async (status: string): Promise<string[]> =>
      (
        await ana.ask(
          'query ($hive: ID!, $status: InspectionStatus) { inspections(beehiveId: $hive, status: $status) { nodes { id } } }',
          { hive, status },
        )
      ).inspections.nodes.map(({ id }: { id: string }) => id);
    expect([await list('DRAFT'), await list('COMPLETED')]).toEqual([[draft.id], [done.id]]);
    const discard = (who: Client, id: string) =>
      who.graphql<{ discardInspectionDraft: string }>('mutation ($id: ID!) { discardInspectionDraft(id: $id) }', {
        id,
      });
    await expectLikeMissing(discard, bea, draft.id);
    for (let i = 0; i < 2; i++) expect((await discard(ana, draft.id)).data!.discardInspectionDraft).toBe(draft.id);
    await expectLikeMissing(discard, bea, draft.id);
    expect(await list('DRAFT')).toEqual([]);
    expectGraphqlRefused(await discard(ana, done.id), { code: 'CONFLICT' });
  });

  it('of a visit are found by its id', async () => {
    const hives = [await ana.beehive(apiary), await ana.beehive(apiary)];
    const { recordVisit } = await ana.ask(
      'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { id visitId } }',
      { input: { answers: [], beehives: hives.map((beehiveId) => ({ beehiveId })) } },
    );
    const { visitId } = recordVisit[0];
    const find = (who: Client, id: string) =>
      who.graphql<{ visit: { id: string }[] }>('query ($id: ID!) { visit(id: $id) { id } }', { id });
    const found = (await find(ana, visitId)).data!.visit.map(({ id }) => id);
    expect(found.sort()).toEqual(recordVisit.map(({ id }: { id: string }) => id).sort());
    await expectLikeMissing(
      async (who, id) => {
        const { data, ...response } = await find(who, id);
        return response as never;
      },
      bea,
      visitId,
    );
  });
});

it('objects stand beside ids', async () => {
  const hive = await ana.beehive(apiary, { beehiveNumber: 77 });
  const item = await ana.item(apiary, { quantity: 3, itemName: 'Frames' });
  const { createQuestion } = await ana.ask(
    'mutation ($id: ID!) { createQuestion(input: { apiaryId: $id, text: "Queen seen?" }) { id apiary { name } } }',
    { id: apiary },
  );
  expect(createQuestion.apiary).toEqual({ name: 'Sierra' });
  await ana.ask(
    'mutation ($hive: ID!, $question: ID!) { assignQuestion(input: { beehiveId: $hive, questionId: $question, active: false }) { beehive { beehiveNumber } } }',
    { hive, question: createQuestion.id },
  );
  const { id } = await inspect(hive);
  const found = await ana.ask(
    `query ($hive: ID!, $item: ID!, $inspection: ID!) {
      stockMovements(itemId: $item) { nodes { item { itemName } } } inspection(id: $inspection) { apiary { name } }
      beehive(id: $hive) { questionnaire { questions { text } } } beehiveQuestions(beehiveId: $hive) { beehive { beehiveNumber } } }`,
    { hive, item, inspection: id },
  );
  expect(found).toEqual({
    stockMovements: { nodes: [{ item: { itemName: 'Frames' } }] },
    inspection: { apiary: { name: 'Sierra' } },
    beehive: { questionnaire: { questions: [] } },
    beehiveQuestions: [{ beehive: { beehiveNumber: 77 } }],
  });
});

it('inventory items are listed by expiry date', async () => {
  const other = await ana.apiary();
  for (const [itemName, expiryDate] of [
    ['Syrup', '2026-05-01'],
    ['Wax', null],
    ['Acid', '2026-06-01'],
  ])
    await ana.item(other, { itemName, expiryDate });
  const { inventoryItems } = await ana.ask(
    'query ($id: ID!) { inventoryItems(apiaryId: $id, expiresBefore: "2026-06-01") { nodes { itemName } } }',
    { id: other },
  );
  expect(inventoryItems.nodes).toEqual([{ itemName: 'Syrup' }]);
});

describe('node and nodes', () => {
  it('know every type that implements Node', () => {
    const schema = createSchema();
    const types = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);
    expect(NODE_TYPES.map(({ name }) => name).sort()).toEqual(types.sort());
  });

  it('find any record by its id, and null for the others', async () => {
    const hive = await ana.beehive(apiary, { beehiveNumber: 91 });
    const item = await ana.item(apiary, { itemName: 'Smoker', quantity: 1 });
    const inspection = await inspect(hive);
    const foreign = await bea.apiary();
    const { stockMovements } = await ana.ask('query ($id: ID!) { stockMovements(itemId: $id) { nodes { id } } }', {
      id: item,
    });
    const ids = [
      hive,
      item.toUpperCase(),
      foreign,
      'nonsense',
      inspection.id,
      stockMovements.nodes[0].id,
      hive,
      randomUUID(),
    ];
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Beehive { beehiveNumber apiary { name } }
      ... on InventoryItem { itemName lowStock } ... on Inspection { status } ... on StockMovement { balanceBefore } } }`;
    let nodes: unknown[] = [];
    const statements = await statementsOf(app.app, async () => {
      ({ nodes } = await ana.ask(query, { ids }));
    });
    const asHive = { __typename: 'Beehive', id: hive, beehiveNumber: 91, apiary: { name: 'Sierra' } };
    expect(nodes).toEqual([
      asHive,
      { __typename: 'InventoryItem', id: item, itemName: 'Smoker', lowStock: false },
      null,
      null,
      { __typename: 'Inspection', id: inspection.id, status: 'COMPLETED' },
      { __typename: 'StockMovement', id: stockMovements.nodes[0].id, balanceBefore: 0 },
      asHive,
      null,
    ]);
    // The types, one statement for each of the five types among them, and the apiary of the hive.
    expect(statements.filter((text) => !/session/.test(text))).toHaveLength(7);
  });

  it('refuse too many ids, and more objects than a response may have', async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    expectGraphqlRefused(await ana.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }), {
      code: 'BAD_USER_INPUT',
      field: 'ids',
    });
    const wide = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Apiary { beehives(first: 500) { nodes { inspections(first: 500) { nodes { id } } } } } } }`;
    const { errors } = await ana.graphql(wide, { ids: [apiary] });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'TOO_BROAD' } }]);
  });
});

it('a conflict that another try can resolve has a reason of its own, on both APIs', async () => {
  const broken = await startTestApp();
  try {
    const eva = await beekeeper(broken);
    const id = await eva.apiary();
    await broken.database.sql(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'deadlock_detected'; end $$;
      create trigger fail before update on apiaries for each row execute function fail();`);
    const { errors } = await eva.graphql(
      'mutation ($id: ID!) { updateApiary(id: $id, input: { name: "Monte" }) { id } }',
      { id },
    );
    expect(errors![0]!.extensions).toEqual({ code: 'CONFLICT', reason: 'CHANGED_CONCURRENTLY' });
    const { status, body } = await eva.rest('PUT', `/apiaries/${id}`, { name: 'Monte' });
    expect([status, body.error_code]).toEqual([409, 'CHANGED_CONCURRENTLY']);
  } finally {
    await broken.close();
  }
});

it('search finds records of the viewer by a text', async () => {
  const [here, there] = [
    await ana.apiary({ name: 'Almendros', location: 'Cerro 5%' }),
    await bea.apiary({ name: 'Almendros' }),
  ];
  await bea.beehive(there, { observations: 'almendro' });
  const hive = await ana.beehive(here, { beehiveNumber: 505, observations: 'Under the ALMENDRO' });
  await ana.item(here, { itemName: 'Míel de almendro' });
  await inspect(hive, { notes: 'The almendro flowers' });
  const find = async (text: string): Promise<object> =>
    (
      await ana.ask(
        `query ($text: String!) { search(text: $text) { apiaries { name } beehives { beehiveNumber } inventoryItems { itemName }
          inspections { notes } } }`,
        { text },
      )
    ).search;
  expect(await find('Almendro')).toEqual({
    apiaries: [{ name: 'Almendros' }],
    beehives: [{ beehiveNumber: 505 }],
    inventoryItems: [{ itemName: 'Míel de almendro' }],
    inspections: [{ notes: 'The almendro flowers' }],
  });
  expect(await find('5%')).toEqual({
    apiaries: [{ name: 'Almendros' }],
    beehives: [],
    inventoryItems: [],
    inspections: [],
  });
  expect(await find('miel')).toMatchObject({ inventoryItems: [{ itemName: 'Míel de almendro' }] });
  expect(await find('505')).toMatchObject({ beehives: [{ beehiveNumber: 505 }] });
  // The keyboard of a phone adds a space after a word.
  expect(await find('505 ')).toMatchObject({ beehives: [{ beehiveNumber: 505 }] });
  expect(await find(' Almendro ')).toEqual(await find('Almendro'));
  expect(await find('_____')).toEqual({ apiaries: [], beehives: [], inventoryItems: [], inspections: [] });
});
