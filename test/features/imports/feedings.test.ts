// Tables of feedings, as people write them: what was fed and how much, or why that is not known.
import { expect, it } from '@jest/globals';
import { act, upload } from '../../support/imports.js';
import { check, newBeekeeper, open, run, sql, statuses } from './sheets.fixture.js';

const stored = async (owner: string): Promise<string[]> => {
  const rows = await sql<{ text: string }>(
    `select concat_ws(' ', b.label, f.fed_on, f.kind, coalesce(f.grams::text, '-'), coalesce(f.millilitres::text, '-'),
       coalesce(trim_scale(f.sugar_percent)::text, '-'), replace(f.notes, chr(10), ' / ')) as text
     from feedings f join beehives b on b.id = f.beehive_id where f.owner_id = $1 order by f.fed_on, b.label`,
    [owner],
  );
  return rows.map(({ text }) => text);
};

/** Every question that a sheet asks of existing records is answered: there are none. */
async function take(table: string, name = 'Feedings') {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const sheet = await open(who, table, (mapping) => {
    for (const one of mapping) one.name = name;
  });
  const checked = await check(who, sheet);
  const problems = checked.flatMap((row) =>
    row.problems.map(({ message }) => (message as { text?: string }).text ?? String(message)),
  );
  const results = await run(who, sheet);
  return { who, sheet, problems, results, rows: await stored(who.id) };
}

it.each([
  [
    'Hive,Date,Feed,Amount\n1,2025-09-20,syrup 2:1,4 kg\n2,2025-09-20,fondant,500 g\n',
    ['1 2025-09-20 SYRUP 4000 - 66.667 Feed: syrup 2:1', '2 2025-09-20 FONDANT 500 - - Feed: fondant'],
  ],
  [
    'Hive;Date;Syrup (l)\n1;2025-09-20;1,5\n2;2025-09-20;2\n',
    ['1 2025-09-20 SYRUP - 1500 -', '2 2025-09-20 SYRUP - 2000 -'],
  ],
  [
    'Colmena;Fecha;Alimento;Cantidad (kg)\n1;20/09/2025;jarabe 1:1;2,5\n2;20/09/2025;candi;1\n3;21/09/2025;torta de polen;0,5\n',
    [
      '1 2025-09-20 SYRUP 2500 - 50 Alimento: jarabe 1:1',
      '2 2025-09-20 FONDANT 1000 - - Alimento: candi',
      '3 2025-09-21 PROTEIN 500 - - Alimento: torta de polen',
    ],
  ],
  [
    'Volk;Datum;Futter;Menge (l)\n1;20.09.2025;Zuckerwasser 3:2;3\n',
    ['1 2025-09-20 SYRUP - 3000 60 Futter: Zuckerwasser 3:2'],
  ],
  [
    'Ruche;Date;Nourrissement;Quantité (ml)\n1;20/09/2025;sirop;750\n',
    ['1 2025-09-20 SYRUP - 750 - Nourrissement: sirop'],
  ],
  [
    'Arnia;Data;Nutrizione;Quantità (kg)\n1;20/09/2025;candito;1,25\n',
    ['1 2025-09-20 FONDANT 1250 - - Nutrizione: candito'],
  ],
  [
    'Hive,Date,Feed,Feed amount,Notes\n1,2025-09-20,dry sugar,2 lb,calm\n',
    ['1 2025-09-20 CANDY 907 - - calm / Feed: dry sugar'],
  ],
] as const)('%j becomes %j', async (table, rows) => {
  const { problems, rows: found } = await take(table);
  expect(problems).toEqual([]);
  expect(found).toEqual(rows);
});

