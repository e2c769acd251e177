// Every access to an owned row, with the ownership policy (policy.ts) applied. Reads return plain rows in the entity's shape and cost
// about as much as a hand-written statement; a command reads a row that it changes with `forUpdate`, as a managed entity.
import type { EntityClass, EntityDictionary } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeSource } from '../database/change-settings.js';
import { refuseTooManyRows } from '../database/list-limits.js';
import type { ScopedTable } from '../database/loaders.js';
import { Page } from '../database/page.js';
import { type QueryTarget, runStatement } from '../database/pool.js';
import { type Read, type Reading, type Row, toSelection } from '../database/row.js';
import {
  type ChangeSql,
  isTotalOnly,
  type ListArgs,
  type Lock,
  type OwnedSql,
  type Statement,
  writeChange,
  writeCount,
  writeLock,
  writeQuery,
  writeSelect,
  writeUpdate,
} from '../database/statement.js';
import { type Bind, namesParent, type Where } from '../database/where.js';
import { AppError, changedConcurrently, refusalOf } from '../errors.js';
import { humanize, isUuid } from '../shared/text.js';
import type { ApiaryRole } from './apiary-role.js';
import { roleTo } from './policy.js';
import { type Expectation, type VersionedRow, versionConflict } from './version-conflict.js';

/** The part of a request's context that `Access` uses. */
export interface AccessRequest extends QueryTarget {
  readonly em: EntityManager;
  /** @param role the least role of a member of the row's apiary; the owner has every role */
  scope<T extends object>(type: EntityClass<T>, role?: ApiaryRole): ScopedTable;
  /** Whether apiaries are shared with the account: then a refusal may mean that its role is too low. */
  readonly isMember: boolean;
  withShare<T>(name: 'writes', work: () => Promise<T>): Promise<T>;
  hasWritten: boolean;
  readonly changeSource: ChangeSource;
}

/** The parts of a query about several tables. */
export interface QuerySql {
  /** @param namesParent whether the query names the parent of the rows; otherwise they are found through the apiaries of the account */
  of: (type: EntityClass<object>, namesParent?: boolean) => Pick<OwnedSql, 'table' | 'ownership'>;
  bind: Bind;
}

const MAX_ATTEMPTS = 5;

export class Access {
  constructor(private readonly request: AccessRequest) {}

