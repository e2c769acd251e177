// Amounts with their units: one in the cell goes before that of the heading.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import type { ValueType } from './kinds.js';
import { readNumber } from './numbers.js';
import { daysOfHeading, factorOf, findBasis, gramsOf, isCertain, massesOf, unitsOfHeading } from './units.js';
import type { ReadValue, Written } from './values.js';

export const noNumber = (value: string): ReadValue => ({ problem: createMessage('{value} is no number', { value }) });

export function readWhole(cell: Cell, type: ValueType, { decimal, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  const own = read && factorOf(read.unit, type);
  if (!read || own === undefined) return noNumber(value);
  const isDays = type === 'DAYS' || type === 'WITHDRAWAL';
  const number = read.number * (isDays && read.unit === '' ? daysOfHeading(heading) : own);
  return Number.isInteger(number)
    ? { value: number }
    : { problem: createMessage('{value} is no whole number', { value }) };
}

/** An amount, and in what it is counted, if the cell says so. */
export function readQuantity(cell: Cell, { decimal }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || !/^\p{L}{0,20}$/u.test(read.unit)) return noNumber(value);
  if (!Number.isInteger(read.number)) return { problem: createMessage('{value} is no whole number', { value }) };
  return { value: read.unit === '' ? read.number : { number: read.number, unit: read.unit } };
}

/** How many mites, and of what, if the cell or the heading says so. */
export function readMites(cell: Cell, { decimal, unit, heading = '' }: Written, value: string): ReadValue {
  const read = readNumber(cell, decimal ?? '.');
  if (!read || read.number < 0) return noNumber(value);
  const own = findBasis(read.unit);
  if (own === undefined && factorOf(read.unit, 'MITES') === undefined) return noNumber(value);
  const basis = own ?? unit ?? findBasis(heading);
  if (basis === undefined && !Number.isInteger(read.number))
    return { problem: createMessage('{value} is no whole number', { value }) };
  return { value: basis === undefined ? read.number : { number: read.number, unit: basis } };
}

const POUNDS_AND_OUNCES = /^(\d+)\s*(?:lbs?|pounds?)\.?,?\s*(\d+(?:\.\d+)?)\s*(?:oz|ounces?)\.?$/i;

/** In grams. A unit of the cell goes before that of the heading. */
export function readHoney(cell: Cell, { decimal, unit, heading = '' }: Written, value: string): ReadValue {
  const [, pounds, ounces] = (typeof cell === 'string' && POUNDS_AND_OUNCES.exec(cell.trim())) || [];
  if (pounds) return { value: Math.round(Number(pounds) * gramsOf('POUNDS')! + Number(ounces) * gramsOf('OUNCES')!) };
  const read = readNumber(cell, decimal ?? '.');
  if (!read || read.number < 0) return noNumber(value);
  const inCell = read.unit === '' ? undefined : massesOf(read.unit);
  if (read.unit !== '' && !inCell) return noNumber(value);
  const units = inCell ?? unitsOfHeading(heading, 'HONEY');
  const chosen = units.length === 0 ? (unit ?? 'KILOGRAMS') : isCertain(units) ? units[0]! : unit;
  if (chosen === undefined || (inCell && !inCell.includes(chosen)))
    return { problem: createMessage('{value} is in a unit that may be several: say which', { value }) };
  return { value: Math.round(read.number * gramsOf(chosen)!) };
}
