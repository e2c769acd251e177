// Translates conditions to SQL, from MikroORM's metadata. They are the part of MikroORM's FilterQuery that lists need, so that one object
// serves em.find and plain reads:  { foodFrames: { $lte: 5 }, beehiveNumber: null, health: ['AT_RISK'], apiary: { user: id } }
// A condition with the value undefined is ignored. A relation takes an id, or conditions on the related row.
import type { Collection, EntityClass, EntityMetadata, EntityProperty, MetadataStorage, Ref } from '@mikro-orm/core';

type Comparison<V> =
  | V
  | readonly V[]
  | null
  | { $ne?: V | null; $gt?: V; $gte?: V; $lt?: V; $lte?: V; $like?: string; $ilike?: string; $contains?: V };
type ComparisonValue<V> = V extends Date ? Date | string : V;
/** A condition on the id at the end of a path of relations: it is one of those that a query returns. No path: the row's own id. */
export interface Lookup {
  path: readonly string[];
  /** The path if that one ends before. */
  otherwise?: readonly string[] | undefined;
  /** Another path, whose id may be the one instead. */
  also?: readonly string[] | undefined;
  /** Writes the query. */
  among: (bind: Bind) => string;
}
/** A condition on the columns of a row that none of the others expresses, as SQL. */
export type Written = (bind: Bind) => string;
export type Where<T> = { $or?: Where<T>[]; $and?: Where<T>[]; $lookup?: Lookup; $written?: Written } & {
  [K in keyof T]?: NonNullable<T[K]> extends Ref<infer R>
    ? Comparison<string> | Where<R>
    : NonNullable<T[K]> extends Collection<infer R>
      ? Where<R>
      : Comparison<ComparisonValue<NonNullable<T[K]>>>;
};
/** Binds a value as a parameter of the statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string;

const likePattern = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
/** Searches for the literal text: % _ and \ are escaped. White space around it does not count: a phone's keyboard adds it after a word. */
export const matchText = (text: string): { $like: string } => ({ $like: likePattern(text) });
export const containsAnyCase = (text: string): { $ilike: string } => ({ $ilike: likePattern(text) });

export interface Column {
  property: EntityProperty;
  /** The quoted name; empty for a collection, which has no column of its own. */
  sql: string;
  /** Its name in a row: the foreign key of `apiary` becomes `apiaryId`. */
  rowName: string;
  /** Its item in a select list; empty for columns that lists never return (a password's hash). */
  selectItem: string;
  target?: () => Table;
}

/** Quotes the name of a table or a column. */
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tables = new WeakMap<EntityMetadata, Table>();

/** Whether rows stay when what they belong to is deleted, as long as that can be undone: no foreign key deletes them (ADR 0064). */
export const isKept = ({ createForeignKeyConstraint, deleteRule }: EntityProperty): boolean =>
  createForeignKeyConstraint === false && deleteRule === 'cascade';

/** The metadata of an entity that SQL needs, computed once. */
export class Table {
  readonly name: string;
  readonly columns = new Map<string, Column>();
  private allColumns?: string;
  /** A condition, where rows may be there without what they belong to. */
  readonly parentIsThere: object | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: the metadata of any entity is accepted
  static of(meta: EntityMetadata<any>): Table {
    return tables.get(meta) ?? new Table(meta);
  }

  /** The table of an entity, by its class or its name. */
  static find(metadata: MetadataStorage, type: EntityClass<object> | string): Table {
    return Table.of(typeof type === 'string' ? metadata.getByClassName(type) : metadata.get(type));
  }

  private constructor(readonly meta: EntityMetadata) {
    tables.set(meta, this);
    this.name = quote(meta.tableName);
    const kept = meta.props.find(isKept);
    this.parentIsThere = kept && { [kept.name]: { id: { $ne: null } } };
    for (const property of meta.props) {
      const isCollection = property.kind === '1:m';
      const isColumn = property.fieldNames?.length === 1 && property.persist !== false && property.kind !== 'm:n';
      if (!isCollection && !isColumn) continue;
      const sql = isCollection ? '' : quote(property.fieldNames[0]!);
      const targetMeta = property.targetMeta;
      const rowName = targetMeta ? `${property.name}Id` : property.name;
      const isSecret = property.lazy || property.hidden;
      this.columns.set(property.name, {
        property,
        sql,
        rowName,
        selectItem: isCollection || isSecret ? '' : `${sql} as ${quote(rowName)}`,
        ...(targetMeta && { target: () => Table.of(targetMeta) }),
      });
    }
  }

  /** The condition of a row that is found by its id: what it belongs to is there, where no foreign key says so. */
  existing(ownership: object): object {
    return this.parentIsThere ? { $and: [ownership, this.parentIsThere] } : ownership;
  }

  column(name: string): Column {
    const column = this.columns.get(name);
    if (!column) throw new Error(`${this.meta.className}.${name} is not a column`);
    return column;
  }

  /** The select list: every column, or those of `fields`, by property name or by row name. */
  list(fields?: readonly string[], first?: string): string {
    if (!fields) {
      this.allColumns ??= this.pick(() => true);
      return this.allColumns;
    }
    const isWanted = ({ property, rowName }: Column): boolean =>
      property.primary === true || fields.includes(property.name) || fields.includes(rowName);
    return this.pick(isWanted, first);
  }

