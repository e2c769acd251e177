// What is written where a medicine would be: medicines, food of bees, and that there was none.
import { createMessage, type MessageText } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import type { Table } from './detect-columns.js';
import {
  AGAINST_VARROA,
  FOODS,
  NO_MEDICINES,
  NO_MEDICINES_AT_START,
  OTHER_MEDICINES,
  VAGUE_NAMES,
  WORKS,
} from './dictionary.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed } from './headings.js';
import { asText } from './values.js';

export const isMedicine = (text: string): boolean => AGAINST_VARROA.test(text) || OTHER_MEDICINES.test(text);

/** `No`, `not treated`, `x`: whether something was given, not what. */
export function isNoMedicine(text: string): boolean {
  const folded = fold(text).trim();
  return NO_MEDICINES.has(folded) || NO_MEDICINES_AT_START.test(folded);
}

/** Syrup with thymol is a medicine. */
export const isFood = (text: string): boolean => FOODS.test(fold(text)) && !isMedicine(text);

/** What was done with the bees, without giving them anything. */
const isWork = (text: string): boolean => WORKS.test(fold(text)) && !isMedicine(text);

/** @returns why a product is none that a treatment could have */
export function refuseProduct(value: string): MessageText | undefined {
  if (isNoMedicine(value)) return createMessage('{value} is no medicine', { value });
  if (isWork(value)) return createMessage('{value} is work, and no medicine', { value });
  return isFood(value) ? createMessage('{value} is food, and no medicine', { value }) : undefined;
}

/** The columns of what was given to the bees. A group of an experiment is called a treatment, too: its values are no medicines. */
export const productColumns = (table: Table): number[] =>
  table.headings.flatMap((heading, column) => (isNamed(heading, PRODUCTS) ? [column] : []));
const PRODUCTS = [...FIELD_NAMES.product!, ...VAGUE_NAMES.product!];

/** The share of the values of a column of which something is true; 0 if it has none. */
export function shareOf(table: Table, column: number, is: (text: string) => boolean): number {
  const texts = table.cellsOf(column).map(asText);
  return texts.length === 0 ? 0 : texts.filter(is).length / texts.length;
}

export const hasMedicines = (table: Table): boolean =>
  productColumns(table).some((column) => shareOf(table, column, isMedicine) >= 0.5);

/** Whether a list says what was given to each of its hives: then it is none of hives or queens alone. */
export const saysProduct = (table: Table): boolean =>
  hasMedicines(table) || table.headings.some((heading) => isNamed(heading, FIELD_NAMES.product!));
