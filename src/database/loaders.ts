// Batches nested reads: one statement per level of a query, whatever its arguments. Equal statements with equal values share a batch.
import { isDeepStrictEqual } from 'node:util';
import type { EntityClass } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { changedConcurrently, refusalOf } from '../errors.js';
import { groupBy } from '../shared/group-by.js';
import { humanize, isUuid } from '../shared/text.js';
import { TextMap } from '../shared/text-map.js';
import { Page } from './page.js';
import { type QueryTarget, runStatement } from './pool.js';
import { areRawRows, groupRawRows } from './raw-rows.js';
import type { Fields, Relation, RelationPath, Row } from './row.js';
import {
  type BatchSql,
  countChildren,
  isTotalOnly,
  type ListArgs,
  type OwnedSql,
  refuseTooManyRows,
  type Statement,
  selectChildren,
  writeQuery,
} from './statement.js';
import type { Table, Where } from './where.js';

/** An entity's table, and the condition that selects the viewer's rows. */
export interface ScopedTable {
  table: Table;
  ownership: object;
  /** The same condition for statements that name no parent, so that they need no scan; without it, `ownership`. */
  path?: () => object;
}

/** The part of a DataLoader that resolvers use. */
export type Loader<V> = Pick<DataLoader<string, V>, 'load'>;

/** What links rows to the id that is loaded: a relation, a path through a table, or a column. */
type LinkTo<T> = Relation<T> | RelationPath<T> | (keyof T & string);

/** Ids per statement, so that one statement and its result stay small. */
const BATCH_SIZE = 500;

export class Loaders {
  private readonly batches = new TextMap<DataLoader<string, unknown>>();
  /** The last loader for each selection of columns. */
  private readonly latest = new Map<unknown, { question: readonly unknown[]; loader: unknown }>();

  constructor(
    private readonly target: QueryTarget,
    private readonly scope: <T extends object>(type: EntityClass<T>, role?: string) => ScopedTable,
  ) {}

  /** @param role the least role of a member of the row's apiary */
  byId<T extends object>(type: EntityClass<T>, fields?: Fields<T>, role?: string): Loader<Row<T> | null> {
    const { table, ownership } = this.scope(type, role);
    return this.again(fields, [type, ownership], () => {
      const loader = this.batch(selectChildren(table, ownership, { fields }, 'id'), (rows: Row<T>[]) => {
        const byId = new Map(rows.map((row) => [(row as { id?: string }).id, row]));
        return (id) => byId.get(id) ?? null;
      });
      return this.counted(loader, (row) => this.target.budget?.spendOrAbandon([row]));
    });
  }

  /**
   * Loads the rows to which rows that have been read refer.
   * @throws CONFLICT (CHANGED_CONCURRENTLY) if one has been deleted since then, or the viewer has lost access to it: another try succeeds
   */
  parent<T extends object>(type: EntityClass<T>, fields?: Fields<T>): Loader<Row<T>> {
    const loader = this.byId(type, fields);
    const load = async (id: string): Promise<Row<T>> => {
      const row = await loader.load(id);
      if (!row) throw changedConcurrently();
      return row;
    };
    return { load };
  }

  /**
   * Loads a row that a client names by its id.
   * @param role the least role of a member of the row's apiary, for a row below which another is created
   * @throws NOT_FOUND for a missing row and for a row that the account may not see, without a query for text that is not a UUID;
   *   FORBIDDEN (ROLE_TOO_LOW) for one that it may only see
   */
  async one<T extends object>(type: EntityClass<T>, id: string, fields?: Fields<T>, role?: string): Promise<Row<T>> {
    const find = async (needed?: string): Promise<Row<T> | null> =>
      isUuid(id) ? this.byId(type, fields, needed).load(id.toLowerCase()) : null;
    const row = await find(role);
    if (row) return row;
    throw await refusalOf(humanize(type.name), role === undefined ? undefined : async () => (await find()) !== null);
  }

  /** Loads the children of many parents: for each, a page or the whole list. A path such as `item.apiary` leads through a table. */
  listOf<T extends object>(type: EntityClass<T>, relation: LinkTo<T>, args: ListArgs<T> = {}): Loader<Page<Row<T>>> {
    const scoped = this.scope(type);
    const question = [type, relation, args, scoped.ownership];
    return this.again(args.fields, question, () => this.createListOf(type, scoped, relation, args));
  }

