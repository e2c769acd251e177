// The database itself keeps the owner of a row equal to the owner of its apiary.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { addAnswers, addMovements } from '../support/many-rows.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper, crown, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let beehive: string;
let item: string;
let question: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  bea = await beekeeper(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  apiary = await ana.apiary();
  beehive = await ana.beehive(apiary);
  item = await ana.item(apiary, { quantity: 3 });
  const { created } = await ana.ask(
    'mutation ($input: CreateQuestionInput!) { created: createQuestion(input: $input) { question { id } } }',
    { input: { apiaryId: apiary, text: 'Is it calm?' } },
  );
  question = created.question.id;
  await ana.rest('POST', '/questions/hive', { hive_id: beehive, apiary_question_id: question });
  await addMovements(app.database, item, 3);
  await addAnswers(app.database, beehive, 20);
  await treat(ana, beehive);
  await crown(ana, { apiary, beehive });
  await ana.ask(
    `mutation { splitBeehive(input: { id: "${beehive}", apiaryId: "${await ana.apiary()}" }) { beehive { id } } }`,
  );
});

const sql = (text: string, values: unknown[]): Promise<object[]> => app.database.sql(text, values);

it('rows that are inserted without an owner get that of their parent', async () => {
  await expectOwnersTrue(app.database);
});

it('a row without a parent is refused as by a foreign key', async () => {
  await expect(addMovements(app.database, apiary, 1)).rejects.toMatchObject({ code: '23503' });
});

describe('an owner other than that of the apiary is refused', () => {
  it.each(['beehives', 'questions', 'inventory_items'])('%s', async (table) => {
    const elsewhere = await bea.apiary();
    for (const [column, value] of [
      ['apiary_id', elsewhere],
      ['owner_id', bea.id],
    ])
      await expect(
        sql(`update ${table} set ${column} = $1 where apiary_id = $2`, [value, apiary]),
      ).rejects.toMatchObject({ code: '23503', constraint: `${table}_apiary_id_foreign` });
  });

  it('a movement', async () => {
    await expect(
      sql('update stock_movements set owner_id = $1 where item_id = $2', [bea.id, item]),
    ).rejects.toMatchObject({ code: '23001' });
  });
});

it('a movement cannot be changed together with its owner', async () => {
  await expect(
    sql('update stock_movements set owner_id = $1, amount = 7 where item_id = $2', [ana.id, item]),
  ).rejects.toMatchObject({ code: '23001' });
});

it('an apiary with another owner takes along everything in it', async () => {
  await sql('update apiaries set owner_id = $1 where id = $2', [bea.id, apiary]);
  await expectOwnersTrue(app.database);
  const read = `query ($id: ID!) { apiary(id: $id) {
    beehives { nodes { id } } questions { id } inventoryItems { nodes { stockMovements { totalCount } } }
    inspections { nodes { answers { text } } }
  } }`;
  const { data, errors } = await ana.graphql(read, { id: apiary });
  expect([data, errors![0]!.extensions!.code]).toEqual([{ apiary: null }, 'NOT_FOUND']);
  const seen = (await bea.ask(read, { id: apiary })).apiary;
  expect(seen.beehives.nodes).toEqual([{ id: beehive }]);
  expect(seen.questions).toEqual(expect.arrayContaining([{ id: question }]));
  expect(seen.inventoryItems.nodes[0].stockMovements.totalCount).toBe(4);
  expect(seen.inspections.nodes[0].answers).toHaveLength(10);
});
