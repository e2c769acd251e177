// The sentence of an item, in both languages, and the lists of apiaries.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { WorklistKind, WorklistSeverity } from '../../../src/features/worklist/worklist.enums.js';
import { titleOf } from '../../../src/features/worklist/worklist-title.texts.js';
import { Language } from '../../../src/shared/language.js';
import { apiaries, insertApiaries } from '../../support/apiaries-model.js';
import { expectPagesOfWhole } from '../../support/connections.js';
import * as fc from '../../support/fast-check.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper } from '../../support/world.js';
import { ana, app, daysFromNow, type Item, unhealthyHives } from './worklist.fixture.js';

const titlesOf = (
  kind: WorklistKind,
  value: number | null,
  label: string | null,
  severity: WorklistSeverity = WorklistSeverity.HIGH,
) => {
  const title = titleOf({ kind, value, label, severity });
  return [title.in(Language.EN), title.in(Language.ES)];
};

describe('a title', () => {
  it.each<[WorklistKind, number | null, string | null, string, string]>([
    [
      'OVERDUE_INSPECTION',
      21,
      '12',
      'Hive 12 has not been inspected for 21 days',
      'La colmena 12 lleva 21 días sin inspección',
    ],
    [
      'OVERDUE_INSPECTION',
      1,
      '12',
      'Hive 12 has not been inspected for 1 day',
      'La colmena 12 lleva 1 día sin inspección',
    ],
    [
      'OVERDUE_INSPECTION',
      0,
      '12',
      'Hive 12 has not been inspected for less than a day',
      'La colmena 12 lleva menos de un día sin inspección',
    ],
    [
      'OVERDUE_INSPECTION',
      null,
      'Maple',
      'Hive Maple has never been inspected',
      'La colmena Maple nunca se ha inspeccionado',
    ],
    ['QUEENLESS', 9, '12', 'Hive 12 has had no queen for 9 days', 'La colmena 12 lleva 9 días sin reina'],
    ['QUEENLESS', null, '12', 'Hive 12 has no queen', 'La colmena 12 no tiene reina'],
    ['UNHEALTHY', null, '12', 'Hive 12 is unhealthy', 'La colmena 12 está enferma'],
    ['LOW_STOCK', 0, 'Frames', '“Frames” is out of stock', '«Frames» está agotado'],
    ['LOW_STOCK', 2, '{item}', '“{item}” is low in stock: 2 left', 'Queda poco de «{item}»: 2'],
    ['EXPIRING_STOCK', 3, 'Syrup', '“Syrup” expires in 3 days', '«Syrup» vence en 3 días'],
    ['EXPIRING_STOCK', 0, 'Syrup', '“Syrup” expires today', '«Syrup» vence hoy'],
    ['EXPIRING_STOCK', -1, 'Syrup', '“Syrup” expired 1 day ago', '«Syrup» venció hace 1 día'],
    [
      'DRAFT_INSPECTION',
      4,
      '12',
      'Hive 12 has an inspection that is still a draft',
      'La colmena 12 tiene una inspección en borrador',
    ],
    [
      'FOLLOW_UP_DUE',
      -2,
      '12',
      'Hive 12 has had a treatment to review for 2 days',
      'La colmena 12 tiene un tratamiento por revisar desde hace 2 días',
    ],
    [
      'TREATMENT_ENDS',
      -8,
      '12',
      'Hive 12 has a treatment that was to end 8 days ago',
      'La colmena 12 tiene un tratamiento que debía terminar hace 8 días',
    ],
    [
      'WITHDRAWAL_ENDS',
      4,
      '12',
      'Hive 12 can be harvested again in 4 days',
      'La colmena 12 se puede volver a cosechar en 4 días',
    ],
    [
      'MITES_HIGH',
      3.33,
      '12',
      'Hive 12 has 3.33 mites per 100 bees',
      'La colmena 12 tiene 3.33 ácaros por cada 100 abejas',
    ],
    [
      'OLD_QUEEN',
      3,
      '12',
      'Hive 12 has a queen that hatched 3 years ago',
      'La colmena 12 tiene una reina que nació hace 3 años',
    ],
    ['STORES_LOW', 6, '12', 'Hive 12 has about 6 kg of food', 'La colmena 12 tiene unos 6 kg de reservas'],
    ['WEIGHT_LOW', 23.6, '12', 'Hive 12 weighs only 23.6 kg', 'La colmena 12 solo pesa 23.6 kg'],
    [
      'SWARM',
      2.1,
      '12',
      'Hive 12 may have swarmed: it lost 2.1 kg',
      'La colmena 12 puede haber enjambrado: perdió 2.1 kg',
    ],
    [
      'FLOW',
      3,
      '12',
      'Hive 12 gained 3 kg in a day: it may need room',
      'La colmena 12 ganó 3 kg en un día: quizá necesite espacio',
    ],
    ['BROOD_COLD', 29.5, '12', 'Hive 12 has brood at 29.5 °C', 'La colmena 12 tiene la cría a 29.5 °C'],
    [
      'DEVICE_SILENT',
      26,
      '12',
      'Hive 12 has sent no readings for 26 hours',
      'La colmena 12 no envía lecturas desde hace 26 horas',
    ],
    [
      'BATTERY_LOW',
      14,
      '12',
      'Hive 12 has a device with 14 % of battery',
      'La colmena 12 tiene un dispositivo con 14 % de batería',
    ],
    [
      'LOT_EXPIRES',
      3,
      'L-1',
      'Lot L-1 reaches its best-before date in 3 days',
      'El lote L-1 llega a su fecha de consumo preferente en 3 días',
    ],
  ])('of %s, %s and %s', (kind, value, label, english, spanish) => {
    expect(titlesOf(kind, value, label)).toEqual([english, spanish]);
  });

  it('says how ill a hive is', () => {
    expect(titlesOf('UNHEALTHY', null, '12', WorklistSeverity.MEDIUM)[0]).toBe('Hive 12 is at risk');
  });

  it('is in the language of the account, or in the one that is asked for', async () => {
    const bea = await beekeeper(app);
    const apiary = await bea.apiary();
    await bea.item(apiary, { itemName: 'Marcos', quantity: 0 });
    await bea.beehive(apiary, { beehiveNumber: 12 });
    await bea.beehive(apiary, { name: 'Maple' });
    const read = async () =>
      (await bea.ask('{ worklist { nodes { title en: title(language: EN) es: title(language: ES) } } }')).worklist
        .nodes;
    const titles = [
      ['Hive 12 has never been inspected', 'La colmena 12 nunca se ha inspeccionado'],
      ['Hive Maple has never been inspected', 'La colmena Maple nunca se ha inspeccionado'],
      ['“Marcos” is out of stock', '«Marcos» está agotado'],
    ];
    const byTitle = (nodes: { es: string }[]) => nodes.toSorted((a, b) => (a.es < b.es ? -1 : 1));
    for (const [language, index] of [
      ['EN', 0],
      ['ES', 1],
    ] as const) {
      await bea.ask('mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }', {
        input: { language },
      });
      expect(byTitle(await read())).toEqual(
        byTitle(titles.map(([en, es]) => ({ title: [en, es][index], en: en!, es: es! }))),
      );
    }
  });
});

