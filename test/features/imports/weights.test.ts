// Tables of weights, as people and scales write them: what each hive weighed, and when, or why that is not known.
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { act, upload } from '../../support/imports.js';
import { check, newBeekeeper, open, run, sql, statuses } from './sheets.fixture.js';

const stored = async (owner: string): Promise<string[]> => {
  const rows = await sql<{ text: string }>(
    `select concat_ws(' ', b.label, to_char(m.measured_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), m.kind, m.value, m.unit,
       replace(m.notes, chr(10), ' / ')) as text
     from measurements m join beehives b on b.id = m.beehive_id where m.owner_id = $1 order by m.measured_at, b.label, m.kind desc`,
    [owner],
  );
  return rows.map(({ text }) => text);
};

interface Options {
  name?: string;
  timeZone?: string;
  unit?: 'KILOGRAMS' | 'POUNDS' | 'GRAMS';
}
async function take(table: string, { name = 'Weights', timeZone = 'UTC', unit }: Options = {}) {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A', timeZone });
  const sheet = await open(who, table, (mapping) => {
    for (const one of mapping) {
      one.name = name;
      for (const column of one.columns)
        if (unit && column.field === 'weight') Object.assign(column, { unit, units: undefined });
    }
  });
  const checked = await check(who, sheet);
  const textOf = ({ message }: { message: unknown }): string => (message as { text?: string }).text ?? String(message);
  const problems = checked.flatMap((row) => row.problems.map(textOf));
  const remarks = checked.flatMap((row) => row.remarks.map(({ heading, value }) => `${heading}: ${value}`));
  const results = await run(who, sheet);
  return { who, sheet, problems, remarks, results, rows: await stored(who.id) };
}

it.each<[string, Options, string[]]>([
  [
    'Hive,Date,Weight (kg),Notes\n1,2025-09-20,31.5,calm\n2,2025-09-20,28,\n',
    {},
    ['1 2025-09-20 12:00:00 WEIGHT 31.5 KILOGRAMS calm', '2 2025-09-20 12:00:00 WEIGHT 28 KILOGRAMS'],
  ],
  [
    'Hive,Date,Time,Hive weight lb\n1,2025-09-20,14:30,80.5\n',
    { timeZone: 'Europe/Madrid' },
    ['1 2025-09-20 12:30:00 WEIGHT 80.5 POUNDS'],
  ],
  [
    'Volk;Datum;Gewicht\n1;20.09.2025 14:30;31,5 kg\n1;21.09.2025 14:30;31200 g\n',
    { timeZone: 'Europe/Berlin' },
    ['1 2025-09-20 12:30:00 WEIGHT 31.5 KILOGRAMS', '1 2025-09-21 12:30:00 WEIGHT 31200 GRAMS'],
  ],
  [
    'hive,timestamp,weight_kg,temperature (°C),Humidity (%)\n1,2025-05-01T22:30:10Z,31.2,14.1,55\n1,2025-05-02T00:30:10+02:00,31.3,,\n',
    { timeZone: 'Europe/Madrid' },
    [
      '1 2025-05-01 22:30:10 WEIGHT 31.2 KILOGRAMS',
      '1 2025-05-01 22:30:10 WEIGHT 31.3 KILOGRAMS',
      '1 2025-05-01 22:30:10 TEMPERATURE 14.1 CELSIUS',
      '1 2025-05-01 22:30:10 HUMIDITY 55 PERCENT',
    ],
  ],
  [
    'hive,timestamp (UTC),weight (kg)\n1,2025-05-01 10:00,31.2\n',
    { timeZone: 'Europe/Madrid' },
    ['1 2025-05-01 10:00:00 WEIGHT 31.2 KILOGRAMS'],
  ],
  [
    'hive,unixtime,weight (kg),Brood temperature (°F)\n1,1522907950,31.2,95\n1,1522908045,31.3,95.2\n',
    { timeZone: 'Europe/Madrid' },
    [
      '1 2018-04-05 05:59:10 WEIGHT 31.2 KILOGRAMS',
      '1 2018-04-05 05:59:10 BROOD_TEMPERATURE 95 FAHRENHEIT',
      '1 2018-04-05 06:00:45 WEIGHT 31.3 KILOGRAMS',
      '1 2018-04-05 06:00:45 BROOD_TEMPERATURE 95.2 FAHRENHEIT',
    ],
  ],
  [
    'Colmena;Fecha;Hora;Peso;Unidad\n1;20/09/2025;9:05;31,5;kg\n2;20/09/2025;9:10;70;lb\n',
    {},
    ['1 2025-09-20 09:05:00 WEIGHT 31.5 KILOGRAMS Unidad: kg', '2 2025-09-20 09:10:00 WEIGHT 70 POUNDS Unidad: lb'],
  ],
  ['Date,Weight (kg)\n2025-09-20,31.5\n', { name: 'Hive 7' }, []],
  ['Hive,Date,Weight\n1,2025-09-20,31.5\n', { unit: 'POUNDS' }, ['1 2025-09-20 12:00:00 WEIGHT 31.5 POUNDS']],
  [
    'Hive,Date,Weight (kg),Weight gain (kg)\n1,2025-09-20,31.5,2\n',
    {},
    ['1 2025-09-20 12:00:00 WEIGHT 31.5 KILOGRAMS Weight gain (kg): 2'],
  ],
  [
    'Hive,Date,Weight (kg),Password,Temperature\n1,2025-09-20,31.5,secret,21\n',
    {},
    ['1 2025-09-20 12:00:00 WEIGHT 31.5 KILOGRAMS Temperature: 21'],
  ],
])('%j with %j becomes %j', async (table, options, rows) => {
  const { problems, rows: found } = await take(table, options);
  expect({ problems: options.name ? [] : problems, found }).toEqual({ problems: [], found: rows });
});

