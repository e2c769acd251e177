// A row with its mapping becomes values of fields. What is written in columns without a field is kept beside them.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import type { Point } from '../../../shared/geography.js';
import type { ColumnMapping, RowProblem, SheetMapping, StoredRow } from '../import-source.types.js';
import type { DayAndTime } from './days.js';
import { positionColumns } from './detect-columns.js';
import { isSheetKind, KINDS, type SheetKind } from './kinds.js';
import { asText, type FieldValue, readValue } from './values.js';

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
  values: Readonly<Record<string, FieldValue>>;
  extra: ExtraValue[];
  problems: RowProblem[];
  columns: readonly ColumnMapping[];
}

/** @returns undefined for a row of a sheet that is left out */
export function interpretRow(
  { n, sheet, row, cells }: StoredRow,
  mapping: readonly SheetMapping[],
): SheetRow | undefined {
  const ofSheet = mapping.find((one) => one.sheet === sheet);
  const kind = ofSheet?.kind ?? null;
  if (!ofSheet || !isSheetKind(kind)) return undefined;
  const { fields, required } = KINDS[kind];
  const values: Record<string, FieldValue> = {};
  const extra: ExtraValue[] = [];
  const problems: RowProblem[] = [];
  const hidden = positionColumns(ofSheet.columns);
  for (const [i, column] of ofSheet.columns.entries()) {
    const cell = (cells as Cell[])[column.column - 1] ?? null;
    const text = asText(cell);
    if (text === '') continue;
    // A second column of a field, which a user may choose, is kept in the notes.
    const isField = column.field !== null && Object.hasOwn(fields, column.field) && values[column.field] === undefined;
    const type = isField ? fields[column.field!] : undefined;
    const read = type && readValue(cell, type, column);
    if (read && 'value' in read) values[column.field!] = read.value;
    else if (read)
      problems.push({
        column: column.column,
        heading: column.heading,
        value: text.slice(0, 200),
        message: read.problem,
      });
    else if (!hidden.has(i)) extra.push({ heading: column.heading || `#${column.column}`, text });
  }
  if (values.apiary === undefined && ofSheet.apiaryName && fields.apiary) values.apiary = ofSheet.apiaryName;
  for (const field of required) {
    if (values[field] !== undefined) continue;
    const column = ofSheet.columns.find((one) => one.field === field);
    if (!column) problems.push({ message: createMessage('There is no column for it: {field}', { field }) });
    else if (!problems.some((problem) => problem.column === column.column))
      problems.push({ column: column.column, heading: column.heading, message: 'has no value' });
  }
  const lone = findLoneCoordinate(ofSheet.columns, values, problems);
  if (lone) problems.push(lone);
  return { n, sheet, row, kind, values, extra, problems, columns: ofSheet.columns };
}

/** One coordinate alone is no position. One that cannot be read is a problem already. */
function findLoneCoordinate(
  columns: readonly ColumnMapping[],
  { latitude, longitude }: SheetRow['values'],
  problems: RowProblem[],
): RowProblem | undefined {
  if ((latitude === undefined) === (longitude === undefined)) return undefined;
  const [has, lacks] = latitude === undefined ? ['longitude', 'latitude'] : ['latitude', 'longitude'];
  const columnOf = (field: string | undefined) => columns.find((one) => one.field === field);
  const missing = columnOf(lacks);
  if (missing && problems.some(({ column }) => column === missing.column)) return undefined;
  const { column, heading } = columnOf(has)!;
  return {
    column,
    heading,
    message: lacks === 'longitude' ? 'has no longitude beside it' : 'has no latitude beside it',
  };
}

export const textOf = ({ values }: SheetRow, field: string): string | undefined => values[field] as string | undefined;
export const numberOf = ({ values }: SheetRow, field: string): number | undefined =>
  values[field] as number | undefined;
export const flagOf = ({ values }: SheetRow, field: string): boolean | undefined =>
  values[field] as boolean | undefined;
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

/** What the row is about, for people: `El Roble · 7 · 2026-05-31`. */
export function summarize(row: SheetRow): string {
  const parts = [
    textOf(row, 'apiary'),
    numberOf(row, 'hive')?.toString(),
    textOf(row, 'queenName') ?? numberOf(row, 'queenYear')?.toString(),
    dayOf(row, 'date') ?? dayOf(row, 'placedOn') ?? dayOf(row, 'installedOn'),
    textOf(row, 'product') ?? textOf(row, 'item'),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
