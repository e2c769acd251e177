// Days whose year, month and day are in columns of their own.
import type { Cell } from '../../../formats/file-line.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { splitNames } from './split-names.js';
import { asText, type ReadValue, readValue } from './values.js';

const NAMES = splitNames({
  year: ['year', 'año', 'jahr', 'année', 'anno', 'ano'],
  month: ['month', 'mes', 'monat', 'mois', 'mese', 'mês'],
  day: ['day', 'día', 'tag', 'jour', 'giorno', 'dia'],
});

/** By their positions. */
export type DateParts = readonly [year: number, month: number, day: number];

/** @returns undefined if a column is missing, or another one has whole days */
export function findDateParts(headings: readonly string[]): DateParts | undefined {
  const columnOf = (names: readonly string[]): number => headings.findIndex((heading) => isNamed(heading, names));
  const parts = [columnOf(NAMES.year!), columnOf(NAMES.month!), columnOf(NAMES.day!)] as const;
  const isWhole = headings.some((heading, column) => column !== parts[2] && isNamed(heading, FIELD_NAMES.date!));
  return parts.includes(-1) || isWhole ? undefined : parts;
}

/** The day of a row; undefined if nothing is written of it. */
export function readDateParts(cells: readonly Cell[], parts: DateParts): ReadValue {
  const [year, month, day] = parts.map((column) => asText(cells[column] ?? null)) as [string, string, string];
  if (`${year}${month}${day}` === '') return undefined;
  const isNumber = /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day);
  const text = isNumber ? [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') : `${day} ${month} ${year}`;
  return readValue(text, 'DAY', {});
}