it.each([
  ['without a unit', 'Hive,Date,Weight\n1,2025-09-20,31.5\n'],
  ['in a unit that may be several', 'Hive,Date,Weight (libras)\n1,2025-09-20,70\n'],
  ['in ounces', 'Hive,Date,Weight (oz)\n1,2025-09-20,70\n'],
  ['that is missing', 'Hive,Date,Weight (kg)\n1,2025-09-20,-999\n1,2025-09-21,999\n1,2025-09-22,NaN\n1,2025-09-23,\n'],
  ['beyond what is possible', 'Hive,Date,Weight (kg)\n1,2025-09-20,31500\n1,2025-09-21,-50\n'],
  ['that is no number', 'Hive,Date,Weight (kg)\n1,2025-09-20,31-32\n1,2025-09-21,~30\n1,2025-09-22,1.2.3\n'],
  ['beside honey', 'Hive,Date,Frames,Weight (kg)\n1,2025-09-20,8,31.5\n'],
  ['of supers', 'Hive,Date,Super weight (kg)\n1,2025-09-20,12\n'],
  ['that is a gain', 'Hive,Date,Weight gain (kg)\n1,2025-09-20,2\n'],
  ['that is a difference', 'Hive,Date,Delta weight (kg)\n1,2025-09-20,2\n'],
  ['that is a mean', 'Hive,Date,Mean weight (kg)\n1,2025-09-20,32\n'],
  ['of each frame', 'Hive,Date,Weight (kg/frame)\n1,2025-09-20,2\n'],
  ['of several hives', 'Hive,Date,Weight (kg),No. of hives\n1,2025-09-20,320,10\n'],
  ['of all hives', 'Hive,Date,Weight (kg)\nall,2025-09-20,320\n'],
  ['of a queen', 'Hive,Date,Queen weight (mg)\n1,2025-09-20,210\n'],
  ['of one of two sides', 'Hive,Date,Weight left (kg),Weight right (kg)\n1,2025-09-20,16,15\n'],
  ['of a hive of each column', 'Date,Weight hive 1 (kg),Weight hive 2 (kg)\n2025-09-20,31.5,30\n'],
  ['of no hive', 'Date,Weight (kg)\n2025-09-20,31.5\n'],
  ['on a day that may be another', 'Hive,Date,Weight (kg)\n1,03/04/2025,31.5\n'],
  ['of no time', 'Hive,Date,Time,Weight (kg)\n1,2025-09-20,morning,31.5\n'],
  ['of another time zone', 'Hive,Date,Time (CET),Weight (kg)\n1,2025-09-20,10:00,31.5\n'],
  ['of two times', 'Hive,Date,Time,Weight (kg)\n1,2025-09-20 08:00,10:00,31.5\n'],
  ['of the first seconds of a clock', 'Hive,Timestamp,Weight (kg)\n1,0000000012,31.5\n'],
  ['with decimals that may be thousands', 'Hive;Date;Weight (g)\n1;2025-09-20;31,250\n'],
])('a weight %s is not stored', async (_, table) => {
  const { rows, results } = await take(table);
  expect(rows).toEqual([]);
  expect(statuses(results).DONE).toBeUndefined();
});

