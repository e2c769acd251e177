// How the values of a column are written: the order of its days, its decimals, and in what they are. What is not certain is asked.
import type { Cell } from '../../../formats/file-line.js';
import { Language } from '../../../shared/language.js';
import { MiteCountMethod } from '../../treatments/mite-count.entity.js';
import type { ImportUnit } from '../import.enums.js';
import type { ColumnMapping } from '../import-source.types.js';
import { FEED_MAY_BE, lacksFeedUnit } from './amounts.js';
import { findDateOrder } from './days.js';
import type { DetectedColumn, Table } from './detect-columns.js';
import { FIELD_NAMES } from './field-names.js';
import { isOtherUnit } from './heading-units.js';
import { isForeign, isNamed, normalizeHeading } from './headings.js';
import { isNameInParts } from './hive-names.js';
import { isSheetKind, KINDS, type ValueType } from './kinds.js';
import { lacksWeightUnit, WEIGHT_MAY_BE } from './measured-values.js';
import { areEpochs } from './moments.js';
import { findDecimal, readNumber } from './numbers.js';
import { findPeriod, isCertain, unitsOfValues } from './units.js';
import { readMethod } from './value-words.js';
import { asText } from './values.js';

const NUMERIC = new Set([
  'FRAMES',
  'BEES',
  'DAYS',
  'WITHDRAWAL',
  'QUANTITY',
  'MITES',
  'HONEY',
  'FEED',
  'WEIGHT',
  'DEGREES',
  'HUMIDITY',
]);
const HONEY_MAY_BE = ['KILOGRAMS', 'POUNDS'] as const;
const MITES_MAY_BE = ['PER_300_BEES', 'PER_100_BEES', 'PER_DAY'] as const;
/** What falls on a board is no share of bees, and what is washed off of bees falls nowhere. */
function mitesMayBe(heading: string): readonly ImportUnit[] {
  const method = readMethod(normalizeHeading(heading));
  if (method === null) return MITES_MAY_BE;
  return MITES_MAY_BE.filter((unit) => (unit === 'PER_DAY') === (method === MiteCountMethod.STICKY_BOARD));
}

/** How the values of a column are written. */
export function formatsOf(
  table: Table,
  index: number,
  kind: string | null,
  fields: readonly DetectedColumn[],
  language: Language,
): Pick<ColumnMapping, 'dateOrder' | 'decimal' | 'remark' | 'units' | 'unit' | 'hasParts' | 'areSeconds'> {
  const { field } = fields[index]!;
  const type = isSheetKind(kind) && field !== null ? KINDS[kind].fields[field] : undefined;
  const cells = table.cellsOf(index);
  if (type === 'MOMENT' && areEpochs(cells, table.headings[index]!)) return { areSeconds: true };
  if (type === 'DAY' || type === 'MOMENT' || type === 'LAST_DAY' || type === 'YEAR') {
    const found = findDateOrder(cells, language);
    return found.remark === 'GUESSED' && found.dateOrder !== 'YMD' ? (orderOfOthers(table) ?? found) : found;
  }
  if (type === 'HIVE') return cells.some((cell) => isNameInParts(asText(cell))) ? { hasParts: true } : {};
  if (type === undefined || !NUMERIC.has(type)) return {};
  const { decimal, isOpen } = findDecimal(cells);
  const heading = table.headings[index]!;
  const isOther = isOtherUnit(heading, type);
  const units = isOther ? [] : unitsOfValues(cells, heading, type);
  const has = (other: string): boolean => fields.some((one) => one.field === other);
  const isBare =
    type === 'MITES' && units.length === 0 && !has('bees') && !has('days') && findPeriod(heading) === undefined;
  // A column of units says it for each row.
  const hasUnits = table.headings.some((one) => isNamed(one, FIELD_NAMES.unit!));
  // Where people do not write in which unit they weigh, English may be of pounds.
  const isEnglish = type === 'HONEY' && units.length === 0 && !isOther && !isForeign(table.headings);
  return {
    ...(decimal && { decimal }),
    ...(isOpen && { decimal: language === Language.EN ? '.' : ',', remark: 'GUESSED' as const }),
    ...(units.length > 0 && (isCertain(units) && !mayBeShares(cells, type) ? { unit: units[0]! } : { units })),
    ...(isBare && { units: mitesMayBe(heading) }),
    ...(isEnglish && { units: HONEY_MAY_BE }),
    ...(type === 'FEED' && !hasUnits && lacksFeedUnit(cells, heading) && { units: FEED_MAY_BE }),
    ...(type === 'WEIGHT' && !hasUnits && lacksWeightUnit(cells, heading) && { units: WEIGHT_MAY_BE }),
  };
}

/** 0.03 of spreadsheets is 3 %: where all percentages of mites are as small, they may be meant so. */
function mayBeShares(cells: readonly Cell[], type: ValueType): boolean {
  const numbers = cells.flatMap((cell) => readNumber(cell, '.') ?? []).filter(({ number }) => number > 0);
  return type === 'MITES' && numbers.length > 0 && numbers.every(({ number, unit }) => unit === '' && number < 0.3);
}

/** The order of the days of any column, also of one without a field. */
function orderOfOthers(table: Table): Pick<ColumnMapping, 'dateOrder'> | undefined {
  const found = table.headings.map((_, column) => findDateOrder(table.cellsOf(column), Language.EN));
  const orders = new Set(found.flatMap(({ dateOrder, remark }) => (remark === 'GUESSED' ? [] : (dateOrder ?? []))));
  return orders.size === 1 ? { dateOrder: [...orders][0]! } : undefined;
}
