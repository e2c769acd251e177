// Cells as values: numbers with decimal commas and units, yes and no, and words of enums, in six languages.
import { type Cell, isMerged, plainOf } from '../../../formats/file-line.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import type { Point } from '../../../shared/geography.js';
import type { ColumnMapping, SheetMapping } from '../import-source.types.js';
import { noNumber, readFeed, readHoney, readMites, readQuantity, readWhole } from './amounts.js';
import { type DayAndTime, readDay, readMonthEnd, readTime } from './days.js';
import { NO_NAMES } from './dictionary.js';
import { isDitto } from './ditto.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { readHive } from './hive-names.js';
import type { ValueType } from './kinds.js';
import { readDegrees, readHumidity, readWeight } from './measured-values.js';
import { readClock, readMoment } from './moments.js';
import { readNumber } from './numbers.js';
import { PLACE_READERS } from './place-values.js';
import { massesOf } from './units.js';
import {
  findColor,
  isEmptyValue,
  NO_DAYS,
  readCause,
  readMethod,
  readOrigin,
  readYesNo,
  saysNotMarked,
} from './value-words.js';

/** A number in a unit of its own. */
export interface Amount {
  number: number;
  unit: string;
}
export type FieldValue = string | number | boolean | DayAndTime | Point | Amount;
export type ReadValue =
  | { value: FieldValue }
  /** `fits`: it is of the field all the same, such as several hives. */
  | { problem: MessageText; fits?: true }
  | undefined;

const shown = (cell: Cell): string => {
  const text = String(plainOf(cell) ?? '');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

/** A cell as text: a number without grouping, a day as such. */
export function asText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(plainOf(cell)).trim();
}

/** How the values of a column are written, as far as its mapping says. */
export interface Written
  extends Partial<
    Pick<ColumnMapping, 'dateOrder' | 'decimal' | 'unit' | 'year' | 'heading' | 'hasParts' | 'areSeconds'>
  > {
  /** The unit that a column of units has beside the value. */
  beside?: string | undefined;
}

const AMOUNTS: ReadonlySet<ValueType> = new Set<ValueType>([
  ...(['FRAMES', 'BEES', 'QUANTITY', 'HONEY', 'FEED', 'WEIGHT', 'DEGREES', 'HUMIDITY', 'NUMBER', 'MITES'] as const),
]);

