// What an import does with the rows of a file. There are two sources: spreadsheets (features/imports/sheets), and archives
// (features/archives), which are restored as they are.
import type { Context } from '../../context.js';
import type { Cell, Cells, FileFormat } from '../../formats/file-line.js';
import type { MessageText } from '../../messages/message.js';
import type { RecordName } from '../../records/record.js';
import type { ImportUnit } from './import.enums.js';

export interface StoredRow {
  /** Counts the rows of the import, from 1. */
  n: number;
  sheet: number;
  /** As a spreadsheet counts: from 1. */
  row: number;
  cells: Cells;
  /** By field, the last cell above it, if its own is empty and its sheet is written so. */
  above?: Readonly<Record<string, Cell>> | null;
  /** What the row says, as a digest that was stored when it was checked. */
  key?: string | null;
  /** Whether there is another record of the same hive and day. */
  asked?: boolean;
  /** When it was checked, if it was: milliseconds since 1970. */
  checkedAt?: number;
}

export interface RowProblem {
  /** From 1; undefined if it is about the whole row. */
  column?: number | undefined;
  heading?: string | undefined;
  value?: string | undefined;
  message: MessageText;
}

export interface CreatedRecord {
  entity: RecordName;
  id: string;
}

/** What is known of a row before anything is written. */
export interface CheckedRow {
  n: number;
  /** With one, it is not written. */
  problems: RowProblem[];
  /** What of it cannot be read as a value and is kept in the notes, what is new, and what is assumed. */
  remarks: RowProblem[];
  /** The ids of the questions that it is about. */
  questions: string[];
  /** What it says, as a digest: by it, the row is known again. */
  key?: string;
  /** For people: what the row becomes, such as `Apiary El Roble, hive 7, 2026-05-31`. */
  summary: string;
}

export interface RowResult {
  n: number;
  /** SKIPPED: nothing was to be written, such as a record that the account has deleted since an earlier import. */
  status: 'DONE' | 'UPDATED' | 'SKIPPED' | 'FAILED';
  problem?: RowProblem | undefined;
  /** What the row has created. What was there before is not its own: an undo would remove it. */
  records: CreatedRecord[];
}

/** How the values of a column are read. */
export interface ColumnMapping {
  /** Its position, from 1. */
  column: number;
  heading: string;
  /** Null: into the notes or, of a sheet without notes, nowhere. */
  field: string | null;
  /** How sure the detection is, 0 to 1. */
  score: number;
  dateOrder?: DateOrder | undefined;
  decimal?: Decimal | undefined;
  unit?: ImportUnit | undefined;
  /** What the unit may be, if nothing says it. */
  units?: readonly ImportUnit[] | undefined;
  /** Whether hives are called by two numbers, such as `2-1`: then `1-2` is one of them. */
  hasParts?: boolean | undefined;
  /** Whether its values are seconds, or milliseconds, since 1970. */
  areSeconds?: boolean | undefined;
  /** Whether it is left out: in a table that this service has written, what it has written for other uses. */
  isLeftOut?: boolean | undefined;
  /** That of days that are written without one. */
  year?: number | undefined;
  /** GUESSED: the values can be read in two ways. MIXED: they contradict each other. */
  remark?: 'GUESSED' | 'MIXED' | undefined;
}
export type DateOrder = 'DMY' | 'MDY' | 'YMD';
export type Decimal = ',' | '.';

/** What a user has decided of a sheet: it goes before what is detected. */
export interface SheetChoices {
  kind?: string | null | undefined;
  apiaryName?: string | null | undefined;
  /** Whether a row without an apiary is in that of the row above. */
  isBelow?: boolean | undefined;
  hiveName?: string | null | undefined;
  date?: string | null | undefined;
  year?: number | null | undefined;
  existing?: Existing | undefined;
  columns?: Record<string, ColumnChoices> | undefined;
}
export interface ColumnChoices {
  field?: string | null | undefined;
  dateOrder?: DateOrder | undefined;
  decimal?: Decimal | undefined;
  unit?: ImportUnit | undefined;
  /** What was chosen for an earlier file: taken where the values of this one leave it open. */
  before?: Pick<ColumnMapping, 'dateOrder' | 'decimal'> | undefined;
}
/** What becomes of a row of which there is another record of the same hive and day. */
export type Existing = 'LEAVE' | 'UPDATE' | 'ADD';

/** How a sheet is read. */
export interface SheetMapping {
  sheet: number;
  name: string;
  /** What is written above the table, a text for each row. */
  titles?: readonly string[] | undefined;
  /** What each row is; null if the sheet is left out. */
  kind: string | null;
  /** What it may be, if that is not certain. */
  kinds?: string[] | undefined;
  /** Why, as `serializeMessage` writes it. */
  evidence?: string[] | undefined;
  /** For rows without an apiary of their own. */
  apiaryName?: string | null | undefined;
  /** Names that it may have, if that is not certain. */
  apiaries?: string[] | undefined;
  isBelow?: boolean | undefined;
  /** Other fields that are written once, above the rows that are of them. */
  below?: string[] | undefined;
  /** For rows without a hive, or a day, of their own. */
  hiveName?: string | null | undefined;
  date?: string | null | undefined;
  existing?: Existing | undefined;
  columns: ColumnMapping[];
  chosen?: SheetChoices | undefined;
}

/** A sheet with its first rows. */
export interface SheetSample {
  sheet: number;
  name: string;
  titles?: readonly string[];
  headings: string[];
  rows: { row: number; cells: Cell[] }[];
}

/** The fields of which an empty cell means the one above. */
export const fieldsBelow = ({ isBelow, below = [] }: SheetMapping): string[] => [
  ...(isBelow ? ['apiary'] : []),
  ...below,
];

export interface ImportInfo {
  id: string;
  format: FileFormat;
  /** SHA-256, in hexadecimal: with the account and the row, the origin of every id. After an undo of the same file, with a number. */
  checksum: string;
  /** Those of earlier imports of the file that were undone: what they have left is not written again. */
  undone?: string[];
  details: Record<string, unknown>;
  mapping: SheetMapping[];
}

/**
 * Writes some rows, with what became of them, in one transaction.
 * @throws whatever `work` throws, after which nothing of it is written
 */
export type WriteTogether = (rows: readonly { n: number }[], work: () => Promise<RowResult[]>) => Promise<RowResult[]>;

export interface ImportSource {
  /**
   * Proposes how sheets are read, from their headings and first rows.
   * @param others those of the file that are read as they were
   */
  detect(
    context: Context,
    sheets: SheetSample[],
    imported: Omit<ImportInfo, 'mapping'>,
    choices?: ReadonlyMap<number, SheetChoices>,
    others?: readonly SheetMapping[],
  ): Promise<SheetMapping[]>;
  /**
   * Finds problems without writing anything. All rows come in their order, in pieces.
   * @param state lives as long as the check, for what rows have in common
   */
  check(
    context: Context,
    imported: ImportInfo,
    rows: StoredRow[],
    state: Record<string, unknown>,
  ): Promise<CheckedRow[]>;
  /**
   * Writes rows as the account, in pieces, in their order. It may be called again with the same rows, after any interruption: ids follow from
   * the account, the checksum and the row, so nothing is created twice.
   * @param together runs whatever writes
   */
  run(context: Context, imported: ImportInfo, rows: StoredRow[], together: WriteTogether): Promise<RowResult[]>;
  /** After rows were written. */
  finish?(context: Context): Promise<unknown>;
}
