// A row is refused for what it says, and says so at its column; no value of a cell ends the import.
import { describe, expect, it } from '@jest/globals';
import { KINDS, SHEET_KINDS, type SheetKind } from '../../../src/features/imports/sheets/kinds.js';
import type { Cell } from '../../../src/formats/file-line.js';
import { Language } from '../../../src/shared/language.js';
import { check, newBeekeeper, open, run, type Sheet, sql, toMessage } from './sheets.fixture.js';

const LONG = 'x'.repeat(30_000);
const TEXTS = [LONG, 'x'.repeat(201), 'a\nb\tc', 'a\u0007b', '\u200b', '🐝'.repeat(150), "'; drop table users; --"];
const DAYS = [
  '1900-01-01',
  '1900-01-01 00:00',
  '01/01/1900',
  '2200-12-31',
  '2200-12-31 23:59',
  '2201-01-01',
  '9999-12-31',
  '2030-01-01',
];
const INSTANTS = ['1900-01-01T00:00:00+14:00', '2200-12-31T23:59:00-12:00', '2025-05-01T10:00:00-23:59'];
const NUMBERS = [0, -1, 0.5, 1e9, 2_147_483_647, 2_147_483_648, 1e15, 1e300, '999999999', '-0', '1.000.000,5'];
const EXTREMES: Cell[] = [...TEXTS, ...DAYS, ...INSTANTS, ...NUMBERS, true, '00:00', '24:00', '25:61'];

const ORDINARY: Record<string, Cell> = {
  date: '2025-05-01',
  product: 'Apivar',
  mites: 3,
  bees: 300,
  honey: 12,
  quantity: 4,
  queenName: 'R1',
  feed: 'fondant',
  feedAmount: '2 kg',
  weight: '31 kg',
};

/** A row for each extreme value of each field, and what they have in common. */
function sheetOf(kind: SheetKind, { info }: Sheet): Sheet {
  const fields = Object.keys(KINDS[kind].fields);
  const columns = fields.map((field, i) => ({
    column: i + 1,
    heading: field,
    field,
    score: 1,
    dateOrder: 'DMY' as const,
    decimal: ',' as const,
  }));
  const rows = fields.flatMap((changed) =>
    EXTREMES.map((extreme, i) => {
      const value = (field: string): Cell => {
        if (field === changed) return extreme;
        if (field === 'apiary') return `${kind} ${changed}`;
        // Two rows of one item contradict each other.
        if (field === 'item') return `Cera ${i}`;
        return field === 'hive'
          ? i + 1
          : [...KINDS[kind].required, 'bees', 'honey', 'quantity', 'feed', 'feedAmount'].includes(field)
            ? (ORDINARY[field] ?? null)
            : null;
      };
      return fields.map(value);
    }),
  );
  return {
    info: { ...info, mapping: [{ sheet: 1, name: kind, kind, columns }] },
    rows: rows.map((cells, i) => ({ n: i + 1, sheet: 1, row: i + 2, cells })),
  };
}

describe('each extreme of each field', () => {
  it.each([
    ...SHEET_KINDS.map((kind) => ['Pacific/Kiritimati', kind] as const),
    ['Pacific/Pago_Pago', 'INSPECTIONS'] as const,
  ])(
    'in %s, of %s: a problem of its row, or none',
    async (zone, kind) => {
      const ana = await newBeekeeper();
      await sql('update users set time_zone = $2 where id = $1', [ana.id, zone]);
      const sheet = sheetOf(kind, await open(ana, `Apiario;Colmena\n${kind};1\n`));
      const checked = await check(ana, sheet);
      const results = await run(ana, sheet);
      expect(results).toHaveLength(sheet.rows.length);
      expect(results.filter(({ status }) => status === 'DONE').length).toBeGreaterThan(10);
      const vague = results.filter(
        ({ problem }) => problem && toMessage(problem.message).in(Language.EN) === 'It cannot be written',
      );
      expect(vague).toEqual([]);
      const { length } = checked.filter(({ problems }) => problems.length > 0);
      expect(length).toBeGreaterThan(10);
    },
    60_000,
  );
});

it.each([
  ['an apiary of 300 characters', 'Apiary', `Apiary;Hive;Placed on\n${'x'.repeat(300)};1;2025-05-01\n`],
  ['an apiary of 300 characters, of a queen', 'Apiary', `Apiary;Queen;Queen year\n${'x'.repeat(300)};R1;2024\n`],
  ['a queen of 300 characters', 'Queen', `Apiary;Queen;Queen year\nA;${'x'.repeat(300)};2024\n`],
  ['an inspection of 1900-01-01', 'Date', 'Apiary;Hive;Date;Brood frames\nA;1;1900-01-01 00:30;3\n'],
])('%s is a problem of its column', async (_, heading, file) => {
  const ana = await newBeekeeper();
  await sql('update users set time_zone = $2 where id = $1', [ana.id, 'Asia/Tokyo']);
  const sheet = await open(ana, file);
  expect(await check(ana, sheet)).toMatchObject([{ problems: [{ heading }] }]);
  expect(await run(ana, sheet)).toMatchObject([{ status: 'FAILED', problem: { heading }, records: [] }]);
});
