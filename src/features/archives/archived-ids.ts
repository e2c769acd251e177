// Under which id a record of an archive is, or will be, in the account: under its own, if it is still there; otherwise under one that follows
// from the account and that id, so that an archive that is restored again finds what it has restored before.
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { RecordName } from '../../records/record.js';
import { isUuid } from '../../shared/text.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.js';

const NAMESPACE = '8a5d1f0e-6c7b-4f52-9d0c-2f1f6e0b7a31';

export const deriveId = (account: string, id: string): string => uuidv5(`${account} ${id.toLowerCase()}`, NAMESPACE);

/** The ids in a value: one, several, or those of the sources of a revision. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((entry: string | { beehiveId: string }) => (typeof entry === 'string' ? entry : entry.beehiveId));
}

export class ArchivedIds {
  private readonly wanted = new Map<RecordName, Set<string>>();
  private readonly present = new Map<RecordName, Set<string>>();
  /** Derived ids of records that the account has deleted, and those of records that have been changed since they were restored. */
  private readonly deleted = new Set<string>();
  private readonly changed = new Set<string>();

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
    const derived: string[] = [];
    for (const [entity, ids] of this.wanted) {
      const all = [...ids].flatMap((id) => [id, deriveId(this.account, id)]);
      derived.push(...all.filter((_, i) => i % 2 === 1));
      const { name } = context.table(entity);
      const lock = isLocked(entity) ? ' order by id for no key update' : '';
      const text = `select id from ${name} where id = any($1::uuid[]) and owner_id = $2${lock}`;
      const rows = await runStatement<{ id: string }>(context, { text, values: [all, this.account] });
      this.present.set(entity, new Set(rows.map(({ id }) => id)));
    }
    const text = `select distinct row_id as id, action from changes
      where row_id = any($1::uuid[]) and owner_id = $2 and action in ('DELETED', 'UPDATED')`;
    const entries = await runStatement<{ id: string; action: string }>(context, {
      text,
      values: [derived, this.account],
    });
    for (const { id, action } of entries) (action === 'DELETED' ? this.deleted : this.changed).add(id);
  }

  /** Whether the account has the record under its own id. */
  isKept(entity: RecordName, id: string): boolean {
    return this.present.get(entity)?.has(id.toLowerCase()) === true;
  }

  isRestored(entity: RecordName, id: string): boolean {
    return this.present.get(entity)?.has(deriveId(this.account, id)) === true;
  }

  isDeleted(id: string): boolean {
    return this.deleted.has(deriveId(this.account, id));
  }

  isChanged(id: string): boolean {
    return this.changed.has(deriveId(this.account, id));
  }

  /** @returns null if the account has no such record */
  locate(entity: RecordName, id: string): string | null {
    if (this.isKept(entity, id)) return id.toLowerCase();
    return this.isRestored(entity, id) ? deriveId(this.account, id) : null;
  }

  /** For a link without a foreign key. */
  link(entities: readonly RecordName[], id: string): string {
    const isKept = entities.some((entity) => this.isKept(entity, id));
    return isKept ? id.toLowerCase() : deriveId(this.account, id);
  }

  /** A record of the same piece has been written. */
  add(entity: RecordName, id: string): void {
    this.present.get(entity)?.add(deriveId(this.account, id));
  }
}
