// A harvest from a hive in a withdrawal period, and what outlives a deletion.
import { describe, expect, it } from '@jest/globals';
import {
  AMEND,
  CLOSE,
  CREATE_LOT,
  errorIn,
  harvest,
  lotOf,
  newCode,
  OVERRIDE,
  packOf,
  RECORD_HARVEST,
  treatOn,
  VOID_PACK,
} from '../../support/harvests.js';
import { refusalOf, share, transfer } from '../../support/members.js';
import { allRemoved } from '../../support/removals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { ana, apiary, app, expectRefusals, hives, input, readHarvest, readLot, record } from './harvests.fixture.js';

describe('a withdrawal period', () => {
  it('is refused with each hive and its last day, and passes with an override only, which is permanent', async () => {
    await treatOn(ana, [hives[0]!], { startedOn: '2026-06-01', endedOn: '2026-06-15', withdrawalDays: 10 });
    await treatOn(ana, [hives[2]!], { startedOn: '2026-06-18' });
    const sent = { input: input({ totalGrams: 600 }) };
    await expectRefusals(RECORD_HARVEST, sent, {
      code: 'CONFLICT',
      reason: 'WITHDRAWAL_ACTIVE',
      en: 'Honey that was harvested on 2026-06-20 from these hives must not be sold: hive 1, until 2026-06-25, hive 3, period not stated',
      es: 'La miel cosechada el 2026-06-20 de estas colmenas no debe venderse: colmena 1, hasta el 2026-06-25, colmena 3, tiempo de espera sin indicar',
    });
    expect((await errorIn(ana, 'en', RECORD_HARVEST, sent))!.extensions.fields).toEqual([
      {
        field: 'sources.0.beehiveId',
        message: 'is of a hive in a withdrawal period until 2026-06-25',
        until: '2026-06-25',
      },
      {
        field: 'sources.2.beehiveId',
        message: 'is of a hive with a treatment whose withdrawal period is not stated',
      },
    ]);
    const wrong = { ...OVERRIDE, destination: 'FOR_SALE' };
    await expectRefusals(
      RECORD_HARVEST,
      { input: input({ totalGrams: 600, override: wrong }) },
      {
        code: 'BAD_USER_INPUT',
        en: 'override.destination must be one of NOT_FOR_SALE',
        es: 'override.destination debe ser uno de estos valores: NOT_FOR_SALE',
      },
    );
    const passed = await record({ totalGrams: 600, override: OVERRIDE });
    expect(passed).toMatchObject({ destination: 'NOT_FOR_SALE', overrideReason: 'Feed for the bees' });
    expect(passed.sources.map(({ withheld }: { withheld: boolean }) => withheld)).toEqual([true, false, true]);
    const code = newCode();
    const forSale = { input: { apiaryId: apiary, code, harvests: [{ harvestId: passed.id }] } };
    await expectRefusals(CREATE_LOT, forSale, {
      code: 'CONFLICT',
      reason: 'HARVEST_NOT_FOR_SALE',
      en: 'The harvest of 2026-06-20 is not for sale, so the lot cannot be for sale',
      es: 'La cosecha del 2026-06-20 no es para la venta, así que el lote no puede ser para la venta',
    });
    const lot = await lotOf(ana, apiary, [passed.id], { destination: 'NOT_FOR_SALE' });
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    // Voiding the treatments does not undo the override.
    const { beehive } = await ana.ask(`{ beehive(id: "${hives[0]}") { treatments { nodes { id } } } }`);
    for (const { id } of beehive.treatments.nodes)
      await ana.ask(`mutation { voidTreatment(input: { id: "${id}", reason: "Typo" }) { treatment { id } } }`);
    expect(await readHarvest(passed.id)).toMatchObject({ destination: 'NOT_FOR_SALE' });
  });

  it('that is not stated alone has a reason of its own, and passes when the treatment is corrected', async () => {
    const [treatment] = await treatOn(ana, [hives[0]!], { endedOn: '2026-06-02' });
    const sent = { input: input({ totalGrams: 600 }) };
    await expectRefusals(RECORD_HARVEST, sent, {
      code: 'CONFLICT',
      reason: 'WITHDRAWAL_UNKNOWN',
      en: 'Honey that was harvested on 2026-06-20 from these hives must not be sold: hive 1, period not stated',
      es: 'La miel cosechada el 2026-06-20 de estas colmenas no debe venderse: colmena 1, tiempo de espera sin indicar',
    });
    await ana.ask(
      `mutation { correctTreatment(input: { id: "${treatment}", withdrawalDays: 0, reason: "From the label" }) { treatment { id } } }`,
    );
    expect(await record({ totalGrams: 600 })).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('of an active treatment without an end has an end that is not known, also for a draft', async () => {
    const { id } = await record({ draft: true });
    await treatOn(ana, [hives[1]!], { withdrawalDays: 7 });
    await expectRefusals(
      CLOSE,
      { input: { id, totalGrams: 10 } },
      {
        code: 'CONFLICT',
        reason: 'WITHDRAWAL_ACTIVE',
        en: 'Honey that was harvested on 2026-06-20 from these hives must not be sold: hive 2, end not known',
        es: 'La miel cosechada el 2026-06-20 de estas colmenas no debe venderse: colmena 2, fin no conocido',
      },
    );
    const {
      closeHarvest: { harvest: closed },
    } = await ana.ask(CLOSE, { input: { id, totalGrams: 10, override: OVERRIDE } });
    expect(closed.destination).toBe('NOT_FOR_SALE');
  });

  it('that is recorded afterwards withholds the honey and the lots, until the treatment is voided', async () => {
    const { id } = await record({ totalGrams: 600 });
    const other = await harvest(ana, apiary, { [hives[0]!]: 100 }, { harvestedOn: '2026-05-01' });
    const [lot, otherLot] = [
      await lotOf(ana, apiary, [id, other]),
      await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[1]!]: 5 }, { harvestedOn: '2026-05-01' })]),
    ];
    await packOf(ana, lot, { gramsPerJar: 100 });
    const before = await readLot(lot);
    const [treatment] = await treatOn(ana, [hives[2]!, hives[1]!], { endedOn: '2026-06-10', withdrawalDays: 30 });
    expect(await readHarvest(id)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    expect(await readHarvest(other)).toMatchObject({ destination: 'FOR_SALE' });
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE', version: before.version + 1 });
    expect(await readLot(otherLot)).toMatchObject({ destination: 'FOR_SALE' });
    const { apiary: seen } = await ana.ask(
      `{ apiary(id: "${apiary}") { changeLog(first: 1) { nodes { kind action } } lots(filter: { destination: NOT_FOR_SALE }) { nodes { id } } } }`,
    );
    expect(seen.changeLog.nodes).toEqual([{ kind: 'LOT', action: 'UPDATED' }]);
    expect(seen.lots.nodes).toEqual([{ id: lot }]);
    const correct = (treatmentId: string, endedOn: string) =>
      ana.ask(
        `mutation { correctTreatment(input: { id: "${treatmentId}", endedOn: "${endedOn}", withdrawalDays: 1, reason: "Typo" }) { treatment { id } } }`,
      );
    await correct(treatment!, '2026-06-10');
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    const { beehive } = await ana.ask(`{ beehive(id: "${hives[1]}") { treatments { nodes { id } } } }`);
    await ana.ask(
      `mutation { voidTreatment(input: { id: "${beehive.treatments.nodes[0].id}", reason: "Typo" }) { treatment { id } } }`,
    );
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('of an amendment is checked for the new day; hives that were withheld before need no override', async () => {
    const { id } = await record({ totalGrams: 600 });
    await treatOn(ana, [hives[0]!], { endedOn: '2026-07-01', startedOn: '2026-06-30', withdrawalDays: 5 });
    const moved = { harvestedOn: '2026-07-03', reason: 'Wrong day' };
    await expectRefusals(
      AMEND,
      { input: { id, ...moved } },
      {
        code: 'CONFLICT',
        reason: 'WITHDRAWAL_ACTIVE',
        en: 'Honey that was harvested on 2026-07-03 from these hives must not be sold: hive 1, until 2026-07-06',
        es: 'La miel cosechada el 2026-07-03 de estas colmenas no debe venderse: colmena 1, hasta el 2026-07-06',
      },
    );
    const [treatment] = await treatOn(ana, [hives[1]!], { endedOn: '2026-06-19', withdrawalDays: 5 });
    expect(await readHarvest(id)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    const {
      amendHarvest: { harvest: amendHarvest },
    } = await ana.ask(AMEND, { input: { id, notes: 'x', reason: 'Note' } });
    expect(amendHarvest).toMatchObject({ destination: 'NOT_FOR_SALE', revision: 2 });
    await ana.ask(`mutation { voidTreatment(input: { id: "${treatment}", reason: "Typo" }) { treatment { id } } }`);
    expect(await readHarvest(id)).toMatchObject({ destination: 'FOR_SALE' });
  });
});

describe('what outlives', () => {
  const snapshot = async (who: Beekeeper, code: string) =>
    (
      await who.ask(
        `{ lotByCode(code: "${code}") { grams packedGrams destination apiaryId contents { harvest { apiaryLabel apiaryId sources { beehiveLabel grams beehiveId beehive { id } withheld } } } } }`,
      )
    ).lotByCode;

  it('a deleted hive and apiary: closed harvests and lots stay with their labels', async () => {
    const code = newCode();
    await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 100 })], { code });
    await ana.rest('DELETE', `/apiaries/${apiary}`);
    expect(await snapshot(ana, code)).toMatchObject({
      grams: 100,
      apiaryId: null,
      contents: [
        {
          harvest: {
            apiaryLabel: 'La Loma',
            apiaryId: null,
            sources: [{ beehiveLabel: '1', beehiveId: hives[0], beehive: null }],
          },
        },
      ],
    });
  });

  it('a transfer: they stay with the account that harvested, and honey that was withheld stays so', async () => {
    const bea = await beekeeper(app);
    const code = newCode();
    const id = await harvest(ana, apiary, { [hives[0]!]: 100, [hives[1]!]: 50 });
    const jarItemId = await ana.item(apiary, { quantity: 5 });
    const lot = await lotOf(ana, apiary, [id], { code });
    const pack = await packOf(ana, lot, { jarItemId, gramsPerJar: 10 });
    const { id: draft } = await record({ draft: true });
    await treatOn(ana, [hives[0]!], { endedOn: '2026-06-19', withdrawalDays: 3 });
    await share(ana, apiary, bea, 'WORKER');
    expect(await snapshot(bea, code)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    expect((await transfer(ana, apiary, bea.id, false)).errors).toBeUndefined();
    expect(refusalOf(await bea.graphql(`{ lotByCode(code: "${code}") { id } }`))).toBe('NOT_FOUND');
    const own = await snapshot(ana, code);
    expect(own).toMatchObject({ destination: 'NOT_FOR_SALE', apiaryId: null });
    // What the new owner records or voids of the hives concerns the honey of the previous one no more.
    const { beehive } = await bea.ask(`{ beehive(id: "${hives[0]}") { treatments { nodes { id } } } }`);
    await bea.ask(
      `mutation { voidTreatment(input: { id: "${beehive.treatments.nodes[0].id}", reason: "Typo" }) { treatment { id } } }`,
    );
    await treatOn(bea, [hives[1]!], { withdrawalDays: 3 });
    expect(await snapshot(ana, code)).toEqual(own);
    await ana.ask(AMEND, { input: { id, notes: 'Sold the apiary', reason: 'Note' } });
    expect(await snapshot(ana, code)).toEqual(own);
    expect(
      (await bea.ask(`{ beehive(id: "${hives[0]}") { timeline(filter: { kinds: [HARVESTED] }) { nodes { key } } } }`))
        .beehive.timeline.nodes,
    ).toEqual([]);
    await expectRefusals(
      CLOSE,
      { input: { id: draft, totalGrams: 10 } },
      { code: 'NOT_FOUND', en: 'Beehive not found', es: 'No se encontró la colmena' },
    );
    const { nodes } = await ana.ask(`{ nodes(ids: ["${pack}"]) { ... on LotPack { jars jarMovement { id } } } }`);
    expect(nodes).toEqual([{ jars: 1, jarMovement: null }]);
    await ana.ask(VOID_PACK, { input: { id: pack, reason: 'Returned' } });
  });

  it('a hive that was deleted or given away: another day of the harvest is refused, because its treatments are not known', async () => {
    const bea = await beekeeper(app);
    const away = await bea.apiary();
    await share(bea, away, ana, 'MANAGER');
    const id = await harvest(ana, apiary, { [hives[0]!]: 100, [hives[1]!]: 50 });
    const lot = await lotOf(ana, apiary, [id]);
    await treatOn(ana, [hives[0]!], { startedOn: '2026-05-01', endedOn: '2026-05-10', withdrawalDays: 20 });
    const [movedId, deletedId] = hives;
    await ana.ask('mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { beehive { id } } }', {
      input: { id: movedId, apiaryId: away },
    });
    await ana.ask('mutation ($id: ID!) { deleteBeehive(input: { id: $id }) { deletedId } }', { id: deletedId });
    const amendment = { input: { id, harvestedOn: '2026-05-20', reason: 'Wrong day' } };
    await expectRefusals(AMEND, amendment, {
      code: 'CONFLICT',
      reason: 'WITHDRAWAL_UNKNOWN',
      en: 'Honey that was harvested on 2026-05-20 from these hives must not be sold: hive 1, treatments not known, hive 2, treatments not known',
      es: 'La miel cosechada el 2026-05-20 de estas colmenas no debe venderse: colmena 1, tratamientos no conocidos, colmena 2, tratamientos no conocidos',
    });
    expect(
      (await ana.ask(AMEND, { input: { id, totalGrams: 160, reason: 'Weighed' } })).amendHarvest.harvest.revision,
    ).toBe(2);
    expect((await readLot(lot)).destination).toBe('FOR_SALE');
    await ana.ask(AMEND, { input: { ...amendment.input, override: OVERRIDE } });
    expect((await readLot(lot)).destination).toBe('NOT_FOR_SALE');
  });

  it('a hive that comes back with treatments that another account has recorded: they concern the honey again', async () => {
    const bea = await beekeeper(app);
    const hers = await bea.apiary();
    await share(bea, hers, ana, 'MANAGER');
    await share(ana, apiary, bea, 'MANAGER');
    const [hive] = hives as [string];
    const give = (who: Beekeeper, to: string) =>
      who.ask(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${to}" }) { beehive { id } } }`);
    const id = await harvest(ana, apiary, { [hive]: 100 });
    const lot = await lotOf(ana, apiary, [id]);
    await give(ana, hers);
    const [treatment] = await treatOn(bea, [hive], { endedOn: '2026-06-19', withdrawalDays: 3 });
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
    await give(bea, apiary);
    expect(await readHarvest(id)).toMatchObject({ destination: 'NOT_FOR_SALE', sources: [{ withheld: true }] });
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    await ana.ask(
      `mutation { voidTreatment(input: { id: "${treatment}", reason: "Another hive" }) { treatment { id } } }`,
    );
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
    await ana.ask(AMEND, { input: { id, harvestedOn: '2026-06-21', reason: 'Wrong day' } });
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('with the account, they are deleted', async () => {
    const keeper = await beekeeper(app);
    const home = await keeper.apiary();
    const lot = await lotOf(keeper, home, [await harvest(keeper, home, { [await keeper.beehive(home)]: 100 })]);
    await packOf(keeper, lot, { gramsPerJar: 10 });
    await keeper.ask('mutation { deleteMyAccount(input: { password: "Abeja-2026" }) { success } }');
    await allRemoved(app);
    const tables = ['harvests', 'harvest_sources', 'lots', 'lot_harvests', 'lot_packs', 'changes'];
    for (const table of tables)
      expect(await app.database.sql(`select 1 from ${table} where owner_id = $1`, [keeper.id])).toEqual([]);
  });
});
