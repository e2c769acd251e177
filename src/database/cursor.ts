// Positions in an ordered list, as texts that clients send back: keyset pagination.
import type { EntityProperty } from '@mikro-orm/core';
import { isPassedRow } from '../engine/engine.js';
import { AppError } from '../errors.js';
import { isUuid } from '../shared/text.js';
import { isoText } from './timestamps.js';
import type { Bind, Column } from './where.js';

export type Direction = 'asc' | 'desc';
export type OrderKey = Column & { direction: Direction };

/** Encodes the row's values of the order, by name; such a cursor stays valid when the row is deleted. */
export function encodeCursor(keys: OrderKey[], row: object): string {
  const values = Object.fromEntries(keys.map((key) => [key.rowName, readValue(key, row)]));
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

function readValue({ rowName, property }: OrderKey, row: object): unknown {
  if (!isPassedRow(row)) return (row as Record<string, unknown>)[rowName];
  const text = row.text(rowName);
  if (text === null) return null;
  if (property.runtimeType === 'Date') return isoText(text);
  return property.runtimeType === 'number' ? Number(text) : text;
}

/** A key of a hand-written statement, by the name of its column in the rows. */
export function defineKey(
  rowName: string,
  runtimeType: 'number' | 'string' | 'Date',
  { nullable = false, columnType = '' } = {},
): OrderKey {
  const property = { runtimeType, nullable, columnTypes: [columnType] } as unknown as EntityProperty;
  return { rowName, property, sql: `"${rowName}"`, selectItem: '', direction: 'asc' };
}

/** The condition "sorts after the row of this cursor". */
export const writeCursorCondition = (keys: OrderKey[], cursor: string, bind: Bind): string =>
  writeValuesCondition(keys, readCursor(keys, cursor), bind);

/** The condition "sorts after these values". */
export function writeValuesCondition(keys: OrderKey[], values: unknown[], bind: Bind): string {
  if (keys.some((key) => key.property.nullable || key.direction !== keys[0]!.direction))
    return beyond(keys, values, bind);
  // An index can seek to this form.
  return `(${keys.map((key) => key.sql)}) ${keys[0]!.direction === 'asc' ? '>' : '<'} (${values.map(bind)})`;
}

/**
 * Returns the values of a cursor, one for each key.
 * @throws BAD_USER_INPUT if the text is not a cursor, or one of another order
 */
export function readCursor(keys: OrderKey[], cursor: string): unknown[] {
  let row: unknown;
  try {
    row = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // Refused below, like any other text that is not a cursor.
  }
  const values = Object.entries(row ?? {});
  const fits = keys.every((key, i) => values[i]?.[0] === key.rowName && isValueOf(key, values[i][1]));
  if (fits && values.length === keys.length) return values.map(([, value]) => value);
  throw AppError.badInput([{ field: 'after', message: 'is not a cursor of this list' }]);
}

function isValueOf({ property }: OrderKey, value: unknown): boolean {
  if (value === null) return property.nullable === true;
  if (property.runtimeType === 'number') return Number.isSafeInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  if (typeof value !== 'string' || value.includes('\0')) return false;
  if (property.columnTypes[0] === 'uuid') return isUuid(value);
  if (property.columnTypes[0] === 'date') return isTime(`${value}T00:00:00.000Z`);
  if (property.runtimeType === 'bigint') return /^\d{1,18}$/.test(value);
  if (property.runtimeType !== 'Date') return true;
  return isTime(value);
}

/** In the format of rows, and a day that exists. PostgreSQL has no year 0. */
export function isTime(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && /^(?!0000)\d{4}-/.test(text);
}

/** The condition "sorts after these values", key by key. Null is the greatest value, as in PostgreSQL's sort order. */
function beyond([key, ...keys]: OrderKey[], [value, ...values]: unknown[], bind: Bind): string {
  const column = key!.sql;
  const bound = value === null ? undefined : bind(value);
  const strictly = strictlyBeyond(key!, bound);
  if (keys.length === 0) return strictly;
  const equal = bound ? `${column} = ${bound}` : `${column} is null`;
  return `(${strictly} or ${equal} and ${beyond(keys, values, bind)})`;
}
function strictlyBeyond({ sql, direction, property }: OrderKey, bound: string | undefined): string {
  if (direction === 'desc') return bound ? `${sql} < ${bound}` : `${sql} is not null`;
  if (!bound) return 'false';
  return property.nullable ? `(${sql} > ${bound} or ${sql} is null)` : `${sql} > ${bound}`;
}
