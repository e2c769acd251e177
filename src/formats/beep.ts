// The export of BEEP: an XLSX file with a sheet of meta data, and one for each kind of record, whose headings are in the language of the
// account (github.com/beepnl/BEEP, app/Http/Controllers/Api/ExportController.php and resources/lang/en|nl/export.php say how it looks). Its
// columns are read by their positions, which do not depend on the language.
import { type Cell, type FileLine, plainOf } from './file-line.js';
import { date, notes, number, numberHives, place, RecordSheets, text } from './record-sheets.js';
import { type Table, toLines } from './sheet-lines.js';

const META = 'Meta data';
type Row = readonly Cell[];

/** Whether the tables of an XLSX file are those of BEEP. */
export const isBeep = (tables: readonly Table[]): boolean =>
  tables[0]?.name === META &&
  tables.some(({ rows }) => rows[0]?.[0] === 'User_id' && rows[0]?.[1] === 'Hive_id' && rows[0]?.[4] === 'Location_id');

export function* readBeepTables(tables: readonly Table[]): Generator<FileLine> {
  yield { type: 'file', format: 'BEEP', details: { exportedAt: text(plain(tables[0]?.rows[2]?.[2] ?? null)) } };
  yield* toLines(convert(tables).takeTables());
}

function convert(tables: readonly Table[]): RecordSheets {
  const sheets = new RecordSheets();
  const locations = rowsOf(tables, (row) => row[1] === 'Location_id');
  const hives = rowsOf(tables, (row) => row[1] === 'Hive_id' && row[4] === 'Location_id').rows.filter(
    (row) => plain(row[15]) === null,
  );
  const apiaries = new Map(locations.rows.map((row) => [text(row[1]), text(row[2]) ?? `BEEP ${text(row[1])}`]));
  const apiaryOf = (location: unknown): string => apiaries.get(text(location)) ?? 'BEEP';
  const numbers = numberHives(
    hives.map((row) => ({ id: text(row[1]) ?? '', apiary: apiaryOf(row[4]), name: text(row[2]) ?? '' })),
  );
  const places = new Map(
    hives.map((row) => [
      text(row[1]) ?? '',
      { Apiary: apiaryOf(row[4]), Hive: numbers.get(text(row[1]) ?? '')!.number },
    ]),
  );

  for (const row of locations.rows) {
    if (plain(row[13]) !== null) continue;
    const address = [row[7], row[8], row[9], row[10]].map(text).filter((part) => part !== null);
    sheets.add('Apiaries', {
      Apiary: apiaryOf(row[1]),
      Location: address.join(', ') || null,
      ...place({ Latitude: number(plain(row[5])), Longitude: number(plain(row[6])), Country: text(plain(row[10])) }),
    });
  }
  for (const row of hives)
    addHive(sheets, places.get(text(row[1]) ?? '')!, row, numbers.get(text(row[1]) ?? '')!.isInName);
  addInspections(sheets, tables, places);
  return sheets;
}

function addHive(sheets: RecordSheets, place: { Apiary: string; Hive: number }, row: Row, isInName: boolean): void {
  const [, , name, type, , , queen, color, born, , clipped, broodLayers, honeyLayers, frames, createdAt] = row;
  sheets.add('Hives', {
    ...place,
    'Placed on': dayOf(createdAt),
    Notes: notes(
      isInName ? null : text(name),
      ['Type', type],
      ['Brood layers', broodLayers],
      ['Honey layers', honeyLayers],
      ['Frames', frames],
    ),
  });
  if ([queen, color, born].every((cell) => plain(cell) === null)) return;
  const year = /^\d{4}/.exec(text(plain(born)) ?? '')?.[0];
  sheets.add('Queens', {
    ...place,
    Queen: text(queen),
    Year: year ? Number(year) : null,
    Marked: text(color) === null ? null : 'yes',
    Clipped: number(clipped) ? 'yes' : null,
    Notes: notes(['Color', color]),
  });
}

/** The items of the checklist are columns after the eleventh, each with its path as heading. */
function addInspections(
  sheets: RecordSheets,
  tables: readonly Table[],
  places: ReadonlyMap<string, { Apiary: string; Hive: number }>,
): void {
  const { headings, rows } = rowsOf(tables, (row) => row[1] === 'Inspection_id');
  const last = headings.length - 1;
  for (const row of rows) {
    if (plain(row[last]) !== null) continue;
    const place = places.get(text(row[3]) ?? '') ?? { Apiary: null, Hive: null };
    const items = headings.slice(11, last).map((heading, i) => [heading, plain(row[11 + i])] as const);
    sheets.add('Inspections', {
      ...place,
      Date: typeof row[2] === 'object' ? (row[2] ?? null) : date(row[2]),
      'General impression': plain(row[6]),
      'Needs attention': plain(row[7]),
      Reminder: notes(text(plain(row[8])), text(plain(row[9]))),
      ...Object.fromEntries(items.filter(([heading]) => heading !== '')),
      Notes: text(row[10]),
    });
  }
}

function rowsOf(tables: readonly Table[], isHeader: (row: Row) => boolean): { headings: string[]; rows: Row[] } {
  const table = tables.find(({ rows }) => rows[0]?.[0] === 'User_id' && isHeader(rows[0]));
  const [headings = [], ...rows] = table?.rows ?? [];
  return {
    headings: headings.map((cell) => text(plain(cell)) ?? ''),
    rows: rows.filter((row) => plain(row[1] ?? null) !== null),
  };
}

const plain = (cell: Cell | undefined): string | number | boolean | null => {
  if (cell == null || cell === '') return null;
  return plainOf(cell);
};
function dayOf(cell: Cell | undefined): Cell {
  const sent = text(plain(cell));
  return sent !== null && /^\d{4}-\d\d-\d\d/.test(sent) ? { day: sent.slice(0, 10) } : null;
}
