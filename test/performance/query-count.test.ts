// A nested list sends the same statements for one apiary as for twenty, and reads only the selected columns.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Client, isOfRequest, isOfSession, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper, createQueen, crown, harvestFrom, PASSWORD, treat } from '../support/world.js';

let app: TestApp;
let one: Beekeeper;
let twenty: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  one = await beekeeper(app);
  twenty = await beekeeper(app);
  for (const [who, apiaries] of [
    [one, 1],
    [twenty, 20],
  ] as const) {
    for (let i = 0; i < apiaries; i++) {
      const apiary = await who.apiary({ name: `Apiary ${i}` });
      for (const number of [1, 2, 3]) {
        const beehive = await who.beehive(apiary, { beehiveNumber: number });
        await treat(who, beehive);
        const { queen } = await crown(who, { apiary, beehive });
        await createQueen(who, apiary, { motherId: queen });
        if (number === 1) {
          await harvestFrom(who, apiary, beehive);
          await who.ask(
            'mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { id } } }',
            // The queen of the day of the harvests.
            { input: { beehiveId: beehive, queenId: queen, startedOn: '2026-03-01', endedOn: '2026-05-01' } },
          );
        }
        await who.ask(
          `mutation { recordInspection(input: { beehiveId: "${await who.beehive(apiary)}", answers: [] }) { inspection { id } } }`,
        );
        await who.item(apiary, { itemName: `Item ${number}`, quantity: number });
      }
    }
  }
});
afterAll(() => app.close());

/** Returns the statements, except those of timers (revoked sessions, mails). */
const statements = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await statementsOf(app.app, work)).filter(isOfRequest);

const NESTED = {
  'inspections with answers and revisions, trends and overdue hives': `{ apiaries { nodes {
    questions { text } answerTrends(period: WEEK) { text } overdue: beehives(filter: { notInspectedSince: "2026-01-01T00:00:00Z" }) { nodes { beehiveNumber } }
    inspections { nodes { notes actor { name } beehive { beehiveNumber } answers { asText } revisions { revision } } }
    beehives { nodes { lastInspection { occurredAt } inspections(first: 2) { nodes { id } } } } } } }`,
  'stock with movements and totals': `{ apiaries { nodes { inventorySummary { itemsCount byUnit { itemsCount } } inventoryItems(filter: { search: "item" }) { nodes {
    itemName stockMovements(first: 2) { nodes { amount } } consumption(period: WEEK) { dailyRate } } } } } }`,
  'movements of apiaries, whole, by pages and counted': `{ apiaries { nodes { stockMovements { nodes { amount item { itemName } } }
    page: stockMovements(first: 2) { totalCount nodes { amount } } total: stockMovements { totalCount } } } }`,
  'statistics, trends and treatments of apiaries': `{ apiaries { nodes { healthTrends { beehive { beehiveNumber } points { score } }
    treatmentShares { kind } statistics { beehivesCount healthScore activeTreatmentsCount overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount } } } }`,
  'the statistics of all apiaries, and what needs attention': `{ statistics { beehivesCount healthScore activeTreatmentsCount overdueInspectionsCount lowStockItemsCount }
    worklist(first: 500) { nodes { kind title apiary { name } beehive { beehiveNumber } record { __typename ... on InventoryItem { itemName } } } } }`,
  'the worklist of each apiary': `{ apiaries { nodes { worklist(first: 5) { totalCount counts { count } nodes { title record { id } } } } } }`,
  'treatments, withdrawal, mites and their trends': `{ apiaries { nodes {
    treatmentRecords { nodes { productName doseText followUps { notes } revisions { revision } beehive { beehiveNumber } apiary { name } } }
    treatmentTrend(period: WEEK) { treatmentsCount } miteTrend { points { per100 } } miteCounts(first: 2) { nodes { per100 } }
    beehives { nodes { withdrawalUntil withdrawalUnknown treatments(first: 1) { totalCount nodes { productName } }
      miteTrend { points { per100 } } miteCounts { nodes { mites } } } } } } }`,
  'queens, reigns, lineage and performance': `{ apiaries { nodes {
    queens { nodes { name markingColor apiary { name } beehive { beehiveNumber } mother { name } ancestors { name } daughters(first: 2) { nodes { name } }
      reigns { nodes { startedOn } } performance { days inspectionsCount mitesPer100 honeyGrams harvestsCount } } }
    beehives { nodes { queen { name } queenlessSince queenReigns(first: 2) { totalCount nodes { queen { name } beehive { beehiveNumber } actor { name } } }
      inspections { nodes { queen { name } } } } } } } }`,
  'timelines with the records of their events': `{ apiaries { nodes { beehives { nodes { timeline(first: 9) { totalCount
    nodes { kind actor { name } record { ... on QueenReign { queen { name } } ... on Harvest { honeyKind } ... on Inspection { notes } ... on Treatment { productName } ... on MiteCount { per100 } }
      changes { field } } } } } } } }`,
  'harvests, lots and packs, traced both ways': `{ apiaries { nodes {
    harvests { nodes { grams actor { name } revisions { grams } lots(first: 2) { totalCount nodes { grams lot { notes } } } apiary { name } sources { grams beehive { beehiveNumber } queen { name year }
      treatments { productName } inspections { notes } } } }
    lots(first: 5) { totalCount nodes { code origins { percentage } contents { grams harvest { grams } }
      packs(first: 2) { totalCount nodes { jars jarMovement { amount } lot { code } } } } }
    beehives { nodes { timeline(filter: { kinds: [HARVESTED] }) { nodes { record { ... on Harvest { honeyKind } } } } } } } } }`,
  'whole lists': '{ apiaries { nodes { id name beehives { nodes { beehiveNumber health apiary { name } } } } } }',
  'pages, counts and filters': `{ apiaries(first: 50) { totalCount pageInfo { endCursor } nodes {
    beehivesCount beehives(first: 2, filter: { isTreated: false }) { totalCount edges { cursor node { beehiveNumber } } } } } }`,
};

