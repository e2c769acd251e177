// Builds the SQL of plain reads and updates, independently of any feature. The text is built anew for every call (about 2 µs). It is also
// the key of the prepared statement (pool.ts) and of the loader's batch (loaders.ts), so there is no cache to keep in step.
import { AppError } from '../errors.js';
import { createMessage } from '../shared/message.js';
import { isUuid } from '../shared/text.js';
import type { Fields } from './row.js';
import { type Bind, type Column, type Table, type Where, writeCondition } from './where.js';

export type Direction = 'asc' | 'desc';
export interface ListArgs<T> {
  where?: Where<T> | undefined;
  order?: { [K in keyof T]?: Direction } | undefined;
  /** Page size. If absent, the whole list, up to MAX_LIST_ROWS. */
  first?: number | undefined;
  after?: string | undefined;
  /** The columns to select, by GraphQL name. If absent, all. */
  fields?: Fields<T> | undefined;
}
export interface Statement {
  text: string;
  values: unknown[];
}
/** The parts of a hand-written statement. */
export interface OwnedSql {
  table: string;
  /** The select list of a whole row. */
  columns: string;
  /** The condition that the viewer's own rows satisfy; its columns are unqualified. */
  ownership: string;
  bind: Bind;
}
export interface BatchSql extends OwnedSql {
  /** The parameter that holds the array of the parents' ids. */
  parents: string;
}
export type OrderKey = Column & { direction: Direction };

/** A pseudo-field that selects the columns of the order, from which cursors are encoded. */
export const CURSOR = 'cursor';
/** A pseudo-field that stands alone: the rows are counted and not read. */
export const TOTAL = 'total';
export const isTotalOnly = ({ fields }: { fields?: readonly string[] | undefined }): boolean => fields?.[0] === TOTAL;

/** The maximum number of rows without paging, of one list or of the lists of many parents. More are refused, never truncated. */
export const MAX_LIST_ROWS = 10_000;

export function refuseTooManyRows(rows: unknown[], { first }: { first?: number | undefined }): void {
  if (first !== undefined || rows.length <= MAX_LIST_ROWS) return;
  const message = createMessage('is required: the list has more than {max} rows', { max: MAX_LIST_ROWS });
  throw AppError.badInput([{ field: 'first', message }]);
}

/** The id is always the last key, so that no two rows compare equal. */
export function resolveOrderKeys(table: Table, order: object = {}): OrderKey[] {
  const complete = 'id' in order ? order : { ...order, id: Object.values(order).at(-1) ?? 'asc' };
  return Object.entries(complete).map(([name, direction]) => {
    const column = table.column(name);
    if (column.property.runtimeType === 'Date' && column.property.length !== 3) {
      throw new Error(`${table.meta.className}.${name} must be timestamptz(3) to be sortable`);
    }
    return { ...column, direction: direction as Direction };
  });
}

