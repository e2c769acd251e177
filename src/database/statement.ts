// FROM A QUESTION TO ONE STATEMENT; nothing here knows a feature. The text is built anew for every call (about 2 µs) and is itself
// the key of the prepared statement (pool.ts) and of the loader's batch (loaders.ts): there is no shape to compute and no cache to
// keep in step; two questions share a statement exactly when their SQL is equal.
import { AppError } from '../errors.js';
import { isUuid } from '../shared/text.js';
import type { Fields } from './row.js';
import { type Bind, type Column, condition, type Table, type Where } from './where.js';

export type Direction = 'asc' | 'desc';
export interface ListArgs<T> {
  where?: Where<T> | undefined;
  order?: { [K in keyof T]?: Direction } | undefined;
  /** At most so many; absent: the whole list, up to WHOLE_LIST. */
  first?: number | undefined;
  after?: string | undefined;
  /** The columns wanted, by GraphQL name; absent: all. */
  fields?: Fields<T> | undefined;
}
export interface Statement {
  text: string;
  values: unknown[];
}
/** What a statement that is written by hand is put together from. */
export interface OwnedSql {
  table: string;
  /** The select list of a whole row. */
  columns: string;
  /** The condition that the viewer's own rows satisfy; its columns are unqualified. */
  ownership: string;
  bind: Bind;
}
export interface BatchSql extends OwnedSql {
  /** Stands for the array of the parents' ids. */
  parents: string;
}
export type OrderKey = Column & { direction: Direction };

/** Among the fields: that cursors will be made of the rows, for which the columns of the order are needed. */
export const CURSOR = 'cursor';

/** The most rows that are given whole, of one list or of those of many parents. More are refused, never cut in silence. */
export const MAX_LIST_ROWS = 10_000;

export function refuseTooManyRows(rows: unknown[], { first }: { first?: number | undefined }): void {
  if (first !== undefined || rows.length <= MAX_LIST_ROWS) return;
  const message = `is needed: more than ${MAX_LIST_ROWS} rows at once come in pages only`;
  throw AppError.badInput([{ field: 'first', message }]);
}

/** The id is always the last key, so that no two rows compare equal. */
export function orderKeys(table: Table, order: object = {}): OrderKey[] {
  const complete = 'id' in order ? order : { ...order, id: Object.values(order).at(-1) ?? 'asc' };
  return Object.entries(complete).map(([name, direction]) => {
    const column = table.column(name);
    if (column.property.runtimeType === 'Date' && column.property.length !== 3) {
      throw new Error(`${table.meta.className}.${name} must be timestamptz(3) to be an order`);
    }
    return { ...column, direction: direction as Direction };
  });
}

/** A cursor is the row's own values of the order, by name; it outlives the row. */
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

