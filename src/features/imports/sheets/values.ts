// Cells as values: numbers with decimal commas and units, yes and no, and words of enums, in both languages.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage, type MessageText } from '../../../messages/message.js';
import type { Point } from '../../../shared/geography.js';
import { Language } from '../../../shared/language.js';
import { defineSynonyms } from '../../../shared/synonyms.js';
import { MarkingColor } from '../../queens/marking-color.enums.js';
import { QueenOrigin } from '../../queens/queen.entity.js';
import { MiteCountMethod } from '../../treatments/mite-count.entity.js';
import type { ColumnMapping } from '../import-source.types.js';
import { type DayAndTime, readDay, readTime } from './days.js';
import type { ValueType } from './kinds.js';
import { PLACE_READERS } from './place-values.js';

export type FieldValue = string | number | boolean | DayAndTime | Point;
export type ReadValue = { value: FieldValue } | { problem: MessageText } | undefined;
type Decimal = ',' | '.';

const readYesNo = defineSynonyms<boolean>(
  [true, ['yes', 'y', 'true', 'x', '1', '✓', '✔', 'sí', 'si', 's', 'verdadero', 'v', 'ok']],
  [false, ['no', 'n', 'false', '0', '-', '–', 'falso', 'f']],
);
const readColor = defineSynonyms<MarkingColor>(
  [MarkingColor.WHITE, ['white', 'blanco', 'blanca', 'grey', 'gray', 'gris']],
  [MarkingColor.YELLOW, ['yellow', 'amarillo', 'amarilla']],
  [MarkingColor.RED, ['red', 'rojo', 'roja']],
  [MarkingColor.GREEN, ['green', 'verde']],
  [MarkingColor.BLUE, ['blue', 'azul']],
);
const readOrigin = defineSynonyms<QueenOrigin>(
  [QueenOrigin.REARED, ['reared', 'own', 'own rearing', 'bred', 'propia', 'criada', 'cría propia', 'selección propia']],
  [QueenOrigin.PURCHASED, ['purchased', 'bought', 'comprada', 'compra', 'adquirida']],
  [QueenOrigin.SUPERSEDURE, ['supersedure', 'superseded', 'reemplazo', 'renovación', 'sustitución']],
  [QueenOrigin.EMERGENCY, ['emergency', 'emergency cell', 'emergencia', 'realera de emergencia', 'salvamento']],
  [QueenOrigin.SWARM, ['swarm', 'swarm cell', 'enjambre', 'enjambrazón', 'realera de enjambrazón']],
);
const readMethod = defineSynonyms<MiteCountMethod>(
  [
    MiteCountMethod.ALCOHOL_WASH,
    [
      'alcohol',
      'alcohol wash',
      'wash',
      'soapy water',
      'lavado',
      'lavado con alcohol',
      'lavado en alcohol',
      'agua jabonosa',
      'jabón',
    ],
  ],
  [
    MiteCountMethod.SUGAR_ROLL,
    [
      'sugar',
      'sugar roll',
      'powdered sugar',
      'sugar shake',
      'azúcar',
      'azúcar glas',
      'azúcar glass',
      'azúcar impalpable',
    ],
  ],
  [MiteCountMethod.CO2, ['co2', 'carbon dioxide', 'dióxido de carbono']],
  [
    MiteCountMethod.STICKY_BOARD,
    [
      'sticky board',
      'board',
      'natural drop',
      'mite drop',
      'bandeja',
      'fondo',
      'lámina',
      'lámina adhesiva',
      'caída natural',
      'cartulina',
    ],
  ],
);

/** Units after a number, and by what they multiply kilograms; those that only say what is counted are 1. */
const UNITS: Readonly<Record<string, number>> = {
  kg: 1,
  kgs: 1,
  kilo: 1,
  kilos: 1,
  kilogramos: 1,
  kilograms: 1,
  g: 0.001,
  gr: 0.001,
  grs: 0.001,
  gramos: 0.001,
  grams: 0.001,
  lb: 0.45359237,
  lbs: 0.45359237,
  libras: 0.45359237,
};
const COUNTED =
  /^(uds?|unidades|units?|pcs|cuadros?|marcos?|bastidores|panales|frames?|combs?|abejas|bees|[aá]caros|mites|varroas?|d[ií]as?|days?|d|%|l|litros?|ml|cajas?|boxes)\.?$/i;
