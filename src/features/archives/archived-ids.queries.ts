// Under which id a record of an archive is, or will be, in the account: under its own, if it is still there; otherwise under one that follows
// from the account and that id, so that an archive that is restored again finds what it has restored before.
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { writeCondition } from '../../database/where.js';
import { RESTORED_LISTS } from '../../records/archived.js';
import type { RecordName } from '../../records/record.js';
import { isUuid } from '../../shared/text.js';
import { findUndoneTreatments, RESTORE_REQUEST, UNDO_REQUEST } from '../imports/undone.queries.js';
import { findDeletedKeepers } from '../keepers/keepers.commands.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.rules.js';

const NAMESPACE = '8a5d1f0e-6c7b-4f52-9d0c-2f1f6e0b7a31';

/** @param removals how often an undo has removed the record: what comes back has another id, as that of a deleted record is never used again */
export const deriveId = (account: string, id: string, removals = 0): string =>
  uuidv5([account, id.toLowerCase(), ...(removals > 0 ? [removals] : [])].join(' '), NAMESPACE);

/** The ids in a value: one, several, or those of the sources of a revision. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((entry: string | { beehiveId: string }) => (typeof entry === 'string' ? entry : entry.beehiveId));
}

interface LogEntry {
  id: string;
  action: string;
  undone: boolean;
}
/** Their deletion is not logged: they go with their item, and are restored with it. */
const UNDELETED = 'StockMovement';
/** Rows that are no longer there for people. */
const REMOVED: Partial<Record<RecordName, string>> = { RestrictedZone: 'removed_at is not null' };
/** What an account removes again and again stays away. */
const MAX_REMOVALS = 20;

type Wanted = Map<RecordName, Set<string>>;

const RANKS: ReadonlyMap<string, number> = new Map([...RESTORED_LISTS.values()].map((entity, rank) => [entity, rank]));
/** Parents are locked before children, as everywhere. */
const parentsFirst = (wanted: Wanted): Wanted => new Map([...wanted].sort(([a], [b]) => RANKS.get(a)! - RANKS.get(b)!));

export class ArchivedIds {
  private readonly wanted: Wanted = new Map();
  private readonly present = new Map<RecordName, Set<string>>();
  /** Derived ids of records that the account has deleted, and those of records that people have changed since they were restored. */
  private readonly deleted = new Set<string>();
  private readonly changed = new Set<string>();
  /** How often undos have removed what was restored. */
  private readonly removals = new Map<string, number>();

  constructor(private readonly account: string) {}

  want(entity: RecordName, ids: readonly string[]): void {
    const all = this.wanted.get(entity) ?? new Set();
    this.wanted.set(entity, all);
    for (const id of ids) if (isUuid(id)) all.add(id.toLowerCase());
  }

  wantAll(record: ArchivedRecord, values: Map<ArchivedColumn, unknown>, withLinks = true): void {
    for (const [{ column, target, links }, value] of values) {
      if (column.property.primary) this.want(record.entity, idsIn(value));
      if (target) this.want(target, idsIn(value));
      for (const entity of (withLinks && links) || []) this.want(entity, idsIn(value));
    }
  }

  /**
   * Only records of the account are found: an id of somebody else's record is like one that nobody has.
   * @param isLocked whether they are about to get children, and must not be given away meanwhile
   */
  async find(context: Context, isLocked: (entity: RecordName) => boolean): Promise<void> {
    for (let wanted = parentsFirst(this.wanted), tries = 0; wanted.size > 0; tries++) {
      for (const [entity, ids] of wanted) await this.findPresent(context, entity, ids, isLocked(entity));
      const gone = await this.findGone(context, wanted);
      wanted = tries === MAX_REMOVALS ? new Map() : this.tryNext(wanted, gone);
    }
  }