/** @returns undefined for an empty cell, and for a word of an enum that is not known: it is kept as text */
export function readValue(written: Cell, type: ValueType, column: Written): ReadValue {
  const cell = isMerged(written) ? plainOf(written) : written;
  const text = asText(cell);
  if (type === 'WITHDRAWAL' && NO_DAYS.has(text.toLowerCase())) return { value: 0 };
  if (isEmptyValue(text)) return undefined;
  const value = shown(cell);
  if (isDitto(text))
    return { problem: createMessage('{value} stands for the value above it, and there is none', { value }) };
  const heading = column.heading ?? '';
  // An amount that is written over several rows is that of all of them together, or of each.
  if (isMerged(written) && AMOUNTS.has(type))
    return { problem: createMessage('{value} is written once for several rows', { value }), fits: true };
  switch (type) {
    case 'TEXT':
      return { value: text };
    case 'NAME':
      return isName(text) ? { value: text } : { problem: createMessage('{value} is no name', { value }) };
    case 'DAY':
    case 'LAST_DAY':
    case 'MOMENT':
      return readDayOf(cell, type, column, value);
    case 'TIME': {
      const time = readTime(cell) ?? readDay(cell)?.time;
      return time ? { value: time } : { problem: createMessage('{value} is no time of day', { value }) };
    }
    case 'CLOCK': {
      const time = readClock(cell);
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
    case 'FEED':
      return readFeed(cell, column, value);
    case 'WEIGHT':
      return readWeight(cell, column, value);
    case 'DEGREES':
      return readDegrees(cell, column, value);
    case 'HUMIDITY':
      return readHumidity(cell, column, value);
    case 'NUMBER': {
      const read = readNumber(cell, column.decimal ?? '.');
      return read ? { value: read.number } : noNumber(value);
    }
    case 'YES_NO': {
      // The color of its mark says that a queen is marked.
      const read =
        typeof cell === 'boolean' ? cell : findColor(text) ? true : saysNotMarked(text) ? false : readYesNo(text);
      return read === null ? { problem: createMessage('{value} is neither yes nor no', { value }) } : { value: read };
    }
    case 'YEAR': {
      const year = Number(
        /^(?:19|20)\d\d$/.exec(text)?.[0] ??
          readShortYear(text) ??
          readDay(cell, column.dateOrder)?.day.slice(0, 4) ??
          Number.NaN,
      );
      return Number.isNaN(year) ? { problem: createMessage('{value} is no year', { value }) } : { value: year };
    }
    case 'HIVE':
      return readHive(cell, text, value, column.hasParts);
    case 'END_CAUSE':
      return known(readCause(text));
    case 'COLOR':
      return known(findColor(text));
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

/** `23`, `'23`: queens are of years that have begun. */
function readShortYear(text: string): number | undefined {
  const [, digits] = /^['’]?(\d\d)$/.exec(text) ?? [];
  const year = 2000 + Number(digits);
  return digits !== undefined && year <= new Date().getUTCFullYear() ? year : undefined;
}

const known = (value: string | null): ReadValue => (value === null ? undefined : { value });

/** @returns why a text is no color of a queen; one that is not marked has none */
export const refuseColor = (value: string): MessageText | undefined =>
  saysNotMarked(value) || findColor(value) ? undefined : createMessage('{value} is no color', { value });

/** A number alone is no name, nor is what people write of a queen that has none. */
export const isName = (text: string): boolean => !NO_NAMES.has(text.toLowerCase()) && !/^[\d.,:/\s-]+$/.test(text);

function readDayOf(cell: Cell, type: ValueType, written: Written, value: string): ReadValue {
  const { dateOrder, year } = written;
  const day =
    type === 'MOMENT'
      ? readMoment(cell, dateOrder, written)
      : (readDay(cell, dateOrder, year) ?? (type === 'LAST_DAY' ? readMonthEnd(cell) : undefined));
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

const WITH_DECIMALS: ReadonlySet<string> = new Set([
  ...['HONEY', 'FEED', 'MITES', 'QUANTITY', 'WEIGHT', 'DEGREES', 'HUMIDITY'],
]);
/** @returns why a value is not all: `12,5` without quotes is two cells of a file that is separated by commas, and `40 | 8` under `lb | oz` one amount */
export function refuseBeside(
  { columns }: Pick<SheetMapping, 'columns'>,
  cells: readonly Cell[],
  i: number,
  type = '',
): MessageText | undefined {
  const next = columns[i + 1];
  const beside = asText(cells[i + 1] ?? null);
  if (
    next?.heading === '' &&
    WITH_DECIMALS.has(type) &&
    [cells[i], cells[i + 1]].every((one) => typeof one === 'string' && /^\d{1,4}$/.test(one))
  )
    return 'A number without a heading stands beside it: write decimals with a point, or in quotes';
  const isRest = type === 'HONEY' && next?.field === null && massesOf(next.heading.trim()) !== undefined;
  return isRest && /[1-9]/.test(beside) ? 'Another amount stands beside it: write both as one' : undefined;
}

/** What a column says of the unit of the honey beside it. */
export function unitBeside({ columns }: Pick<SheetMapping, 'columns'>, cells: readonly Cell[]): string | undefined {
  const found = columns.find(({ field, heading }) => field === null && isNamed(heading, FIELD_NAMES.unit!));
  const text = found && asText(cells[found.column - 1] ?? null);
  return text && !isEmptyValue(text) ? text : undefined;
}
