// Amounts with their units: one in the cell goes before that of the heading.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
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