it('takes the weight of honey for a harvest', async () => {
  const { rows, results } = await take('Hive,Date,Weight of honey (kg)\n1,2025-09-20,31.5\n');
  expect(rows).toEqual([]);
  expect(statuses(results)).toEqual({ DONE: 1 });
});

it('leaves out a temperature that cannot be, and says so', async () => {
  const { rows, remarks } = await take('Hive,Date,Weight (kg),Temperature (°C)\n1,2025-09-20,31.5,-127\n');
  expect(rows).toEqual(['1 2025-09-20 12:00:00 WEIGHT 31.5 KILOGRAMS Temperature (°C): -127']);
  expect(remarks).toEqual(['Temperature (°C): -127']);
});

it('asks in what weights are that name no unit, and of hives that a table does not name', async () => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const sheet = await open(who, 'Hive,Date,Weight\n1,2025-09-20,31.5\n1,2025-09-21,31 kg\n');
  expect(sheet.info.mapping![0]).toMatchObject({ kind: 'WEIGHTS' });
  expect(sheet.info.mapping![0]!.columns[2]).toMatchObject({
    ...{ field: 'weight', units: ['KILOGRAMS', 'POUNDS', 'GRAMS'] },
  });
  await run(who, sheet);
  expect(await stored(who.id)).toEqual(['1 2025-09-21 12:00:00 WEIGHT 31 KILOGRAMS']);
  const without = await open(who, 'Date,Weight (kg)\n2025-09-20,31.5\n', ([one]) => {
    one!.hiveName = '7';
  });
  await run(who, without);
  expect(await stored(who.id)).toContain('7 2025-09-20 12:00:00 WEIGHT 31.5 KILOGRAMS');
});

it('is of the hive after which its file is named', async () => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const { id } = await upload(who, 'Date,Weight (kg)\n2025-09-20 08:00,31.5\n', 'Hive 7.csv');
  expect(await act(who, id, 'run')).toMatchObject({ status: 'DONE', rows_done: 1 });
  expect(await stored(who.id)).toEqual(['7 2025-09-20 08:00:00 WEIGHT 31.5 KILOGRAMS']);
});

it('is stored once, and left out of another file that says the same', async () => {
  const table = 'Hive,Date,Weight (kg),Temperature (°C)\n1,2025-09-20 08:00,31.5,12\n';
  const { who, sheet } = await take(table);
  expect(statuses(await run(who, sheet))).toEqual({ SKIPPED: 1 });
  const other = await open(who, 'Temperature (°C),Hive,Date,Weight\n12,1,2025-09-20T08:00:00Z,31.5 kg\n');
  expect(statuses(await run(who, other))).toEqual({ SKIPPED: 1 });
  const changed = await open(who, 'Hive,Date,Weight (kg)\n1,2025-09-20 08:00,32\n1,2025-09-20 09:00,32\n');
  expect((await check(who, changed)).map(({ questions }) => questions)).toEqual([['1.EXISTING'], []]);
  expect(await stored(who.id)).toHaveLength(2);
});

