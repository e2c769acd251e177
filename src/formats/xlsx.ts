// XLSX: a ZIP file of XML files. Before the library reads it, every part is inflated once within limits, and looked through for what the
// library does not say: formulas without a value, cells far away from all others, and definitions of entities.

import { isBeep, readBeepTables } from './beep.js';
import { type Cell, FileError, type FileLine } from './file-line.js';
import { type Table, toLines } from './sheet-lines.js';
import { checkSheet, findMerged, type MergedCells, sheetNames } from './xlsx-check.js';
import { readFormats, type ShownCells, ShownCellsOfSheet, showNumber } from './xlsx-formats.js';
import { openZip, ZIP_LIMITS, ZipError, type ZipReader } from './zip.js';

/** Inflated: the library holds it as text. */
const LIMITS = { ...ZIP_LIMITS, bytes: 150 * 2 ** 20, entryBytes: 100 * 2 ** 20 };
/** The part that names the sheets, and that which says where they are. */
const MAX_WORKBOOK_BYTES = 4 * 2 ** 20;
const XML = /\.(xml|rels)$/i;

export async function* readXlsx(file: Buffer, _name: string): AsyncGenerator<FileLine> {
  const tables = await readTables(file);
  if (isBeep(tables)) {
    yield* readBeepTables(tables);
    return;
  }
  yield { type: 'file', format: 'XLSX', details: {} };
  yield* toLines(tables);
}

/** @throws FileError */
export async function readTables(file: Buffer): Promise<Table[]> {
  const parts = await checkParts(file);
  const { default: readExcelFile } = await import('read-excel-file/node');
  try {
    const sheets = (await readExcelFile(file, { trim: true })) as unknown as { sheet: string; data: unknown[][] }[];
    // A row of cells takes the place of what the library has read: both of all rows would not fit into the memory.
    for (const data of new Set(sheets.map((sheet) => sheet.data)))
      for (const [i, row] of data.entries()) data[i] = row.map(toCell);
    return sheets.map(({ sheet: name, data }) => {
      const rows = data as Cell[][];
      const { merged, shown } = parts.get(name) ?? { merged: [], shown: [] };
      for (const cells of shown) showCells(rows, cells);
      for (const cells of merged) fillDown(rows, cells);
      return { name, rows };
    });
  } catch (error) {
    throw new FileError({ code: 'DAMAGED', value: error instanceof Error ? error.message.slice(0, 200) : undefined });
  }
}

/** What a number says with what its format writes beside it. */
function showCells(rows: Cell[][], { column, from, to, shown }: ShownCells): void {
  for (const row of rows.slice(from, to + 1)) {
    const cell = row[column];
    if (typeof cell === 'number') row[column] = showNumber(cell, shown);
  }
}

/** A number, or one with a unit: it may be an amount. */
const isAmount = (cell: Cell): cell is string | number =>
  typeof cell === 'number' || (typeof cell === 'string' && /^\d[\d.,]*\s?(?:%|\p{L}{1,12})\.?$/u.test(cell));

/** What is written over several rows is said of each of them. An amount may be of all together: who reads it knows what it is. */
function fillDown(rows: Cell[][], { column, from, to }: MergedCells): void {
  const written = rows[from]?.[column] ?? null;
  if (written === null) return;
  const value: Cell = isAmount(written) ? { merged: written } : written;
  rows[from]![column] = value;
  for (let row = from + 1; row <= Math.min(to, rows.length - 1); row += 1) rows[row]![column] ??= value;
}

interface SheetParts {
  merged: readonly MergedCells[];
  shown: readonly ShownCells[];
}
const STYLES = 'xl/styles.xml';

/** @returns what the library does not say of the cells, by the names of the sheets */
async function checkParts(file: Buffer): Promise<Map<string, SheetParts>> {
  const parts = new Map<string, SheetParts>();
  let zip: ZipReader;
  try {
    zip = await openZip(file, LIMITS);
    const names = zip.has('xl/workbook.xml')
      ? sheetNames(await textOf(zip, 'xl/workbook.xml', MAX_WORKBOOK_BYTES), await relations(zip))
      : undefined;
    if (!names) throw new FileError({ code: zip.has('xl/workbook.bin') ? 'UNKNOWN_FORMAT' : 'DAMAGED' });
    const styles = zip.has(STYLES) ? await textOf(zip, STYLES) : '';
    checkXml(STYLES, styles);
    const formats = readFormats(styles);
    for (const { name } of zip.entries) {
      if (name === STYLES) continue;
      if (!XML.test(name)) {
        // Pictures and settings, which the library passes over: their sizes are stated, and nothing inflates them.
        continue;
      }
      const text = await textOf(zip, name);
      checkXml(name, text);
      if (!names.has(name)) continue;
      const shown = new ShownCellsOfSheet(formats);
      checkSheet(names.get(name)!, text, (tag) => shown.add(tag));
      parts.set(names.get(name)!, { merged: findMerged(text), shown: shown.all });
    }
    return parts;
  } catch (error) {
    throw asFileError(error);
  }
}

function checkXml(name: string, text: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new FileError({ code: 'UNSAFE_XML', value: name });
}
const textOf = async (zip: ZipReader, name: string, limit = LIMITS.entryBytes): Promise<string> =>
  (await zip.readAll(name, limit)).toString('utf8');
const relations = async (zip: ZipReader): Promise<string> =>
  zip.has('xl/_rels/workbook.xml.rels') ? textOf(zip, 'xl/_rels/workbook.xml.rels', MAX_WORKBOOK_BYTES) : '';

export function asFileError(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  const { code, entry: value } = error;
  if (code === 'ZIP_ENCRYPTED') return new FileError({ code: 'ENCRYPTED' });
  const isTooLarge = code === 'ZIP_TOO_LARGE' || code === 'ZIP_TOO_MANY_ENTRIES';
  return new FileError({ code: isTooLarge ? 'TOO_LARGE' : 'DAMAGED', value });
}

const DAY_MS = 86_400_000;
/** Spreadsheets count days from 1900 or 1904: what has a time and no day is of before. */
const FIRST_DAY = Date.UTC(1904, 0, 2);

function toCell(value: unknown): Cell {
  if (!(value instanceof Date))
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  const time = value.getTime();
  if (!(Math.abs(time) < 8.64e15)) return null;
  const minutes = new Date(Math.round(time / 60_000) * 60_000).toISOString();
  if (time < FIRST_DAY && time % DAY_MS !== 0) return minutes.slice(11, 16);
  // A time of a spreadsheet is that of the wall clock, in no time zone.
  return time % DAY_MS === 0 ? { day: minutes.slice(0, 10) } : { at: minutes.slice(0, 16) };
}