const ITEMS = 'nodes { id: key kind severity dueAt value title apiary { id } record { __typename id } }';

describe('the worklist of an apiary', () => {
  it('is the part of the whole one that concerns it', async () => {
    await fc.assert(
      fc.asyncProperty(apiaries, fc.integer({ min: 1, max: 5 }), async (world, first) => {
        await insertApiaries(app.database, ana.id, world);
        const args = `filter: { dueBefore: "${daysFromNow(30)}", inspectionDays: 20 }`;
        const {
          whole,
          apiaries: each,
          pages,
        } = await ana.ask(`{
          whole: worklist(${args}) { ${ITEMS} }
          apiaries { nodes { id worklist(${args}) { totalCount counts { kind count } ${ITEMS} } } }
          pages: apiaries { nodes { id worklist(${args}, first: ${first}) { pageInfo { hasNextPage } ${ITEMS} } } }
        }`);
        const of = (id: string): Item[] => whole.nodes.filter((item: Item) => item.apiary.id === id);
        for (const [i, { id, worklist }] of each.nodes.entries()) {
          expect(worklist.nodes).toEqual(of(id));
          expect(worklist.totalCount).toBe(of(id).length);
          const counts = Object.values(WorklistKind).map((kind) => ({
            kind,
            count: of(id).filter((item) => item.kind === kind).length,
          }));
          expect(worklist.counts).toEqual(counts);
          expect(pages.nodes[i].worklist).toEqual({
            nodes: of(id).slice(0, first),
            pageInfo: { hasNextPage: of(id).length > first },
          });
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it('has pages like every other list', async () => {
    const id = randomUUID();
    await insertApiaries(app.database, ana.id, [{ id, hives: unhealthyHives(12), items: [] }]);
    const read =
      'query ($id: ID!, $first: Int, $after: String) { apiary(id: $id) { worklist(first: $first, after: $after) { totalCount nodes { id: key } edges { cursor node { id: key } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }';
    await expectPagesOfWhole(async (paging) => (await ana.ask(read, { id, ...paging })).apiary.worklist, 5, 24);
  });

  it('is refused without a page if that of one apiary has more than 10,000 items', async () => {
    const cleo = await beekeeper(app);
    const [one, other] = [await cleo.apiary(), await cleo.apiary()];
    const insertHives = (apiary: string): Promise<unknown> =>
      app.database.sql(
        `insert into beehives (id, created_at, updated_at, apiary_id, status, health)
         select gen_random_uuid(), now(), now(), $1, 'QUEENLESS', 'UNHEALTHY' from generate_series(1, 1700) n`,
        [apiary],
      );
    for (const apiary of [one, other]) await insertHives(apiary);
    await app.database.sql('analyze');
    const whole = '{ apiaries { nodes { worklist { nodes { key } } } } }';
    const { apiaries } = await cleo.ask(whole);
    const lengths = apiaries.nodes.map(({ worklist }: { worklist: { nodes: object[] } }) => worklist.nodes.length);
    expect(lengths).toEqual([5100, 5100]);
    await insertHives(one);
    // One statement reads the lists of both, so both are refused.
    const { errors = [] } = await cleo.graphql(whole);
    expect(errors).toHaveLength(2);
    for (const error of errors) expectGraphqlRefused({ errors: [error] }, { code: 'BAD_USER_INPUT', field: 'first' });
    const { apiaries: few } = await cleo.ask(
      '{ apiaries { nodes { worklist(first: 2) { totalCount nodes { key } } } } }',
    );
    const counts = few.nodes.map(({ worklist }: { worklist: { totalCount: number; nodes: object[] } }) => [
      worklist.totalCount,
      worklist.nodes.length,
    ]);
    expect(counts).toEqual([
      [10_200, 2],
      [5100, 2],
    ]);
  });
});
