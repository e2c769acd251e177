// THE ONLY DOOR TO AN OWNED ROW, one per request. Reads are plain rows in the entity's shape and cost about what a hand-written
// statement costs; a row that a command will change comes from `forUpdate` as a managed entity. policy.ts rules both.
import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScopedTable } from '../database/loaders.js';
import { Page } from '../database/page.js';
import { type QueryTarget, run } from '../database/pool.js';
import type { Fields, Relation, Row } from '../database/row.js';
import {
  count,
  type ListArgs,
  type OwnedSql,
  refuseTooManyRows,
  type Statement,
  select,
  update,
  writeStatement,
} from '../database/statement.js';
import type { Where } from '../database/where.js';
import { AppError } from '../errors.js';
import { humanize, isUuid } from '../shared/text.js';

/** What `Access` needs of a request. */
export interface AccessRequest extends QueryTarget {
  readonly em: EntityManager;
  scope<T extends object>(type: EntityClass<T>): ScopedTable;
  queued<T>(work: () => Promise<T>): Promise<T>;
  hasWritten: boolean;
}

const MAX_ATTEMPTS = 5;

/** A row of which these columns were selected; the id always is. */
type Picked<T, F extends keyof Row<T>> = Pick<Row<T>, F | ('id' & keyof Row<T>)>;

export class Access {
  constructor(private readonly request: AccessRequest) {}

  /** @throws NOT_FOUND for a missing row and for somebody else's alike */
  async one<T extends object, F extends keyof Row<T> & string>(
    type: EntityClass<T>,
    id: string,
    fields?: Fields<T, F>,
  ): Promise<Picked<T, F>> {
    this.requireId(type, id);
    const { table, ownership } = this.request.scope(type);
    const [row] = await run<Picked<T, F>>(this.request, select<T>(table, ownership, { where: whereId<T>(id), fields }));
    if (!row) throw AppError.notFound(humanize(type.name));
    return row;
  }

  /**
   * The row as a managed entity, locked until the unit of work ends; what it belongs to is not locked.
   * @throws NOT_FOUND as `one` does
   */
  async forUpdate<T extends object>(type: EntityClass<T>, id: string): Promise<T> {
    this.requireId(type, id);
    const { em } = this.request;
    const itself = em.config.getNamingStrategy().aliasName(type.name, 0);
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: [itself] };
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const found = await em.findOne<T>(type, { id } as FilterQuery<NoInfer<T>>, lock);
      if (found) return found;
      // A row that moved to another parent while it was waited for looks like a stranger's: it is looked at anew.
      await this.requireRow(type, id);
    }
    throw changedMeanwhile();
  }

  /** @throws NOT_FOUND for a missing row and for somebody else's alike */
  private async requireRow<T extends object>(type: EntityClass<T>, id: string): Promise<void> {
    await this.one(type, id, []);
  }

  /** Text that is no id names nothing, and the database need not be asked. */
  requireId(type: EntityClass<object>, id: string): void {
    if (!isUuid(id)) throw AppError.notFound(humanize(type.name));
  }

  async list<T extends object>(type: EntityClass<T>, args: ListArgs<T> = {}): Promise<Page<Row<T>>> {
    const { table, ownership } = this.request.scope(type);
    const statement = select(table, ownership, args);
    const rows = await run<Row<T>>(this.request, statement);
    refuseTooManyRows(rows, args);
    const { keys } = statement;
    const count = (): Promise<number> => this.count(type, args.where);
    const page = new Page(rows, { args, keys, countAll: count, budget: this.request.budget });
    const abandoned = page.count();
    if (abandoned) await abandoned;
    return page;
  }

  /**
   * The children of one parent: a single statement checks and reads. Only an empty list leaves open whether the parent is there.
   * @throws NOT_FOUND when the parent is missing or somebody else's
   */
  async listOf<T extends object>(
    type: EntityClass<T>,
    relation: Relation<T>,
    parent: { type: EntityClass<object>; id: string },
    args: ListArgs<T> = {},
  ): Promise<Page<Row<T>>> {
    this.requireId(parent.type, parent.id);
    const page = await this.list(type, { ...args, where: { ...args.where, [relation]: parent.id } as Where<T> });
    if (page.isEmpty) await this.requireRow(parent.type, parent.id);
    return page;
  }

  async count<T extends object>(type: EntityClass<T>, where?: Where<T>): Promise<number> {
    const { table, ownership } = this.request.scope(type);
    const [row] = await run<{ n: number }>(this.request, count(table, ownership, where));
    return row!.n;
  }

  /**
   * Changes a row in one statement: atomic by itself, so that it needs no transaction. What is undefined stays as it is. For changes
   * that no rule about the row as it was stands against: it is not looked at.
   * @param changes by the names of the entity's columns; of what it belongs to, the id
   * @throws NOT_FOUND as `one` does
   */
  async update<T extends object, F extends keyof Row<T> & string>(
    type: EntityClass<T>,
    id: string,
    changes: { [K in keyof T]?: unknown },
    fields?: Fields<T, F>,
  ): Promise<Picked<T, F>> {
    this.requireId(type, id);
    const { table, ownership } = this.request.scope(type);
    const statement = update(table, ownership, id, changes, fields);
    if (!statement) return this.one(type, id, fields);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const [row] = await this.write<Picked<T, F>>(statement);
      if (row) return row;
      // One that moved to another parent while it was waited for looks like a stranger's.
      await this.requireRow(type, id);
    }
    throw changedMeanwhile();
  }

  /**
   * A hot command that one statement does whole: written by hand around the table's name, the columns of a row, the viewer's own
   * rows and the binding of values. Atomic by itself, so that it needs no transaction.
   */
  execute<T extends object>(type: EntityClass<T>, write: (sql: OwnedSql) => string): Promise<Row<T>[]> {
    const { table, ownership } = this.request.scope(type);
    return this.write<Row<T>>(writeStatement(table, ownership, write));
  }

  /** In the account's turn; inside a unit of work it is that already. */
  private async write<R>(statement: Statement): Promise<R[]> {
    const { request } = this;
    if (request.transaction) return run<R>(request, statement);
    const rows = await request.queued(() => run<R>(request, statement));
    request.hasWritten ||= rows.length > 0;
    return rows;
  }
}

/** TypeScript cannot see that every entity has an id. */
const whereId = <T>(id: string): Where<T> => ({ id }) as object as Where<T>;

const changedMeanwhile = (): AppError => new AppError('CONFLICT', 'Somebody changed this at the same time: try again');