  private pick(isWanted: (column: Column) => boolean, first?: string): string {
    let list = '';
    for (const column of this.columns.values()) {
      if (!column.selectItem) continue;
      if (column.property.name === first) list = list ? `${column.selectItem}, ${list}` : column.selectItem;
      else if (isWanted(column)) list += list ? `, ${column.selectItem}` : column.selectItem;
    }
    return list;
  }
}

const LOGICAL: Record<string, string> = { $or: ' or ', $and: ' and ' };

/**
 * Conditions as SQL text. Columns are unqualified: they belong to the innermost table. `$filter` is a condition that PostgreSQL neither searches
 * an index for nor takes as a reason to expect fewer rows: one that all rows satisfy which the others select, such as that on the owner of the
 * children of a parent. Taken as independent of the parent, it lets PostgreSQL expect hardly any rows, and then read and sort all children of a
 * parent for the first page, or all rows of the owner for each parent.
 */
export function writeCondition(table: Table, where: object, bind: Bind): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(where)) {
    if (value === undefined) continue;
    if (key in LOGICAL) {
      parts.push(`(${(value as object[]).map((w) => writeCondition(table, w, bind)).join(LOGICAL[key])})`);
      continue;
    }
    if (key === '$filter') {
      parts.push(`case when ${writeCondition(table, value as object, bind)} then true end`);
      continue;
    }
    if (key === '$lookup') {
      parts.push(writeLookup(table, value as Lookup, bind));
      continue;
    }
    if (key === '$written') {
      parts.push((value as Written)(bind));
      continue;
    }
    const column = table.column(key);
    const target = column.target?.();
    if (!target || !isConditions(value)) {
      parts.push(compare(column.sql, value, bind));
      continue;
    }
    const [foreignKey, targetKey] = column.sql
      ? [column.sql, target.column('id').sql]
      : [table.column('id').sql, target.column(column.property.mappedBy).sql];
    parts.push(
      `${foreignKey} in (select ${targetKey} from ${target.name} where ${writeCondition(target, value, bind)})`,
    );
  }
  return parts.join(' and ') || 'true';
}

/**
 * Each row looks its parents up by their primary keys: within an `or`, PostgreSQL cannot join, and would read all rows that the other
 * conditions on relations select. The query runs once.
 */
function writeLookup(table: Table, { path, otherwise, also, among }: Lookup, bind: Bind): string {
  const end = writePath(table, path);
  const id = otherwise ? `coalesce(${end}, ${writePath(table, otherwise)})` : end;
  return also
    ? `array[${id}, ${writePath(table, also)}] && array(${among(bind)})`
    : `${id} = any(array(${among(bind)}))`;
}

function writePath(table: Table, path: readonly string[]): string {
  let [id, current] = [table.column('id').sql, table];
  for (const [level, name] of path.entries()) {
    const { sql, target } = current.column(name);
    id = level === 0 ? sql : `(select ${sql} from ${current.name} where ${current.column('id').sql} = ${id})`;
    current = target!();
  }
  return id;
}

/** Distinguishes conditions (`{ user: id }`) from a value to compare with: an id, null, a list or `{ $ne: id }`. */
function isConditions(value: unknown): value is object {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => key in LOGICAL || key[0] !== '$');
}

const OPERATORS: Record<string, string> = {
  $ne: '<>',
  $gt: '>',
  $gte: '>=',
  $lt: '<',
  $lte: '<=',
  $like: 'like',
  $ilike: 'ilike',
  $contains: '@>',
};
function compare(column: string, value: unknown, bind: Bind): string {
  if (value === null) return `${column} is null`;
  // A literal: with a parameter, PostgreSQL could not know that a partial index applies.
  if (typeof value === 'boolean') return value ? column : `not ${column}`;
  if (Array.isArray(value)) return `${column} = any(${bind(value)})`;
  if (typeof value !== 'object' || value instanceof Date) return `${column} = ${bind(value)}`;
  const tests = Object.entries(value).filter(([, v]) => v !== undefined);
  return (
    tests
      .map(([operator, v]) => {
        if (!OPERATORS[operator]) throw new Error(`${operator} is not an operator of plain reads`);
        return v === null && operator === '$ne'
          ? `${column} is not null`
          : `${column} ${OPERATORS[operator]} ${bind(v)}`;
      })
      .join(' and ') || 'true'
  );
}

/** From one day until another one, inclusive. Either may be left out. */
export const ofDays = (from?: string | null, to?: string | null) =>
  from || to ? { $gte: from ?? undefined, $lte: to ?? undefined } : undefined;
/** From one time until before another one. Either may be left out. */
export const ofTimes = (from?: Date | null, to?: Date | null) =>
  from || to ? { $gte: from ?? undefined, $lt: to ?? undefined } : undefined;

/** Whether a condition names a row that others belong to. */
export const namesParent = (table: Table, where: object = {}): boolean =>
  Object.entries(where).some(([name, value]) => value != null && table.columns.get(name)?.target !== undefined);

/** The condition on the owner, beside a condition that may name a parent. */
export const owning = (table: Table, ownership: object, where?: object): object =>
  namesParent(table, where) ? { $filter: ownership } : ownership;
