// Harvests, lots and packs: what is recorded, what is refused in both languages, and what follows from treatments.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { expectLogExact } from '../support/change-log.js';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import {
  AMEND,
  CLOSE,
  CREATE_LOT,
  errorIn,
  expectRefusedInBoth,
  harvest,
  lotOf,
  newCode,
  OVERRIDE,
  PACK_LOT,
  packOf,
  RECORD_HARVEST,
  type Refusal,
  treatOn,
  UPDATE_DRAFT,
  VOID_HARVEST,
  VOID_PACK,
} from '../support/harvests.js';
import { ROLE_TOO_LOW, refusalOf, share, transfer } from '../support/members.js';
import { expectOwnersTrue } from '../support/owners.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
/** Hives with the numbers 1, 2 and 3. */
let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(async () => {
  await expectLogExact(app.database);
  await expectOwnersTrue(app.database);
  await app.close();
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'La Loma' });
  hives = [];
  for (const beehiveNumber of [1, 2, 3]) hives.push(await ana.beehive(apiary, { beehiveNumber }));
});

const input = (fields: object = {}) => ({
  apiaryId: apiary,
  harvestedOn: '2026-06-20',
  sources: hives.map((beehiveId, i) => ({ beehiveId, frames: i + 1 })),
  ...fields,
});
const record = async (fields: object = {}) => (await ana.ask(RECORD_HARVEST, { input: input(fields) })).recordHarvest;
const readHarvest = async (id: string, who = ana) =>
  (await who.ask(`{ harvest(id: "${id}") { status grams lotGrams destination version sources { withheld } } }`))
    .harvest;
const readLot = async (id: string, who = ana) =>
  (await who.ask(`{ lot(id: "${id}") { grams packedGrams destination version apiaryId } }`)).lot;

interface Total {
  label: string;
  grams: number;
}
interface Entry {
  kind: string;
  label: string;
}

const expectRefusals = (query: string, variables: object, expected: Refusal, who = ana): Promise<void> =>
  expectRefusedInBoth(who, query, variables, expected);

