// Lots: made of harvests, packed into jars, traced by their code, and near their best-before date.
import { describe, expect, it } from '@jest/globals';
import { isOfRequest, statementsOf } from '../../support/client.js';
import {
  AMEND,
  CREATE_LOT,
  harvest,
  lotOf,
  newCode,
  PACK_LOT,
  packOf,
  treatOn,
  VOID_HARVEST,
  VOID_PACK,
} from '../../support/harvests.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { ana, apiary, app, expectRefusals, hives, readHarvest, readLot, record } from './harvests.fixture.js';

describe('a lot', () => {
  it('takes what is left of harvests, and never more', async () => {
    const id = await harvest(ana, apiary, { [hives[0]!]: 1000 });
    const lot = await lotOf(ana, apiary, [], { harvests: [{ harvestId: id, grams: 400 }] });
    expect(await readHarvest(id)).toMatchObject({ lotGrams: 400 });
    const refused = { input: { apiaryId: apiary, code: newCode(), harvests: [{ harvestId: id, grams: 601 }] } };
    await expectRefusals(CREATE_LOT, refused, {
      code: 'CONFLICT',
      reason: 'HARVEST_EXHAUSTED',
      en: 'Only 600 g of the harvest of 2026-06-20 are left',
      es: 'Solo quedan 600 g de la cosecha del 2026-06-20',
    });
    const inLots = {
      code: 'CONFLICT',
      reason: 'HARVEST_IN_LOT',
      en: '400 g of the harvest are in lots',
      es: '400 g de la cosecha están en lotes',
    };
    await expectRefusals(AMEND, { input: { id, totalGrams: 399, reason: 'Less' } }, inLots);
    await expectRefusals(VOID_HARVEST, { input: { id, reason: 'Mistake' } }, inLots);
    await lotOf(ana, apiary, [id]);
    expect(await readHarvest(id)).toMatchObject({ lotGrams: 1000 });
    expect((await ana.ask(`mutation { deleteLot(input: { id: "${lot}" }) { deletedId } }`)).deleteLot.deletedId).toBe(
      lot,
    );
    expect(await readHarvest(id)).toMatchObject({ lotGrams: 600 });
  });

  it('is listed by its harvests, in pages, the first lot first', async () => {
    const id = await harvest(ana, apiary, { [hives[0]!]: 1000 });
    const lots: string[] = [];
    for (const grams of [100, 200, 300])
      lots.push(await lotOf(ana, apiary, [], { harvests: [{ harvestId: id, grams }] }));
    const query = `query ($id: ID!, $after: String) { harvest(id: $id) {
      lots(first: 2, after: $after) { totalCount nodes { lotId grams } pageInfo { hasNextPage endCursor } } } }`;
    const first = (await ana.ask(query, { id })).harvest.lots;
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const rest = (await ana.ask(query, { id, after: first.pageInfo.endCursor })).harvest.lots;
    expect([...first.nodes, ...rest.nodes]).toEqual(lots.map((lotId, i) => ({ lotId, grams: (i + 1) * 100 })));
  });

  it('has a code of its own, and valid contents', async () => {
    const id = await harvest(ana, apiary, { [hives[0]!]: 1000 });
    const contents = [{ harvestId: id, grams: 1 }];
    const code = newCode();
    await lotOf(ana, apiary, [], { code, harvests: contents });
    const elsewhere = await ana.apiary();
    const create = (fields: object) => ({
      input: { apiaryId: elsewhere, code: newCode(), harvests: contents, ...fields },
    });
    await expectRefusals(CREATE_LOT, create({ code }), {
      code: 'CONFLICT',
      reason: 'LOT_CODE_TAKEN',
      en: 'Another lot has this code',
      es: 'Otro lote tiene este código',
    });
    const bad = (en: string, es: string) => ({ code: 'BAD_USER_INPUT', en, es });
    await expectRefusals(
      CREATE_LOT,
      create({ code: 'l 1' }),
      bad(
        'code must consist of capital letters, digits and . / - _',
        'code debe constar de letras mayúsculas, dígitos y . / - _',
      ),
    );
    await expectRefusals(
      CREATE_LOT,
      create({ code: 'L'.repeat(41) }),
      bad('code must have at most 40 characters', 'code debe tener 40 caracteres como máximo'),
    );
    await expectRefusals(
      CREATE_LOT,
      create({ harvests: [] }),
      bad('harvests must contain 1 to 20 harvests', 'harvests debe contener de 1 a 20 cosechas'),
    );
    await expectRefusals(
      CREATE_LOT,
      create({ harvests: [...contents, ...contents] }),
      bad('harvests must not contain a harvest twice', 'harvests no debe contener dos veces la misma cosecha'),
    );
    const bea = await beekeeper(app);
    const shared = await bea.apiary();
    await share(bea, shared, ana, 'WORKER');
    await expectRefusals(
      CREATE_LOT,
      create({ apiaryId: shared }),
      bad(
        'harvests.0.harvestId must be a harvest of the owner of the apiary',
        'harvests.0.harvestId debe ser una cosecha del propietario del apiario',
      ),
    );
    // Codes of two owners do not meet.
    await lotOf(bea, shared, [await harvest(bea, shared, { [await bea.beehive(shared)]: 5 })], { code });
  });

  it('states its countries of origin in whole percent that add up to 100', async () => {
    const of = (grams: number, fields: object) => harvest(ana, apiary, { [hives[0]!]: grams }, fields);
    const parts = [await of(1, { country: 'CO' }), await of(1, { country: 'EC' }), await of(1, {})];
    const lot = await lotOf(ana, apiary, [...parts, await of(3, { country: 'CO' })]);
    const { lot: read } = await ana.ask(`{ lot(id: "${lot}") { origins { country grams percentage } } }`);
    expect(read.origins).toEqual([
      { country: 'CO', grams: 4, percentage: 67 },
      { country: 'EC', grams: 1, percentage: 17 },
      { country: null, grams: 1, percentage: 16 },
    ]);
  });

  it('is packed with jars and labels from the stock, all or nothing, and never over', async () => {
    const [jars, labels] = [
      await ana.item(apiary, { itemName: 'Jars', quantity: 5 }),
      await ana.item(apiary, { itemName: 'Labels', quantity: 3 }),
    ];
    const stock = async () => {
      const { nodes } = await ana.ask(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on InventoryItem { quantity } } }',
        { ids: [jars, labels] },
      );
      return nodes.map(({ quantity }: { quantity: number }) => quantity);
    };
    const lotId = await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 2000 })]);
    const pack = (fields: object) => ({
      input: { id: lotId, jars: 3, gramsPerJar: 500, jarItemId: jars, labelItemId: labels, ...fields },
    });
    const {
      packLot: { lotPack: packed },
    } = await ana.ask(PACK_LOT, pack({}));
    expect(packed).toMatchObject({
      grams: 1500,
      lot: { packedGrams: 1500 },
      jarMovement: { amount: -3 },
      labelMovement: { amount: -3 },
    });
    expect(await stock()).toEqual([2, 0]);
    await expectRefusals(PACK_LOT, pack({ jars: 2 }), {
      code: 'CONFLICT',
      reason: 'LOT_EXHAUSTED',
      en: expect.stringMatching(/^Only 500 g of the lot L\d+ are left$/) as never,
      es: expect.stringMatching(/^Solo quedan 500 g del lote L\d+$/) as never,
    });
    await expectRefusals(PACK_LOT, pack({ jars: 1 }), {
      code: 'CONFLICT',
      reason: 'INSUFFICIENT_STOCK',
      en: 'There are only 0 (kg) in stock',
      es: 'Solo hay 0 (kg) en inventario',
    });
    await expectRefusals(PACK_LOT, pack({ jars: 1, labelItemId: jars }), {
      code: 'BAD_USER_INPUT',
      en: 'labelItemId must not be the item of the jars',
      es: 'labelItemId no debe ser el artículo de los frascos',
    });
    expect([await stock(), (await readLot(lotId)).packedGrams]).toEqual([[2, 0], 1500]);
    await expectRefusals(
      'mutation ($id: ID!) { deleteLot(input: { id: $id }) { deletedId } }',
      { id: lotId },
      {
        code: 'CONFLICT',
        reason: 'LOT_HAS_PACKS',
        en: 'Something of the lot is packed: it is kept',
        es: 'Una parte del lote está envasada: el lote se conserva',
      },
    );
    const voided = await ana.ask(VOID_PACK, { input: { id: packed.id, reason: 'Wrong jars' } });
    expect(voided.voidLotPack.lotPack.lot).toEqual({ packedGrams: 0 });
    expect(await stock()).toEqual([5, 3]);
    expect(await ana.ask(VOID_PACK, { input: { id: packed.id, reason: 'Again' } })).toEqual(voided);
    expect(await stock()).toEqual([5, 3]);
    await expect(app.database.sql('update lot_packs set voided_at = null where id = $1', [packed.id])).rejects.toThrow(
      'are kept',
    );
  });

  it('has packs that are voided only by who can return the jars to the stock', async () => {
    const bea = await beekeeper(app);
    const store = await ana.apiary();
    const jarItemId = await ana.item(store, { quantity: 5 });
    const lot = await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 100 })]);
    const pack = await packOf(ana, lot, { jarItemId, gramsPerJar: 10 });
    const read = `{ inventoryItem(id: "${jarItemId}") { quantity } }`;
    await share(ana, apiary, bea, 'WORKER');
    const voidLotPack = { id: pack, reason: 'Broken' };
    const missing = {
      code: 'NOT_FOUND',
      en: 'Inventory item not found',
      es: 'No se encontró el artículo de inventario',
    };
    await expectRefusals(VOID_PACK, { input: voidLotPack }, missing, bea);
    expect([(await readLot(lot)).packedGrams, (await ana.ask(read)).inventoryItem.quantity]).toEqual([10, 4]);
    await share(ana, store, bea, 'VIEWER');
    expect(refusalOf(await bea.graphql(VOID_PACK, { input: voidLotPack }))).toBe(ROLE_TOO_LOW);
    await ana.ask(VOID_PACK, { input: voidLotPack });
    expect([(await readLot(lot)).packedGrams, (await ana.ask(read)).inventoryItem.quantity]).toEqual([0, 5]);
  });

  it('has at most 1,000 packs', async () => {
    const lotId = await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 5000 })]);
    await app.database.sql(
      `insert into lot_packs (id, created_at, updated_at, owner_id, lot_id, packed_on, jars, grams_per_jar, actor_id)
       select gen_random_uuid(), now(), now(), $1, $2, '2026-07-01', 1, 1, $1 from generate_series(1, 1000)`,
      [ana.id, lotId],
    );
    await expectRefusals(
      PACK_LOT,
      { input: { id: lotId, jars: 1, gramsPerJar: 1 } },
      {
        code: 'CONFLICT',
        reason: 'TOO_MANY_PACKS',
        en: 'A lot can have at most 1000 packs',
        es: 'Un lote puede tener 1000 envasados como máximo',
      },
    );
  });

  it('has a harvest of at most 200 revisions', async () => {
    const { id } = await record({ totalGrams: 600 });
    await app.database.sql('update harvests set revision = 200 where id = $1', [id]);
    await expectRefusals(
      AMEND,
      { input: { id, notes: 'Once more', reason: 'Typo' } },
      {
        code: 'CONFLICT',
        reason: 'TOO_MANY_REVISIONS',
        en: 'A harvest can have at most 200 revisions',
        es: 'Una cosecha puede tener 200 versiones como máximo',
      },
    );
  });
});

