// Harvests: how their grams are spread over the hives, and where they are seen.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import {
  AMEND,
  CLOSE,
  CREATE_LOT,
  harvest,
  lotOf,
  newCode,
  packOf,
  RECORD_HARVEST,
  type Refusal,
  UPDATE_DRAFT,
  VOID_HARVEST,
} from '../../support/harvests.js';
import { refusalOf, share } from '../../support/members.js';
import { beekeeper } from '../../support/world.js';
import { ana, apiary, app, expectRefusals, hives, input, record } from './harvests.fixture.js';

interface Total {
  label: string;
  grams: number;
}
interface Entry {
  kind: string;
  label: string;
}

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
    const {
      updateHarvestDraft: { harvest: updated },
    } = await ana.ask(UPDATE_DRAFT, { input: { id, sources, notes: 'Two supers' } });
    expect(updated.sources).toEqual([{ beehiveId: hives[0], frames: 3, grams: null }]);
    const {
      closeHarvest: { harvest: closed },
    } = await ana.ask(CLOSE, { input: { id, totalGrams: 999 } });
    expect(closed).toMatchObject({ status: 'CLOSED', grams: 999, sources: [{ grams: 999 }] });
    expect((await ana.ask(CLOSE, { input: { id } })).closeHarvest.harvest).toEqual(closed);
  });

  it('of a draft alone can be discarded, and again', async () => {
    const { id } = await record({ draft: true });
    const discard = `mutation { discardHarvestDraft(input: { id: "${id}" }) { deletedId } }`;
    for (let i = 0; i < 2; i++) expect((await ana.ask(discard)).discardHarvestDraft.deletedId).toBe(id);
    expect(refusalOf(await ana.graphql(`{ harvest(id: "${id}") { id } }`))).toBe('NOT_FOUND');
  });

  it('that is sent again under its id is returned, and refused with other content', async () => {
    const id = uuidv7();
    const first = await record({ newId: id, totalGrams: 300 });
    expect(await record({ newId: id, totalGrams: 300 })).toEqual(first);
    expect(refusalOf(await ana.graphql(RECORD_HARVEST, { input: input({ newId: id, totalGrams: 301 }) }))).toBe(
      'CONFLICT ID_TAKEN',
    );
  });

  it('keeps what it was before an amendment; one that changes nothing is not recorded', async () => {
    const { id } = await record({ totalGrams: 600 });
    const changes = { totalGrams: 1200, notes: 'Weighed again', reason: 'Wrong scale' };
    const {
      amendHarvest: { harvest: amended },
    } = await ana.ask(AMEND, { input: { id, ...changes } });
    expect(amended).toMatchObject({ grams: 1200, revision: 2, reason: 'Wrong scale' });
    expect(amended.sources.map(({ grams }: { grams: number }) => grams)).toEqual([200, 400, 600]);
    expect(amended.revisions).toMatchObject([{ revision: 1, grams: 600, reason: null }]);
    expect(amended.revisions[0].sources.map(({ grams }: { grams: number }) => grams)).toEqual([100, 200, 300]);
    expect((await ana.ask(AMEND, { input: { id, ...changes } })).amendHarvest.harvest).toEqual(amended);
    await expect(app.database.sql(`update harvest_revisions set grams = 1`)).rejects.toThrow('are kept');
    await expect(app.database.sql('delete from harvests where id = $1', [id])).rejects.toThrow('are kept');
  });

  it('that was voided counts for nothing, and is kept', async () => {
    const { id } = await record({ totalGrams: 600 });
    const voided = (await ana.ask(VOID_HARVEST, { input: { id, reason: 'Wrong apiary' } })).voidHarvest.harvest;
    expect(voided).toMatchObject({ status: 'VOIDED', revision: 2 });
    expect((await ana.ask(VOID_HARVEST, { input: { id, reason: 'Again' } })).voidHarvest.harvest).toEqual(voided);
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
      'country must be the code of a country, such as ES',
      'country debe ser el código de un país, por ejemplo ES',
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
        'sources.0.grams must not be combined with `totalGrams`',
        'sources.0.grams no debe combinarse con `totalGrams`',
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
    await expectRefusals(UPDATE_DRAFT, { input: { id, totalGrams: 10_000_001 } }, refusal);
    await expectRefusals(CLOSE, { input: { id, totalGrams: 10_000_001 } }, refusal);
    expect((await ana.ask(CLOSE, { input: { id, totalGrams: 10_000_000 } })).closeHarvest.harvest.grams).toBe(
      10_000_000,
    );
    await expectRefusals(AMEND, { input: { id, totalGrams: 10_000_001, reason: 'Typo' } }, refusal);
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
    await ana.ask(VOID_HARVEST, { input: { id: voided, reason: 'Typo' } });
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
    await expectRefusals(AMEND, { input: { id: draft, reason } }, isDraft);
    await expectRefusals(VOID_HARVEST, { input: { id: draft, reason } }, isDraft);
    await expectRefusals(UPDATE_DRAFT, { input: { id: closed } }, isClosed);
    await expectRefusals(
      'mutation ($id: ID!) { discardHarvestDraft(input: { id: $id }) { deletedId } }',
      { id: closed },
      isClosed,
    );
    await expectRefusals(AMEND, { input: { id: voided, reason } }, isVoided);
    await expectRefusals(CLOSE, { input: { id: voided } }, isVoided);
    const contents = (harvestId: string) => ({
      input: { apiaryId: apiary, code: newCode(), harvests: [{ harvestId }] },
    });
    await expectRefusals(CREATE_LOT, contents(draft), isDraft);
    await expectRefusals(CREATE_LOT, contents(voided), isVoided);
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
      `{ honeyYield(${args}) { totalCount pageInfo { hasNextPage endCursor } nodes { label grams frames harvestsCount beehiveId apiaryId } } }`,
    );
    return data.honeyYield;
  };
  expect((await read('by: BEEHIVE')).nodes).toEqual([
    { label: '7', grams: 800, frames: 2, harvestsCount: 2, beehiveId: one, apiaryId: null },
    { label: two.slice(-8), grams: 150, frames: 2, harvestsCount: 2, beehiveId: two, apiaryId: null },
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
  expect((await read('by: YEAR, filter: { to: "2025-12-31" }')).nodes).toHaveLength(1);
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
    `{ beehive(id: "${hive}") { timeline(filter: { kinds: [HARVESTED] }) { nodes { key kind occurredAt actor { name } record { ... on Harvest { grams } } } } }
       apiary(id: "${home}") { changeLog(first: 3) { nodes { kind label record: recordId } } harvests { nodes { id } } } }`,
  );
  expect(beehive.timeline.nodes).toMatchObject([
    { key: id, kind: 'HARVESTED', occurredAt: '2026-06-20T00:00:00.000Z', record: { grams: 300 } },
  ]);
  expect(seen.changeLog.nodes.map(({ kind, label }: Entry) => [kind, label])).toEqual([
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
