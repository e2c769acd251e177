// A row of a sheet as values of fields, and what reads them.
import type { Point } from '../../../shared/geography.js';
import type { ColumnMapping, Existing, RowProblem } from '../import-source.types.js';
import type { DayAndTime } from './days.js';
import type { SheetKind } from './kinds.js';
import type { Question } from './questions.js';
import type { Amount, FieldValue } from './values.js';

/** A value of a column without a field. */
export interface ExtraValue {
  heading: string;
  text: string;
}
export interface SheetRow {
  n: number;
  sheet: number;
  row: number;
  kind: SheetKind;
  values: Record<string, FieldValue>;
  extra: ExtraValue[];
  problems: RowProblem[];
  /** What cannot be read as a value, and is in `extra`. */
  remarks: RowProblem[];
  /** The open questions that it is about. */
  questions: Question[];
  columns: readonly ColumnMapping[];
  /** When it was checked: milliseconds since 1970. */
  checkedAt?: number | undefined;
  /** What the user wants of a row of which there is another record. */
  existing: Existing | undefined;
}

export const textOf = ({ values }: SheetRow, field: string): string | undefined => values[field] as string | undefined;
export const numberOf = ({ values }: SheetRow, field: string): number | undefined => amountOf(values[field]).number;
/** In what a value is, if it says so itself. */
export const unitOf = ({ values }: SheetRow, field: string): string | undefined => amountOf(values[field]).unit;
const amountOf = (value: FieldValue | undefined): Partial<Amount> =>
  typeof value === 'object' ? (value as Amount) : { number: value as number };
/** The hive as it is called: a number, or a name. */
export const hiveOf = ({ values }: SheetRow): number | string | undefined => values.hive as number | string | undefined;
export const flagOf = ({ values }: SheetRow, field: string): boolean | undefined =>
  values[field] as boolean | undefined;
/** Whether a column has a value that cannot be read as its field. */
export const isUnread = (row: SheetRow, field: string): boolean =>
  row.columns.some(
    (one) =>
      one.field === field &&
      (row.remarks.some(({ column }) => column === one.column) ||
        (row.values[field] === undefined && row.extra.some(({ heading }) => heading === one.heading))),
  );

export const dayOf = ({ values }: SheetRow, field: string): string | undefined =>
  (values[field] as DayAndTime | undefined)?.day;

/** Columns of their own go before one with both coordinates. Programs write 0, 0, which is in the sea, where nobody has chosen a position. */
export function positionOf({ values }: SheetRow): Point | undefined {
  const { latitude, longitude, coordinates } = values;
  const position =
    typeof latitude === 'number' && typeof longitude === 'number'
      ? { latitude, longitude }
      : (coordinates as Point | undefined);
  return position?.latitude === 0 && position.longitude === 0 ? undefined : position;
}

/** The notes, and below them what the other columns say, each under its heading. */
export function notesOf(row: SheetRow, extra = row.extra): string | undefined {
  const lines = [textOf(row, 'notes'), ...extra.map(({ heading, text }) => `${heading}: ${text}`)];
  return lines.filter((line) => line !== undefined).join('\n') || undefined;
}

/** A problem that is about a field is about its column. */
export function problemAt(row: SheetRow, field: string | undefined, message: RowProblem['message']): RowProblem {
  const column = row.columns.find((one) => one.field !== null && one.field === field);
  return column ? { column: column.column, heading: column.heading, message } : { message };
}