describe('a trace', () => {
  const TRACE = `query ($code: String!) { lotByCode(code: $code) { id destination apiary { name } origins { percentage }
    contents { grams harvest { harvestedOn sources { beehiveLabel grams beehive { beehiveNumber }
      treatments { productName startedOn } inspections { notes } } } }
    packs { nodes { jars gramsPerJar packedOn jarMovement { item { itemName } } } } } }`;

  /** A lot of harvests, each of all hives, which were treated and inspected. */
  async function traced(harvests: number, packs: number): Promise<string> {
    await treatOn(ana, hives, { startedOn: '2026-05-01', endedOn: '2026-05-05', withdrawalDays: 0 });
    for (const beehiveId of hives)
      await ana.ask(
        'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
        {
          input: { beehiveId, answers: [], notes: 'Full supers', occurredAt: '2026-06-19T10:00:00Z' },
        },
      );
    const ids: string[] = [];
    for (let i = 0; i < harvests; i++)
      ids.push(await harvest(ana, apiary, Object.fromEntries(hives.map((id) => [id, 500]))));
    const code = newCode();
    const lot = await lotOf(ana, apiary, ids, { code });
    const jarItemId = await ana.item(apiary, { itemName: 'Jars', quantity: 10 });
    for (let i = 0; i < packs; i++) await packOf(ana, lot, { jarItemId, gramsPerJar: 10 });
    return code;
  }

  it('leads back to hives, treatments and inspections, and forward to packs', async () => {
    const code = await traced(1, 1);
    const { lotByCode } = await ana.ask(TRACE, { code });
    expect(lotByCode).toMatchObject({ destination: 'FOR_SALE', origins: [{ percentage: 100 }] });
    expect(lotByCode.contents[0].harvest.sources[1]).toEqual({
      beehiveLabel: '2',
      grams: 500,
      beehive: { beehiveNumber: 2 },
      treatments: [{ productName: 'Thymol', startedOn: '2026-05-01' }],
      inspections: [{ notes: 'Full supers' }],
    });
    expect(lotByCode.packs.nodes).toMatchObject([
      { jars: 1, gramsPerJar: 10, jarMovement: { item: { itemName: 'Jars' } } },
    ]);
    await expectRefusals(
      TRACE,
      { code: 'NONE' },
      { code: 'NOT_FOUND', en: 'Lot not found', es: 'No se encontró el lote' },
    );
  });

  it('costs as many statements for one harvest and pack as for many', async () => {
    const [few, many] = [await traced(1, 1), await traced(5, 5)];
    const statements = async (code: string) =>
      (await statementsOf(app.app, () => ana.ask(TRACE, { code }))).filter(isOfRequest).sort();
    const sent = await statements(few);
    expect(await statements(many)).toEqual(sent);
    expect(sent.length).toBeLessThan(20);
  });
});