describe.each(Object.entries(NESTED))('%s', (_name, query) => {
  it('send the same statements for one and for twenty apiaries', async () => {
    await Promise.all([one.ask(query), twenty.ask(query)]); // caches the sessions
    const few = await statements(() => one.ask(query));
    const many = await statements(() => twenty.ask(query));
    // Independent loaders have no fixed order, and a batch is sent in two parts if its loads take longer than a slice of the event loop.
    expect([...new Set(many)].sort()).toEqual([...new Set(few)].sort());
    expect(many.length).toBeLessThan(2 * few.length);
    expect(few.length).toBeGreaterThan(1);
  });
});

it('a query with many root fields sends the same statements in a new session, and reads that once', async () => {
  const { apiaries } = await twenty.ask('{ apiaries { nodes { id } } }');
  const fields = (apiaries.nodes as { id: string }[]).map(
    ({ id }, i) => `a${i}: apiary(id: "${id}") { members { nodes { role } } changeLog(first: 2) { nodes { kind } } }`,
  );
  const query = `{ ${fields.join(' ')} }`;
  const { body } = await app.anyone.rest('POST', '/auth/login', { email: twenty.email, password: PASSWORD });
  const client = new Client(app.url, body.access_token);
  const first = await statements(() => client.ask(query));
  expect(first.filter(isOfSession)).toHaveLength(1);
  expect(first.filter((text) => !isOfSession(text)).sort()).toEqual((await statements(() => client.ask(query))).sort());
  expect(first).toHaveLength(4);
});

it('the hives or the stock of an apiary are one statement on both APIs, including the ownership', async () => {
  const { apiaries } = await one.ask('{ apiaries { nodes { id } } }');
  const { id } = apiaries.nodes[0];
  expect(await statements(() => one.rest('GET', `/beehives?apiary_id=${id}`))).toHaveLength(1);
  expect(await statements(() => one.rest('GET', `/inventory/${id}`))).toHaveLength(1);
  expect(await statements(() => one.rest('GET', `/inventory/${id}/search?q=item`))).toHaveLength(1);
  expect(await statements(() => one.ask(`{ beehives(apiaryId: "${id}") { nodes { beehiveNumber } } }`))).toHaveLength(
    1,
  );
});

it('only the selected columns are read, and those that nested fields need', async () => {
  const [plain] = await statements(() => one.ask('{ beehives { nodes { observations } } }'));
  expect(plain).toContain('"observations"');
  expect(plain).not.toContain('"food_frames"');
  const [apiaries, items, movements, people] = await statements(() =>
    one.ask(`{ apiaries { nodes { inventoryItems { nodes {
      itemName stockMovements(first: 2) { nodes { amount actor { name } } pageInfo { endCursor } } } } } } }`),
  );
  expect(apiaries).not.toContain('"name"');
  expect(items).toContain('"item_name"');
  expect(items).not.toContain('"supplier"');
  for (const column of ['"amount"', '"actor_id"', '"sequence"']) expect(movements).toContain(column);
  expect(movements).not.toContain('"person"');
  expect(people).toContain('username');
  // A resolver that is passed the whole record may read any column.
  const [, all] = await statements(() =>
    one.ask('{ apiaries { nodes { inventoryItems { nodes { consumption(period: WEEK) { dailyRate } } } } } }'),
  );
  expect(all).toContain('"supplier"');
});

it('the id alone of what a record belongs to is read with the record', async () => {
  const query =
    '{ apiaries { nodes { beehives { nodes { apiary { id } inspections { nodes { beehive { id __typename } } } } } } } }';
  expect(await statements(() => twenty.ask(query))).toHaveLength(3);
  const { apiaries } = await one.ask('{ apiaries { nodes { id beehives(first: 1) { nodes { apiary { id } } } } } }');
  expect(apiaries.nodes[0].beehives.nodes).toEqual([{ apiary: { id: apiaries.nodes[0].id } }]);
});

