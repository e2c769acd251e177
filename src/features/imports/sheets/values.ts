// Cells as values: numbers with decimal commas and units, yes and no, and words of enums, in six languages.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import type { Point } from '../../../shared/geography.js';
import { fold } from '../../../shared/text.js';
import type { ColumnMapping } from '../import-source.types.js';
import { noNumber, readHoney, readMites, readQuantity, readWhole } from './amounts.js';
import { type DayAndTime, readDay, readMonthEnd, readTime } from './days.js';
import { NO_NAMES } from './dictionary.js';
import type { ValueType } from './kinds.js';
import { readNumber } from './numbers.js';
import { PLACE_READERS } from './place-values.js';
import { isEmptyValue, NO_DAYS, readCause, readColor, readMethod, readOrigin, readYesNo } from './value-words.js';

/** A number in a unit of its own. */
export interface Amount {
  number: number;
  unit: string;
}
export type FieldValue = string | number | boolean | DayAndTime | Point | Amount;
export type ReadValue = { value: FieldValue } | { problem: MessageText } | undefined;

const shown = (cell: Cell): string => {
  const text = cell !== null && typeof cell === 'object' ? ('day' in cell ? cell.day : cell.at) : String(cell ?? '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** A cell as text: a number without grouping, a day as such. */
export function asText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return typeof cell === 'object' ? ('day' in cell ? cell.day : cell.at) : String(cell).trim();
}

/** How the values of a column are written, as far as its mapping says. */
export type Written = Partial<Pick<ColumnMapping, 'dateOrder' | 'decimal' | 'unit' | 'year' | 'heading'>>;

/** @returns undefined for an empty cell, and for a word of an enum that is not known: it is kept as text */
export function readValue(cell: Cell, type: ValueType, column: Written): ReadValue {
  const text = asText(cell);
  if (type === 'WITHDRAWAL' && NO_DAYS.has(text.toLowerCase())) return { value: 0 };
  if (isEmptyValue(text)) return undefined;
  const value = shown(cell);
  const heading = column.heading ?? '';
  switch (type) {
    case 'TEXT':
      return { value: text };
    case 'NAME':
      return isName(text) ? { value: text } : { problem: createMessage('{value} is no name', { value }) };
    case 'DAY':
    case 'LAST_DAY':
      return readDayOf(cell, type, column, value);
    case 'TIME': {
      const time = readTime(cell) ?? readDay(cell)?.time;
      return time ? { value: time } : { problem: createMessage('{value} is no time of day', { value }) };
    }
    case 'FRAMES':
    case 'BEES':
    case 'DAYS':
    case 'WITHDRAWAL':
      return readWhole(cell, type, column, value);
    case 'QUANTITY':
      return readQuantity(cell, column, value);
    case 'MITES':
      return readMites(cell, column, value);
    case 'HONEY':
      return readHoney(cell, column, value);
    case 'NUMBER': {
      const read = readNumber(cell, column.decimal ?? '.');
      return read ? { value: read.number } : noNumber(value);
    }
    case 'YES_NO': {
      const read = typeof cell === 'boolean' ? cell : readYesNo(text);
      return read === null ? { problem: createMessage('{value} is neither yes nor no', { value }) } : { value: read };
    }
    case 'YEAR': {
      const year = Number(
        /^(?:19|20)\d\d$/.exec(text)?.[0] ?? readDay(cell, column.dateOrder)?.day.slice(0, 4) ?? Number.NaN,
      );
      return Number.isNaN(year) ? { problem: createMessage('{value} is no year', { value }) } : { value: year };
    }
    case 'HIVE':
      return readHive(cell, text, value);
    case 'END_CAUSE':
      return known(readCause(text));
    case 'COLOR':
      return known(readColor(text));
    case 'ORIGIN':
      return known(readOrigin(text));
    case 'COUNT_METHOD':
      return known(readMethod(text));
    case 'METRES': {
      // The number of a spreadsheet has no separators of thousands, but may have three decimals.
      const plain = typeof cell === 'number' ? cell.toFixed(1) : text;
      return PLACE_READERS.METRES({ text: plain, value, heading });
    }
    default:
      return PLACE_READERS[type]({ text, value, heading });
  }
}

const known = (value: string | null): ReadValue => (value === null ? undefined : { value });

/** A number alone is no name, nor is what people write of a queen that has none. */
export const isName = (text: string): boolean => !NO_NAMES.has(text.toLowerCase()) && !/^[\d.,:/\s-]+$/.test(text);

function readDayOf(cell: Cell, type: ValueType, { dateOrder, year }: Written, value: string): ReadValue {
  const day = readDay(cell, dateOrder, year) ?? (type === 'LAST_DAY' ? readMonthEnd(cell) : undefined);
  if (day) return { value: day };
  if (year === undefined && readDay(cell, dateOrder, 2000))
    return { problem: createMessage('{value} has no year: choose that of the sheet', { value }) };
  const other = dateOrder === 'MDY' ? 'DMY' : 'MDY';
  const fitsOther = dateOrder !== undefined && readDay(cell, other, year) !== undefined;
  return {
    problem: fitsOther
      ? createMessage('{value} is no day as {order}, the order of the column', { value, order: dateOrder })
      : createMessage('{value} is no day', { value }),
  };
}

/** As many digits as one that is written as a text may have: it is looked for before a row is checked. */
const MAX_HIVE = 999_999_999;
const MAX_HIVE_NAME = 60;
/** Words that only say that it is a hive. Another word, such as `Nuc`, or a letter, is part of the name. */
const HIVE_WORD =
  /^(?:(?:hive|bee ?hive|colony|colmena|colonia|caja|volk|beute|stock|ruche|colonie|arnia|famiglia|colmeia)\s*)?(?:(?:no|nr|num|number|numero)\b\.?\s*|n[º°.]\s*|#\s*)?(\d{1,9})$/;

/** `7`, `07`, `Colmena 7`, `nº 7` are numbers; `A19`, `3B`, `Nuc 3` are names, as they are written on the hive. */
function readHive(cell: Cell, text: string, value: string): ReadValue {
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell <= MAX_HIVE) return { value: cell };
  const digits = HIVE_WORD.exec(fold(text.replace(/^(\d+)[.,]0+$/, '$1')).trim())?.[1];
  if (digits !== undefined) return { value: Number(digits) };
  const isHive = typeof cell === 'string' && text.length <= MAX_HIVE_NAME && !/[\p{Cc}\n]/u.test(text);
  return isHive ? { value: text } : { problem: createMessage('{value} is no name of a hive', { value }) };
}