describe('a harvest', () => {
  it('spreads a total over the frames by largest remainder, so that the parts add up to it', async () => {
    const recorded = await record({ totalGrams: 10_000, country: 'CO', honeyKind: 'Eucalyptus' });
    expect(recorded).toMatchObject({
      status: 'CLOSED',
      grams: 10_000,
      destination: 'FOR_SALE',
      apiaryLabel: 'La Loma',
      revision: 1,
    });
    expect(recorded.sources.map(({ grams }: { grams: number }) => grams)).toEqual([1667, 3333, 5000]);
    expect(recorded.sources.map(({ beehiveLabel }: { beehiveLabel: string }) => beehiveLabel)).toEqual(['1', '2', '3']);
  });

  it('as a draft takes no override: it is not checked before it is closed', async () => {
    const override = { reason: 'Own use', destination: 'NOT_FOR_SALE' };
    const { errors } = await ana.graphql(RECORD_HARVEST, { input: input({ draft: true, override }) });
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'override' }] });
  });

  it('is a draft until its honey is weighed; closing it again changes nothing', async () => {
    const { id, status, grams } = await record({ draft: true });
    expect([status, grams]).toEqual(['DRAFT', 0]);
    const sources = [{ beehiveId: hives[0], frames: 3 }];
    const { updateHarvestDraft: updated } = await ana.ask(UPDATE_DRAFT, {
      id,
      input: { sources, notes: 'Two supers' },
    });
    expect(updated.sources).toEqual([{ harvestedBeehiveId: hives[0], frames: 3, grams: null }]);
    const { closeHarvest: closed } = await ana.ask(CLOSE, { id, input: { totalGrams: 999 } });
    expect(closed).toMatchObject({ status: 'CLOSED', grams: 999, sources: [{ grams: 999 }] });
    expect((await ana.ask(CLOSE, { id })).closeHarvest).toEqual(closed);
  });

  it('of a draft alone can be discarded, and again', async () => {
    const { id } = await record({ draft: true });
    const discard = `mutation { discardHarvestDraft(id: "${id}") }`;
    for (let i = 0; i < 2; i++) expect((await ana.ask(discard)).discardHarvestDraft).toBe(id);
    expect(refusalOf(await ana.graphql(`{ harvest(id: "${id}") { id } }`))).toBe('NOT_FOUND');
  });

  it('that is sent again under its id is returned, and refused with other content', async () => {
    const id = uuidv7();
    const first = await record({ id, totalGrams: 300 });
    expect(await record({ id, totalGrams: 300 })).toEqual(first);
    expect(refusalOf(await ana.graphql(RECORD_HARVEST, { input: input({ id, totalGrams: 301 }) }))).toBe(
      'CONFLICT ID_TAKEN',
    );
  });

  it('keeps what it was before an amendment; one that changes nothing is not recorded', async () => {
    const { id } = await record({ totalGrams: 600 });
    const changes = { totalGrams: 1200, notes: 'Weighed again', reason: 'Wrong scale' };
    const { amendHarvest: amended } = await ana.ask(AMEND, { id, input: changes });
    expect(amended).toMatchObject({ grams: 1200, revision: 2, reason: 'Wrong scale' });
    expect(amended.sources.map(({ grams }: { grams: number }) => grams)).toEqual([200, 400, 600]);
    expect(amended.revisions).toMatchObject([{ revision: 1, grams: 600, reason: null }]);
    expect(amended.revisions[0].sources.map(({ grams }: { grams: number }) => grams)).toEqual([100, 200, 300]);
    expect((await ana.ask(AMEND, { id, input: changes })).amendHarvest).toEqual(amended);
    await expect(app.database.sql(`update harvest_revisions set grams = 1`)).rejects.toThrow('are kept');
    await expect(app.database.sql('delete from harvests where id = $1', [id])).rejects.toThrow('are kept');
  });

  it('that was voided counts for nothing, and is kept', async () => {
    const { id } = await record({ totalGrams: 600 });
    const voided = (await ana.ask(VOID_HARVEST, { id, reason: 'Wrong apiary' })).voidHarvest;
    expect(voided).toMatchObject({ status: 'VOIDED', revision: 2 });
    expect((await ana.ask(VOID_HARVEST, { id, reason: 'Again' })).voidHarvest).toEqual(voided);
    const { harvests } = await ana.ask(`{ harvests(apiaryId: "${apiary}") { totalCount } }`);
    expect(harvests.totalCount).toBe(0);
  });

  it.each([
    ['no hive', { sources: [] }, 'sources must contain 1 to 100 hives', 'sources debe contener de 1 a 100 colmenas'],
    [
      'too many hives',
      { sources: Array.from({ length: 101 }, () => ({ beehiveId: uuidv7(), frames: 1 })) },
      'sources must contain 1 to 100 hives',
      'sources debe contener de 1 a 100 colmenas',
    ],
    [
      'a country of other letters',
      { totalGrams: 1, country: 'col' },
      'country must be two capital letters, such as CO',
      'country debe tener dos letras mayúsculas, como CO',
    ],
    [
      'a day in the future',
      { totalGrams: 1, harvestedOn: '2199-01-01' },
      'harvestedOn must not be in the future',
      'harvestedOn no debe estar en el futuro',
    ],
  ])('with %s is refused', async (_name, fields, en, es) => {
    await expectRefusals(RECORD_HARVEST, { input: input(fields) }, { code: 'BAD_USER_INPUT', en, es });
  });

  it('is refused with one hive twice, with both measures, with none, without frames and without honey', async () => {
    const [beehiveId, other] = hives;
    const cases: [object, string, string][] = [
      [
        {
          sources: [
            { beehiveId, frames: 1 },
            { beehiveId: beehiveId!.toUpperCase(), frames: 1 },
          ],
          totalGrams: 1,
        },
        'sources must not contain a hive twice',
        'sources no debe contener dos veces la misma colmena',
      ],
      [
        { sources: [{ beehiveId, frames: 1, grams: 5 }], totalGrams: 5 },
        'sources.0.grams must not be combined with totalGrams',
        'sources.0.grams no debe combinarse con totalGrams',
      ],
      [
        {
          sources: [
            { beehiveId, frames: 1, grams: 5 },
            { beehiveId: other, frames: 1 },
          ],
        },
        'sources.1.grams is required unless the total is given',
        'sources.1.grams es obligatorio si no se indica el total',
      ],
      [
        { sources: [{ beehiveId, frames: 0 }], totalGrams: 5 },
        'totalGrams must be spread over at least one frame',
        'totalGrams debe repartirse entre al menos un cuadro',
      ],
      [
        { sources: [{ beehiveId, frames: 1, grams: 0 }] },
        'sources must have more than 0 grams',
        'sources debe tener más de 0 gramos',
      ],
    ];
    for (const [fields, en, es] of cases)
      await expectRefusals(RECORD_HARVEST, { input: input(fields) }, { code: 'BAD_USER_INPUT', en, es });
  });

  it('has at most 10 tonnes of a hive, also if a total is spread', async () => {
    const sources = [{ beehiveId: hives[0], frames: 1 }];
    const refusal: Refusal = {
      code: 'BAD_USER_INPUT',
      en: 'totalGrams must give no hive more than 10000000 grams',
      es: 'totalGrams no debe dar más de 10000000 gramos a ninguna colmena',
    };
    await expectRefusals(RECORD_HARVEST, { input: input({ sources, totalGrams: 10_000_001 }) }, refusal);
    const { id } = await record({ sources, draft: true });
    await expectRefusals(UPDATE_DRAFT, { id, input: { totalGrams: 10_000_001 } }, refusal);
    await expectRefusals(CLOSE, { id, input: { totalGrams: 10_000_001 } }, refusal);
    expect((await ana.ask(CLOSE, { id, input: { totalGrams: 10_000_000 } })).closeHarvest.grams).toBe(10_000_000);
    await expectRefusals(AMEND, { id, input: { totalGrams: 10_000_001, reason: 'Typo' } }, refusal);
  });

  it('has only hives of the owner of its apiary', async () => {
    const bea = await beekeeper(app);
    const shared = await bea.apiary();
    await share(bea, shared, ana, 'WORKER');
    const sources = [{ beehiveId: await bea.beehive(shared), frames: 1, grams: 5 }];
    await expectRefusals(
      RECORD_HARVEST,
      { input: input({ sources }) },
      {
        code: 'BAD_USER_INPUT',
        en: 'sources.0.beehiveId must be a hive of the owner of the apiary',
        es: 'sources.0.beehiveId debe ser una colmena del propietario del apiario',
      },
    );
  });

  it('is refused in a status that does not fit', async () => {
    const { id: draft } = await record({ draft: true });
    const { id: closed } = await record({ totalGrams: 100 });
    const { id: voided } = await record({ totalGrams: 100 });
    await ana.ask(VOID_HARVEST, { id: voided, reason: 'Typo' });
    const isDraft = {
      code: 'CONFLICT',
      reason: 'HARVEST_IS_DRAFT',
      en: 'The harvest is a draft: close or update it',
      es: 'La cosecha es un borrador: ciérrela o actualícela',
    };
    const isClosed = {
      code: 'CONFLICT',
      reason: 'HARVEST_CLOSED',
      en: 'The harvest is closed: amend it',
      es: 'La cosecha está cerrada: corríjala con una nueva versión',
    };
    const isVoided = {
      code: 'CONFLICT',
      reason: 'HARVEST_VOIDED',
      en: 'The harvest has been voided: record another',
      es: 'La cosecha está anulada: registre otra',
    };
    const reason = 'Typo';
    await expectRefusals(AMEND, { id: draft, input: { reason } }, isDraft);
    await expectRefusals(VOID_HARVEST, { id: draft, reason }, isDraft);
    await expectRefusals(UPDATE_DRAFT, { id: closed, input: {} }, isClosed);
    await expectRefusals('mutation ($id: ID!) { discardHarvestDraft(id: $id) }', { id: closed }, isClosed);
    await expectRefusals(AMEND, { id: voided, input: { reason } }, isVoided);
    await expectRefusals(CLOSE, { id: voided }, isVoided);
    const contents = (harvestId: string) => ({
      input: { apiaryId: apiary, code: newCode(), harvests: [{ harvestId }] },
    });
    await expectRefusals(CREATE_LOT, contents(draft), isDraft);
    await expectRefusals(CREATE_LOT, contents(voided), isVoided);
  });
});

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
      { field: 'sources.0.beehiveId', message: 'is of a hive in a withdrawal period until 2026-06-25' },
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
    const { beehive } = await ana.ask(`{ beehive(id: "${hives[0]}") { treatmentRecords { nodes { id } } } }`);
    for (const { id } of beehive.treatmentRecords.nodes)
      await ana.ask(`mutation { voidTreatment(id: "${id}", reason: "Typo") { id } }`);
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
      `mutation { correctTreatment(id: "${treatment}", input: { withdrawalDays: 0, reason: "From the label" }) { id } }`,
    );
    expect(await record({ totalGrams: 600 })).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('of an active treatment without an end has an end that is not known, also for a draft', async () => {
    const { id } = await record({ draft: true });
    await treatOn(ana, [hives[1]!], { withdrawalDays: 7 });
    await expectRefusals(
      CLOSE,
      { id, input: { totalGrams: 10 } },
      {
        code: 'CONFLICT',
        reason: 'WITHDRAWAL_ACTIVE',
        en: 'Honey that was harvested on 2026-06-20 from these hives must not be sold: hive 2, end not known',
        es: 'La miel cosechada el 2026-06-20 de estas colmenas no debe venderse: colmena 2, fin no conocido',
      },
    );
    const { closeHarvest: closed } = await ana.ask(CLOSE, { id, input: { totalGrams: 10, override: OVERRIDE } });
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
      `{ apiary(id: "${apiary}") { activity(first: 1) { nodes { kind action } } lots(destination: NOT_FOR_SALE) { nodes { id } } } }`,
    );
    expect(seen.activity.nodes).toEqual([{ kind: 'LOT', action: 'UPDATED' }]);
    expect(seen.lots.nodes).toEqual([{ id: lot }]);
    const correct = (treatmentId: string, endedOn: string) =>
      ana.ask(
        `mutation { correctTreatment(id: "${treatmentId}", input: { endedOn: "${endedOn}", withdrawalDays: 1, reason: "Typo" }) { id } }`,
      );
    await correct(treatment!, '2026-06-10');
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    const { beehive } = await ana.ask(`{ beehive(id: "${hives[1]}") { treatmentRecords { nodes { id } } } }`);
    await ana.ask(`mutation { voidTreatment(id: "${beehive.treatmentRecords.nodes[0].id}", reason: "Typo") { id } }`);
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('of an amendment is checked for the new day; hives that were withheld before need no override', async () => {
    const { id } = await record({ totalGrams: 600 });
    await treatOn(ana, [hives[0]!], { endedOn: '2026-07-01', startedOn: '2026-06-30', withdrawalDays: 5 });
    const moved = { harvestedOn: '2026-07-03', reason: 'Wrong day' };
    await expectRefusals(
      AMEND,
      { id, input: moved },
      {
        code: 'CONFLICT',
        reason: 'WITHDRAWAL_ACTIVE',
        en: 'Honey that was harvested on 2026-07-03 from these hives must not be sold: hive 1, until 2026-07-06',
        es: 'La miel cosechada el 2026-07-03 de estas colmenas no debe venderse: colmena 1, hasta el 2026-07-06',
      },
    );
    const [treatment] = await treatOn(ana, [hives[1]!], { endedOn: '2026-06-19', withdrawalDays: 5 });
    expect(await readHarvest(id)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    const { amendHarvest } = await ana.ask(AMEND, { id, input: { notes: 'x', reason: 'Note' } });
    expect(amendHarvest).toMatchObject({ destination: 'NOT_FOR_SALE', revision: 2 });
    await ana.ask(`mutation { voidTreatment(id: "${treatment}", reason: "Typo") { id } }`);
    expect(await readHarvest(id)).toMatchObject({ destination: 'FOR_SALE' });
  });
});

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
    await expectRefusals(AMEND, { id, input: { totalGrams: 399, reason: 'Less' } }, inLots);
    await expectRefusals(VOID_HARVEST, { id, reason: 'Mistake' }, inLots);
    await lotOf(ana, apiary, [id]);
    expect(await readHarvest(id)).toMatchObject({ lotGrams: 1000 });
    expect((await ana.ask(`mutation { deleteLot(id: "${lot}") }`)).deleteLot).toBe(lot);
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
      input: { lotId, jars: 3, gramsPerJar: 500, jarItemId: jars, labelItemId: labels, ...fields },
    });
    const { packLot: packed } = await ana.ask(PACK_LOT, pack({}));
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
      'mutation ($id: ID!) { deleteLot(id: $id) }',
      { id: lotId },
      {
        code: 'CONFLICT',
        reason: 'LOT_HAS_PACKS',
        en: 'Something of the lot is packed: it is kept',
        es: 'Una parte del lote está envasada: el lote se conserva',
      },
    );
    const voided = await ana.ask(VOID_PACK, { id: packed.id, reason: 'Wrong jars' });
    expect(voided.voidPack.lot).toEqual({ packedGrams: 0 });
    expect(await stock()).toEqual([5, 3]);
    expect(await ana.ask(VOID_PACK, { id: packed.id, reason: 'Again' })).toEqual(voided);
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
    const voidPack = { id: pack, reason: 'Broken' };
    const missing = {
      code: 'NOT_FOUND',
      en: 'Inventory item not found',
      es: 'No se encontró el artículo de inventario',
    };
    await expectRefusals(VOID_PACK, voidPack, missing, bea);
    expect([(await readLot(lot)).packedGrams, (await ana.ask(read)).inventoryItem.quantity]).toEqual([10, 4]);
    await share(ana, store, bea, 'VIEWER');
    expect(refusalOf(await bea.graphql(VOID_PACK, voidPack))).toBe(ROLE_TOO_LOW);
    await ana.ask(VOID_PACK, voidPack);
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
      { input: { lotId, jars: 1, gramsPerJar: 1 } },
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
      { id, input: { notes: 'Once more', reason: 'Typo' } },
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
  const TRACE = `query ($code: String!) { traceLot(code: $code) { id destination apiary { name } origins { percentage }
    contents { grams harvest { harvestedOn sources { beehiveLabel grams beehive { beehiveNumber }
      treatments { productName startedOn } inspections { notes } } } }
    packs { nodes { jars gramsPerJar packedOn jarMovement { item { itemName } } } } } }`;

  /** A lot of harvests, each of all hives, which were treated and inspected. */
  async function traced(harvests: number, packs: number): Promise<string> {
    await treatOn(ana, hives, { startedOn: '2026-05-01', endedOn: '2026-05-05', withdrawalDays: 0 });
    for (const beehiveId of hives)
      await ana.ask('mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { id } }', {
        input: { beehiveId, answers: [], notes: 'Full supers', occurredAt: '2026-06-19T10:00:00Z' },
      });
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
    const { traceLot } = await ana.ask(TRACE, { code });
    expect(traceLot).toMatchObject({ destination: 'FOR_SALE', origins: [{ percentage: 100 }] });
    expect(traceLot.contents[0].harvest.sources[1]).toEqual({
      beehiveLabel: '2',
      grams: 500,
      beehive: { beehiveNumber: 2 },
      treatments: [{ productName: 'Thymol', startedOn: '2026-05-01' }],
      inspections: [{ notes: 'Full supers' }],
    });
    expect(traceLot.packs.nodes).toMatchObject([
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

it('the yield is added up by hive, apiary and year, in pages', async () => {
  const keeper = await beekeeper(app);
  const [first, second] = [await keeper.apiary({ name: 'First' }), await keeper.apiary({ name: 'Second' })];
  const [one, two] = [await keeper.beehive(first, { beehiveNumber: 7 }), await keeper.beehive(second)];
  await harvest(keeper, first, { [one]: 300 }, { harvestedOn: '2025-06-01' });
  await harvest(keeper, first, { [one]: 500, [two]: 100 });
  await harvest(keeper, second, { [two]: 50 });
  await harvest(keeper, second, { [two]: 50 }, { draft: true });
  const read = async (args: string) => {
    const data = await keeper.ask(
      `{ yield(${args}) { totalCount pageInfo { hasNextPage endCursor } nodes { label grams frames harvests beehiveId apiaryId } } }`,
    );
    return data.yield;
  };
  expect((await read('by: BEEHIVE')).nodes).toEqual([
    { label: '7', grams: 800, frames: 2, harvests: 2, beehiveId: one, apiaryId: null },
    { label: two.slice(-8), grams: 150, frames: 2, harvests: 2, beehiveId: two, apiaryId: null },
  ]);
  expect((await read('by: APIARY')).nodes.map(({ label, grams }: Total) => [label, grams])).toEqual([
    ['First', 900],
    ['Second', 50],
  ]);
  expect((await read(`by: YEAR, apiaryId: "${first}"`)).nodes.map(({ label, grams }: Total) => [label, grams])).toEqual(
    [
      ['2026', 600],
      ['2025', 300],
    ],
  );
  expect((await read('by: YEAR, to: "2025-12-31"')).nodes).toHaveLength(1);
  const page = await read('by: APIARY, first: 1');
  expect([page.totalCount, page.pageInfo.hasNextPage]).toEqual([2, true]);
  expect((await read(`by: APIARY, first: 1, after: "${page.pageInfo.endCursor}"`)).nodes[0].label).toBe('Second');
});

it('a harvest is in the timeline of its hives, and in the activity and the export of its account', async () => {
  const keeper = await beekeeper(app);
  const home = await keeper.apiary();
  const hive = await keeper.beehive(home);
  const id = await harvest(keeper, home, { [hive]: 300 });
  await packOf(keeper, await lotOf(keeper, home, [id], { code: 'L-1' }), { gramsPerJar: 10 });
  const { beehive, apiary: seen } = await keeper.ask(
    `{ beehive(id: "${hive}") { timeline(kinds: [HARVESTED]) { nodes { id kind occurredAt actor { name } harvest { grams } } } }
       apiary(id: "${home}") { activity(first: 3) { nodes { kind label record: recordId } } harvests { nodes { id } } } }`,
  );
  expect(beehive.timeline.nodes).toMatchObject([
    { id, kind: 'HARVESTED', occurredAt: '2026-06-20T00:00:00.000Z', harvest: { grams: 300 } },
  ]);
  expect(seen.activity.nodes.map(({ kind, label }: Entry) => [kind, label])).toEqual([
    ['LOT_PACK', 'L-1'],
    ['LOT', 'L-1'],
    ['HARVEST', '2026-06-20'],
  ]);
  const { body } = await keeper.rest('GET', '/users/me/export');
  expect(
    ['harvests', 'harvestSources', 'harvestRevisions', 'lots', 'lotHarvests', 'lotPacks'].map(
      (name) => body[name].length,
    ),
  ).toEqual([1, 1, 0, 1, 1, 1]);
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
    (await keeper.ask('{ worklist(kinds: [LOT_EXPIRES]) { nodes { severity value lot { code } apiary { id } } } }'))
      .worklist.nodes;
  expect(await read()).toEqual([
    { severity: 'MEDIUM', value: -1, lot: { code: 'DM1' }, apiary: { id: home } },
    { severity: 'LOW', value: 3, lot: { code: 'D3' }, apiary: { id: home } },
  ]);
  await keeper.rest('DELETE', `/apiaries/${home}`);
  expect((await read()).map(({ apiary: at }: { apiary: object | null }) => at)).toEqual([null, null]);
});

describe('what outlives', () => {
  const snapshot = async (who: Beekeeper, code: string) =>
    (
      await who.ask(
        `{ traceLot(code: "${code}") { grams packedGrams destination apiaryId contents { harvest { apiaryLabel apiaryId sources { beehiveLabel grams beehiveId withheld } } } } }`,
      )
    ).traceLot;

  it('a deleted hive and apiary: closed harvests and lots stay with their labels', async () => {
    const code = newCode();
    await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 100 })], { code });
    await ana.rest('DELETE', `/apiaries/${apiary}`);
    expect(await snapshot(ana, code)).toMatchObject({
      grams: 100,
      apiaryId: null,
      contents: [
        { harvest: { apiaryLabel: 'La Loma', apiaryId: null, sources: [{ beehiveLabel: '1', beehiveId: null }] } },
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
    expect(refusalOf(await bea.graphql(`{ traceLot(code: "${code}") { id } }`))).toBe('NOT_FOUND');
    const own = await snapshot(ana, code);
    expect(own).toMatchObject({ destination: 'NOT_FOR_SALE', apiaryId: null });
    // What the new owner records or voids of the hives concerns the honey of the previous one no more.
    const { beehive } = await bea.ask(`{ beehive(id: "${hives[0]}") { treatmentRecords { nodes { id } } } }`);
    await bea.ask(`mutation { voidTreatment(id: "${beehive.treatmentRecords.nodes[0].id}", reason: "Typo") { id } }`);
    await treatOn(bea, [hives[1]!], { withdrawalDays: 3 });
    expect(await snapshot(ana, code)).toEqual(own);
    await ana.ask(AMEND, { id, input: { notes: 'Sold the apiary', reason: 'Note' } });
    expect(await snapshot(ana, code)).toEqual(own);
    expect(
      (await bea.ask(`{ beehive(id: "${hives[0]}") { timeline(kinds: [HARVESTED]) { nodes { id } } } }`)).beehive
        .timeline.nodes,
    ).toEqual([]);
    await expectRefusals(
      CLOSE,
      { id: draft, input: { totalGrams: 10 } },
      { code: 'NOT_FOUND', en: 'Beehive not found', es: 'No se encontró la colmena' },
    );
    const { nodes } = await ana.ask(`{ nodes(ids: ["${pack}"]) { ... on LotPack { jars jarMovement { id } } } }`);
    expect(nodes).toEqual([{ jars: 1, jarMovement: null }]);
    await ana.ask(VOID_PACK, { id: pack, reason: 'Returned' });
  });

  it('a hive that was deleted or given away: another day of the harvest is refused, because its treatments are not known', async () => {
    const bea = await beekeeper(app);
    const away = await bea.apiary();
    await share(bea, away, ana, 'MANAGER');
    const id = await harvest(ana, apiary, { [hives[0]!]: 100, [hives[1]!]: 50 });
    const lot = await lotOf(ana, apiary, [id]);
    await treatOn(ana, [hives[0]!], { startedOn: '2026-05-01', endedOn: '2026-05-10', withdrawalDays: 20 });
    const [movedId, deletedId] = hives;
    await ana.ask('mutation ($input: MoveBeehiveInput!) { moveBeehive(input: $input) { id } }', {
      input: { beehiveId: movedId, apiaryId: away },
    });
    await ana.ask('mutation ($id: ID!) { deleteBeehive(id: $id) }', { id: deletedId });
    const amendment = { id, input: { harvestedOn: '2026-05-20', reason: 'Wrong day' } };
    await expectRefusals(AMEND, amendment, {
      code: 'CONFLICT',
      reason: 'WITHDRAWAL_UNKNOWN',
      en: 'Honey that was harvested on 2026-05-20 from these hives must not be sold: hive 1, treatments not known, hive 2, treatments not known',
      es: 'La miel cosechada el 2026-05-20 de estas colmenas no debe venderse: colmena 1, tratamientos no conocidos, colmena 2, tratamientos no conocidos',
    });
    expect((await ana.ask(AMEND, { id, input: { totalGrams: 160, reason: 'Weighed' } })).amendHarvest.revision).toBe(2);
    expect((await readLot(lot)).destination).toBe('FOR_SALE');
    await ana.ask(AMEND, { id, input: { ...amendment.input, override: OVERRIDE } });
    expect((await readLot(lot)).destination).toBe('NOT_FOR_SALE');
  });

  it('a hive that comes back with treatments that another account has recorded: they concern the honey again', async () => {
    const bea = await beekeeper(app);
    const hers = await bea.apiary();
    await share(bea, hers, ana, 'MANAGER');
    await share(ana, apiary, bea, 'MANAGER');
    const [hive] = hives as [string];
    const give = (who: Beekeeper, to: string) =>
      who.ask(`mutation { moveBeehive(input: { beehiveId: "${hive}", apiaryId: "${to}" }) { id } }`);
    const id = await harvest(ana, apiary, { [hive]: 100 });
    const lot = await lotOf(ana, apiary, [id]);
    await give(ana, hers);
    const [treatment] = await treatOn(bea, [hive], { endedOn: '2026-06-19', withdrawalDays: 3 });
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
    await give(bea, apiary);
    expect(await readHarvest(id)).toMatchObject({ destination: 'NOT_FOR_SALE', sources: [{ withheld: true }] });
    expect(await readLot(lot)).toMatchObject({ destination: 'NOT_FOR_SALE' });
    await ana.ask(`mutation { voidTreatment(id: "${treatment}", reason: "Another hive") { id } }`);
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
    await ana.ask(AMEND, { id, input: { harvestedOn: '2026-06-21', reason: 'Wrong day' } });
    expect(await readLot(lot)).toMatchObject({ destination: 'FOR_SALE' });
  });

  it('with the account, they are deleted', async () => {
    const keeper = await beekeeper(app);
    const home = await keeper.apiary();
    const lot = await lotOf(keeper, home, [await harvest(keeper, home, { [await keeper.beehive(home)]: 100 })]);
    await packOf(keeper, lot, { gramsPerJar: 10 });
    await keeper.ask('mutation { deleteMyAccount(password: "Abeja-2026") }');
    const tables = ['harvests', 'harvest_sources', 'lots', 'lot_harvests', 'lot_packs', 'changes'];
    for (const table of tables)
      expect(await app.database.sql(`select 1 from ${table} where owner_id = $1`, [keeper.id])).toEqual([]);
  });
});

it('a lot with the code of several accounts is the own one, or that of an apiary', async () => {
  const bea = await beekeeper(app);
  const shared = await bea.apiary();
  await share(bea, shared, ana, 'VIEWER');
  const code = newCode();
  const theirs = await lotOf(bea, shared, [await harvest(bea, shared, { [await bea.beehive(shared)]: 5 })], { code });
  const trace = async (args: string) => (await ana.ask(`{ traceLot(code: "${code}"${args}) { id } }`)).traceLot.id;
  expect(await trace('')).toBe(theirs);
  const own = await lotOf(ana, apiary, [await harvest(ana, apiary, { [hives[0]!]: 5 })], { code });
  expect(await trace('')).toBe(own);
  expect(await trace(`, apiaryId: "${shared}"`)).toBe(theirs);
});
