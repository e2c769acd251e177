// Builds the SQL of plain reads and updates, independently of any feature.
import type { EntityClass } from '@mikro-orm/core';
import { type ChangeSource, writeSettingsItem } from './change-settings.js';
import { type Direction, type OrderKey, writeCursorCondition } from './cursor.js';
import { limitOfLists, MAX_LIST_ROWS } from './list-limits.js';
import { type Fields, type Reading, type Selection, toSelection } from './row.js';
import { type Bind, type Column, owning, type Table, type Where, writeCondition } from './where.js';

/** @template R how the columns are named: by code, by a client's selection, or not at all */
export interface ListArgs<T, R = Fields<T> | undefined> {
  where?: Where<T> | undefined;
  order?: { [K in keyof T]?: Direction } | undefined;
  /** Page size. If absent, the whole list, up to MAX_LIST_ROWS. */
  first?: number | undefined;
  after?: string | undefined;
  /** The columns to select, by GraphQL name. If absent, all. */
  fields?: R | undefined;
}
export interface Statement {
  text: string;
  values: unknown[];
  /** Whether its rows may be `PassedRow`s. Within a transaction they are not. */
  isPassedOn?: boolean;
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
/** The parts of a hand-written statement that changes rows. */
export interface ChangeSql extends OwnedSql {
  /** Returns an item of the `from` or `using` clause, without which the log does not know who changed the rows (change-settings.ts). */
  settings: () => string;
}
export interface BatchSql extends OwnedSql {
  /** The parameter that holds the array of the parents' ids. */
  parents: string;
  /** Another table, whose rows the statement finds by a parent. */
  of: (type: EntityClass<object>) => Pick<OwnedSql, 'table' | 'ownership'>;
}

/** The arguments of a list of which a client selects the columns. */
export type SelectedList<T> = ListArgs<T, Selection<T>> & { fields: Selection<T> };
type AnyListArgs<T> = ListArgs<T, Reading<T> | undefined>;
export const isTotalOnly = <T>({ fields }: AnyListArgs<T>): boolean => toSelection(fields).isTotalOnly;

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

/** Builds a hand-written statement that changes the viewer's rows of a table. */
export function writeChange(
  table: Table,
  ownership: object,
  source: ChangeSource,
  write: (sql: ChangeSql) => string,
): Statement {
  const { values, bind } = parameters();
  const settings = (): string => writeSettingsItem(source, bind);
  return { text: write({ ...ownedSql(table, ownership, bind), settings }), values };
}

/** Builds a hand-written query about the viewer's rows of several tables. */
export function writeQuery(
  write: (owned: (table: Table, ownership: object) => OwnedSql, bind: Bind) => string,
): Statement {
  const { values, bind } = parameters();
  return { text: write((table, ownership) => ownedSql(table, ownership, bind), bind), values };
}

function ownedSql(table: Table, ownership: object, bind: Bind): OwnedSql {
  return { table: table.name, columns: table.list(), ownership: writeCondition(table, ownership, bind), bind };
}

/** Selects rows that satisfy `ownership` (the policy, never omitted) and the arguments. */
export function writeSelect<T>(
  table: Table,
  ownership: object,
  args: AnyListArgs<T>,
): Statement & { keys: OrderKey[] } {
  const { values, bind } = parameters();
  const keys = resolveOrderKeys(table, args.order);
  const owned = writeCondition(table, owning(table, ownership, args.where), bind);
  let text = `select ${columns(table, args, keys)} from ${table.name} where ${owned}`;
  text += filters(table, args, keys, bind);
  text += `${orderBy(keys)} limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}`; // one more row shows whether there is a next page
  return { text, values, keys, isPassedOn: toSelection(args.fields).isPassedOn };
}

/** Resolves the relation of children to their parents: `apiary`, or `item.apiary` through the rows of another table. */
function resolveRelation(table: Table, path: string): { link: Column; parent: Column; through: Table | undefined } {
  const [name, next] = path.split('.');
  const link = table.column(name!);
  const through = next === undefined ? undefined : link.target!();
  return { link, parent: through?.column(next!) ?? link, through };
}

/**
 * Selects the children of many parents; with `first`, a page of each parent (for each an index scan that stops early). Through another
 * table, the list of a parent is merged from the pages of the rows between: no index has all its children in order.
 */
export function selectChildren<T>(
  table: Table,
  ownership: object,
  args: AnyListArgs<T>,
  relation: string,
): Statement & { keys: OrderKey[]; parentName: string } {
  const { values, bind, parents } = batchParameters();
  const keys = resolveOrderKeys(table, args.order);
  const { link, parent, through } = resolveRelation(table, relation);
  const isPaged = args.first !== undefined;
  const limit = isPaged || through ? ` limit ${bind((args.first ?? MAX_LIST_ROWS) + 1)}` : '';
  const inAll = isPaged ? '' : ` limit ${limitOfLists(parents)}`;
  const linked = isPaged ? 'parents.id_of_parent' : `any(${parents})`;
  const owned = through ? 'true' : writeCondition(table, { $filter: ownership }, bind);
  let text = `select ${columns(table, args, keys, link.property.name, through !== undefined)} from ${table.name} where ${owned}`;
  text += ` and ${link.sql} = ${through ? 'links.id' : linked}${filters(table, args, keys, bind)}${orderBy(keys)}${limit}`;
  if (through) {
    const ownedLinks = writeCondition(through, ownershipOfLinks(ownership), bind);
    const links = `select ${through.column('id').sql} as id from ${through.name} where ${parent.sql} = parents.id_of_parent and ${ownedLinks}`;
    const order = keys.map((key) => `"${key.rowName}" ${key.direction}`).join(', ');
    text = `select page.*, parents.id_of_parent as "${parent.rowName}" from (${links}) links, lateral (${text}) page order by ${order}${limit}`;
  }
  if (isPaged || through) {
    text = `select page.* from unnest(${parents}::${parent.property.columnTypes[0]}[]) parents(id_of_parent), lateral (${text}) page`;
  }
  text += inAll;
  return { text, values, keys, parentName: parent.rowName, isPassedOn: toSelection(args.fields).isPassedOn };
}

/**
 * The condition on the rows of another table through which children are found: these have the same owner and the same members. It is
 * cheaper than the condition on each child, and PostgreSQL, which overestimates that, could otherwise scan the table between.
 */
function ownershipOfLinks(ownership: object): object {
  const { $and, $or, $lookup, ...own } = ownership as Where<object>;
  return {
    ...own,
    ...($and && { $and: $and.map(ownershipOfLinks) }),
    ...($or && { $or: $or.map(ownershipOfLinks) }),
    ...($lookup && { $lookup: { ...$lookup, path: $lookup.path.slice(1), also: undefined } }),
  };
}

/** `update` also keeps those waiting who add rows below the row: not for a deletion, which may itself wait for them. */
export type Lock = 'update' | 'no key update';
/** Selects whole rows, by the names of their columns, and locks them by id. */
export function writeLock(table: Table, ownership: object, ids: string[], lock: Lock): Statement {
  const { values, bind } = parameters();
  const where = `id = any(${bind(ids)}) and ${writeCondition(table, ownership, bind)}`;
  const names = [...table.columns.values()].map((column) => column.sql).filter(Boolean);
  return { text: `select ${names.join(', ')} from ${table.name} where ${where} order by id for ${lock}`, values };
}

/** @returns undefined if there is nothing to change */
export function writeUpdate(
  table: Table,
  ownership: object,
  id: string,
  changes: object,
  fields: readonly string[] | undefined,
  source: ChangeSource,
): Statement | undefined {
  const { values, bind } = parameters();
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const set = given.map(([name, value]) => `${table.column(name).sql} = ${bind(value)}`).join(', ');
  const where = `${table.column('id').sql} = ${bind(id)} and ${writeCondition(table, ownership, bind)}`;
  const updatedAt = `${table.column('updatedAt').sql} = now()`;
  return {
    text: `update ${table.name} set ${set}, ${updatedAt} from ${writeSettingsItem(source, bind)} where ${where} returning ${table.list(fields)}`,
    values,
  };
}

export function writeCount<T>(table: Table, ownership: object, where?: Where<T>): Statement {
  const { values, bind } = parameters();
  const owned = writeCondition(table, owning(table, ownership, where), bind);
  const text = `select count(*)::int as n from ${table.name} where ${owned}`;
  return { text: where ? `${text} and ${writeCondition(table, where, bind)}` : text, values };
}

export function countChildren<T>(
  table: Table,
  ownership: object,
  where: Where<T> | undefined,
  relation: string,
): Statement {
  const { values, bind, parents } = batchParameters();
  const { link, parent, through } = resolveRelation(table, relation);
  const condition = writeCondition(table, { $and: [through ? {} : { $filter: ownership }, where ?? {}] }, bind);
  const ofParents = `${parent.sql} = any(${parents})`;
  const text = through
    ? `select ${parent.sql} as parent, sum(n)::int as n from ${through.name} links, lateral (
        select count(*) as n from ${table.name} where ${condition} and ${link.sql} = links.id) counts
      where ${ofParents} and ${writeCondition(through, ownershipOfLinks(ownership), bind)} group by 1`
    : `select ${parent.sql} as parent, count(*)::int as n from ${table.name} where ${condition} and ${ofParents} group by 1`;
  return { text, values };
}

/** @param withKeys also those of the order, by which pages are merged */
function columns<T>(table: Table, args: AnyListArgs<T>, keys: OrderKey[], relation = 'id', withKeys = false): string {
  const { columns: selected, withCursor } = toSelection(args.fields);
  if (!selected) return table.list();
  const ofCursor = withKeys || withCursor ? keys.map((key) => key.rowName) : [];
  return table.list(ofCursor.length > 0 ? [...selected, ...ofCursor] : selected, relation);
}
function filters<T>(table: Table, args: AnyListArgs<T>, keys: OrderKey[], bind: Bind): string {
  const where = args.where ? ` and ${writeCondition(table, args.where, bind)}` : '';
  return args.after === undefined ? where : `${where} and ${writeCursorCondition(keys, args.after, bind)}`;
}
function orderBy(keys: OrderKey[]): string {
  return ` order by ${keys.map((key) => `${key.sql} ${key.direction}`).join(', ')}`;
}
