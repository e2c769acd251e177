// What the rows of a table contain, whatever it is: days, the same hive again, amounts of honey.
import type { Cell } from '../../../formats/file-line.js';
import { normalizeName, normalizeWord } from '../../../shared/text.js';
import type { Table } from './detect-columns.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { readNumber } from './numbers.js';
import { massesOf, unitsOfHeading } from './units.js';
import { asText } from './values.js';

/** Whether a heading says more than honey, or the values in what it is. */
export function isHarvested(table: Table, column: number): boolean {
  const heading = table.headings[column]!;
  const hasUnit = unitsOfHeading(heading, 'HONEY').length > 0 || table.cellsOf(column).some(hasMass);
  return hasUnit || !isNamed(heading, ['honey', 'miel', 'honig', 'miele', 'mel']);
}
const hasMass = (cell: Cell): boolean => massesOf(readNumber(cell, '.')?.unit ?? '') !== undefined;

/** Whether each value of a column is written once, above the rows that are of it. */
export function isGrouped(table: Table, column: number): boolean {
  const names = table.rows.map(({ cells }) => normalizeWord(asText(cells[column] ?? null)));
  const written = names.filter((name) => name !== '');
  return names[0] !== '' && written.length > 1 && new Set(written).size === written.length;
}

/** Whether rows with a day are about the same hive. */
export const isLog = (table: Table): boolean => hasDays(table) && isRepeated(table);
export const hasDays = (table: Table): boolean =>
  table.dateParts !== undefined ||
  table.headings.some((heading, column) => isNamed(heading, FIELD_NAMES.date!) && table.fitOf(column, 'DAY') > 0.5);

/** Whether the same hive, or what else has the names, is in several rows. */
export function isRepeated(table: Table, names = FIELD_NAMES.hive!): boolean {
  const columnOf = (of: readonly string[]): number => table.headings.findIndex((heading) => isNamed(heading, of));
  const hive = columnOf(names);
  // A place tells hives apart as an apiary does.
  const apiary = Math.max(columnOf(FIELD_NAMES.apiary!), columnOf(FIELD_NAMES.location!));
  if (hive < 0) return false;
  let place = '';
  const keys = table.rows.flatMap(({ cells }) => {
    const text = asText(cells[hive] ?? null);
    place = (apiary >= 0 && asText(cells[apiary] ?? null)) || place;
    return text === '' ? [] : [normalizeName(`${place} ${text}`)];
  });
  return new Set(keys).size < keys.length * 0.95;
}
