// The cost of a list grows with the response, not with the database: in tables of tens of thousands of rows no list and no search
// scans a table sequentially, and a late page costs as much as the first one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { explain, nodes, type Plan, plansOfOperation, scannedTables } from '../support/plans.js';
import { EVENT_MS, pause, rename, SocketClient } from '../support/socket.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const ROWS = 10_000;

let app: TestApp;
let ana: Beekeeper;
/** A member of Ana's apiaries. */
let dora: Beekeeper;
let apiary: string;
let item: string;
/** A hive with a long history. */
let hive: string;
let lotCode: string;
/** An apiary with a few items, all with a long history. */
let store: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  item = await ana.item(apiary, { itemName: 'Item with a long history' });
  const bea = await beekeeper(app);
  const elsewhere = [await bea.apiary(), await bea.apiary()];
  const { sql } = app.database;
  for (const at of [apiary, ...elsewhere]) {
    await sql(
      `insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, description, unit, quantity, minimum_stock)
       select gen_random_uuid(), now() - n * interval '1 minute', now(), $1, 'Item ' || md5(n::text), 'Shelf ' || n, 'kg', n % 50, 2
       from generate_series(1, ${ROWS}) n`,
      [at],
    );
    await sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, health)
       select gen_random_uuid(), now(), now(), $1, n, (array['HEALTHY', 'AT_RISK'])[1 + n % 2] from generate_series(1, ${ROWS}) n`,
      [at],
    );
  }
  await sql(
    `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
     select gen_random_uuid(), now(), now(), $1, n, 'ENTRY', 1, n, $2, now() from generate_series(1, ${ROWS}) n`,
    [item, ana.id],
  );
  hive = await ana.beehive(apiary, { beehiveNumber: 20_000 });
  await sql(
    `insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, fields, notable, at)
     select $1, $2, 'Beehive', case when n % 4 = 0 then $3 else gen_random_uuid() end, 'UPDATED', n, $1, '{"food_frames": [1, 2]}', n % 3 > 0,
       now() - (${ROWS} - n) * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    [ana.id, apiary, hive],
  );
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
     select id, now(), now(), $1, $2, 'COMPLETED', now() - n * interval '1 hour', $3, id
     from (select gen_random_uuid() as id, n from generate_series(1, 2000) n) i`,
    [hive, apiary, ana.id],
  );
  store = await ana.apiary();
  for (let i = 0; i < 5; i++) await ana.item(store, { itemName: `Item ${i}` });
  await sql(
    `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
     select gen_random_uuid(), now() - n * interval '1 hour', now(), id, n, 'ENTRY', 1, n, $2, now()
     from inventory_items, generate_series(1, ${ROWS / 5}) n where apiary_id = $1`,
    [store, ana.id],
  );
  // Most apiaries have few items: PostgreSQL plans for their average.
  await sql(
    `with small as (
       insert into apiaries (id, created_at, updated_at, owner_id, name)
       select gen_random_uuid(), now(), now(), $1, 'Small' from generate_series(1, 200) returning id)
     insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, unit)
     select gen_random_uuid(), now(), now(), id, 'Wax', 'kg' from small, generate_series(1, 5)`,
    [bea.id],
  );
  // Of every hive of both accounts, and a long history of one.
  await sql(
    `insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, beehive_id, treated_beehive_id,
       beehive_label, apiary_id, course_id, actor_id, series_id, withdrawal_days)
     select t.id, now(), now(), b.owner_id, 'Varroa', 'Thymol', date '2020-01-01' + n, b.id, b.id, '1', b.apiary_id, t.id, $1, t.id, 7
     from beehives b, generate_series(1, case when b.id = $2 then ${ROWS / 5} else 1 end) n,
       lateral (select md5(b.id::text || n)::uuid as id) t where b.beehive_number <= ${ROWS / 4} or b.id = $2`,
    [ana.id, hive],
  );
  await sql(
    `insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, treated_beehive_id, beehive_label,
       apiary_id, course_id, actor_id, series_id)
     select t.id, now(), now(), a.owner_id, 'Varroa', 'Thymol', date '2020-01-01' + n, t.id, '1', a.id, t.id, $1, t.id
     from apiaries a, generate_series(1, 5) n, lateral (select md5(a.id::text || n)::uuid as id) t where name = 'Small'`,
    [ana.id],
  );
  await sql(
    `insert into mite_counts (id, created_at, updated_at, owner_id, beehive_id, apiary_id, counted_on, method, bees, mites, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, '2026-05-01', 'CO2', 300, 3, $1 from beehives
     where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  // A queen of each of these hives, and her daughter without a hive. A long history of one hive.
  await sql(
    `with queens as (
       insert into queens (id, created_at, updated_at, apiary_id, year, actor_id)
       select md5('queen' || id)::uuid, now() - beehive_number * interval '1 hour', now(), apiary_id, 2025, $1 from beehives
       where beehive_number <= ${ROWS / 4} returning id, apiary_id),
     daughters as (
       insert into queens (id, created_at, updated_at, apiary_id, mother_id, actor_id)
       select gen_random_uuid(), now(), now(), apiary_id, id, $1 from queens)
     insert into queen_reigns (id, created_at, updated_at, beehive_id, queen_id, started_on, actor_id)
     select gen_random_uuid(), now(), now(), b.id, q.id, '2026-05-01', $1 from beehives b join queens q on q.id = md5('queen' || b.id)::uuid`,
    [ana.id],
  );
  await sql(
    `insert into queen_reigns (id, created_at, updated_at, beehive_id, started_on, ended_on, actor_id)
     select gen_random_uuid(), now(), now(), $1, date '2000-01-01' + n, date '2000-01-01' + n + 1, $2 from generate_series(1, 500) n`,
    [hive, ana.id],
  );
  // Most accounts have few queens.
  await sql(
    `with others as (
       insert into users (id, created_at, updated_at, email, username, password_hash)
       select gen_random_uuid(), now(), now(), 'other-' || n || '@example.org', 'other', $1 from generate_series(1, 100) n returning id),
     small as (
       insert into apiaries (id, created_at, updated_at, owner_id, name)
       select gen_random_uuid(), now(), now(), id, 'Other' from others returning id, owner_id)
     insert into queens (id, created_at, updated_at, owner_id, apiary_id, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, owner_id from small, generate_series(1, 50)`,
    ['none'],
  );
  await sql(
    `insert into colony_events (id, created_at, updated_at, owner_id, beehive_id, kind, occurred_on, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, 'LOST', '2026-05-01', $1 from beehives where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  // Of five hives each, and the harvests of the long history; a lot and a pack of each harvest.
  await sql(
    `insert into harvests (id, created_at, updated_at, owner_id, apiary_id, apiary_label, harvested_on, status, grams, actor_id)
     select md5('harvest' || a.id::text || n)::uuid, now(), now(), a.owner_id, a.id, a.name, date '2020-01-01' + n, 'CLOSED', 1000, $1
     from apiaries a, generate_series(1, 500) n where a.id = any($2)`,
    [ana.id, [apiary, ...elsewhere]],
  );
  // Of many other accounts, whose apiaries are gone.
  await sql(
    `insert into harvests (id, created_at, updated_at, owner_id, apiary_label, harvested_on, status, grams, actor_id)
     select gen_random_uuid(), now(), now(), md5('owner' || n / 5)::uuid, 'Gone', '2020-01-01', 'CLOSED', 1000, $1
     from generate_series(1, ${ROWS / 4}) n`,
    [ana.id],
  );
  await sql(
    `insert into harvest_sources (id, created_at, updated_at, owner_id, harvest_id, beehive_id, harvested_beehive_id, beehive_label,
       position, frames, grams)
     select gen_random_uuid(), now(), now(), b.owner_id, h.id, b.id, b.id, '1', 0, 1, 200 from beehives b
       join harvests h on h.id = md5('harvest' || b.apiary_id::text || (b.beehive_number + 4) / 5)::uuid
     union all select gen_random_uuid(), now(), now(), owner_id, id, $1, $1, '1', 1, 1, 200 from harvests where apiary_id = $2
     union all select gen_random_uuid(), now(), now(), owner_id, id, null, id, '1', 1, 1, 200 from harvests where apiary_id is null`,
    [hive, apiary],
  );
  await sql(
    `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, actor_id)
     select id, now() - n * interval '1 hour', now(), owner_id, apiary_id, upper(id::text), 100, $1
     from (select *, row_number() over () as n from harvests) h`,
    [ana.id],
  );
  // Without that, triggers would scan them.
  await sql('analyze harvests');
  await sql('analyze lots');
  await sql(
    `insert into lot_harvests (id, created_at, updated_at, owner_id, lot_id, harvest_id, grams)
     select gen_random_uuid(), now(), now(), owner_id, id, id, 100 from lots where apiary_id is not null`,
  );
  await sql(
    `insert into lot_packs (id, created_at, updated_at, owner_id, lot_id, packed_on, jars, grams_per_jar, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, '2026-07-01', 1, 50, $1 from lots where apiary_id is not null`,
    [ana.id],
  );
  await sql(`delete from changes where entity in ('Harvest', 'Lot', 'LotPack')`);
  dora = await beekeeper(app);
  await sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), id, $1, 'VIEWER' from apiaries where owner_id = $2`,
    [dora.id, ana.id],
  );
  await until(async () => (await dora.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
  await sql('analyze');
  const lots = await ana.ask(`{ lots(apiaryId: "${apiary}", first: 1) { nodes { code } } }`);
  lotCode = lots.lots.nodes[0].code;
}, 120_000);
afterAll(() => app.close());

const plansOf = (operation: string, who = ana): Promise<Plan[]> => plansOfOperation(app, who, operation);
/** The largest number of rows of any node of the plan. */
const maxRows = (plan: Plan): number => Math.max(...nodes(plan).map((node) => node['Actual Rows'] ?? 0));

const lists: [string, () => string][] = [
  ['items by name', () => `{ inventoryItems(apiaryId: "${apiary}", first: 50) { nodes { id itemName } } }`],
  [
    'items by quantity, descending',
    () =>
      `{ inventoryItems(apiaryId: "${apiary}", first: 50, orderBy: { field: QUANTITY, direction: DESC }) { nodes { id } } }`,
  ],
  [
    'items by time of creation',
    () =>
      `{ inventoryItems(apiaryId: "${apiary}", first: 50, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { id } } }`,
  ],
  ['items low in stock', () => `{ inventoryItems(apiaryId: "${apiary}", first: 50, lowStock: true) { nodes { id } } }`],
  ['items of all apiaries low in stock', () => '{ lowStockItems(first: 50) { nodes { id } } }'],
  [
    'items found by text',
    () => `{ inventoryItems(apiaryId: "${apiary}", first: 50, search: "shelf 7777") { nodes { id } } }`,
  ],
  ['items of each apiary', () => '{ apiaries { nodes { inventoryItems(first: 50) { nodes { id } } } } }'],
  ['movements of an item', () => `{ stockMovements(itemId: "${item}", first: 50) { nodes { amount } } }`],
  [
    'movements of an apiary',
    () => `{ apiary(id: "${store}") { stockMovements(first: 50) { nodes { amount item { itemName } } } } }`,
  ],
  ['movements of each apiary', () => '{ apiaries { nodes { stockMovements(first: 50) { nodes { amount } } } } }'],
  ['number of movements of each apiary', () => '{ apiaries { nodes { stockMovements { totalCount } } } }'],
  ['hives by number', () => `{ beehives(apiaryId: "${apiary}", first: 50) { nodes { beehiveNumber } } }`],
  [
    'hives by health',
    () => `{ beehives(apiaryId: "${apiary}", first: 50, filter: { health: [AT_RISK] }) { nodes { beehiveNumber } } }`,
  ],
  [
    'hives by last inspection',
    () =>
      `{ beehives(apiaryId: "${apiary}", first: 50, orderBy: { field: LAST_INSPECTED_AT, direction: DESC }) { nodes { id } } }`,
  ],
  [
    'hives not inspected for a time',
    () =>
      `{ beehives(apiaryId: "${apiary}", first: 50, filter: { notInspectedSince: "2026-01-01T00:00:00Z" }) { nodes { id } } }`,
  ],
  [
    'activity of an apiary',
    () => `{ apiary(id: "${apiary}") { activity(first: 50) { nodes { label actor { name } } } } }`,
  ],
  ['activity of each apiary', () => '{ apiaries { nodes { activity(first: 50) { nodes { label } } } } }'],
  [
    'harvests of an apiary, with what lots contain of them',
    () =>
      `{ harvests(apiaryId: "${apiary}", first: 50) { nodes { grams sources { grams } lots(first: 5) { nodes { lot { code } } } } } }`,
  ],
  [
    'lots of an apiary, with contents and packs',
    () =>
      `{ lots(apiaryId: "${apiary}", first: 50) { nodes { origins { percentage } packs(first: 5) { nodes { jars } } } } }`,
  ],
  [
    'a lot, traced back and forward',
    () =>
      `{ traceLot(code: "${lotCode}") { contents { harvest { sources { queen { year } treatments { kind } inspections { notes } } } } packs { nodes { jars } } } }`,
  ],
  [
    'harvests and lots of an account',
    () => '{ harvests(first: 5) { nodes { grams } } lots(first: 5) { nodes { code } } }',
  ],
  ['yield of an apiary', () => `{ yield(by: BEEHIVE, apiaryId: "${apiary}", to: "2020-01-20") { nodes { grams } } }`],
  [
    'yield of an apiary by queen',
    () => `{ yield(by: QUEEN, apiaryId: "${apiary}", to: "2020-01-20") { nodes { label grams } } }`,
  ],
  [
    'timeline of a hive',
    () => `{ beehive(id: "${hive}") { timeline(first: 50) { nodes { kind actor { name } inspection { notes } } } } }`,
  ],
  [
    'hives by time of the last change',
    () =>
      `{ beehives(apiaryId: "${apiary}", first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { beehiveNumber } } }`,
  ],
  ['treatments of a hive', () => `{ treatments(beehiveId: "${hive}", first: 50) { nodes { productName } } }`],
  ['treatments of an apiary', () => `{ treatments(apiaryId: "${apiary}", first: 50) { nodes { productName } } }`],
  [
    'treatments of each apiary',
    () => '{ apiaries { nodes { treatmentRecords(first: 5) { nodes { productName } } } } }',
  ],
  ['the register of an apiary', () => `{ treatmentRegister(apiaryId: "${apiary}", first: 50) { nodes { id } } }`],
  ['the register', () => '{ treatmentRegister(first: 50) { nodes { id } } }'],
  [
    'withdrawal of hives',
    () => `{ beehives(apiaryId: "${apiary}", first: 50) { nodes { withdrawalUntil followed: withdrawalUnknown } } }`,
  ],
  [
    'mite counts of hives',
    () => `{ beehives(apiaryId: "${apiary}", first: 50) { nodes { miteCounts(first: 5) { nodes { per100 } } } } }`,
  ],
  ['queens of an apiary', () => `{ queens(apiaryId: "${apiary}", first: 50) { nodes { name } } }`],
  ['queens', () => '{ queens(first: 50) { nodes { name } } }'],
  [
    'queens of hives',
    () =>
      `{ beehives(apiaryId: "${apiary}", first: 50) { nodes { queen { year } queenlessSince queenReigns(first: 5) { nodes { startedOn } }
         inspections(first: 5) { nodes { queen { year } } } } } }`,
  ],
  [
    'lineage and performance of queens',
    () =>
      `{ queens(apiaryId: "${apiary}", first: 50) { nodes { mother { name } ancestors { name } daughters(first: 5) { nodes { name } }
         beehive { beehiveNumber } reigns(first: 5) { nodes { startedOn } } performance { inspections mitesPer100 honeyGrams } } } }`,
  ],
];

describe.each([
  ['the owner', () => ana],
  ['a member', () => dora],
])('no sequential scan for %s', (_who, who) => {
  it.each(lists)('%s', async (_name, operation) => {
    expect(scannedTables(await plansOf(operation(), who()))).toEqual([]);
  });
});

it('what subscriptions read of the change log costs as much as there are changes', async () => {
  const socket = await SocketClient.connect({ url: app.url, token: ana.token! });
  try {
    await socket.watch('1', ana, apiary);
    const queries = await queriesOf(app.app, async () => {
      await rename(ana, apiary);
      await pause(2 * EVENT_MS);
    });
    const reads = queries.filter(({ text }) => text.includes('"oldestRunning"'));
    expect(reads.length).toBeGreaterThanOrEqual(2);
    const plans = await Promise.all(reads.map((query) => explain(app, query)));
    expect(scannedTables(plans)).toEqual([]);
    expect(Math.max(...plans.map(maxRows))).toBeLessThan(50);
  } finally {
    socket.close();
  }
});

describe('a late page costs as much as the first one', () => {
  it.each([
    ['items by name', () => `inventoryItems(apiaryId: "${apiary}", first: 50, AFTER)`],
    [
      'items by quantity',
      () => `inventoryItems(apiaryId: "${apiary}", first: 50, orderBy: { field: QUANTITY, direction: ASC }, AFTER)`,
    ],
    ['movements', () => `stockMovements(itemId: "${item}", first: 50, AFTER)`],
    ['hives by number', () => `beehives(apiaryId: "${apiary}", first: 50, AFTER)`],
    ['movements of an apiary', () => `apiary(id: "${store}") { stockMovements(first: 50, AFTER) }`],
    ['treatments of a hive', () => `treatments(beehiveId: "${hive}", first: 20, AFTER)`],
    ['the register', () => 'treatmentRegister(first: 20, AFTER)'],
    ['activity of an apiary', () => `apiary(id: "${apiary}") { activity(first: 50, AFTER) }`],
    // A hive has few treatments, which are sorted: this one has thousands.
    [
      'timeline of a hive',
      () => `beehive(id: "${hive}") { timeline(first: 20, kinds: [INSPECTED, MOVED, CHANGED, CREATED], AFTER) }`,
    ],
  ])('%s', async (_name, list) => {
    const page = (after: string | null) =>
      `{ ${list().replace('AFTER)', `after: ${JSON.stringify(after)}) { nodes { id } pageInfo { endCursor } }`)} }`;
    const endOf = async (after: string | null): Promise<string> =>
      /"endCursor":"(.+?)"/.exec(JSON.stringify(await ana.ask(page(after))))![1]!;
    let cursor: string | null = null;
    for (let i = 0; i < 100; i++) cursor = await endOf(cursor);
    const deep = (await plansOf(page(cursor))).at(-1);
    const first = (await plansOf(page(null))).at(-1);
    expect(maxRows(deep!)).toBeLessThanOrEqual(2 * maxRows(first!));
    expect(maxRows(first!)).toBeLessThan(500);
  });
});
