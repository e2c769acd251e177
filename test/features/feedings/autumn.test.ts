// A keeper's autumn over both APIs and two phones: products of the bank, a delivery with its batch, a treatment and feedings of 40 hives, and what
// each colony got of sugar and of the active ingredient, as a model adds it up.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectEqual, Phone, type StoredNode } from '../../support/phone.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let luz: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, luz] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => app.close());

const PUSH = `mutation ($operations: [SyncOperation!]!) { executeOperations(input: { operations: $operations }) {
  results { status error { code } } } }`;
async function push(who: Beekeeper, ...operations: object[]): Promise<string[]> {
  const keyed = operations.map((mutation) => ({ key: randomUUID(), mutation }));
  const { executeOperations } = await who.ask(PUSH, { operations: keyed });
  return executeOperations.results.map(({ status }: { status: string }) => status);
}
const kindOf = (phone: Phone, kind: string): StoredNode[] =>
  [...phone.records.values()].filter(({ __typename }) => __typename === kind);

it('a keeper’s autumn', async () => {
  const apiary = await ana.apiary({ name: 'El Encinar' });
  const hives: string[] = [];
  for (let i = 1; i <= 40; i++) hives.push(await ana.beehive(apiary, { beehiveNumber: i }));
  await share(ana, apiary, luz, 'WORKER');
  const [home, field] = [new Phone(app, ana), new Phone(app, luz)];
  await field.sync();

  // At home, products of the bank: each is one operation of a push.
  const [apiguard, syrup] = [randomUUID(), randomUUID()];
  expect(
    await push(
      ana,
      { createProduct: { newId: apiguard, apiaryId: apiary, bankKey: 'apiguard', authorisationCountry: 'ES' } },
      { createProduct: { newId: syrup, apiaryId: apiary, bankKey: 'syrup_2_1' } },
    ),
  ).toEqual(['APPLIED', 'APPLIED']);

  // The delivery, over REST and GraphQL: the item by the app's endpoint, what it is and its batch by the schema.
  const trays = await ana.item(apiary, { itemName: 'Apiguard', unit: 'trays', productId: apiguard });
  const canisters = await ana.item(apiary, { itemName: 'Syrup', unit: 'canisters', productId: syrup });
  const deliver = (id: string, quantity: number, bought: object = {}) =>
    ana.ask(
      'mutation ($input: RecordStockMovementInput!) { recordStockMovement(input: $input) { stockMovement { id } } }',
      {
        input: { id, direction: 'IN', quantity, ...bought },
      },
    );
  await deliver(trays, 80, {
    batchNumber: 'AG-77',
    expiryDate: '2028-06-30',
    supplier: 'Vet shop',
    purchaseProof: 'Invoice 9',
    occurredAt: '2026-08-01T09:00:00Z',
  });
  await deliver(canisters, 9);

  // In the field without a signal: 40 hives get a tray, and ten share two canisters; all of it arrives later, in one push, twice.
  await field.sync();
  expect(
    kindOf(field, 'Product')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([apiguard, syrup].sort());
  const [treatments, feedings] = [hives.map(() => randomUUID()), hives.map(() => randomUUID())];
  const work = [
    {
      recordTreatment: {
        ...{ newIds: treatments, beehiveIds: hives, productId: apiguard, startedOn: '2026-08-20' },
        stock: { itemId: trays, quantityPerHive: 1 },
      },
    },
    {
      recordFeeding: {
        ...{ newIds: feedings, beehiveIds: hives, amount: { sharedMillilitres: 100_001 }, fedOn: '2026-09-05' },
        stock: { itemId: canisters, quantity: 8 },
      },
    },
  ];
  expect(await push(luz, ...work)).toEqual(['APPLIED', 'APPLIED']);
  expect(await push(luz, ...work)).toEqual(['APPLIED', 'APPLIED']);

  // One hive gets more, over REST; another one nothing any more, because the stock is empty.
  const more = await luz.rest('POST', '/feedings', {
    ...{ hive_ids: [hives[0]], product_id: syrup, amount: { grams_per_hive: 1500 }, fed_on: '2026-09-20' },
    stock: { item_id: canisters, quantity: 1 },
  });
  expect(more).toMatchObject({ status: 201, body: [{ sugar_percent: '66.667', sugar_grams: 1000 }] });
  const none = await luz.rest('POST', '/feedings', {
    ...{ hive_ids: [hives[1]], product_id: syrup, amount: { grams_per_hive: 1500 } },
    stock: { item_id: canisters, quantity: 1 },
  });
  expect(none).toMatchObject({ status: 409, body: { error_code: 'INSUFFICIENT_STOCK' } });

  // The product changes afterwards. What was given does not.
  await ana.ask(
    `mutation ($id: ID!) { updateProduct(input: { id: $id, name: "Apiguard gel", ingredients: [{ name: "thymol", amount: 1, unit: GRAMS }] }) { product { id } } }`,
    { id: apiguard },
  );

  // What a model says of each colony: 2,500 ml of syrup, 2,501 for the first, at 1.327 g/ml; 12.5 g of thymol.
  const sugarOf = (millilitres: number): number => Math.round((Math.round(millilitres * 1.327) * 66.667) / 100);
  const { apiary: seen } = await ana.ask(
    `query ($id: ID!) { apiary(id: $id) {
      feedingTotals(from: "2026-08-01") { sugarGrams feedingsCount beehivesCount }
      ingredients { totals { name grams treatmentsCount } uncountedTreatmentsCount }
      beehives(first: 40) { nodes { id feedingTotals { sugarGrams } ingredients { totals { grams } }
        treatments { nodes { productName batchNumber expiryDate supplier purchaseProof withdrawalDays } } } }
      inventoryItems { nodes { itemName quantity product { id } } } } }`,
    { id: apiary },
  );
  const model = hives.map((_, i) => sugarOf(i === 0 ? 2501 : 2500) + (i === 0 ? 1000 : 0));
  for (const { id, ...hive } of seen.beehives.nodes) {
    expect([id, hive.feedingTotals]).toEqual([id, { sugarGrams: model[hives.indexOf(id)] }]);
    expect(hive.ingredients.totals).toEqual([{ grams: '12.5' }]);
    expect(hive.treatments.nodes).toEqual([
      {
        ...{ productName: 'Apiguard', batchNumber: 'AG-77', expiryDate: '2028-06-30', supplier: 'Vet shop' },
        ...{ purchaseProof: 'Invoice 9', withdrawalDays: 0 },
      },
    ]);
  }
  expect(seen.feedingTotals).toEqual({
    ...{ sugarGrams: model.reduce((all, one) => all + one, 0), feedingsCount: 41, beehivesCount: 40 },
  });
  expect(seen.ingredients).toEqual({
    totals: [{ name: expect.stringMatching(/^(timol|thymol)$/), grams: '500', treatmentsCount: 40 }],
    uncountedTreatmentsCount: 0,
  });
  expect(seen.inventoryItems.nodes).toEqual([
    { itemName: 'Apiguard', quantity: 40, product: { id: apiguard } },
    { itemName: 'Syrup', quantity: 0, product: { id: syrup } },
  ]);

  // Honey so soon after syrup is recorded, with a warning, when the trays are out of the hive.
  expect(await push(luz, { endTreatment: { id: treatments[0], endedOn: '2026-09-17' } })).toEqual(['APPLIED']);
  const { recordHarvest } = await luz.ask(
    `mutation ($input: RecordHarvestInput!) { recordHarvest(input: $input) { harvest { status sources { recentFeeding { fedOn productName } } } } }`,
    {
      input: { apiaryId: apiary, harvestedOn: '2026-10-01', sources: [{ beehiveId: hives[0], frames: 2, grams: 900 }] },
    },
  );
  expect(recordHarvest.harvest).toMatchObject({
    sources: [{ recentFeeding: { fedOn: '2026-09-20', productName: expect.stringContaining('2:1') } }],
  });

  // Before winter: what two hives have in their combs, and were fed since. One has too little, and weighs too little.
  await ana.ask(
    `mutation { updateApiary(input: { id: "${apiary}", winterStores: 12, minimumWeight: 25 }) { apiary { id } } }`,
  );
  const state = (beehiveId: string, foodFrames: number) => ({ beehiveId, state: { foodFrames } });
  const weight = { newId: randomUUID(), beehiveId: hives[1], kind: 'WEIGHT', value: 52, unit: 'POUNDS' };
  const fed = { beehiveIds: [hives[0]], kind: 'SYRUP', sugarPercent: '66.667', amount: { gramsPerHive: 3000 } };
  const before = [
    { recordVisit: { beehives: [state(hives[0]!, 5), state(hives[1]!, 3)] } },
    { recordFeeding: { newIds: [randomUUID()], ...fed } },
    { recordMeasurement: weight },
  ];
  expect(await push(luz, ...before)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  const { worklist } = await ana.ask(
    '{ worklist(filter: { kinds: [STORES_LOW, WEIGHT_LOW] }) { nodes { kind value threshold beehive { id } } } }',
  );
  expect(worklist.nodes).toEqual([
    { kind: 'WEIGHT_LOW', value: 23.6, threshold: 25, beehive: { id: hives[1] } },
    { kind: 'STORES_LOW', value: 6, threshold: 12, beehive: { id: hives[1] } },
  ]);

  // Both phones have what the service shows, and the papers name it.
  await Promise.all([home.sync(), field.sync()]);
  await expectEqual(home, app);
  await expectEqual(field, app);
  expect(kindOf(home, 'Feeding')).toHaveLength(42);
  const register = await ana.rest<string>('GET', `/treatments/register/csv?apiary_id=${apiary}`);
  expect(register.body).toMatch(/AG-77.*t[hi]+mol 12[.,]5 g/);
  const list = await ana.rest<string>('GET', `/lists/feedings?apiary_id=${apiary}`);
  expect(list.body.trim().split('\n')).toHaveLength(43);
  const report = await fetch(`${app.url}/api/v1/reports/season/pdf?year=2026&apiary_id=${apiary}`, {
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
