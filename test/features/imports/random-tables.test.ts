// Tables of known records, with random headings in six languages, units, separators, blanks, further columns, titles above and another table
// below: whatever is stored is what was known. The rest was asked, or is named as not read.
import { expect, it } from '@jest/globals';
import { NAMES } from '../../../src/features/imports/sheets/field-names.js';
import { findBasis } from '../../../src/features/imports/sheets/units.js';
import * as fc from '../../support/fast-check.js';
import { check, newBeekeeper, open, run, sql } from './sheets.fixture.js';

const RUNS = process.env.SLOW_TESTS === 'on' ? 60 : 12;
const DAY_MS = 86_400_000;

type Kind = 'HARVESTS' | 'MITE_COUNTS' | 'TREATMENTS' | 'INSPECTIONS' | 'INVENTORY';
interface Known {
  hive: string;
  day: string;
  amount: number;
  word: string;
  note: string;
}
interface Style {
  language: number;
  separator: string;
  /** Which of several names of a field is taken. */
  pick: number;
  day: 'ISO' | 'DMY' | 'MDY' | 'POINTS';
  decimal: ',' | '.';
  unit: { text: string; grams: number; place: 'heading' | 'value' } | undefined;
  title: boolean;
  extra: boolean;
  below: boolean;
}

const GRAMS = { kg: 1000, lb: 453.59237, g: 1, oz: 28.349523125 } as const;
const knownOf = (kind: Kind) =>
  fc.record<Known>({
    hive: fc.constantFrom('1', '7', 'A19', 'B19', 'Maple', '22-018', 'Nuc 3'),
    day: fc
      .integer({ min: 0, max: 700 })
      .map((n) => new Date(Date.UTC(2024, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)),
    amount:
      kind === 'HARVESTS' ? fc.integer({ min: 1, max: 80_000 }).map((n) => n / 1000) : fc.integer({ min: 0, max: 40 }),
    word: fc.constantFrom('Apivar', 'Oxuvar', 'Thymol', 'MAQS'),
    note: fc.constantFrom('', 'calm', 'a; b', 'to, look', 'say "no"'),
  });
const styles = fc.record<Style>({
  language: fc.nat({ max: 5 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  pick: fc.nat({ max: 20 }),
  day: fc.constantFrom('ISO', 'DMY', 'MDY', 'POINTS'),
  decimal: fc.constantFrom(',', '.'),
  unit: fc.option(
    fc
      .record({ text: fc.constantFrom('kg', 'lb', 'g', 'oz'), place: fc.constantFrom('heading', 'value') })
      .map((one) => ({
        ...one,
        grams: GRAMS[one.text],
      })),
    { nil: undefined },
  ),
  title: fc.boolean(),
  extra: fc.boolean(),
  below: fc.boolean(),
});

const FIELDS: Record<Kind, string[]> = {
  HARVESTS: ['hive', 'date', 'honey', 'notes'],
  MITE_COUNTS: ['hive', 'date', 'mites', 'bees', 'notes'],
  TREATMENTS: ['hive', 'date', 'product', 'withdrawalDays', 'notes'],
  INSPECTIONS: ['hive', 'date', 'broodFrames', 'notes'],
  INVENTORY: ['item', 'quantity', 'unit', 'notes'],
};

function headingOf(field: string, { language, pick, unit }: Style): string {
  const all = (NAMES[field]![language] || NAMES[field]![0]!).split(', ');
  // A number on 300 bees is no percentage.
  const names = field === 'mites' ? all.filter((one) => findBasis(one) === undefined) : all;
  const name = names[pick % names.length]!;
  return field === 'honey' && unit?.place === 'heading' ? `${name} (${unit.text})` : name;
}

function dayIn(style: Style, day: string): string {
  const [year, month, date] = day.split('-');
  if (style.day === 'ISO') return day;
  if (style.day === 'POINTS') return `${Number(date)}.${Number(month)}.${year}`;
  // Only in English is the month the first for some.
  return style.day === 'MDY' && style.language === 0 ? `${month}/${date}/${year}` : `${date}/${month}/${year}`;
}

function cellOf(field: string, known: Known, style: Style, i: number): string {
  const number = (value: number): string => String(value).replace('.', style.decimal);
  const { unit } = style;
  switch (field) {
    case 'hive':
      return known.hive;
    case 'date':
      return dayIn(style, known.day);
    case 'honey':
      return unit
        ? `${number(Number(((known.amount * 1000) / unit.grams).toFixed(2)))}${unit.place === 'value' ? ` ${unit.text}` : ''}`
        : number(known.amount);
    case 'bees':
      return '300';
    case 'product':
      return known.word;
    case 'item':
      return `${known.word} ${i}`;
    case 'unit':
      return 'pieces';
    case 'notes':
      return known.note;
    default:
      return String(known.amount);
  }
}

const quote = (cell: string): string => (/[",;\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function tableOf(kind: Kind, known: Known[], style: Style): string {
  const lines = [
    [...FIELDS[kind].map((field) => headingOf(field, style)), ...(style.extra ? ['Zzyx'] : [])],
    ...known.map((one, i) => [
      ...FIELDS[kind].map((field) => cellOf(field, one, style, i)),
      ...(style.extra ? [`seen ${i}`] : []),
    ]),
    ...(style.below ? [[], ['Total', '12'], ['who', 'when', 'why'], ['x', 'y', 'z']] : []),
  ];
  const title = style.title ? 'My bees of the year\n' : '';
  return `${title}${lines.map((cells) => cells.map(quote).join(style.separator)).join('\n')}\n`;
}

/** What is stored of a record, to compare. */
const STORED: Record<Kind, string> = {
  HARVESTS: `select s.beehive_label as hive, h.harvested_on::text as day, s.grams::float8 as amount from harvests h
    join harvest_sources s on s.harvest_id = h.id where h.id = $1`,
  MITE_COUNTS: `select b.label as hive, c.counted_on::text as day, c.mites::float8 as amount, c.bees from mite_counts c
    join beehives b on b.id = c.beehive_id where c.id = $1`,
  TREATMENTS: `select b.label as hive, t.started_on::text as day, t.withdrawal_days::float8 as amount, t.product_name as word from treatments t
    join beehives b on b.id = t.beehive_id where t.id = $1`,
  INSPECTIONS: `select b.label as hive, (i.occurred_at at time zone a.time_zone)::date::text as day, i.notes from inspections i
    join beehives b on b.id = i.beehive_id join apiaries a on a.id = b.apiary_id where i.id = $1`,
  INVENTORY: 'select item_name as word, quantity::float8 as amount, unit from inventory_items where id = $1',
};

const wanted = (kind: Kind, known: Known, i: number, { unit }: Style): Record<string, unknown> => {
  const { hive, day, amount, word } = known;
  switch (kind) {
    case 'HARVESTS':
      return {
        hive,
        day,
        amount: unit
          ? Math.round(Number(((amount * 1000) / unit.grams).toFixed(2)) * unit.grams)
          : Math.round(amount * 1000),
      };
    case 'MITE_COUNTS':
      return { hive, day, amount, bees: 300 };
    case 'TREATMENTS':
      return { hive, day, amount, word };
    case 'INSPECTIONS':
      return { hive, day };
    case 'INVENTORY':
      return { word: `${word} ${i}`, amount, unit: 'pieces' };
  }
};

it.each(Object.keys(FIELDS) as Kind[])('of %s store nothing that is false', async (kind) => {
  await fc.assert(
    fc.asyncProperty(fc.array(knownOf(kind), { minLength: 2, maxLength: 8 }), styles, async (known, style) => {
      const ana = await newBeekeeper();
      await ana.apiary({ name: 'El Roble' });
      const text = tableOf(kind, known, style);
      const sheet = await open(ana, text);
      const checked = await check(ana, sheet);
      const bad = new Set(checked.flatMap(({ n, problems }) => (problems.length > 0 ? [n] : [])));
      // As the job does.
      const keyOf = new Map(checked.map(({ n, key }) => [n, key ?? null]));
      const rows = sheet.rows.filter(({ n }) => !bad.has(n)).map((row) => ({ ...row, key: keyOf.get(row.n)! }));
      const results = await run(ana, { ...sheet, rows });
      const first = style.title ? 3 : 2;
      for (const [at, { status, records }] of results.entries()) {
        const i = rows[at]!.row - first;
        const made = records.filter(({ entity }) => entity !== 'Beehive' && entity !== 'Apiary');
        if (status === 'FAILED') continue;
        expect([text, i, status]).toEqual([text, i, 'DONE']);
        expect([text, made.length, sheet.info.mapping[0]!.kind]).toEqual([text, 1, kind]);
        const [stored] = await sql<Record<string, unknown>>(STORED[kind], [made[0]!.id]);
        expect([text, stored]).toMatchObject([text, wanted(kind, known[i]!, i, style)]);
      }
    }),
    { numRuns: RUNS },
  );
});
