// A row with its mapping becomes values of fields. What is written in columns without a field is kept beside them.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import { computeOnce } from '../../../shared/compute-once.js';
import { normalizeWord } from '../../../shared/text.js';
import type { MiteCountMethod } from '../../treatments/mite-count.entity.js';
import {
  type ColumnMapping,
  fieldsBelow,
  type RowProblem,
  type SheetMapping,
  type StoredRow,
} from '../import-source.types.js';
import { type DateParts, findDateParts, readDateParts } from './date-parts.js';
import { positionColumns } from './detect-columns.js';
import { normalizeHeading } from './headings.js';
import { isKind, isSheetKind, KINDS, type OtherKind, QUEEN_FIELDS, type SheetKind, type ValueType } from './kinds.js';
import { refuseProduct } from './medicines.js';
import { isAbout, type Question, questionsOf } from './questions.js';
import type { ExtraValue, SheetRow } from './row-values.js';
import { findColor, findMethod, isEmptyValue, readColor, readMethod, saysNoQueen } from './value-words.js';
import { asText, type FieldValue, readValue, refuseBeside, refuseColor, unitBeside } from './values.js';

/** What the tables of this service say of a record that does not count. */
const NO_RECORD = /^(?:voided|anulad[oa]|draft|borrador)$/i;
const about = ({ column, heading }: ColumnMapping): Pick<RowProblem, 'column' | 'heading'> => ({ column, heading });

const datePartsOf = computeOnce((columns: readonly ColumnMapping[]): DateParts | undefined => {
  const found = findDateParts(columns.map(({ heading }) => heading));
  // A user may have chosen a field for one of them.
  return found?.every((column) => columns[column]!.field === null) ? found : undefined;
});
const openQuestions = computeOnce(questionsOf);

/** A row of a sheet that is no table of records, with why it is not written; undefined for one of a sheet that is left out. */
export type OtherRow = Pick<SheetRow, 'n' | 'problems' | 'questions'>;
const OTHER_TEXTS: Readonly<Record<OtherKind, MessageText>> = {
  MOVES: 'Moves of hives cannot be imported: move them in the app',
};

/** @returns undefined for a row of a sheet that is left out */
export function interpretRow(stored: StoredRow, mapping: readonly SheetMapping[]): SheetRow | OtherRow | undefined {
  const { n, sheet, cells } = stored;
  const ofSheet = mapping.find((one) => one.sheet === sheet);
  if (!ofSheet) return undefined;
  const { kind } = ofSheet;
  const questions = openQuestions(ofSheet).filter((question) => question.kind === 'KIND');
  if (kind !== null && isKind(kind) && !isSheetKind(kind))
    return { n, problems: [{ message: OTHER_TEXTS[kind] }], questions };
  if (isHeadings(cells as Cell[], ofSheet)) return undefined;
  if (!isSheetKind(kind))
    return questions.length > 0
      ? { n, problems: questions.map(({ text }) => ({ message: text })), questions }
      : undefined;
  const row = readRow(stored, ofSheet, kind, questions);
  return isWithoutQueen(row) ? readRow(stored, ofSheet, 'HIVES', questions) : row;
}

/** By field, why a text is no value of it. */
const REFUSALS: Readonly<Record<string, (text: string) => MessageText | undefined>> = {
  product: refuseProduct,
  queenColor: refuseColor,
};

/** Amounts beside which a column of units may stand. */
const WITH_UNITS: ReadonlySet<ValueType> = new Set(['HONEY', 'FEED', 'WEIGHT']);

