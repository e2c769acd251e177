// Amounts with their units: one in the cell goes before that of the heading.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import type { ImportUnit } from '../import.enums.js';
import { isOtherUnit, itemUnitOf } from './heading-units.js';
import type { ValueType } from './kinds.js';
import { readNumber } from './numbers.js';
import {
  daysOfHeading,
  factorOf,
  findBasis,
  findPeriod,
  gramsOf,
  isCertain,
  massesOf,
  unitsOfHeading,
} from './units.js';
import type { ReadValue, Written } from './values.js';

export const noNumber = (value: string): ReadValue => ({ problem: createMessage('{value} is no number', { value }) });

/** Names of samples alone may also be over their numbers: of fewer bees, no sample is. */
const MIN_SAMPLE = 50;
const SAMPLE = /^(?:sample|muestra|bienenprobe|echantillon|campione|amostra)$/;

const otherUnit = (value: string): ReadValue => ({
  problem: createMessage('{value} is under a heading with another unit', { value }),
});

export function readWhole(cell: Cell, type: ValueType, { decimal, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  const own = read && factorOf(read.unit, type);
  if (!read || own === undefined) return noNumber(value);
  if (read.unit === '' && isOtherUnit(heading, type)) return otherUnit(value);
  const isDays = type === 'DAYS' || type === 'WITHDRAWAL';
  const factor = isDays && read.unit === '' ? daysOfHeading(heading) : own;
  const number = Math.round(read.number * factor * 1e6) / 1e6;
  if (!Number.isInteger(number)) return { problem: createMessage('{value} is no whole number', { value }) };
  return type === 'BEES' && number < MIN_SAMPLE && SAMPLE.test(fold(heading).trim())
    ? { problem: createMessage('{value} is no number of bees of a sample', { value }) }
    : { value: number };
}

/** An amount, and in what it is counted, if the cell says so. */
export function readQuantity(cell: Cell, { decimal, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  // `1k` may be a thousand.
  if (!read || !/^\p{L}{0,20}$/u.test(read.unit) || read.unit === 'k') return noNumber(value);
  if (!Number.isInteger(read.number)) return { problem: createMessage('{value} is no whole number', { value }) };
  const unit = read.unit || itemUnitOf(heading);
  return { value: unit === undefined ? read.number : { number: read.number, unit } };
}

const periodUnit = (text: string): string | undefined => {
  const days = findPeriod(text);
  return days === undefined || !Number.isInteger(days) ? undefined : `PER_${days}_DAYS`;
};

/** How many mites, and of what, if the cell or the heading says so. */
export function readMites(cell: Cell, { decimal, unit, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || read.number < 0) return noNumber(value);
  // `3 (1%)`, `9 mites, 3%` are two numbers.
  if (/\d\s*%/.test(read.unit)) return noNumber(value);
  const own = findBasis(read.unit) ?? periodUnit(read.unit);
  if (own === undefined && factorOf(read.unit, 'MITES') === undefined) return noNumber(value);
  const basis = own ?? unit ?? findBasis(heading) ?? periodUnit(heading);
  if (basis === undefined && !Number.isInteger(read.number))
    return { problem: createMessage('{value} is no whole number', { value }) };
  return { value: basis === undefined ? read.number : { number: read.number, unit: basis } };
}

const POUNDS_AND_OUNCES = /^(\d+)\s*(?:lbs?|pounds?)\.?,?\s*(\d+(?:\.\d+)?)\s*(?:oz|ounces?)\.?$/i;

/** In grams. A unit of the cell goes before that of the heading. */
export function readHoney(cell: Cell, { decimal, unit, heading = '', beside }: Written, value: string): ReadValue {
  const [, pounds, ounces] = (typeof cell === 'string' && POUNDS_AND_OUNCES.exec(cell.trim())) || [];
  if (pounds) return { value: Math.round(Number(pounds) * gramsOf('POUNDS')! + Number(ounces) * gramsOf('OUNCES')!) };
  const read = readNumber(cell, decimal ?? '.');
  if (!read || read.number < 0) return noNumber(value);
  const own = read.unit || beside || '';
  const inCell = own === '' ? undefined : massesOf(own);
  if (own !== '' && !inCell) return read.unit === '' ? otherUnit(value) : noNumber(value);
  if (!inCell && unit === undefined && isOtherUnit(heading, 'HONEY')) return otherUnit(value);
  const units = inCell ?? unitsOfHeading(heading, 'HONEY');
  const chosen = units.length === 0 ? (unit ?? 'KILOGRAMS') : isCertain(units) ? units[0]! : unit;
  if (chosen === undefined || (inCell && !inCell.includes(chosen)))
    return { problem: createMessage('{value} is in a unit that may be several: say which', { value }) };
  return { value: Math.round(read.number * gramsOf(chosen)!) };
}

const MILLILITRES: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'ml, cc, millilitre, millilitres, milliliter, milliliters, mililitro, mililitros, millilitri, mililitros'],
      [10, 'cl'],
      [100, 'dl'],
      [1000, 'l, lt, lts, ltr, liter, liters, litre, litres, litro, litros, litri'],
    ] as const
  ).flatMap(([factor, words]) => words.split(', ').map((word) => [word, factor] as const)),
);

