// Batches nested reads: one statement per level of a query, whatever its arguments. Equal statements with equal values share a batch.
import type { EntityClass } from '@mikro-orm/core';
import type DataLoader from 'dataloader';
import { arePassedRows } from '../engine/engine.js';
import { AppError, changedConcurrently, refusalOf } from '../errors.js';
import { groupBy } from '../shared/group-by.js';
import { humanize, isUuid } from '../shared/text.js';
import { Batches, describe, type Loader } from './batches.js';
import type { OrderKey } from './cursor.js';
import { areTooLong, refuseTooLongLists, refuseTooManyRows } from './list-limits.js';
import { Page } from './page.js';
import { type QueryTarget, runStatement } from './pool.js';
import type { Read, Reading, Relation, RelationPath } from './row.js';
import {
  type BatchSql,
  countChildren,
  isTotalOnly,
  type ListArgs,
  type OwnedSql,
  selectChildren,
  writeCount,
  writeQuery,
  writeSelect,
} from './statement.js';
import type { Table, Where } from './where.js';

/** An entity's table, and the condition that selects the viewer's rows. */
export interface ScopedTable {
  table: Table;
  ownership: object;
  /** The same condition for statements that name no parent, so that they need no scan; without it, `ownership`. */
  path?: () => object;
}

/** What links rows to the id that is loaded: a relation, a path through a table, or a column. */
type LinkTo<T> = Relation<T> | RelationPath<T> | (keyof T & string);

export class Loaders extends Batches {
  constructor(
    target: QueryTarget,
    private readonly scope: <T extends object>(type: EntityClass<T>, role?: string) => ScopedTable,
  ) {
    super(target);
  }