/** @throws BAD_USER_INPUT for what is no cursor, and for one of another order */
function parseCursor(keys: OrderKey[], cursor: string): unknown[] {
  let row: unknown;
  try {
    row = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // refused below, as any other text that is no cursor
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
  // As rows bring it, and a day that exists; PostgreSQL has no year 0.
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value && /^(?!0000)\d{4}-/.test(value);
}

/** "Comes after these values", key by key. PostgreSQL sorts null as the greatest value, and so does this. */
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

/** Begins a statement: a list of values and the function that adds to it. */
function parameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** Begins a statement about the children of many parents, whose ids become its first value when a batch runs. */
function batchParameters(): { values: unknown[]; bind: Bind; parents: string } {
  const { values, bind } = parameters();
  return { values, bind, parents: bind(undefined) };
}

/** A statement that is written by hand, around the viewer's own rows of a table. */
export function writeStatement(table: Table, ownership: object, write: (sql: OwnedSql) => string): Statement {
  const { values, bind } = parameters();
  return { text: write(ownedSql(table, ownership, bind)), values };
}

/** The same about the children of many parents. */
export function writeBatchStatement(table: Table, ownership: object, write: (sql: BatchSql) => string): Statement {
  const { values, bind, parents } = batchParameters();
  return { text: write({ ...ownedSql(table, ownership, bind), parents }), values };
}

function ownedSql(table: Table, ownership: object, bind: Bind): OwnedSql {
  return { table: table.name, columns: table.list(), ownership: condition(table, ownership, bind), bind };
}

/** Rows that satisfy `ownership` (the policy: never left out) and what is asked for. */
export function select<T>(table: Table, ownership: object, args: ListArgs<T>): Statement & { keys: OrderKey[] } {
  const { values, bind } = parameters();
  const keys = orderKeys(table, args.order);
  let text = `select ${columns(table, args, keys)} from ${table.name} where ${condition(table, ownership, bind)}`;
  text += filters(table, args, keys, bind);
  text += `${orderBy(keys)} limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}`; // one more than asked for: is there a next page?
  return { text, values, keys };
}

/** The same for many parents at once; with `first`, so many of EACH parent (an index scan that stops, for each). */
export function selectChildren<T>(
  table: Table,
  ownership: object,
  args: ListArgs<T>,
  relation: string,
): Statement & { keys: OrderKey[] } {
  const { values, bind, parents } = batchParameters();
  const keys = orderKeys(table, args.order);
  const parent = table.column(relation);
  const ofEach = args.first !== undefined;
  let text = `select ${columns(table, args, keys, parent.property.name)} from ${table.name} where ${condition(table, ownership, bind)}`;
  text += ` and ${parent.sql} = ${ofEach ? 'parents.id_of_parent' : `any(${parents})`}`;
  text += `${filters(table, args, keys, bind)}${orderBy(keys)} limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}`;
  if (ofEach) {
    text = `select page.* from unnest(${parents}::${parent.property.columnTypes[0]}[]) parents(id_of_parent), lateral (${text}) page`;
  }
  return { text, values, keys };
}

/** @returns undefined when nothing is to be changed */
export function update(
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
  const where = `${table.column('id').sql} = ${bind(id)} and ${condition(table, ownership, bind)}`;
  const changed = `${table.column('updatedAt').sql} = now()`;
  return { text: `update ${table.name} set ${set}, ${changed} where ${where} returning ${table.list(fields)}`, values };
}

export function count<T>(table: Table, ownership: object, where?: Where<T>): Statement {
  const { values, bind } = parameters();
  const text = `select count(*)::int as n from ${table.name} where ${condition(table, ownership, bind)}`;
  return { text: where ? `${text} and ${condition(table, where, bind)}` : text, values };
}

export function countChildren<T>(
  table: Table,
  ownership: object,
  where: Where<T> | undefined,
  relation: string,
): Statement {
  const { values, bind, parents } = batchParameters();
  const parent = table.column(relation).sql;
  let text = `select ${parent} as parent, count(*)::int as n from ${table.name} where ${condition(table, ownership, bind)}`;
  text += ` and ${parent} = any(${parents})${where ? ` and ${condition(table, where, bind)}` : ''} group by 1`;
  return { text, values };
}

function columns<T>(table: Table, args: ListArgs<T>, keys: OrderKey[], relation = 'id'): string {
  if (!args.fields) return table.list();
  const ofCursor = args.fields.includes(CURSOR) ? keys.map((key) => key.rowName) : [];
  return table.list([...args.fields, ...ofCursor, relation]);
}
function filters<T>(table: Table, args: ListArgs<T>, keys: OrderKey[], bind: Bind): string {
  const where = args.where ? ` and ${condition(table, args.where, bind)}` : '';
  return args.after === undefined ? where : `${where} and ${beyondCursor(keys, args.after, bind)}`;
}
function orderBy(keys: OrderKey[]): string {
  return ` order by ${keys.map((key) => `${key.sql} ${key.direction}`).join(', ')}`;
}