it('a change of stock is one statement, without a transaction or a read before it', async () => {
  const { lowStockItems, apiaries } = await one.ask(
    '{ lowStockItems { totalCount } apiaries { nodes { inventoryItems { nodes { id } } } } }',
  );
  expect(lowStockItems.totalCount).toBe(0);
  const item = apiaries.nodes[0].inventoryItems.nodes[0].id;
  expect(await statements(() => one.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 }))).toHaveLength(1);
});

it('an update of an apiary is one statement, which also says who changes it', async () => {
  const apiary = await one.apiary();
  const update = `mutation { updateApiary(input: { id: "${apiary}", location: "Hill" }) { apiary { location } } }`;
  expect(await statements(() => one.ask(update))).toEqual([expect.stringMatching(/^update .*set_config/s)]);
});

it('a transaction gets its settings in the round trip that begins it', async () => {
  // By connection: the background work uses others.
  const sent = new Map<pg.PoolClient, string[]>();
  const { pool } = app.app;
  const record = (client: pg.PoolClient): void => {
    if (sent.has(client)) return;
    const texts: string[] = [];
    sent.set(client, texts);
    const connection = (client as unknown as { connection: { query: (text: string) => unknown } }).connection;
    const { query } = connection;
    connection.query = (text) => {
      texts.push(text);
      return query.call(connection, text);
    };
  };
  pool.on('acquire', record);
  await one.apiary();
  pool.off('acquire', record);
  const transaction = [...sent.values()].flatMap((texts) => {
    const inserted = texts.findIndex((text) => text.startsWith('insert into "apiaries"'));
    return inserted < 0 ? [] : texts.slice(inserted - 1, inserted + 2);
  });
  expect(transaction).toEqual([
    expect.stringMatching(/^begin; select set_config/),
    expect.stringMatching(/^insert/),
    'commit',
  ]);
});

it('an update of a hive is one statement with only the changed columns; with the id of its apiary, two', async () => {
  const apiary = await one.apiary();
  const hive = await one.beehive(apiary, { beehiveNumber: 901 });
  const put = (body: object) => () => one.rest('PUT', `/beehives/${hive}`, body);
  const [change, ...more] = await statements(put({ food_frames: 3, health_status: 'Ninguno' }));
  expect(more).toEqual([]);
  expect(change).toMatch(
    /^update "beehives" set "food_frames" = \$1, "health_status" = \$2, "health" = \$3, "updated_at" = now\(\)/,
  );
  expect(await statements(put({ apiary_id: apiary, food_frames: 4 }))).toHaveLength(2);
  expect(await statements(put({}))).toEqual([expect.stringMatching(/^select /)]);
});

it('500 inspections of an apiary with 20 answers each are listed in a handful of statements', async () => {
  const apiary = await one.apiary();
  const hive = await one.beehive(apiary);
  const { sql } = app.database;
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
     select id, now(), now(), $1, $2, 'COMPLETED', now() - n * interval '1 hour', $3, id
     from (select gen_random_uuid() as id, n from generate_series(1, 500) n) t`,
    [hive, apiary, one.id],
  );
  await sql(
    `insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, number, answered_at)
     select gen_random_uuid(), now(), now(), i.id, gen_random_uuid(), 'Frames ' || n, 'numero', false, n, n, i.occurred_at
     from inspections i, generate_series(1, 20) n where apiary_id = $1`,
    [apiary],
  );
  let answer: { inspections: { nodes: { answers: unknown[] }[] } } | undefined;
  const sent = await statements(async () => {
    answer = await one.ask(
      `{ inspections(apiaryId: "${apiary}", first: 500) { nodes { occurredAt answers { questionText number } } } }`,
    );
  });
  expect(answer!.inspections.nodes.map(({ answers }) => answers.length)).toEqual(Array(500).fill(20));
  expect(sent).toHaveLength(2);
});

it('a list needs one round trip to PostgreSQL: Sync is sent with the statement, and not after its rows', async () => {
  const client = await app.app.pool.connect();
  const connection = Object.getPrototypeOf((client as unknown as { connection: object }).connection);
  client.release();
  const { flush } = connection;
  let flushes = 0;
  connection.flush = function (this: object) {
    flushes += 1;
    return flush.call(this);
  };
  try {
    const { apiaries } = await one.ask('{ apiaries { nodes { id name beehives { nodes { beehiveNumber } } } } }');
    expect(apiaries.nodes[0].beehives.nodes.length).toBeGreaterThan(2);
  } finally {
    connection.flush = flush;
  }
  expect(flushes).toBe(0);
});