  /** @param role the least role of a member of the row's apiary */
  byId<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    fields?: R,
    role?: string,
  ): Loader<Read<T, R> | null> {
    const { table, ownership } = this.scope(type, role);
    return this.again(fields, [type, ownership], () => {
      const loader = this.batch(
        selectChildren(table, table.existing(ownership), { fields }, 'id'),
        (rows: Read<T, R>[]) => {
          const byId = new Map(rows.map((row) => [(row as { id?: string }).id, row]));
          return (id) => byId.get(id) ?? null;
        },
      );
      return this.counted(loader, (row) => this.target.budget?.spendOrAbandon([row]));
    });
  }

  /**
   * Loads the rows to which rows that have been read refer.
   * @throws CONFLICT (CHANGED_CONCURRENTLY) if one has been deleted since then, or the viewer has lost access to it: another try succeeds
   */
  parent<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    fields?: R,
  ): Loader<Read<T, R>> {
    const loader = this.byId<T, R>(type, fields);
    const load = async (id: string): Promise<Read<T, R>> => {
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
  async one<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    id: string,
    fields?: R,
    role?: string,
  ): Promise<Read<T, R>> {
    const find = async (needed?: string): Promise<Read<T, R> | null> =>
      isUuid(id) ? this.byId<T, R>(type, fields, needed).load(id.toLowerCase()) : null;
    const row = await find(role);
    if (row) return row;
    const isSeen = async (): Promise<boolean> => (await find()) !== null;
    throw await refusalOf(humanize(type.name), id, role === undefined ? undefined : isSeen);
  }

  /**
   * The id of a row that an argument of a list names.
   * @throws NOT_FOUND naming the argument, as `one` does
   */
  async idOf(type: EntityClass<object>, id: string, argument: string): Promise<string> {
    const row = isUuid(id) ? await this.byId(type, ['id'] as never).load(id.toLowerCase()) : null;
    if (!row) throw AppError.notFound(humanize(type.name), [argument]);
    return id.toLowerCase();
  }

  /** Loads the children of many parents: for each, a page or the whole list. A path such as `item.apiary` leads through a table. */
  listOf<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    relation: LinkTo<T>,
    args: ListArgs<T, R> = {},
  ): Loader<Page<Read<T, R>>> {
    const scoped = this.scope(type);
    const question = [type, relation, args, scoped.ownership];
    return this.again(args.fields, question, () => this.createListOf(type, scoped, relation, args));
  }

  private createListOf<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    { table, ownership }: ScopedTable,
    relation: LinkTo<T>,
    args: ListArgs<T, R>,
  ): Loader<Page<Read<T, R>>> {
    if (isTotalOnly(args)) {
      const totals = this.countOf(type, relation, args.where);
      return { load: async (id) => Page.ofTotal(await totals.load(id)) };
    }
    const statement = selectChildren(table, ownership, args, relation);
    const loader = this.batch(statement, (rows: Read<T, R>[]) => {
      const children = groupByParent(rows, statement.parentName);
      refuseTooLongLists(children, args);
      return (id) => {
        const total = (): Promise<number> => this.countOf(type, relation, args.where).load(id);
        const { keys } = statement;
        return new Page(children.get(id) ?? [], { args, keys, countAll: total, budget: this.target.budget });
      };
    });
    return this.counted(loader, (page) => page.count());
  }

  /**
   * As `listOf`, for ids that a client names: several root fields share a statement. A list alone is read without a batch, and one that is too
   * long is refused alone.
   */
  named<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    relation: Relation<T> | (keyof T & string),
    args: ListArgs<T, R> = {},
  ): Loader<Page<Read<T, R>>> {
    const countAll = (id: string): Promise<number> => this.namedTotals(type, relation, args.where).load(id);
    if (isTotalOnly(args)) return { load: async (id) => Page.ofTotal(await countAll(id)) };
    const { table, ownership } = this.scope(type);
    const createPage = (id: string, { keys }: { keys: OrderKey[] }, rows: Read<T, R>[] = []): Page<Read<T, R>> =>
      new Page(rows, { args, keys, countAll: () => countAll(id), budget: this.target.budget });
    const loadAlone = async (id: string): Promise<Page<Read<T, R>>> => {
      const where = { ...args.where, [relation]: id } as Where<T>;
      const statement = writeSelect(table, ownership, { ...args, where });
      const rows = await runStatement<Read<T, R>>(this.target, statement);
      refuseTooManyRows(rows, args);
      return createPage(id, statement, rows);
    };
    if (this.target.isSingle) return this.counted({ load: loadAlone }, (page) => page.count());
    const statement = selectChildren(table, ownership, args, relation);
    const load = async (ids: readonly string[]): Promise<(Page<Read<T, R>> | Error)[]> => {
      const rows = ids.length > 1 ? await this.run<Read<T, R>>(statement, ids) : undefined;
      const children = rows && groupByParent(rows, statement.parentName);
      if (!children || areTooLong(children, args))
        return Promise.all(ids.map((id) => loadAlone(id).catch((error: Error) => error)));
      return ids.map((id) => createPage(id, statement, children.get(id)));
    };
    return this.counted(this.remember(`named ${describe(statement)}`, load), (page) => page.count());
  }

  /**
   * Loads the list of a parent that a client names; if it is empty, or rows may stay without their parent (ADR 0064), a second statement checks
   * that the parent exists.
   * @throws NOT_FOUND naming the argument if the parent is missing or belongs to another account
   */
  async listBelow<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    relation: Relation<T>,
    parent: { type: EntityClass<object>; id: string },
    args: ListArgs<T, R> = {},
  ): Promise<Page<Read<T, R>>> {
    const argument = `${relation}Id`;
    if (!isUuid(parent.id)) throw AppError.notFound(humanize(parent.type.name), [argument]);
    const page = await this.named(type, relation, args).load(parent.id.toLowerCase());
    if (page.isEmpty || this.scope(type).table.parentIsThere) await this.idOf(parent.type, parent.id, argument);
    return page;
  }

  private namedTotals<T extends object>(type: EntityClass<T>, relation: LinkTo<T>, where?: Where<T>): Loader<number> {
    const { table, ownership } = this.scope(type);
    const many = this.countOf(type, relation, where);
    const load = async (ids: readonly string[]): Promise<(number | Error)[]> => {
      if (ids.length > 1) return many.loadMany(ids);
      const statement = writeCount(table, ownership, { ...where, [relation]: ids[0] } as Where<T>);
      return (await runStatement<{ n: number }>(this.target, statement)).map(({ n }) => n);
    };
    return this.remember(`named ${describe(countChildren(table, ownership, where, relation))}`, load);
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
   * @param list set for whole lists: too many rows are refused
   */
  readModel<R extends { parent: string }>(
    type: EntityClass<object>,
    write: (sql: BatchSql) => string,
    { table, ownership } = this.scope(type),
    list?: { first?: number | undefined },
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
      if (list) refuseTooLongLists(byParent, list);
      return (id) => byParent.get(id) ?? [];
    });
    return this.counted(loader, (rows) => this.target.budget?.spendOrAbandon(rows));
  }
}

/** @param name that of the parent's id in a row */
function groupByParent<R>(rows: R[], name: string): Map<string, R[]> {
  if (arePassedRows(rows)) return rows[0]!.group(rows, name) as Map<string, unknown[]> as Map<string, R[]>;
  return groupBy(rows, (row) => (row as Record<string, unknown>)[name] as string);
}
