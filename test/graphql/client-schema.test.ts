// What authors of GraphQL clients need beside the calls of the mobile app: bulk creation, enums as input, and objects beside ids.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { isNonNullType } from 'graphql';
import type { PoolClient } from 'pg';
import { startTestApp, statementsOf } from '../support/client.js';
import { hiveInput } from '../support/hive-input.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { beekeeper } from '../support/world.js';
import { ana, apiary, app, inspect } from './client-schema.fixture.js';

const createAll = (beehives: object[], who = ana) =>
  who.graphql<{ created: { beehives: { id: string; beehiveNumber: number }[] } }>(
    'mutation ($input: CreateBeehivesInput!) { created: createBeehives(input: $input) { beehives { id beehiveNumber } } }',
    { input: { beehives } },
  );
const numbersIn = async (apiaryId: string): Promise<number[]> => {
  const { beehives } = await ana.ask('query ($id: ID!) { beehives(apiaryId: $id) { nodes { beehiveNumber } } }', {
    id: apiaryId,
  });
  return beehives.nodes.map(({ beehiveNumber }: { beehiveNumber: number }) => beehiveNumber);
};

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
    expect(data!.created.beehives.map(({ beehiveNumber }) => beehiveNumber)).toEqual([3, 1, 1]);
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
      field: `beehives.${i}.beehiveNumber`,
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
      const fields = [{ field: 'beehives.1.beehiveNumber', message: 'is the number of another hive' }];
      expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN', fields } }]);
    } finally {
      client.release();
    }
    expect(await numbersIn(other)).toEqual([9]);
  });

  it('names fields in the same way, whatever is wrong with them', async () => {
    for (const beehiveNumber of [-1, 'nine']) {
      const { errors } = await createAll([{ apiaryId: apiary }, { apiaryId: apiary, beehiveNumber }]);
      expect(errors).toMatchObject([{ extensions: { fields: [{ field: 'beehives.1.beehiveNumber' }] } }]);
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
    ana.graphql<{ created: { beehive: Record<string, unknown> } }>(
      `mutation ($input: CreateBeehiveInput!) { created: createBeehive(input: $input) { beehive {
        id healthStatus health activityLevel activity beePopulation population hiveStatus status hasProductionChamber productionChamber } } }`,
      { input: { apiaryId: apiary, ...hiveInput(input) } },
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
    const { beehive } = data.created;
    expect(beehive).toMatchObject({
      ...enums,
      healthStatus: 'Presencia de plagas',
      activityLevel: 'Baja',
      beePopulation: 'Alta',
      hiveStatus: 'Sin reina',
      hasProductionChamber: 'No',
    });
    const { updated } = await ana.ask(
      'mutation ($id: ID!) { updated: updateBeehive(input: { id: $id, state: { health: null, activity: HIGH } }) { beehive { health healthStatus activityLevel status } } }',
      { id: beehive.id },
    );
    expect(updated.beehive).toEqual({ health: null, healthStatus: null, activityLevel: 'Alta', status: 'QUEENLESS' });
  });

  it('are recorded with an inspection', async () => {
    const id = await ana.beehive(apiary);
    await inspect(id, { state: { health: 'UNHEALTHY' } });
    const { beehive } = await ana.ask('query ($id: ID!) { beehive(id: $id) { healthStatus health } }', { id });
    expect(beehive).toEqual({ healthStatus: 'Enfermedad', health: 'UNHEALTHY' });
  });

  it('are refused beside the words', async () => {
    expectGraphqlRefused(await create({ health: 'HEALTHY', healthStatus: 'Enferma' }), {
      code: 'BAD_USER_INPUT',
      field: 'state.health',
    });
  });
});

describe('a record that is missing', () => {
  it('does not empty the rest of the response', async () => {
    const { data, errors } = await ana.graphql<Record<string, unknown>>(
      `query ($id: ID!, $apiary: ID!) { apiary(id: $apiary) { name } beehives(apiaryId: $id) { totalCount } questions(apiaryId: $id) { id }
        inventorySummary(apiaryId: $id) { itemsCount } inventoryItem(id: $id) { id } inspections(filter: { visitId: $id }) { nodes { id } } beehive(id: $id) { id } }`,
      { id: randomUUID(), apiary },
    );
    const { apiary: found, ...missing } = data!;
    expect(found).toEqual({ name: 'Sierra' });
    expect(Object.values(missing)).toEqual([null, null, null, null, null, null]);
    expect(errors!.map(({ extensions }) => extensions.code)).toEqual(Array(6).fill('NOT_FOUND'));
  });

  it('every query with an id is nullable', () => {
    const fields = Object.values(app.app.schema.getQueryType()!.getFields());
    const byId = fields.filter(({ args }) => args.some(({ type }) => String(type).startsWith('ID')));
    expect(byId.length).toBeGreaterThan(12);
    expect(byId.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });
});

it('ten hives at the root are one statement', async () => {
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

it('objects stand beside ids', async () => {
  const hive = await ana.beehive(apiary, { beehiveNumber: 77 });
  const item = await ana.item(apiary, { quantity: 3, itemName: 'Frames' });
  const {
    createQuestion: { question },
  } = await ana.ask(
    'mutation ($id: ID!) { createQuestion(input: { apiaryId: $id, text: "Queen seen?" }) { question { id apiary { name } } } }',
    { id: apiary },
  );
  expect(question.apiary).toEqual({ name: 'Sierra' });
  await ana.ask(
    'mutation ($hive: ID!, $question: ID!) { overrideQuestion(input: { beehiveId: $hive, questionId: $question, active: false }) { beehiveQuestion { beehive { beehiveNumber } } } }',
    { hive, question: question.id },
  );
  const { id } = await inspect(hive);
  const found = await ana.ask(
    `query ($hive: ID!, $item: ID!, $inspection: ID!) {
      inventoryItem(id: $item) { stockMovements { nodes { item { itemName } } } } inspection(id: $inspection) { apiary { name } }
      beehive(id: $hive) { questionnaire { questions { text } } questionOverrides { beehive { beehiveNumber } } } }`,
    { hive, item, inspection: id },
  );
  expect(found).toEqual({
    inventoryItem: { stockMovements: { nodes: [{ item: { itemName: 'Frames' } }] } },
    inspection: { apiary: { name: 'Sierra' } },
    beehive: { questionnaire: { questions: [] }, questionOverrides: [{ beehive: { beehiveNumber: 77 } }] },
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
      'mutation ($id: ID!) { updateApiary(input: { id: $id, name: "Monte" }) { apiary { id } } }',
      { id },
    );
    expect(errors![0]!.extensions).toEqual({ code: 'CONFLICT', reason: 'CHANGED_CONCURRENTLY' });
    const { status, body } = await eva.rest('PUT', `/apiaries/${id}`, { name: 'Monte' });
    expect([status, body.error_code]).toEqual([409, 'CHANGED_CONCURRENTLY']);
  } finally {
    await broken.close();
  }
});
