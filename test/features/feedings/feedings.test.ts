// Feedings: of one hive and of many, exact to the gram, from the stock or not, and the honey after them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { share, transfer } from '../../support/members.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let hives: string[];

beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
  hives = [];
  for (let i = 1; i <= 40; i++) hives.push(await ana.beehive(apiary, { beehiveNumber: i }));
});
afterAll(() => app.close());

const RECORD = `mutation ($input: RecordFeedingInput!) { recordFeeding(input: $input) { feedings {
  id beehive { id } fedOn kind productId productName grams millilitres density sugarPercent sugarGrams stockMovementId notes } } }`;
const feed = async (input: object, who = ana) => (await who.ask(RECORD, { input })).recordFeeding.feedings;
const refused = async (input: object, code: string, field?: string, who = ana): Promise<void> =>
  expectGraphqlRefused(await who.graphql(RECORD, { input }), { code, ...(field !== undefined && { field }) });
const one = (more: object = {}) => ({ beehiveIds: [hives[0]], kind: 'SYRUP', amount: { gramsPerHive: 1000 }, ...more });
const totals = async (field: 'beehive' | 'apiary', id: string) =>
  (
    await ana.ask(
      `query ($id: ID!) { ${field}(id: $id) { feedingTotals { sugarGrams grams feedingsCount uncountedFeedingsCount beehivesCount lastFedOn } } }`,
      { id },
    )
  )[field].feedingTotals;