  private createListOf<T extends object>(
    type: EntityClass<T>,
    { table, ownership }: ScopedTable,
    relation: LinkTo<T>,
    args: ListArgs<T>,
  ): Loader<Page<Row<T>>> {
    if (isTotalOnly(args)) {
      const totals = this.countOf(type, relation, args.where);
      return { load: async (id) => Page.ofTotal(await totals.load(id)) };
    }
    const statement = selectChildren(table, ownership, args, relation);
    const loader = this.batch(statement, (rows: Row<T>[]) => {
      refuseTooManyRows(rows, args);
      const { parentName } = statement;
      const children = areRawRows(rows)
        ? (groupRawRows(rows, parentName) as Map<string, object[]> as Map<string, Row<T>[]>)
        : groupBy(rows, (row) => (row as Record<string, unknown>)[parentName] as string);
      return (id) => {
        const total = (): Promise<number> => this.countOf(type, relation, args.where).load(id);
        const { keys } = statement;
        return new Page(children.get(id) ?? [], { args, keys, countAll: total, budget: this.target.budget });
      };
    });
    return this.counted(loader, (page) => page.count());
  }

  countOf<T extends object>(type: EntityClass<T>, relation: LinkTo<T>, where?: Where<T>): DataLoader<string, number> {
    const { table, ownership } = this.scope(type);
    return this.batch(countChildren(table, ownership, where, relation), (rows: { parent: string; n: number }[]) => {
      const counts = new Map(rows.map((row) => [row.parent, row.n]));
      return (id) => counts.get(id) ?? 0;
    });
  }

  /**
   * Loads a read model by a hand-written statement about many parents. The loader returns the rows of one parent.
   * @param write returns the statement; each of its rows has the parent's id as `parent`
   */
  readModel<R extends { parent: string }>(
    type: EntityClass<object>,
    write: (sql: BatchSql) => string,
    { table, ownership } = this.scope(type),
  ): Loader<R[]> {
    const statement = writeQuery((owned, bind) => {
      const parents = bind(undefined);
      const of = (other: EntityClass<object>): OwnedSql => {
        const scoped = this.scope(other);
        return owned(scoped.table, scoped.ownership);
      };
      return write({ ...owned(table, ownership), parents, of });
    });
    const loader = this.batch(statement, (rows: R[]) => {
      const byParent = groupBy(rows, ({ parent }) => parent);
      return (id) => byParent.get(id) ?? [];
    });
    return this.counted(loader, (rows) => this.target.budget?.spendOrAbandon(rows));
  }

  /** Counts the loaded values against the response budget each time they are loaded, cached or not. */
  private counted<V>(loader: Loader<V>, count: (value: V) => Promise<never> | undefined): Loader<V> {
    return {
      load: async (id) => {
        const value = await loader.load(id);
        const abandoned = count(value);
        if (abandoned) await abandoned;
        return value;
      },
    };
  }

  /** Called by the unit of work at the end of a mutation, which makes rows read before it stale. */
  clear(): void {
    this.batches.clear();
    this.latest.clear();
  }

  /**
   * The resolver of a field asks the same question for each record: its statement is built once.
   * @param question all that the statement depends on, besides `fields`
   */
  private again<L>(fields: unknown, question: readonly unknown[], create: () => L): L {
    const known = this.latest.get(fields);
    if (known && isDeepStrictEqual(known.question, question)) return known.loader as L;
    const loader = create();
    this.latest.set(fields, { question, loader });
    return loader;
  }

  /** @param group distributes the rows among the ids, which are the statement's first value */
  private batch<R, V>(statement: Statement, group: (rows: R[]) => (id: string) => V): DataLoader<string, V> {
    const key = `${statement.isRaw ?? false} ${statement.text}\n${JSON.stringify(statement.values)}`;
    let loader = this.batches.get(key) as DataLoader<string, V> | undefined;
    if (!loader) {
      const load = async (ids: readonly string[]): Promise<V[]> => {
        const values = statement.values.with(0, ids);
        return ids.map(group(await runStatement<R>(this.target, { ...statement, values })));
      };
      loader = new DataLoader<string, V>(load, { maxBatchSize: BATCH_SIZE });
      this.batches.add(key, loader as DataLoader<string, unknown>);
    }
    return loader;
  }
}
