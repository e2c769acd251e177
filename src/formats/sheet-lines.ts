// From the cells of a sheet to its lines: where the headings are, and which rows have anything. Tables that people keep have titles above
// their headings, headings in two rows, empty rows, and rows of different lengths.
import { type Cell, cutText, FileError, type FileLine } from './file-line.js';

/** In all sheets of a file together. */
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;
/** In all sheets of a file together: each is compared with every name of the dictionary. */
const MAX_COLUMNS_IN_ALL = 1000;
const MAX_HEADING_LENGTH = 200;
/** As spreadsheets have it. */
export const MAX_CELL_LENGTH = 32_767;
/** The length of all cells of a row. Pieces of rows are in memory: one text of a workbook may be in every cell of it. */
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
  let sheet = 1;
  for (const table of tables) {
    const { name } = table;
    for (const [i, row] of table.rows.entries()) checkCells(name, row, i + 1);
    const { headings, first, titles } = findHeadings(table.rows);
    const found = headings.length === 0 ? 0 : countFilled(table.rows, first);
    if (found === 0) continue;
    rows += found;
    if (rows > MAX_ROWS) throw new FileError({ code: 'TOO_MANY_ROWS', sheet: name, value: String(MAX_ROWS) });
    columns += headings.length;
    if (columns > MAX_COLUMNS_IN_ALL)
      throw new FileError({ code: 'TOO_MANY_COLUMNS', sheet: name, value: String(MAX_COLUMNS_IN_ALL) });
    yield { type: 'sheet', sheet, name, headings, titles };
    yield* rowsOf(table, sheet, headings.length, first);
    sheet += 1;
  }
  if (rows <= 0) throw new FileError({ code: 'EMPTY' });
}

/**
 * The lines of a table that is read twice: first to find its headings and what is wrong with it, and then for its rows.
 * @throws FileError
 */
export async function* toLinesTwice(
  name: string,
  read: () => AsyncIterable<readonly Cell[]>,
): AsyncGenerator<FileLine> {
  const start: (readonly Cell[])[] = [];
  let [row, rows, length] = [0, 0, 0];
  for await (const cells of read()) {
    row += 1;
    checkCells(name, cells, row);
    // With the row after the last one in which headings are looked for.
    if (rows <= MAX_TITLE_ROWS) start.push(cells);
    if (hasCells(cells)) rows += 1;
    length = Math.max(length, lengthOf(cells));
  }
  const { headings, first, titles } = findHeadings(start, length);
  rows -= start.slice(0, first).filter(hasCells).length;
  if (rows <= 0) throw new FileError({ code: 'EMPTY' });
  if (rows > MAX_ROWS) throw new FileError({ code: 'TOO_MANY_ROWS', sheet: name, value: String(MAX_ROWS) });
  yield { type: 'sheet', sheet: 1, name, headings, titles };
  row = 0;
  for await (const cells of read()) {
    row += 1;
    if (row > first && hasCells(cells)) yield toRow(cells, 1, row, headings.length);
  }
}

const hasCells = (row: readonly Cell[]): boolean => row.some((cell) => !isEmpty(cell));
const lengthOf = (row: readonly Cell[]): number => row.findLastIndex((cell) => !isEmpty(cell)) + 1;
function countFilled(rows: Table['rows'], first: number): number {
  let count = 0;
  for (let i = first; i < rows.length; i += 1) if (hasCells(rows[i]!)) count += 1;
  return count;
}

function* rowsOf({ rows }: Table, sheet: number, columns: number, first: number): Generator<FileLine> {
  for (let i = first; i < rows.length; i += 1) if (hasCells(rows[i]!)) yield toRow(rows[i]!, sheet, i + 1, columns);
}

const toRow = (row: readonly Cell[], sheet: number, number: number, columns: number): FileLine => ({
  ...{ type: 'row', sheet, row: number },
  cells: Array.from({ length: columns }, (_, column) => (isEmpty(row[column]) ? null : row[column]!)),
});

function checkCells(sheet: string, cells: readonly Cell[], row: number): void {
  if (lengthOf(cells) > MAX_COLUMNS)
    throw new FileError({ code: 'TOO_MANY_COLUMNS', sheet, row, value: String(MAX_COLUMNS) });
  const long = cells.findIndex((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH);
  if (long >= 0)
    throw new FileError({ ...{ code: 'CELL_TOO_LONG', sheet, row }, column: long + 1, value: String(MAX_CELL_LENGTH) });
  const length = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
  if (length > MAX_ROW_LENGTH) throw new FileError({ code: 'ROW_TOO_LONG', sheet, row });
}

/** The headings, and the index of the first row below them. @param length of the longest row */
export function findHeadings(
  rows: Table['rows'],
  length = rows.reduce((max, row) => Math.max(max, lengthOf(row)), 0),
): Headings {
  const candidates: number[] = [];
  for (let i = 0; i < rows.length && candidates.length < MAX_TITLE_ROWS; i += 1)
    if (filled(rows[i]).length > 0) candidates.push(i);
  const width = Math.max(0, ...candidates.map((i) => filled(rows[i]).length));
  if (width === 0) return { headings: [], first: 0, titles: [] };
  const isHeading = (i: number): boolean =>
    filled(rows[i]).every(isWord) && filled(rows[i]).length >= Math.max(Math.min(2, width), width * 0.5);
  const found = candidates.filter(isHeading).map((top) => headingsAt(rows, top, length));
  // A title above a table, or who keeps it, has nothing above most of its columns.
  const covered = found.map((one) => coverOf(rows, one));
  const best = found.reduce((a, _, b) => (covered[b]! > covered[a]! + 0.1 ? b : a), 0);
  return found[best] ?? headingsAt(rows, candidates[0]!, length);
}

/** `titles`: what is written above the headings, a text for each row. */
type Headings = { headings: string[]; first: number; titles: string[] };

function headingsAt(rows: Table['rows'], top: number, length: number): Headings {
  const next = rows[top + 1];
  const isSplit = continuesHeadings(rows[top]!, next);
  let group = '';
  const headings = Array.from({ length }, (_, column) => {
    const upper = textOf(rows[top]![column]);
    if (upper !== '') group = upper;
    const lower = isSplit ? textOf(next![column]) : '';
    if (lower === '' || lower === upper) return upper.slice(0, MAX_HEADING_LENGTH);
    const heading = upper === '' && group === '' ? lower : `${upper === '' ? group : upper} – ${lower}`;
    return heading.slice(0, MAX_HEADING_LENGTH);
  });
  const above = rows.slice(0, top).map((row) => cutText(row.map(textOf).filter(Boolean).join(' ')));
  return { headings, first: top + (isSplit ? 2 : 1), titles: above.filter(Boolean) };
}

/** The share of the cells of the rows that follow that have a heading. */
function coverOf(rows: Table['rows'], { headings, first }: Headings): number {
  const columns = rows
    .slice(first, first + MAX_TITLE_ROWS)
    .flatMap((row) => row.flatMap((cell, column) => (isEmpty(cell) ? [] : [column])));
  const isCovered = (column: number): boolean => (headings[column] ?? '') !== '';
  return columns.length === 0 ? 0 : columns.filter(isCovered).length / columns.length;
}

const textOf = (cell: Cell | undefined): string =>
  isEmpty(cell)
    ? ''
    : String(typeof cell === 'object' ? Object.values(cell ?? {})[0] : cell)
        .replace(/\s+/g, ' ')
        .trim();

/** Whether headings are merged: the second row then has words where the first has nothing, and no values. */
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