it.each([
  ['without a unit', 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup 2:1,4\n'],
  ['in a unit that may be several', 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup,1 gal\n'],
  ['of what may be several things', 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup and pollen,1 kg\n'],
  ['of what is not known', 'Hive,Date,Feed,Amount\n1,2025-09-20,the usual,1 kg\n'],
  ['of nothing', 'Hive,Date,Feed,Amount\n1,2025-09-20,none,0 kg\n'],
  ['of no amount', 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup,\n'],
  ['of no number', 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup,1.2.3 l\n'],
  ['under a heading with two units', 'Hive,Date,Feed,Amount (l/kg)\n1,2025-09-20,syrup,2\n'],
  ['of each frame', 'Hive,Date,Feed,Quantity (kg per frame)\n1,2025-09-20,syrup,2\n'],
  ['in money', 'Hive,Date,Feed,Amount (€/kg)\n1,2025-09-20,syrup,2\n'],
  ['of sugar alone', 'Hive,Date,Feed,Amount (kg sugar)\n1,2025-09-20,syrup 2:1,2\n'],
  ['of two feeds in two columns', 'Hive,Date,Syrup (l),Fondant (kg)\n1,2025-09-20,2,1\n'],
  ['of several hives', 'Hive,Date,Feed,Litres,No. of hives\n1,2025-09-20,syrup,20,10\n'],
  ['that was not taken', 'Hive,Date,Feed,Amount (l)\n1,2025-09-20,syrup not taken,2\n'],
  ['without any', 'Colmena;Fecha;Alimento;Cantidad (l)\n1;20/09/2025;sin jarabe;2\n'],
  ['of honey in water', 'Hive,Date,Feed,Amount (l)\n1,2025-09-20,honey water,2\n'],
  ['of no hive', 'Date,Feed,Amount\n2025-09-20,syrup,2 kg\n'],
])('a feeding %s is not stored', async (_, table) => {
  const { rows, results } = await take(table);
  expect(rows).toEqual([]);
  expect(statuses(results).DONE).toBeUndefined();
});

it('is stored once, and left out of another file that says the same', async () => {
  const table = 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup 2:1,4 kg\n';
  const { who, sheet, rows } = await take(table);
  expect(rows).toHaveLength(1);
  expect(statuses(await run(who, sheet))).toEqual({ SKIPPED: 1 });
  const other = await open(who, `${table}1,2025-10-01,syrup,1 kg\n`);
  await run(who, other);
  expect(await stored(who.id)).toEqual([
    '1 2025-09-20 SYRUP 4000 - 66.667 Feed: syrup 2:1',
    '1 2025-10-01 SYRUP 1000 - - Feed: syrup',
  ]);
});

it('asks in what amounts are that name no unit', async () => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const table = 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup,4\n2,2025-09-20,syrup,1.5 kg\n';
  const sheet = await open(who, table);
  expect(sheet.info.mapping![0]!.columns[3]).toMatchObject({
    ...{ field: 'feedAmount', units: ['KILOGRAMS', 'LITERS', 'GRAMS', 'MILLILITERS'] },
  });
  await run(who, sheet);
  expect(await stored(who.id)).toEqual(['2 2025-09-20 SYRUP 1500 - - Feed: syrup']);
  const answered = await open(who, table, ([one]) => {
    Object.assign(one!.columns[3]!, { unit: 'LITERS', units: undefined });
  });
  await run(who, answered);
  expect(await stored(who.id)).toEqual([
    '1 2025-09-20 SYRUP - 4000 - Feed: syrup',
    '2 2025-09-20 SYRUP 1500 - - Feed: syrup',
  ]);
});

it('is taken back by an undo, but for one that somebody has changed', async () => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const table = 'Hive,Date,Feed,Amount\n1,2025-09-20,syrup,4 kg\n2,2025-09-20,syrup,1.5 kg\n';
  const { id } = await upload(who, new TextEncoder().encode(table), 'feedings.csv');
  expect(await act(who, id, 'run')).toMatchObject({ status: 'DONE', rows_done: 2 });
  const [changed] = await sql<{ id: string }>('select id from feedings where owner_id = $1 order by grams limit 1', [
    who.id,
  ]);
  await who.ask(
    'mutation ($id: ID!) { updateFeeding(input: { id: $id, grams: 1400 }) { feeding { grams } } }',
    changed,
  );
  expect(await act(who, id, 'undo')).toMatchObject({ status: 'UNDONE' });
  expect(await stored(who.id)).toEqual(['2 2025-09-20 SYRUP 1400 - - Feed: syrup']);
});