/** What a word says of amounts of feed; undefined for one that is no unit, or may be several. */
function feedUnitOf(word: string): { unit: 'GRAMS' | 'MILLILITRES'; factor: number } | undefined {
  const volume = MILLILITRES.get(fold(word).replace(/\.$/, ''));
  if (volume !== undefined) return { unit: 'MILLILITRES', factor: volume };
  const units = massesOf(word);
  const grams = units && isCertain(units) ? gramsOf(units[0]!) : undefined;
  return grams === undefined ? undefined : { unit: 'GRAMS', factor: grams };
}

/** Amounts of something else than what a hive got: of sugar alone, of frames, of all hives, or of money. */
const OTHER_AMOUNTS =
  /[/%\u20ac$\u00a3]|\b(?:per|por|pro|par|je|cada|each|or|o|oder|ou|frames?|cuadros?|marcos?|waben?|cadres?|telaini?|price|precio|cost[eo]?|total|hives|colmenas|volker|ruches|arnie)\b/;
const SUGAR = /sugar|azucar|zucker|sucre|zucchero|acucar/;
const IN_WATER = /syrup|jarabe|sirop|sirup|sciroppo|xarope|water|wasser|losung/;

/** The unit that a heading says, if it is one. @returns null if its values are of something else */
function feedUnitOfHeading(heading: string): ReturnType<typeof feedUnitOf> | null {
  const words = fold(heading);
  if (OTHER_AMOUNTS.test(words) || (SUGAR.test(words) && !IN_WATER.test(words))) return null;
  const inBrackets = [...heading.matchAll(/[([]\s*(\p{L}+)\.?\s*[)\]]/gu)].map(([, word]) => word!);
  const last = /(?:^|[\s_])(\p{L}+)\.?\s*$/u.exec(heading.trim())?.[1];
  const plain = heading.split(/[^\p{L}]+/u).filter((word) => word.length > 1);
  const found = [...inBrackets, ...(last ? [last] : []), ...plain].flatMap((word) => feedUnitOf(word) ?? []);
  return found.some(({ unit, factor }) => unit !== found[0]!.unit || factor !== found[0]!.factor) ? null : found[0];
}
/** `1.2.3` is no number: groups have three digits. */
export const isOddNumber = (text: string): boolean =>
  /[.,]\d*[.,]/.test(text) && !/^\s*\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?\D*$/.test(text);

/** What an amount of feed may be in without a unit: that is asked. */
export const FEED_MAY_BE = ['KILOGRAMS', 'LITERS', 'GRAMS', 'MILLILITERS'] as const;
const VOLUMES: Readonly<Record<string, number>> = { LITERS: 1000, MILLILITERS: 1 };
const feedUnitChosen = (unit: ImportUnit): ReturnType<typeof feedUnitOf> =>
  VOLUMES[unit] === undefined
    ? { unit: 'GRAMS', factor: gramsOf(unit)! }
    : { unit: 'MILLILITRES', factor: VOLUMES[unit] };

/** Whether the heading says nothing of the unit of its values, and one of these neither. */
export const lacksFeedUnit = (cells: readonly Cell[], heading: string): boolean =>
  feedUnitOfHeading(heading) === undefined && cells.some((cell) => readNumber(cell, '.')?.unit === '');

/** In grams or millilitres, as the cell, the heading or the user says. */
export function readFeed(
  cell: Cell,
  { decimal, unit: chosen, heading = '', beside }: Written,
  value: string,
): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || read.number < 0 || (typeof cell === 'string' && isOddNumber(cell))) return noNumber(value);
  const ofHeading = feedUnitOfHeading(heading);
  if (ofHeading === null) return otherUnit(value);
  const own = read.unit || beside || '';
  const unit = own === '' ? (ofHeading ?? (chosen && feedUnitChosen(chosen))) : feedUnitOf(own);
  if (!unit && own !== '' && massesOf(own) === undefined) return noNumber(value);
  if (!unit)
    return {
      problem: createMessage('{value} has no unit that is certain: write it in the cell or the heading', { value }),
    };
  return { value: { number: Math.round(read.number * unit.factor), unit: unit.unit } };
}
