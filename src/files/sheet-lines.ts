// From the cells of a sheet to its lines: where the headings are, and which rows have anything. Tables that people keep have titles above
// their headings, headings in two rows, empty rows, and rows of different lengths.
import { type Cell, FileError, type FileLine } from './file-line.js';

/** In all sheets of a file together. */
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;
/** In all sheets of a file together: each is compared with every name of the dictionary. */
const MAX_COLUMNS_IN_ALL = 1000;
const MAX_HEADING_LENGTH = 200;
/** As spreadsheets have it. */
export const MAX_CELL_LENGTH = 32_767;
/** Of all cells. Pieces of rows are in memory: one text of a workbook may be in every cell of it. */
export const MAX_ROW_LENGTH = 100_000;
/** Titles above the headings. */
const MAX_TITLE_ROWS = 20;

export interface Table {
  name: string;
  /** Each by its position, from 0; rows without any cell are empty. */
  rows: readonly (readonly Cell[])[];
}

const isEmpty = (cell: Cell | undefined): boolean => cell == null || cell === '';
const filled = (row: readonly Cell[] | undefined): Cell[] => (row ?? []).filter((cell) => !isEmpty(cell));
/** Headings are words: neither numbers, nor days, nor a text that begins with a digit. */
const isWord = (cell: Cell | undefined): cell is string =>
  typeof cell === 'string' && cell.trim() !== '' && !/^[\s\d.,:/€$%-]+$/.test(cell);

/** Yields the sheets that have rows, one after the other. @throws FileError */
export function* toLines(tables: readonly Table[]): Generator<FileLine> {
  let rows = 0;
  let columns = 0;
  let sheet = 0;
  for (const table of tables) {
    const { name } = table;
    checkCells(name, table.rows);
    const { headings, first } = findHeadings(table.rows);
    const found = headings.length === 0 ? 0 : countFilled(table.rows, first);
    if (found === 0) continue;
    rows += found;
    if (rows > MAX_ROWS) throw new FileError({ code: 'TOO_MANY_ROWS', sheet: name, value: String(MAX_ROWS) });
    columns += headings.length;
    if (columns > MAX_COLUMNS_IN_ALL)
      throw new FileError({ code: 'TOO_MANY_COLUMNS', sheet: name, value: String(MAX_COLUMNS_IN_ALL) });
    yield { type: 'sheet', sheet, name, headings };
    yield* rowsOf(table, sheet, headings.length, first);
    sheet += 1;
  }
  if (rows <= 0) throw new FileError({ code: 'EMPTY' });
}

const hasCells = (row: readonly Cell[]): boolean => row.some((cell) => !isEmpty(cell));
function countFilled(rows: Table['rows'], first: number): number {
  let count = 0;
  for (let i = first; i < rows.length; i += 1) if (hasCells(rows[i]!)) count += 1;
  return count;
}

function* rowsOf({ rows }: Table, sheet: number, columns: number, first: number): Generator<FileLine> {
  for (let i = first; i < rows.length; i += 1) {
    const row = rows[i]!;
    if (!hasCells(row)) continue;
    const cells = Array.from({ length: columns }, (_, column) => (isEmpty(row[column]) ? null : row[column]!));
    yield { type: 'row', sheet, row: i + 1, cells };
  }
}

function checkCells(sheet: string, rows: Table['rows']): void {
  for (const [i, row] of rows.entries()) {
    if (row.length > MAX_COLUMNS && row.findLastIndex((cell) => !isEmpty(cell)) >= MAX_COLUMNS)
      throw new FileError({ code: 'TOO_MANY_COLUMNS', sheet, row: i + 1, value: String(MAX_COLUMNS) });
    const long = row.findIndex((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH);
    if (long >= 0)
      throw new FileError({
        code: 'CELL_TOO_LONG',
        sheet,
        row: i + 1,
        column: long + 1,
        value: String(MAX_CELL_LENGTH),
      });
    const length = row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
    if (length > MAX_ROW_LENGTH) throw new FileError({ code: 'ROW_TOO_LONG', sheet, row: i + 1 });
  }
}

/** The headings, and the index of the first row below them. */
export function findHeadings(rows: Table['rows']): { headings: string[]; first: number } {
  const candidates: number[] = [];
  for (let i = 0; i < rows.length && candidates.length < MAX_TITLE_ROWS; i += 1)
    if (filled(rows[i]).length > 0) candidates.push(i);
  const width = Math.max(0, ...candidates.map((i) => filled(rows[i]).length));
  if (width === 0) return { headings: [], first: 0 };
  const top =
    candidates.find(
      (i) => filled(rows[i]).every(isWord) && filled(rows[i]).length >= Math.max(Math.min(2, width), width * 0.5),
    ) ?? candidates[0]!;
  const next = rows[top + 1];
  const isSplit = continuesHeadings(rows[top]!, next);
  const length = rows.reduce((max, row) => Math.max(max, row.findLastIndex((cell) => !isEmpty(cell)) + 1), 0);
  let group = '';
  const headings = Array.from({ length }, (_, column) => {
    const upper = textOf(rows[top]![column]);
    if (upper !== '') group = upper;
    const lower = isSplit ? textOf(next![column]) : '';
    const heading = upper === '' && group === '' ? lower : `${upper === '' ? group : upper} – ${lower}`;
    return (lower === '' ? upper : heading).slice(0, MAX_HEADING_LENGTH);
  });
  return { headings, first: top + (isSplit ? 2 : 1) };
}

const textOf = (cell: Cell | undefined): string =>
  isEmpty(cell)
    ? ''
    : String(typeof cell === 'object' ? Object.values(cell ?? {})[0] : cell)
        .replace(/\s+/g, ' ')
        .trim();

/** Of merged headings, the second row has words where the first has nothing, and no values. */
function continuesHeadings(row: readonly Cell[], next: readonly Cell[] | undefined): boolean {
  const words = filled(next);
  if (words.length === 0 || !words.every(isWord)) return false;
  const last = row.findLastIndex((cell) => !isEmpty(cell));
  const gaps = next!.flatMap((cell, column) => (!isEmpty(cell) && isEmpty(row[column]) ? [column] : []));
  return (
    gaps.length > 0 &&
    gaps.some((column) => column < last || column === last + 1) &&
    words.length < filled(row).length + gaps.length
  );
}