  private async findPresent(
    context: Context,
    entity: RecordName,
    ids: ReadonlySet<string>,
    isLocked: boolean,
  ): Promise<void> {
    const table = context.table(entity);
    const isThere = writeCondition(table, table.existing({}), String);
    const text = `select id, ${REMOVED[entity] ?? 'false'} as removed from ${table.name}
      where id = any($1::uuid[]) and owner_id = $2 and ${isThere}${isLocked ? ' order by id for no key update' : ''}`;
    const values = [[...ids].flatMap((id) => [id, this.derive(id)]), this.account];
    const present = this.present.get(entity) ?? new Set();
    this.present.set(entity, present);
    for (const { id, removed } of await runStatement<{ id: string; removed: boolean }>(context, { text, values }))
      (removed ? this.deleted : present).add(id);
  }

  /** @returns the derived ids of what an undo has removed; what the log knows of the others is kept */
  private async findGone(context: Context, wanted: Wanted): Promise<Set<string>> {
    const derived = [...wanted.values()].flatMap((ids) => [...ids].map((id) => this.derive(id)));
    const text = `select distinct row_id as id, action, coalesce(starts_with(request_id, $3), false) as undone from changes
      where row_id = any($1::uuid[]) and owner_id = $2 and not (action = 'UPDATED' and coalesce(starts_with(request_id, $5), false))
        and (action in ('DELETED', 'UPDATED') or action = 'CREATED' and entity = $4)`;
    const values = [derived, this.account, UNDO_REQUEST, UNDELETED, RESTORE_REQUEST];
    const derivedOf = (entity: RecordName): string[] => [...(wanted.get(entity) ?? [])].map((id) => this.derive(id));
    const restored = derivedOf('Treatment').filter((id) => this.present.get('Treatment')?.has(id));
    const gone = new Set(await findUndoneTreatments(context, restored));
    for (const id of await findDeletedKeepers(context, derivedOf('Keeper'))) this.deleted.add(id);
    for (const { id, action, undone } of await runStatement<LogEntry>(context, { text, values })) {
      if (action === 'UPDATED') this.changed.add(id);
      else if (action === 'DELETED') (undone ? gone : this.deleted).add(id);
      else if (!this.present.get(UNDELETED)?.has(id)) gone.add(id);
    }
    for (const id of gone) this.deleted.add(id);
    return gone;
  }

  /** What an undo has removed is looked for under its next id. */
  private tryNext(wanted: Wanted, gone: ReadonlySet<string>): Wanted {
    const next: Wanted = new Map();
    for (const [entity, ids] of wanted) {
      const again = [...ids].filter((id) => gone.has(this.derive(id)));
      if (again.length > 0) next.set(entity, new Set(again));
    }
    // An id may be wanted of several entities.
    for (const id of new Set([...next.values()].flatMap((ids) => [...ids])))
      this.removals.set(id, (this.removals.get(id) ?? 0) + 1);
    return next;
  }

  /** The id under which it has been restored, or will be. */
  derive(id: string): string {
    return deriveId(this.account, id, this.removals.get(id.toLowerCase()));
  }

  /** Whether the account has the record under its own id. */
  isKept(entity: RecordName, id: string): boolean {
    return this.present.get(entity)?.has(id.toLowerCase()) === true;
  }

  isRestored(entity: RecordName, id: string): boolean {
    return this.present.get(entity)?.has(this.derive(id)) === true;
  }

  isDeleted(id: string): boolean {
    return this.deleted.has(this.derive(id));
  }

  isChanged(id: string): boolean {
    return this.changed.has(this.derive(id));
  }

  /** @returns null if the account has no such record */
  locate(entity: RecordName, id: string): string | null {
    if (this.isKept(entity, id)) return id.toLowerCase();
    return this.isRestored(entity, id) ? this.derive(id) : null;
  }

  /** For a link without a foreign key. What records share, and is no record itself, has one id for all of them. */
  link(entities: readonly RecordName[], id: string): string {
    if (entities.length === 0) return deriveId(this.account, id);
    const isKept = entities.some((entity) => this.isKept(entity, id));
    return isKept ? id.toLowerCase() : this.derive(id);
  }

  /** A record of the same piece has been written. */
  add(entity: RecordName, id: string): void {
    this.present.get(entity)?.add(this.derive(id));
  }
}
