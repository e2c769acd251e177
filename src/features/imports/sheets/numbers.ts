// Numbers as people write them, and what follows them.
import type { Cell } from '../../../formats/file-line.js';
import type { ImportDecimal } from '../import.enums.js';
import type { Decimal } from '../import-source.types.js';

/** The separators by their names in both APIs. */
export const SEPARATORS: Readonly<Record<ImportDecimal, Decimal>> = { COMMA: ',', POINT: '.' };
export const nameOfSeparator = (decimal: Decimal): ImportDecimal => (decimal === ',' ? 'COMMA' : 'POINT');

const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };
const NUMBER = /^([+-]?\s?(?:[\d.,'’\s]*\d)?)\s*([½¼¾⅓⅔])?\s*(.*)$/u;
/** Spaces and apostrophes are before groups of three digits. */
const GROUPED = /^[+-]?\s?\d{1,3}(?:[\s'’]\d{3})*(?:[.,]\d*)?$/;

const MAX_NUMBER_LENGTH = 60;

/** @returns the number and what follows it; undefined for other text, and for an ambiguous number without `decimal` as with it */
export function readNumber(cell: Cell, decimal: Decimal): { number: number; unit: string } | undefined {
  if (typeof cell === 'number') return { number: cell, unit: '' };
  if (typeof cell !== 'string' || cell.length > MAX_NUMBER_LENGTH) return undefined;
  const [, digits, fraction, unit] = NUMBER.exec(cell.trim()) ?? [];
  if (!digits && !fraction) return undefined;
  if (/[\s'’]/.test(digits!.slice(1)) && !GROUPED.test(digits!)) return undefined;
  const compact = digits!.replace(/[\s'’]/g, '');
  const point = decimalOf(compact, decimal);
  const plain = point === ',' ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '');
  const number = Number(plain) + (fraction === undefined ? 0 : FRACTIONS[fraction]!);
  return (plain === '' && !fraction) || !Number.isFinite(number)
    ? undefined
    : { number, unit: unit!.replace(/\.$/, '').toLowerCase() };
}

/** The last of two separators is that of decimals. One that is followed by other than three digits is, too. */
function decimalOf(digits: string, otherwise: Decimal): Decimal {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const separator = comma >= 0 ? ',' : '.';
  const at = Math.max(comma, point);
  if (at < 0) return otherwise;
  if (digits.indexOf(separator) !== at) return separator === ',' ? '.' : ',';
  return digits.length - at - 1 === 3 && !/^[+-]?0/.test(digits) ? otherwise : separator;
}

/** Which decimal separator the values show. Undefined if none is needed; `isOpen` if they can be read in both ways. */
export function findDecimal(cells: Iterable<Cell>): { decimal?: Decimal; isOpen: boolean } {
  let isOpen = false;
  for (const cell of cells) {
    const digits =
      typeof cell === 'string' && cell.length <= MAX_NUMBER_LENGTH ? NUMBER.exec(cell.trim())?.[1] : undefined;
    if (!digits || !/[.,]/.test(digits)) continue;
    const [one, other] = [decimalOf(digits, ','), decimalOf(digits, '.')];
    if (one === other) return { decimal: one, isOpen: false };
    isOpen = true;
  }
  return { isOpen };
}
/** Whether a number has two readings. */
export const isOpenNumber = (cell: Cell): boolean => findDecimal([cell]).isOpen;