it('the worklist has lots near their best-before date, also of a deleted apiary', async () => {
  const keeper = await beekeeper(app);
  const home = await keeper.apiary();
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const hive = await keeper.beehive(home);
  for (const days of [-31, -1, 3, 30])
    await lotOf(keeper, home, [await harvest(keeper, home, { [hive]: 10 })], {
      code: `D${days}`.replace('-', 'M'),
      bestBefore: inDays(days),
    });
  const read = async () =>
    (
      await keeper.ask(
        '{ worklist(filter: { kinds: [LOT_EXPIRES] }) { nodes { severity value title(language: EN) record { ... on Lot { code } } apiary { id } } } }',
      )
    ).worklist.nodes;
  expect(await read()).toEqual([
    {
      severity: 'MEDIUM',
      value: -1,
      title: 'Lot DM1 passed its best-before date 1 day ago',
      record: { code: 'DM1' },
      apiary: { id: home },
    },
    {
      severity: 'LOW',
      value: 3,
      title: 'Lot D3 reaches its best-before date in 3 days',
      record: { code: 'D3' },
      apiary: { id: home },
    },
  ]);
  await keeper.rest('DELETE', `/apiaries/${home}`);
  expect((await read()).map(({ apiary: at }: { apiary: object | null }) => at)).toEqual([null, null]);
});

it('a lot with the code of several accounts is the own one, or that of an apiary', async () => {
  const bea = await beekeeper(app);
  const shared = await bea.apiary();
  await share(bea, shared, ana, 'VIEWER');
  const code = newCode();
  const theirs = await lotOf(bea, shared, [await harvest(bea, shared, { [await bea.beehive(shared)]: 5 })], { code });
  const trace = async (args: string) => (await ana.ask(`{ lotByCode(code: "${code}"${args}) { id } }`)).lotByCode.id;
  expect(await trace('')).toBe(theirs);
  const own = await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 5 })], { code });
  expect(await trace('')).toBe(own);
  expect(await trace(`, apiaryId: "${shared}"`)).toBe(theirs);
});
