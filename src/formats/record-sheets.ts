// Exports of other programs are lists of records. They become sheets with headings of their own, which are the same for each program, so
// that everything after this treats them as spreadsheets.
import type { Cell } from './file-line.js';
import type { Table } from './sheet-lines.js';

export type RecordSheet = { name: string; headings: readonly string[]; rows: Cell[][] };
type Values = Record<string, Cell | undefined>;

/** The headings of the sheets, which the dictionary of columns knows (features/imports/sheets/dictionary.ts). */
export const HEADINGS = {
  Apiaries: ['Apiary', 'Location', 'Notes'],
  Hives: ['Apiary', 'Hive', 'Placed on', 'Status', 'Brood frames', 'Food frames', 'Notes'],
  Queens: [
    'Apiary',
    'Hive',
    'Queen',
    'Year',
    'Color',
    'Marked',
    'Clipped',
    'Origin',
    'Breeder',
    'Installed on',
    'Removed on',
    'Notes',
  ],
  Inspections: ['Apiary', 'Hive', 'Date', 'Notes'],
  Treatments: [
    'Apiary',
    'Hive',
    'Date',
    'End date',
    'Product',
    'Active ingredient',
    'Dose',
    'Method',
    'Reason',
    'Batch',
    'Withdrawal until',
    'Notes',
  ],
  'Mite counts': ['Apiary', 'Hive', 'Date', 'Method', 'Bees', 'Mites', 'Days', 'Notes'],
  Harvests: ['Apiary', 'Hive', 'Date', 'Kilograms', 'Frames', 'Honey kind', 'Notes'],
  Inventory: ['Apiary', 'Item', 'Quantity', 'Unit', 'Category'],
} as const satisfies Record<string, readonly string[]>;
export type SheetName = keyof typeof HEADINGS;

/** Collects records by sheets. Columns that are not among the headings follow them, in the order in which they come. */
export class RecordSheets {
  private readonly records = new Map<SheetName, Values[]>();

  add(sheet: SheetName, values: Values): void {
    const records = this.records.get(sheet) ?? [];
    records.push(values);
    this.records.set(sheet, records);
  }

  /** The tables of what was added, which then is no longer here: both would not fit into the memory. */
  takeTables(): Table[] {
    return (Object.keys(HEADINGS) as SheetName[]).flatMap((name) => {
      const records = this.records.get(name) ?? [];
      this.records.delete(name);
      const headings = [...new Set([...HEADINGS[name], ...records.flatMap(Object.keys)])];
      const rows = records.map((record) => headings.map((heading) => record[heading] ?? null));
      return rows.length === 0 ? [] : [{ name, rows: [headings, ...rows] }];
    });
  }
}

/** Hives have numbers here, and names elsewhere. */
export interface NamedHive {
  id: string;
  apiary: string;
  name: string;
}
/** A number for each hive: that in its name, if no other hive of the apiary has it; otherwise the next one that is free. */
export function numberHives(hives: readonly NamedHive[]): Map<string, { number: number; isInName: boolean }> {
  const numbers = new Map<string, { number: number; isInName: boolean }>();
  const taken = new Map<string, Set<number>>();
  const inName = (name: string): number | undefined => {
    const found = name.match(/\d+/g);
    return found?.length === 1 && Number(found[0]) <= 1_000_000 ? Number(found[0]) : undefined;
  };
  const takenIn = (apiary: string): Set<number> => {
    const ofApiary = taken.get(apiary) ?? new Set();
    taken.set(apiary, ofApiary);
    return ofApiary;
  };
  for (const { id, apiary, name } of hives) {
    const number = inName(name);
    if (number === undefined || takenIn(apiary).has(number)) continue;
    takenIn(apiary).add(number);
    numbers.set(id, { number, isInName: /^\D{0,12}\d+$/.test(name) });
  }
  // Below it, no number is free: fifty thousand hives are not counted anew for each.
  const next = new Map<string, number>();
  for (const { id, apiary } of hives) {
    if (numbers.has(id)) continue;
    let number = next.get(apiary) ?? 1;
    while (takenIn(apiary).has(number)) number += 1;
    takenIn(apiary).add(number);
    next.set(apiary, number + 1);
    numbers.set(id, { number, isInName: false });
  }
  return numbers;
}

/** Only what is known: without it, the sheet has the same columns as before these were read. */
export const place = (columns: { Latitude: Cell; Longitude: Cell; Country?: Cell }): Values =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));

/** What somebody may have put in a file in place of a text or a number. */
export const text = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};
export const number = (value: unknown): number | null => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
};
export const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const records = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : []);

/** An instant in ISO 8601, or a day; anything else as it is, for which the check has a problem. */
export function date(value: unknown): Cell {
  const sent = text(value);
  if (sent === null) return null;
  if (/^\d{4}-\d\d-\d\d$/.test(sent)) return { day: sent };
  const isInstant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(sent);
  if (!isInstant) return sent;
  const at = sent.replace(' ', 'T');
  return /T00:00(:00(\.0+)?)?(Z|\+00:00)?$/.test(at) ? { day: at.slice(0, 10) } : { at };
}

/** Lines of notes: `name: value` for what has a value. */
export const notes = (...lines: (string | null | undefined | [name: string, value: unknown])[]): string | null =>
  lines
    .map((line) => {
      if (!Array.isArray(line)) return line ?? '';
      const value = text(line[1]);
      return value === null ? '' : `${line[0]}: ${value}`;
    })
    .filter((line) => line !== '')
    .join('\n') || null;