describe('what hives share', () => {
  it('adds up to the gram for any number of hives', async () => {
    const place = await ana.apiary();
    const few: string[] = [];
    for (let i = 0; i < 7; i++) few.push(await ana.beehive(place));
    let [sugar, grams] = [0, 0];
    const feedings = fc.tuple(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 7, max: 5000 }),
      fc.integer({ min: 0, max: 100_000 }),
    );
    await fc.assert(
      fc.asyncProperty(feedings, async ([count, shared, thousandths]) => {
        const sugarPercent = (thousandths / 1000).toFixed(3);
        const fed = await feed(one({ beehiveIds: few.slice(0, count), amount: { sharedGrams: shared }, sugarPercent }));
        const each: number[] = fed.map((row: { grams: number }) => row.grams);
        expect(each.reduce((all, some) => all + some, 0)).toBe(shared);
        expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
        for (const { grams: got, sugarGrams } of fed) {
          // Half a gram is rounded up, in whole numbers.
          expect(sugarGrams).toBe(Math.floor((got * thousandths + 50_000) / 100_000));
          sugar += sugarGrams;
          grams += got;
        }
      }),
      { numRuns: 30 },
    );
    expect(await totals('apiary', place)).toMatchObject({ sugarGrams: sugar, grams, uncountedFeedingsCount: 0 });
  });

  it('is shared by 40 hives in one movement of the stock', async () => {
    const { createProduct } = await ana.ask(
      'mutation ($id: ID!) { createProduct(input: { apiaryId: $id, bankKey: "syrup_2_1" }) { product { id } } }',
      { id: apiary },
    );
    const productId = createProduct.product.id;
    const item = await ana.item(apiary, { unit: 'canister', quantity: 3, productId });
    const fed = await feed({
      ...{ beehiveIds: hives, amount: { sharedMillilitres: 100_000 }, stock: { itemId: item, quantity: 2 } },
      ...{ fedOn: '2026-09-10', notes: 'In the evening' },
    });
    expect(fed).toHaveLength(40);
    expect(new Set(fed.map((row: { stockMovementId: string }) => row.stockMovementId)).size).toBe(1);
    // 2,500 ml × 1.327 g/ml = 3,317.5 g, of which 66.667 % are 2,212 g.
    expect(fed[39]).toMatchObject({
      ...{ beehive: { id: hives[39] }, kind: 'SYRUP', productId, productName: expect.stringMatching(/2:1/) },
      ...{ millilitres: 2500, density: '1.327', grams: 3318, sugarPercent: '66.667', sugarGrams: 2212 },
    });
    expect((await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`)).inventoryItem.quantity).toBe(1);
    const before = await totals('apiary', apiary);
    const short = { ...one({ beehiveIds: hives }), kind: undefined, productId, stock: { itemId: item, quantity: 2 } };
    const { errors } = await ana.graphql(RECORD, { input: short });
    expect(errors![0]!.extensions).toMatchObject({
      ...{ code: 'CONFLICT', reason: 'INSUFFICIENT_STOCK' },
      fields: [{ field: 'stock.quantity', available: 1 }],
    });
    expect(await totals('apiary', apiary)).toEqual(before);
  });
});

describe('recordFeeding', () => {
  it.each([
    [{ kind: undefined }, 'kind'],
    [{ amount: { sharedGrams: 1 }, both: true }, 'amount.sharedGrams'],
    [{ amount: { gramsPerHive: 0 } }, 'amount.gramsPerHive'],
    [{ amount: { millilitresPerHive: 900_000 }, density: '1.4' }, 'amount.millilitresPerHive'],
    [{ amount: { sharedGrams: 5_000_000 } }, 'amount.sharedGrams'],
    [{ beehiveIds: [] }, 'beehiveIds'],
    [{ sugarPercent: '100.001' }, 'sugarPercent'],
    [{ fedOn: '2999-01-01' }, 'fedOn'],
    [{ newIds: ['x'] }, 'newIds.0'],
  ])('refuses %j', async ({ both, ...more }: Record<string, unknown>, field) => {
    await refused({ ...one(both ? { beehiveIds: hives.slice(0, 2) } : {}), ...more }, 'BAD_USER_INPUT', field);
  });

  it('demands exactly one amount', async () => {
    for (const amount of [{}, { gramsPerHive: 1, sharedGrams: 1 }])
      expect((await ana.graphql(RECORD, { input: one({ amount }) })).errors).toBeDefined();
  });

  it('needs a hive that one may write', async () => {
    const other = await bea.beehive(await bea.apiary());
    await refused(one({ beehiveIds: [hives[0], other] }), 'NOT_FOUND');
    const place = await ana.apiary();
    const hive = await ana.beehive(place, { placedOn: '2026-04-01' });
    await share(ana, place, bea, 'VIEWER');
    await refused(one({ beehiveIds: [hive] }), 'FORBIDDEN', undefined, bea);
    await ana.ask(
      `mutation { recordLoss(input: { id: "${hive}", cause: STARVED, lostOn: "2026-05-01" }) { beehive { id } } }`,
    );
    await refused(one({ beehiveIds: [hive], fedOn: '2026-05-02' }), 'CONFLICT');
    expect(await feed(one({ beehiveIds: [hive], fedOn: '2026-05-01' }))).toHaveLength(1);
  });

  it('leaves out what is not known', async () => {
    const [row] = await feed(one({ amount: { millilitresPerHive: 500 } }));
    expect(row).toMatchObject({ millilitres: 500, grams: null, sugarPercent: null, sugarGrams: null });
  });
});

describe('a feeding', () => {
  it('is corrected and deleted, and its sugar follows', async () => {
    const hive = await ana.beehive(apiary);
    const [{ id }] = await feed(
      one({ beehiveIds: [hive], amount: { millilitresPerHive: 1000 }, density: '1.23', sugarPercent: '50' }),
    );
    expect(await totals('beehive', hive)).toMatchObject({ sugarGrams: 615, grams: 1230 });
    const UPDATE =
      'mutation ($input: UpdateFeedingInput!) { updateFeeding(input: $input) { feeding { grams millilitres density sugarGrams version } } }';
    const update = async (changes: object) =>
      (await ana.ask(UPDATE, { input: { id, ...changes } })).updateFeeding.feeding;
    expect(await update({ millilitres: 2000 })).toEqual({
      grams: 2460,
      millilitres: 2000,
      density: '1.23',
      sugarGrams: 1230,
      version: 2,
    });
    expect(await update({ density: null })).toMatchObject({ grams: null, millilitres: 2000, sugarGrams: null });
    expect(await update({ grams: 800 })).toMatchObject({
      grams: 800,
      millilitres: null,
      density: null,
      sugarGrams: 400,
    });
    expectGraphqlRefused(await ana.graphql(UPDATE, { input: { id, grams: 1, millilitres: 1 } }), {
      code: 'BAD_USER_INPUT',
      field: 'millilitres',
    });
    const { beehive } = await ana.ask(
      `query ($id: ID!) { beehive(id: $id) { timeline(filter: { kinds: [FED] }) { nodes { title(language: EN) record { ... on Feeding { id } } } } } }`,
      { id: hive },
    );
    expect(beehive.timeline.nodes).toEqual([{ title: 'The hive was fed', record: { id } }]);
    await ana.ask('mutation ($id: ID!) { deleteFeeding(input: { id: $id }) { deletedId } }', { id });
    expect(await totals('beehive', hive)).toMatchObject({ feedingsCount: 0, sugarGrams: 0, lastFedOn: null });
  });

  it('is on REST as it is here', async () => {
    const hive = await ana.beehive(apiary);
    const created = await ana.rest('POST', '/feedings', {
      ...{
        hive_ids: [hive],
        kind: 'CANDY',
        amount: { grams_per_hive: 750 },
        sugar_percent: '100',
        fed_on: '2026-10-01',
      },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject([
      { hive_id: hive, kind: 'CANDY', grams: 750, sugar_grams: 750, fed_on: '2026-10-01' },
    ]);
    const [{ id }] = created.body;
    const changed = await ana.rest('PUT', `/feedings/${id}`, { grams: 700 });
    expect(changed).toMatchObject({ status: 200, body: { grams: 700, sugar_grams: 700 } });
    expect((await ana.rest('GET', `/feedings/hive/${hive}`)).body).toMatchObject([{ id, grams: 700 }]);
    expectRefused(await bea.rest('GET', `/feedings/hive/${hive}`), { status: 404, code: 'NOT_FOUND' });
    expectRefused(await ana.rest('POST', '/feedings', { hive_ids: [hive], kind: 'CANDY', amount: {} }), {
      status: 400,
      code: 'BAD_USER_INPUT',
    });
    expect((await ana.rest('DELETE', `/feedings/${id}`)).status).toBe(204);
  });

  it('warns of honey that is taken in the 30 days after it', async () => {
    const [fed, dry] = [await ana.beehive(apiary), await ana.beehive(apiary)];
    await feed(one({ beehiveIds: [fed], fedOn: '2026-04-01' }));
    await feed(one({ beehiveIds: [dry], fedOn: '2026-04-10', kind: 'PROTEIN' }));
    const harvest = async (harvestedOn: string) => {
      const sources = [fed, dry].map((beehiveId) => ({ beehiveId, frames: 1, grams: 500 }));
      const { recordHarvest } = await ana.ask(
        `mutation ($input: RecordHarvestInput!) { recordHarvest(input: $input) { harvest { status sources { recentFeeding { fedOn grams } } } } }`,
        { input: { apiaryId: apiary, harvestedOn, sources } },
      );
      expect(recordHarvest.harvest.status).toBe('CLOSED');
      return recordHarvest.harvest.sources.map((source: { recentFeeding: object | null }) => source.recentFeeding);
    };
    expect(await harvest('2026-05-01')).toEqual([{ fedOn: '2026-04-01', grams: 1000 }, null]);
    expect(await harvest('2026-05-02')).toEqual([null, null]);
    expect(await harvest('2026-03-31')).toEqual([null, null]);
  });

  it('goes along with its hive to another account, without the product and the item of the one before', async () => {
    const place = await ana.apiary();
    const hive = await ana.beehive(place);
    const { createProduct } = await ana.ask(
      'mutation { createProduct(input: { bankKey: "dry_sugar" }) { product { id } } }',
    );
    const item = await ana.item(apiary, { quantity: 5 });
    const [{ id }] = await feed({
      ...{ beehiveIds: [hive], productId: createProduct.product.id, amount: { gramsPerHive: 500 } },
      stock: { itemId: item, quantity: 1 },
    });
    await share(ana, place, bea, 'MANAGER');
    expect((await transfer(ana, place, bea.id)).errors).toBeUndefined();
    const { beehive } = await bea.ask(
      `{ beehive(id: "${hive}") { feedings { nodes { id productName productId itemId stockMovementId } } } }`,
    );
    expect(beehive.feedings.nodes).toEqual([
      { id, productName: expect.any(String), productId: null, itemId: null, stockMovementId: null },
    ]);
  });
});
