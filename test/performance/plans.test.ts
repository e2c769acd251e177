// The cost of a list grows with the response, not with the database: in tables of tens of thousands of rows no list and no search
// scans a table sequentially, and a late page costs as much as the first one.
import { describe, expect, it } from '@jest/globals';
import { queriesOf } from '../support/client.js';
import { explain, nodes, type Plan, plansOfOperation, scannedTables } from '../support/plans.js';
import { EVENT_MS, pause, rename, SocketClient } from '../support/socket.js';
import { ana, apiary, app, dora, hive, item, lotCode, otherHive, otherItem, store, visits } from './plans.fixture.js';

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
  [
    'items low in stock',
    () => `{ inventoryItems(apiaryId: "${apiary}", first: 50, filter: { lowStock: true }) { nodes { id } } }`,
  ],
  ['items of all apiaries low in stock', () => '{ lowStockItems(first: 50) { nodes { id } } }'],
  [
    'items found by text',
    () => `{ inventoryItems(apiaryId: "${apiary}", first: 50, filter: { search: "shelf 7777" }) { nodes { id } } }`,
  ],
  ['inspections of a visit', () => `{ inspections(first: 50, filter: { visitId: "${visits[0]}" }) { nodes { id } } }`],
  ['items of each apiary', () => '{ apiaries { nodes { inventoryItems(first: 50) { nodes { id } } } } }'],
  ['movements of an item', () => `{ inventoryItem(id: "${item}") { stockMovements(first: 50) { nodes { amount } } } }`],
  [
    'movements of an apiary',
    () => `{ apiary(id: "${store}") { stockMovements(first: 50) { nodes { amount item { itemName } } } } }`,
  ],
  ['movements of each apiary', () => '{ apiaries { nodes { stockMovements(first: 50) { nodes { amount } } } } }'],
  ['number of movements of each apiary', () => '{ apiaries { nodes { stockMovements { totalCount } } } }'],
  [
    'feedings of a hive, with their sums',
    () =>
      `{ beehive(id: "${hive}") { feedings(first: 50) { nodes { grams } } feedingTotals { sugarGrams } ingredients { totals { grams } } } }`,
  ],
  [
    'measurements of a hive, and its series',
    () =>
      `{ beehive(id: "${hive}") { measurements(first: 50) { nodes { value } } series(kind: WEIGHT) { points { mean } } latestMeasurements { value } } }`,
  ],
  ['products', () => '{ products(first: 50) { totalCount nodes { name } } }'],
  ['products of an apiary', () => `{ products(apiaryId: "${apiary}", first: 50) { nodes { name } } }`],
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
    'changes of an apiary',
    () => `{ apiary(id: "${apiary}") { changeLog(first: 50) { nodes { label actor { name } } } } }`,
  ],
  ['changes of each apiary', () => '{ apiaries { nodes { changeLog(first: 50) { nodes { label } } } } }'],
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
      `{ lotByCode(code: "${lotCode}") { contents { harvest { sources { queen { year } treatments { kind } inspections { notes } } } } packs { nodes { jars } } } }`,
  ],
  [
    'harvests and lots of an account',
    () => '{ harvests(first: 5) { nodes { grams } } lots(first: 5) { nodes { code } } }',
  ],
  [
    'honey yield of an apiary',
    () => `{ honeyYield(by: BEEHIVE, apiaryId: "${apiary}", filter: { to: "2020-01-20" }) { nodes { grams } } }`,
  ],
  [
    'honey yield of an apiary by queen',
    () => `{ honeyYield(by: QUEEN, apiaryId: "${apiary}", filter: { to: "2020-01-20" }) { nodes { label grams } } }`,
  ],
  [
    'timeline of a hive',
    () =>
      `{ beehive(id: "${hive}") { timeline(first: 50) { nodes { kind actor { name } record { ... on Inspection { notes } } } } } }`,
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
         beehive { beehiveNumber } reigns(first: 5) { nodes { startedOn } } performance { inspectionsCount mitesPer100 honeyGrams } } } }`,
  ],
];

/** Root fields that are sent under two aliases share their statements. */
const both = (field: string, first: string, second: string, rest: string): string =>
  `{ ${[first, second].map((id, i) => `a${i}: ${field.replace('$', `"${id}"`)} ${rest}`).join(' ')} }`;
const SHARED: [field: string, ids: () => [string, string], rest: string][] = [
  ['inventoryItems(apiaryId: $, first: 50)', () => [apiary, store], '{ totalCount nodes { itemName } }'],
  [
    'inventoryItems(apiaryId: $, first: 50, filter: { search: "shelf 7777" })',
    () => [apiary, store],
    '{ nodes { id } }',
  ],
  ['inventorySummary(apiaryId: $)', () => [apiary, store], '{ itemsCount }'],
  ['inventoryItem(id: $)', () => [item, otherItem], '{ stockMovements(first: 50) { nodes { amount } } }'],
  ['beehives(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { beehiveNumber } }'],
  ['inspections(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { notes } }'],
  ['inspections(beehiveId: $, first: 50)', () => [hive, otherHive], '{ nodes { notes } }'],
  ['beehive(id: $)', () => [hive, otherHive], '{ answers(first: 50) { totalCount nodes { asText } } }'],
  ['harvests(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { grams } }'],
  ['lots(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { code } }'],
  [
    'honeyYield(by: BEEHIVE, apiaryId: $, filter: { to: "2020-01-20" })',
    () => [apiary, store],
    '{ totalCount nodes { grams } }',
  ],
  ['honeyYield(by: QUEEN, apiaryId: $, filter: { to: "2020-01-20" })', () => [apiary, store], '{ nodes { grams } }'],
  ['treatments(beehiveId: $, first: 50)', () => [hive, otherHive], '{ nodes { productName } }'],
  ['treatments(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { productName } }'],
  ['treatmentRegister(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { id } }'],
  ['queens(apiaryId: $, first: 50)', () => [apiary, store], '{ nodes { name } }'],
];
const shared = SHARED.flatMap(([field, ids, rest]): [string, () => string][] => [
  [`${field}, once`, () => both(field, ids()[0], ids()[0], rest)],
  [`${field}, twice`, () => both(field, ...ids(), rest)],
]);

describe.each([
  ['the owner', () => ana],
  ['a member', () => dora],
])('no sequential scan for %s', (_who, who) => {
  it.each([...lists, ...shared])('%s', async (_name, operation) => {
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
    ['movements', () => `inventoryItem(id: "${item}") { stockMovements(first: 50, AFTER) }`],
    ['hives by number', () => `beehives(apiaryId: "${apiary}", first: 50, AFTER)`],
    ['movements of an apiary', () => `apiary(id: "${store}") { stockMovements(first: 50, AFTER) }`],
    ['treatments of a hive', () => `treatments(beehiveId: "${hive}", first: 20, AFTER)`],
    ['the register', () => 'treatmentRegister(first: 20, AFTER)'],
    ['changes of an apiary', () => `apiary(id: "${apiary}") { changeLog(first: 50, AFTER) }`],
    // A hive has few treatments, which are sorted: this one has thousands.
    [
      'timeline of a hive',
      () =>
        `beehive(id: "${hive}") { timeline(first: 20, filter: { kinds: [INSPECTED, MOVED, CHANGED, CREATED] }, AFTER) }`,
    ],
  ])('%s', async (_name, list) => {
    const page = (after: string | null) =>
      `{ ${list().replace('AFTER)', `after: ${JSON.stringify(after)}) { nodes { ${/changeLog|timeline/.test(list()) ? 'key' : 'id'} } pageInfo { endCursor } }`)} }`;
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
