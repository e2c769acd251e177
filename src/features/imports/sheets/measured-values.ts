// What was measured, as it is written: a number in the unit of its cell or its heading, and in no other.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import { findMeasuredProblem } from '../../measurements/measured-values.rules.js';
import { MeasurementKind, type MeasurementUnit } from '../../measurements/measurement.enums.js';
import type { ImportUnit } from '../import.enums.js';
import { isOddNumber, noNumber } from './amounts.js';
import { normalizeHeading } from './headings.js';
import { readNumber } from './numbers.js';
import { isCertain, massesOf } from './units.js';
import type { ReadValue, Written } from './values.js';

/** What a weight may be in without a unit: that is asked. */
export const WEIGHT_MAY_BE = ['KILOGRAMS', 'POUNDS', 'GRAMS'] as const satisfies readonly (ImportUnit &
  MeasurementUnit)[];
type WeightUnit = (typeof WEIGHT_MAY_BE)[number];
const isWeightUnit = (unit: string | undefined): unit is WeightUnit => WEIGHT_MAY_BE.includes(unit as WeightUnit);

/** What scales and programs write for nothing; `readNumber` has taken the sign of `-999` along. */
const isNothing = (number: number): boolean => /^-?(?:9{3,}(?:\.9+)?|32767|32768|65535)$/.test(String(number));

/** @returns null if the word is a unit that is none of weights of hives, or may be several */
function unitOfWord(word: string): WeightUnit | null | undefined {
  const units = massesOf(word);
  if (!units) return /^(?:mg|mgs|milligram\w*|st|stone)$/.test(fold(word)) ? null : undefined;
  return isCertain(units) && isWeightUnit(units[0]) ? units[0] : null;
}

/** The unit that a heading says; null if it is another one, or several. A letter is a unit only in brackets or at the end. */
function unitOfHeading(heading: string): WeightUnit | null | undefined {
  const inBrackets = [...heading.matchAll(/[([]\s*(\p{L}+)\.?\s*[)\]]/gu)].map(([, word]) => word!);
  const words = normalizeHeading(heading).split(' ');
  const long = words.filter((word, i) => word.length > 1 || (i > 0 && i === words.length - 1));
  const units = new Set([...inBrackets, ...long].flatMap((word) => unitOfWord(word) ?? (massesOf(word) ? [null] : [])));
  if (/[/%\u20ac$\u00a3]|\bmg\b/.test(fold(heading))) return null;
  return units.size > 1 ? null : [...units][0];
}

/** Whether the heading says nothing of the unit of its values, and one of these neither. */
export const lacksWeightUnit = (cells: readonly Cell[], heading: string): boolean =>
  unitOfHeading(heading) === undefined && cells.some((cell) => readNumber(cell, '.')?.unit === '');

const isOdd = (cell: Cell): boolean => typeof cell === 'string' && isOddNumber(cell.replace(/^\s*[+-]?\s?(?=\S)/, ''));

const noUnit = (value: string): ReadValue => ({
  problem: createMessage('{value} has no unit that is certain: write it in the cell or the heading', { value }),
});

function checked(kind: MeasurementKind, number: number, unit: MeasurementUnit, value: string): ReadValue {
  if (isNothing(number)) return { problem: createMessage('{value} stands for a value that is missing', { value }) };
  const problem = findMeasuredProblem({ kind, value: number, unit });
  return problem ? { problem: problem.message } : { value: { number, unit } };
}

export function readWeight(
  cell: Cell,
  { decimal, unit: chosen, heading = '', beside }: Written,
  value: string,
): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || isOdd(cell)) return noNumber(value);
  const ofHeading = unitOfHeading(heading);
  const own = read.unit || beside || '';
  const unit =
    own === '' ? (ofHeading ?? (ofHeading === null || !isWeightUnit(chosen) ? null : chosen)) : unitOfWord(own);
  if (unit === undefined) return noNumber(value);
  return unit === null ? noUnit(value) : checked(MeasurementKind.WEIGHT, read.number, unit, value);
}

const DEGREES: readonly (readonly [unit: MeasurementUnit, words: RegExp])[] = [
  ['CELSIUS', /^(?:[°º˚]\s?c|c|celsius|deg ?c|degrees? celsius|grad celsius|[°º˚]celsius)\.?$/],
  ['FAHRENHEIT', /^(?:[°º˚]\s?f|f|fahrenheit|deg ?f|degrees? fahrenheit)\.?$/],
  ['KELVIN', /^(?:k|kelvin)$/],
];
const degreesOf = (text: string): MeasurementUnit | undefined =>
  DEGREES.find(([, words]) => words.test(fold(text).trim()))?.[0];
/** In brackets, or as the last word. */
function degreesOfHeading(heading: string): MeasurementUnit | undefined {
  const inBrackets = [...heading.matchAll(/[([]\s*([^()[\]]{1,20})\s*[)\]]/gu)].map(([, text]) => text!);
  const last = /(?:^|[\s_])([°º˚]?\p{L}+)\.?\s*$/u.exec(heading)?.[1] ?? '';
  return [...inBrackets, last].flatMap((text) => degreesOf(text) ?? [])[0];
}

/** @param kind that of a field: its range is that of all temperatures */
export function readDegrees(cell: Cell, { decimal, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || isOdd(cell)) return noNumber(value);
  const unit = read.unit === '' ? degreesOfHeading(heading) : degreesOf(read.unit);
  return unit ? checked(MeasurementKind.TEMPERATURE, read.number, unit, value) : noUnit(value);
}

const OF_PERCENT = /%|\b(?:percent|pct|prozent|porcentaje|pourcent|rh)\b/;
export function readHumidity(cell: Cell, { decimal, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || isOdd(cell)) return noNumber(value);
  const isPercent = read.unit === '' ? OF_PERCENT.test(fold(heading).replaceAll('_', ' ')) : /^%/.test(read.unit);
  // 0.55 may be a share, also under a heading that says percent.
  const isShare = read.unit === '' && read.number > 0 && read.number <= 1;
  return isPercent && !isShare ? checked(MeasurementKind.HUMIDITY, read.number, 'PERCENT', value) : noUnit(value);
}