const NUMBER = /^([+-]?\s?[\d.,'’\s]*\d)\s*([\p{L}%.]*)$/u;

const MAX_NUMBER_LENGTH = 60;

/** @returns the number and its unit; undefined for other text, and for an ambiguous number without `decimal` as with it */
export function readNumber(cell: Cell, decimal: Decimal): { number: number; unit: string } | undefined {
  if (typeof cell === 'number') return { number: cell, unit: '' };
  if (typeof cell !== 'string' || cell.length > MAX_NUMBER_LENGTH) return undefined;
  const [, digits, unit] = NUMBER.exec(cell.trim()) ?? [];
  if (digits === undefined) return undefined;
  const compact = digits.replace(/[\s'’]/g, '');
  const point = decimalOf(compact, decimal);
  const plain = point === ',' ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '');
  const number = Number(plain);
  return plain === '' || !Number.isFinite(number)
    ? undefined
    : { number, unit: unit!.replace(/\.$/, '').toLowerCase() };
}

/** Of two separators, the last is that of decimals. One that is followed by other than three digits is, too. */
function decimalOf(digits: string, otherwise: Decimal): Decimal {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const separator = comma >= 0 ? ',' : '.';
  const at = Math.max(comma, point);
  if (at < 0) return otherwise;
  if (digits.indexOf(separator) !== at) return separator === ',' ? '.' : ',';
  return digits.length - at - 1 === 3 && !/^[+-]?0/.test(digits) ? otherwise : separator;
}

/** The decimal separator that the values of a column show; that of the language, if they show none. */
export function findDecimal(cells: Iterable<Cell>, language: Language): Decimal {
  for (const cell of cells) {
    const digits =
      typeof cell === 'string' && cell.length <= MAX_NUMBER_LENGTH ? NUMBER.exec(cell.trim())?.[1] : undefined;
    if (digits === undefined || !/[.,]/.test(digits)) continue;
    const [one, other] = [decimalOf(digits, ','), decimalOf(digits, '.')];
    if (one === other) return one;
  }
  return language === Language.EN ? '.' : ',';
}

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

/** @returns undefined for an empty cell, and for a word of an enum that is not known: it is kept as text */
export function readValue(
  cell: Cell,
  type: ValueType,
  column: Pick<ColumnMapping, 'dateOrder' | 'decimal'> & { heading?: string },
): ReadValue {
  const text = asText(cell);
  if (text === '') return undefined;
  const value = shown(cell);
  const numeric = (): { number: number; unit: string } | undefined => readNumber(cell, column.decimal ?? '.');
  switch (type) {
    case 'TEXT':
      return { value: text };
    case 'DAY': {
      const day = readDay(cell, column.dateOrder);
      if (day) return { value: day };
      const other = column.dateOrder === 'MDY' ? 'DMY' : 'MDY';
      const fitsOther = column.dateOrder !== undefined && readDay(cell, other) !== undefined;
      return {
        problem: fitsOther
          ? createMessage('{value} is no day as {order}, the order of the column', { value, order: column.dateOrder! })
          : createMessage('{value} is no day', { value }),
      };
    }
    case 'TIME': {
      const time = readTime(cell) ?? readDay(cell)?.time;
      return time ? { value: time } : { problem: createMessage('{value} is no time of day', { value }) };
    }
    case 'WHOLE': {
      const read = numeric();
      if (!read || !isUnit(read.unit)) return { problem: createMessage('{value} is no number', { value }) };
      return Number.isInteger(read.number)
        ? { value: read.number }
        : { problem: createMessage('{value} is no whole number', { value }) };
    }
    case 'NUMBER': {
      const read = numeric();
      return read && isUnit(read.unit)
        ? { value: read.number }
        : { problem: createMessage('{value} is no number', { value }) };
    }
    case 'KILOGRAMS':
    case 'GRAMS': {
      const read = numeric();
      const unit = read && (read.unit === '' ? (type === 'GRAMS' ? 'g' : 'kg') : read.unit);
      if (!read || UNITS[unit!] === undefined) return { problem: createMessage('{value} is no number', { value }) };
      return { value: Math.round(read.number * UNITS[unit!]! * 1000) };
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
    case 'COLOR':
      return known(readColor(text));
    case 'ORIGIN':
      return known(readOrigin(text));
    case 'COUNT_METHOD':
      return known(readMethod(text));
    case 'METRES': {
      // The number of a spreadsheet has no separators of thousands, but may have three decimals.
      const plain = typeof cell === 'number' ? cell.toFixed(1) : text;
      return PLACE_READERS.METRES({ text: plain, value, heading: column.heading ?? '' });
    }
    default:
      return PLACE_READERS[type]({ text, value, heading: column.heading ?? '' });
  }
}

const isUnit = (unit: string): boolean => unit === '' || UNITS[unit] !== undefined || COUNTED.test(unit);
const known = (value: string | null): ReadValue => (value === null ? undefined : { value });

/** As many digits as one that is written as a text may have: it is looked for before a row is checked. */
const MAX_HIVE = 999_999_999;

/** `7`, `07`, `Colmena 7`, `H-7`, `nº 7`: a number, and a few letters about it. */
function readHive(cell: Cell, text: string, value: string): ReadValue {
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell <= MAX_HIVE) return { value: cell };
  const digits = /^[^\d]{0,20}?(\d{1,9})$/u.exec(text.replace(/[.,]0+$/, ''))?.[1];
  return digits === undefined || /^-\d/.test(text)
    ? { problem: createMessage('{value} is no number of a hive', { value }) }
    : { value: Number(digits) };
}
