// Where the rows of a sheet are, of which no heading says the apiary, or the hive: the names of places, and of the sheet.
import { normalizeWord } from '../../../shared/text.js';
import type { DetectedColumn, Table } from './detect-columns.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { isSheetKind, KINDS, STATE_FIELDS } from './kinds.js';
import type { GivenBySheet } from './sheet-name.js';
import { asText } from './values.js';

/** The column of the places of hives, in a table that has none of apiaries; -1 if there is none. Things are stored in places, too. */
function placeColumn(table: Table, kind: string | null, fields: readonly DetectedColumn[]): number {
  const isOfHives = isSheetKind(kind) && KINDS[kind].fields.hive !== undefined;
  if (!isOfHives || fields.some(({ field }) => field === 'apiary')) return -1;
  return table.headings.findIndex(
    (heading, column) =>
      fields[column]!.field === null &&
      isNamed(heading, FIELD_NAMES.location!) &&
      table.filledOf(column) > 0.5 &&
      table.cellsOf(column).some((cell) => /\p{L}{2}/u.test(asText(cell))),
  );
}

/** With the column of the places as that of the apiaries, if all of them are apiaries of the account. */
export function findPlaces(
  table: Table,
  kind: string | null,
  fields: readonly DetectedColumn[],
  isChosen: (column: number) => boolean,
  apiaries: readonly string[],
): readonly DetectedColumn[] {
  const column = placeColumn(table, kind, fields);
  if (column < 0 || isChosen(column)) return fields;
  const names = new Set(apiaries.map(normalizeWord));
  if (!table.cellsOf(column).every((cell) => names.has(normalizeWord(asText(cell))))) return fields;
  return fields.map((one, i) => (i === column ? { field: 'apiary', score: 0.9 } : one));
}

/** Whether rows name places of which it is not known that they are in one apiary. */
export const isMorePlaces = (table: Table, kind: string | null, fields: readonly DetectedColumn[]): boolean =>
  placeColumn(table, kind, fields) >= 0;

/** A sheet that is named `12` is of hive 12 if its rows say how a colony is, and not which, and it is no month and no day of theirs. */
export function withHive(table: Table, given: GivenBySheet): GivenBySheet {
  const has = (fields: readonly string[]): boolean =>
    table.headings.some((heading) => fields.some((field) => isNamed(heading, FIELD_NAMES[field]!)));
  if (given.mayBeHive === undefined || has(['hive', 'hiveCount']) || !has(STATE_FIELDS)) return given;
  const parts = table.headings.flatMap((heading, column) =>
    isNamed(heading, FIELD_NAMES.date!)
      ? [table.cellsOf(column).map((cell) => asText(cell).split(/\D+/).map(Number))]
      : [],
  );
  const number = Number(given.mayBeHive);
  const isPart = parts.some((dates) => dates.every((numbers) => numbers.includes(number)));
  return isPart ? given : { hive: given.mayBeHive };
}
