// What is read of a file, line by line, whatever its format is: first the file, then each sheet, and its rows. What reads a file knows
// nothing of records; what writes records knows nothing of files.

/** The formats that are recognized. */
export type FileFormat = 'CSV' | 'XLSX' | 'ARCHIVE' | 'OPENBEEHIVE' | 'HIVE_PAL' | 'BEEP';

/**
 * Spreadsheets have days and times as values of their own: `2026-05-31`, or an instant in ISO 8601. `merged`: a number, with its unit if it has one,
 * that is written once over several rows.
 */
export type Cell = string | number | boolean | null | { day: string } | { at: string } | { merged: string | number };
type Plain = Exclude<Cell, object>;
export const isMerged = (cell: Cell): boolean => cell !== null && typeof cell === 'object' && 'merged' in cell;
/** The value of a cell, whatever it is. */
export const plainOf = (cell: Cell): Plain =>
  cell === null || typeof cell !== 'object' ? cell : (Object.values(cell)[0] as string | number);
/** The cells of a row by their positions, or a record by its fields. */
export type Cells = Cell[] | Record<string, unknown>;

/** Why a file cannot be read. */
export type FileProblemCode =
  | 'UNKNOWN_FORMAT'
  | 'DAMAGED'
  | 'ENCRYPTED'
  | 'TOO_LARGE'
  /** Reading it takes more memory than there is for it. */
  | 'TOO_MUCH_MEMORY'
  | 'TOO_MANY_ROWS'
  // These two are problems of an archive alone.
  | 'TOO_MANY_RECORDS'
  | 'LINE_TOO_LONG'
  | 'TOO_MANY_COLUMNS'
  | 'CELL_TOO_LONG'
  | 'ROW_TOO_LONG'
  | 'EMPTY'
  | 'UNSAFE_XML'
  | 'FORMULA_WITHOUT_VALUE'
  | 'NEWER_VERSION'
  | 'CHECKSUM'
  /** The service failed. */
  | 'INTERRUPTED'
  /** So did its process, twice. */
  | 'SERVICE_DIED';

export interface FileProblem {
  code: FileProblemCode;
  /** The name of the sheet, or of the list of an archive. */
  sheet?: string | undefined;
  /** As a spreadsheet counts: from 1. */
  row?: number | undefined;
  /** From 1. */
  column?: number | undefined;
  value?: string | undefined;
}

export type FileLine =
  /** The first line. `details`: the encoding, the separator, the manifest, and the like. */
  | { type: 'file'; format: FileFormat; details: Record<string, unknown> }
  /** Before the rows of the sheet. `sheet` counts from 1; `titles`: what is written above the headings. */
  | { type: 'sheet'; sheet: number; name: string; headings: string[]; titles?: string[] }
  | { type: 'row'; sheet: number; row: number; cells: Cells }
  /** The last line, if the file cannot be read. */
  | ({ type: 'problem' } & FileProblem);

/** Reads a file of one format. @throws FileError */
export type Reader = (file: Buffer, name: string) => AsyncIterable<FileLine> | Iterable<FileLine>;

export class FileError extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem.code);
  }
}

/** What is no cell: names of sheets, headings, versions, and what a problem names. A cell has the limits of rows (sheet-lines.ts). */
export const MAX_TEXT_LENGTH = 200;

export const cutText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
/** Cuts every text in it, but for names of fields. */
export const cutTexts = <T extends object>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'string' ? cutText(one) : one)) as T;

/** JSON without what the database refuses in texts: the character NUL, and halves of characters. */
export function storable(value: unknown): string {
  const json = JSON.stringify(value);
  return /\\u(0000|d[89a-f])/.test(json) ? JSON.stringify(value, clean) : json;
}

function clean(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [cleanText(key), of]));
}
const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