function readRow(
  { n, sheet, row, cells: written, above, checkedAt }: StoredRow,
  ofSheet: SheetMapping,
  kind: SheetKind,
  ofKind: readonly Question[],
): SheetRow {
  const cells = written as Cell[];
  const questions = [...ofKind];
  const { fields, required, instead } = KINDS[kind];
  const values: SheetRow['values'] = {};
  const extra: ExtraValue[] = [];
  const problems: RowProblem[] = [];
  const remarks: RowProblem[] = [];
  const hidden = positionColumns(ofSheet.columns);
  const parts = fields.date && datePartsOf(ofSheet.columns);
  const day = parts && readDateParts(cells, parts);
  if (day && 'value' in day) values.date = day.value;
  else if (day) problems.push({ ...about(ofSheet.columns[parts[2]]!), message: day.problem });
  for (const [i, column] of ofSheet.columns.entries()) {
    const cell = cellOf(column, ofSheet, cells, above);
    const text = asText(cell);
    if (column.isLeftOut && NO_RECORD.test(text))
      problems.push({ ...about(column), message: 'It was voided, or is a draft' });
    if (text === '' || column.isLeftOut || parts?.includes(i)) continue;
    // A second column of a field, which a user may choose, is kept in the notes.
    const isField = column.field !== null && Object.hasOwn(fields, column.field) && values[column.field] === undefined;
    const type = isField ? fields[column.field!] : undefined;
    const beside = type !== undefined && WITH_UNITS.has(type) ? unitBeside(ofSheet, cells) : undefined;
    const refused = type && !isEmptyValue(text) ? REFUSALS[column.field!]?.(text) : undefined;
    const read = refused ? { problem: refused } : type && readValue(cell, type, { ...column, beside });
    const asked = isField ? askedOf(ofSheet, column, cell, beside) : [];
    questions.push(...asked);
    if (read && 'value' in read) {
      values[column.field!] = read.value;
      const color = column.field === 'isMarked' ? findColor(text) : null;
      if (color) values.queenColor ??= color;
      const isMore = (color ?? (type === 'COLOR' ? read.value : null)) !== null && readColor(text) === null;
      if (isMore) extra.push({ heading: column.heading, text });
      const isPart = refuseBeside(ofSheet, cells, i, type);
      if (isPart) problems.push({ ...about(column), message: isPart });
    } else if (!read || asked.length === 0) {
      const problem = read && { ...about(column), value: text.slice(0, 200), message: read.problem };
      // What is not needed does not keep the rest from being written. An apiary has no notes in which it could be kept.
      const isNeeded = required.includes(column.field!) || kind === 'APIARIES';
      if (problem) (isNeeded ? problems : remarks).push(problem);
      const isKept = problem ? !isNeeded : type === undefined || !isEmptyValue(text);
      if (isKept && !hidden.has(i)) extra.push({ heading: column.heading || `#${column.column}`, text });
    }
    if (otherHives(ofSheet).has(column)) problems.push({ ...about(column), message: 'Two tables stand side by side' });
  }
  fillIn(values, ofSheet, fields);
  const { apiary, hive } = values;
  if (typeof hive === 'string' && typeof apiary === 'string' && normalizeWord(hive) === normalizeWord(apiary))
    problems.push({ message: createMessage('{value} is the apiary, and no hive of it', { value: hive }) });
  const method = fields.countMethod && methodBeside(ofSheet, values.notes);
  if (method && !extra.some(({ heading }) => heading === headingOf(ofSheet, 'countMethod')))
    values.countMethod ??= method;
  const isPlaced = values.apiary !== undefined || fields.apiary === undefined;
  if (!isPlaced) questions.push(...openQuestions(ofSheet).filter((question) => question.kind === 'APIARY'));
  for (const field of required) {
    if ([field, ...(instead?.[field] ?? [])].some((name) => values[name] !== undefined)) continue;
    const column =
      field === 'date' && parts ? ofSheet.columns[parts[2]] : ofSheet.columns.find((one) => one.field === field);
    if (column && questions.some((question) => question.column === column.column)) continue;
    if (!column) problems.push({ message: createMessage('There is no column for it: {field}', { field }) });
    else if (!problems.some((problem) => problem.column === column.column))
      problems.push({ ...about(column), message: 'has no value' });
  }
  const lone = findLoneCoordinate(ofSheet.columns, values, problems);
  if (lone) problems.push(lone);
  for (const { text, column } of questions) {
    const asked = ofSheet.columns.find((one) => one.column === column);
    problems.push({ ...(asked && about(asked)), message: text });
  }
  const { columns, existing } = ofSheet;
  return { n, sheet, row, kind, values, extra, problems, remarks, questions, columns, existing, checkedAt };
}

/** In a list with queens, a row of a hive that has none is one of that hive. */
function isWithoutQueen({ kind, values, remarks, columns }: SheetRow): boolean {
  if (kind !== 'QUEENS' || values.hive === undefined) return false;
  const name = columns.find(({ field }) => field === 'queenName');
  const isNone = remarks.some(({ column, value }) => column === name?.column && saysNoQueen(value ?? ''));
  return isNone || QUEEN_FIELDS.every((field) => (values[field] ?? false) === false);
}

const headingOf = ({ columns }: SheetMapping, field: string): string | undefined =>
  columns.find((one) => one.field === field)?.heading;

/** How mites were counted, if the heading of their number, a title or the name of the sheet says so. */
const methodOfSheet = computeOnce(
  (sheet: SheetMapping): MiteCountMethod | undefined =>
    [normalizeHeading(headingOf(sheet, 'mites') ?? ''), ...(sheet.titles ?? []), sheet.name].flatMap(
      (text) => readMethod(text) ?? [],
    )[0],
);
/** The same, if the notes of the row say it. */
const methodBeside = (sheet: SheetMapping, notes: FieldValue | undefined): MiteCountMethod | undefined =>
  (typeof notes === 'string' ? findMethod(notes) : undefined) ?? methodOfSheet(sheet);

/** The columns with the heading of the hives, besides that of the hives: those of another table. */
const otherHives = computeOnce(({ columns }: SheetMapping): ReadonlySet<ColumnMapping> => {
  const hive = columns.find(({ field }) => field === 'hive');
  const isSame = ({ field, heading }: ColumnMapping): boolean =>
    field === null && heading !== '' && normalizeHeading(hive!.heading) === normalizeHeading(heading);
  return new Set(hive ? columns.filter(isSame) : []);
});

/** Headings are repeated above each part of some lists. */
const isHeadings = (cells: readonly Cell[], { columns }: SheetMapping): boolean =>
  columns.every(({ column, heading }) => asText(cells[column - 1] ?? null) === heading);

const askedOf = (sheet: SheetMapping, { column }: ColumnMapping, cell: Cell, beside?: string): Question[] =>
  openQuestions(sheet).filter((question) => question.column === column && isAbout(question, cell, beside));

/** The cell of a column, or the one above that is also of this row. */
function cellOf(
  { column, field }: ColumnMapping,
  sheet: SheetMapping,
  cells: readonly Cell[],
  above: StoredRow['above'],
): Cell {
  const cell = cells[column - 1] ?? null;
  return field !== null && asText(cell) === '' && fieldsBelow(sheet).includes(field) ? (above?.[field] ?? null) : cell;
}

/** What the sheet says of all its rows, for a row that says nothing of it. */
function fillIn(
  values: Record<string, FieldValue>,
  { apiaryName, hiveName, date }: SheetMapping,
  fields: Readonly<Record<string, ValueType>>,
): void {
  const fill = (field: string, written: string | null | undefined): void => {
    const read = written && fields[field] && values[field] === undefined && readValue(written, fields[field], {});
    if (read && 'value' in read) values[field] = read.value;
  };
  fill('apiary', apiaryName);
  fill('hive', hiveName);
  fill('date', date);
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