/** Encodes the row's values of the order, by name; such a cursor stays valid when the row is deleted. */
export function encodeCursor(keys: OrderKey[], row: object): string {
  const values = Object.fromEntries(keys.map((key) => [key.rowName, (row as Record<string, unknown>)[key.rowName]]));
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

function beyondCursor(keys: OrderKey[], cursor: string, bind: Bind): string {
  const values = parseCursor(keys, cursor);
  if (keys.some((key) => key.property.nullable || key.direction !== keys[0]!.direction))
    return beyond(keys, values, bind);
  // An index can seek to this form.
  return `(${keys.map((key) => key.sql)}) ${keys[0]!.direction === 'asc' ? '>' : '<'} (${values.map(bind)})`;
}

/** @throws BAD_USER_INPUT if the text is not a cursor, or one of another order */
function parseCursor(keys: OrderKey[], cursor: string): unknown[] {
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
  if (property.runtimeType !== 'Date') return true;
  // In the format of rows, and a day that exists. PostgreSQL has no year 0.
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value && /^(?!0000)\d{4}-/.test(value);
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

/** Starts a statement: the list of its values, and a function that binds one more. */
function parameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Starts a statement about the children of many parents, whose ids become its first value when a batch runs. */
function batchParameters(): { values: unknown[]; bind: Bind; parents: string } {
  const { values, bind } = parameters();
  return { values, bind, parents: bind(undefined) };
}

/** Builds a hand-written statement about the viewer's rows of a table. */
export function writeStatement(table: Table, ownership: object, write: (sql: OwnedSql) => string): Statement {
  const { values, bind } = parameters();
  return { text: write(ownedSql(table, ownership, bind)), values };
}

/** Builds a hand-written statement about the children of many parents. */
export function writeBatchStatement(table: Table, ownership: object, write: (sql: BatchSql) => string): Statement {
  const { values, bind, parents } = batchParameters();
  return { text: write({ ...ownedSql(table, ownership, bind), parents }), values };
}

function ownedSql(table: Table, ownership: object, bind: Bind): OwnedSql {
  return { table: table.name, columns: table.list(), ownership: writeCondition(table, ownership, bind), bind };
}

/** Selects rows that satisfy `ownership` (the policy, never omitted) and the arguments. */
export function writeSelect<T>(table: Table, ownership: object, args: ListArgs<T>): Statement & { keys: OrderKey[] } {
  const { values, bind } = parameters();
  const keys = resolveOrderKeys(table, args.order);
  let text = `select ${columns(table, args, keys)} from ${table.name} where ${writeCondition(table, ownership, bind)}`;
  text += filters(table, args, keys, bind);
  text += `${orderBy(keys)} limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}`; // one more row shows whether there is a next page
  return { text, values, keys };
}

/** Selects the children of many parents; with `first`, a page of each parent (for each an index scan that stops early). */
export function selectChildren<T>(
  table: Table,
  ownership: object,
  args: ListArgs<T>,
  relation: string,
): Statement & { keys: OrderKey[] } {
  const { values, bind, parents } = batchParameters();
  const keys = resolveOrderKeys(table, args.order);
  const parent = table.column(relation);
  const isPaged = args.first !== undefined;
  let text = `select ${columns(table, args, keys, parent.property.name)} from ${table.name} where ${writeCondition(table, ownership, bind)}`;
  text += ` and ${parent.sql} = ${isPaged ? 'parents.id_of_parent' : `any(${parents})`}`;
  text += `${filters(table, args, keys, bind)}${orderBy(keys)} limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}`;
  if (isPaged) {
    text = `select page.* from unnest(${parents}::${parent.property.columnTypes[0]}[]) parents(id_of_parent), lateral (${text}) page`;
  }
  return { text, values, keys };
}

/** @returns undefined if there is nothing to change */
export function writeUpdate(
  table: Table,
  ownership: object,
  id: string,
  changes: object,
  fields: readonly string[] | undefined,
): Statement | undefined {
  const { values, bind } = parameters();
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const set = given.map(([name, value]) => `${table.column(name).sql} = ${bind(value)}`).join(', ');
  const where = `${table.column('id').sql} = ${bind(id)} and ${writeCondition(table, ownership, bind)}`;
  const updatedAt = `${table.column('updatedAt').sql} = now()`;
  return {
    text: `update ${table.name} set ${set}, ${updatedAt} where ${where} returning ${table.list(fields)}`,
    values,
  };
}

export function writeCount<T>(table: Table, ownership: object, where?: Where<T>): Statement {
  const { values, bind } = parameters();
  const text = `select count(*)::int as n from ${table.name} where ${writeCondition(table, ownership, bind)}`;
  return { text: where ? `${text} and ${writeCondition(table, where, bind)}` : text, values };
}

export function countChildren<T>(
  table: Table,
  ownership: object,
  where: Where<T> | undefined,
  relation: string,
): Statement {
  const { values, bind, parents } = batchParameters();
  const parent = table.column(relation).sql;
  let text = `select ${parent} as parent, count(*)::int as n from ${table.name} where ${writeCondition(table, ownership, bind)}`;
  text += ` and ${parent} = any(${parents})${where ? ` and ${writeCondition(table, where, bind)}` : ''} group by 1`;
  return { text, values };
}

function columns<T>(table: Table, args: ListArgs<T>, keys: OrderKey[], relation = 'id'): string {
  if (!args.fields) return table.list();
  const ofCursor = args.fields.includes(CURSOR) ? keys.map((key) => key.rowName) : [];
  return table.list([...args.fields, ...ofCursor, relation]);
}
function filters<T>(table: Table, args: ListArgs<T>, keys: OrderKey[], bind: Bind): string {
  const where = args.where ? ` and ${writeCondition(table, args.where, bind)}` : '';
  return args.after === undefined ? where : `${where} and ${beyondCursor(keys, args.after, bind)}`;
}
function orderBy(keys: OrderKey[]): string {
  return ` order by ${keys.map((key) => `${key.sql} ${key.direction}`).join(', ')}`;
}