it('is taken back by an undo with what was measured beside it, but for what somebody has changed', async () => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const table = 'Hive,Date,Weight (kg),Temperature (°C)\n1,2025-09-20,31.5,12\n2,2025-09-20,28,13\n';
  const { id } = await upload(who, table, 'weights.csv');
  expect(await act(who, id, 'run')).toMatchObject({ status: 'DONE', rows_done: 2 });
  expect(await stored(who.id)).toHaveLength(4);
  const [changed] = await sql<{ id: string }>('select id from measurements where owner_id = $1 and value = 28', [
    who.id,
  ]);
  await who.ask(
    'mutation ($id: ID!) { updateMeasurement(input: { id: $id, value: 29 }) { measurement { value } } }',
    changed,
  );
  expect(await act(who, id, 'undo')).toMatchObject({ status: 'UNDONE' });
  expect(await stored(who.id)).toEqual(['2 2025-09-20 12:00:00 WEIGHT 29 KILOGRAMS']);
});

/** Files that scales have written (test/import-cases/weights/SOURCES.md). Nothing is stored before their questions are answered. */
it.each([
  ['shiny-beehive.csv', 'weight', 59, ['0 29.84 2018-04-05 07:59:10']],
  ['beelogger.csv', 'Gewicht', 43, ['0 -10.02 2026-03-15 21:26:00']],
  ['Hive17.csv', null, 0, []],
])('of %s, the column %s is read', async (file, heading, count, first) => {
  const who = await newBeekeeper();
  await who.apiary({ name: 'A' });
  const bytes = readFileSync(`test/import-cases/weights/${file}`);
  const asked = await open(who, bytes);
  await run(who, asked);
  expect(await sql('select 1 from beehives where owner_id = $1', [who.id])).toEqual([]);
  const answered = await open(who, bytes, ([one]) => {
    one!.hiveName = '0';
    for (const column of one!.columns)
      if (column.field === 'weight') Object.assign(column, { unit: 'KILOGRAMS', units: undefined });
  });
  expect(answered.info.mapping![0]!.columns.find(({ field }) => field === 'weight')?.heading ?? null).toBe(heading);
  await run(who, answered);
  const rows = await sql<{ text: string; notes: string }>(
    `select concat_ws(' ', b.label, m.value, to_char(m.measured_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) as text, m.notes
     from measurements m join beehives b on b.id = m.beehive_id where m.owner_id = $1 and m.kind = 'WEIGHT' order by m.measured_at`,
    [who.id],
  );
  expect(rows).toHaveLength(count);
  expect(rows.slice(0, 1).map(({ text }) => text)).toEqual(first);
  expect(rows.some(({ notes }) => /passwor[td]/i.test(notes ?? ''))).toBe(false);
  expect(await sql(`select 1 from measurements where owner_id = $1 and kind <> 'WEIGHT'`, [who.id])).toEqual([]);
});

it('a row without a weight is what the other sensors measured, and is there once', async () => {
  const table =
    'Hive,Date,Time,Weight (kg),Temperature (°C),Humidity (%)\n1,2025-09-20,10:00,31.5,14,\n1,2025-09-20,11:00,,15,60\n1,2025-09-20,12:00,,,\n1,2025-09-20,13:00,heavy,16,\n';
  const { who, problems, rows } = await take(table);
  expect(problems).toEqual(['has no value', expect.anything()]);
  const expected = [
    '1 2025-09-20 10:00:00 WEIGHT 31.5 KILOGRAMS',
    '1 2025-09-20 10:00:00 TEMPERATURE 14 CELSIUS',
    '1 2025-09-20 11:00:00 TEMPERATURE 15 CELSIUS',
    '1 2025-09-20 11:00:00 HUMIDITY 60 PERCENT',
  ];
  expect(rows).toEqual(expected);
  const again = await open(who, table.replace('1,2025-09-20,12', '1,2025-09-21,12'), () => {});
  await check(who, again);
  await run(who, again);
  expect(await stored(who.id)).toEqual(expected);
});