  /**
   * @param role the least role of a member of the row's apiary, for a row below which another is created
   * @throws NOT_FOUND for a missing row and for a row that the account may not see; FORBIDDEN (ROLE_TOO_LOW) for one that it may only see
   */
  async one<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    id: string,
    fields?: R,
    role?: ApiaryRole,
  ): Promise<Read<T, R>> {
    this.requireId(type, id);
    const row = await this.find(type, id, fields, role);
    if (row) return row;
    const isSeen = async (): Promise<boolean> => (await this.find(type, id, [])) !== undefined;
    throw await refusalOf(humanize(type.name), id, role && this.request.isMember ? isSeen : undefined);
  }

  private async find<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    id: string,
    fields?: R,
    role?: ApiaryRole,
  ): Promise<Read<T, R> | undefined> {
    const { table, ownership } = this.request.scope(type, role);
    const statement = writeSelect(table, table.existing(ownership), { where: whereId<T>(id), fields });
    return (await runStatement<Read<T, R>>(this.request, statement))[0];
  }

  /**
   * The row as a managed entity, locked until the unit of work ends; its parents are not locked.
   * @param role the least role of a member; that of an update if omitted
   * @throws NOT_FOUND and FORBIDDEN as `one` does
   */
  async forUpdate<T extends object>(type: EntityClass<T>, id: string, role?: ApiaryRole, lock?: Lock): Promise<T> {
    return (await this.allForUpdate(type, [id], role, lock))[0]!;
  }

  /** As `forUpdate`, in one statement. Rows are locked by id, so that two requests cannot deadlock, and returned in the order of the ids. */
  async allForUpdate<T extends object>(
    type: EntityClass<T>,
    sent: readonly string[],
    role = roleTo('update', type),
    lock: Lock = 'update',
  ): Promise<T[]> {
    for (const id of sent) this.requireId(type, id);
    const { table, ownership } = this.request.scope(type, role);
    const ids = sent.map((id) => id.toLowerCase());
    const locked = new Map<string, T>();
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const missing = ids.filter((id) => !locked.has(id)).sort();
      if (missing.length === 0) return ids.map((id) => locked.get(id)!);
      const statement = writeLock(table, ownership, missing, lock);
      const rows = await runStatement<EntityDictionary<T> & { id: string }>(this.request, statement);
      for (const row of rows) locked.set(row.id, this.request.em.map<T>(type, row));
      // A row that moved to another parent during the lock wait fails the ownership condition once: it is read again.
      for (const id of missing) if (!locked.has(id)) await this.one(type, id, [], role);
    }
    throw changedConcurrently();
  }

  /**
   * @param row locked, or read because an update has missed it
   * @throws CONFLICT (VERSION_CONFLICT) if it does not have the expected version
   */
  async requireVersion(type: EntityClass<object>, row: VersionedRow, { expectedVersion }: Expectation): Promise<void> {
    if (expectedVersion == null || row.version === expectedVersion) return;
    throw await versionConflict(this.request, this.request.scope(type).table, row, expectedVersion);
  }

  /** @throws NOT_FOUND for text that is not a UUID, without a query */
  requireId(type: EntityClass<object>, id: string): void {
    if (!isUuid(id)) throw Object.assign(AppError.notFound(humanize(type.name)), { about: id });
  }

  async list<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    args: ListArgs<T, R> = {},
  ): Promise<Page<Read<T, R>>> {
    if (isTotalOnly(args)) return Page.ofTotal(await this.count(type, args.where));
    const { table, ownership } = this.scopeOf(type, args.where);
    const statement = writeSelect(table, ownership, args);
    const rows = await runStatement<Read<T, R>>(this.request, statement);
    refuseTooManyRows(rows, args);
    const { keys } = statement;
    const count = (): Promise<number> => this.count(type, args.where);
    const page = new Page(rows, { args, keys, countAll: count, budget: this.request.budget });
    const waiting = page.count();
    if (waiting) await waiting;
    return page;
  }

  async count<T extends object>(type: EntityClass<T>, where?: Where<T>): Promise<number> {
    const { table, ownership } = this.scopeOf(type, where);
    const [row] = await runStatement<{ n: number }>(this.request, writeCount(table, ownership, where));
    return row!.n;
  }

  /** Runs a query about the viewer's rows of several tables, written by hand from their names, their ownership conditions and bound values. */
  query<R extends object>(write: (sql: QuerySql) => string): Promise<R[]> {
    const statement = writeQuery((owned, bind) =>
      write({
        bind,
        of: (type, isBelow = false) => {
          const { table, ownership, path } = this.request.scope(type);
          return owned(table, isBelow || !path ? ownership : path());
        },
      }),
    );
    return runStatement<R>(this.request, statement);
  }

  /** The rows of all parents are found through the parents: few rows of a table belong to the viewer. */
  private scopeOf<T extends object>(type: EntityClass<T>, where: object = {}): ScopedTable {
    const { table, ownership, path } = this.request.scope(type);
    return { table, ownership: namesParent(table, where) || !path ? ownership : path() };
  }

  /**
   * Changes a row in one atomic statement, which needs no transaction. Undefined values are left unchanged. Only for changes that do
   * not depend on the row's current state, which is not read.
   * @param changes by property name, a relation by its id; the statement itself compares an expected version
   * @param where a further condition: the statement is repeated until the row satisfies it
   * @param refuse throws if the row will never satisfy it
   * @throws NOT_FOUND and FORBIDDEN as `one` does; CONFLICT: VERSION_CONFLICT, or CHANGED_CONCURRENTLY if it does not satisfy `where`
   */
  async update<T extends object, R extends Reading<T> | undefined = undefined>(
    type: EntityClass<T>,
    id: string,
    { expectedVersion, ...changes }: { [K in keyof T]?: unknown } & Expectation,
    fields?: R,
    where: Where<T> = {},
    refuse?: () => Promise<void>,
  ): Promise<Read<T, R>> {
    this.requireId(type, id);
    const role = roleTo('update', type);
    const { table, ownership } = this.request.scope(type, role);
    const version = expectedVersion ?? undefined;
    const condition = { ...ownership, ...where, version };
    const statement = writeUpdate(
      table,
      condition,
      id,
      changes,
      toSelection(fields).columns,
      this.request.changeSource,
    );
    /** Finds the reason why the statement changes nothing, unless that is the condition. */
    const explain = async (): Promise<void> => {
      const columns = (version === undefined ? [] : ['version', 'updatedAt']) as (keyof Row<T> & string)[];
      const row = await this.one(type, id, columns, role);
      await this.requireVersion(type, row as object as VersionedRow, { expectedVersion });
      await refuse?.();
    };
    if (!statement) {
      if (version !== undefined) await explain();
      return this.one<T, R>(type, id, fields, role);
    }
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const [row] = await this.write<Read<T, R>>(statement);
      if (row) return row;
      // The row may have moved to another parent during the lock wait, as in `forUpdate`.
      await explain();
    }
    throw changedConcurrently();
  }

  /**
   * Runs a frequent command as one atomic statement, which needs no transaction. It is written by hand from the table's name, its
   * columns, the ownership condition, bound parameters and, for a tracked entity, the settings.
   * @param role the least role of a member; that of an update if omitted
   */
  execute<T extends object>(
    type: EntityClass<T>,
    write: (sql: ChangeSql) => string,
    role = roleTo('update', type),
  ): Promise<Row<T>[]> {
    const { table, ownership } = this.request.scope(type, role);
    return this.write<Row<T>>(writeChange(table, ownership, this.request.changeSource, write));
  }

  /** Runs in the account's queue, which a unit of work has already joined. */
  private async write<R>(statement: Statement): Promise<R[]> {
    const { request } = this;
    if (request.transaction) return runStatement<R>(request, statement);
    const rows = await request.withShare('writes', () => runStatement<R>(request, statement));
    request.hasWritten ||= rows.length > 0;
    return rows;
  }
}

/** TypeScript does not know that every entity has an id. */
const whereId = <T>(id: string): Where<T> => ({ id }) as object as Where<T>;
