// Removes what the rows of an import have created, unless it has changed since, or somebody has added to it.
import type { EntityClass } from '@mikro-orm/core';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { type Branch, branchesBelow, deleteBelow } from '../../database/delete-below.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges, unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { nameDeletedTable } from '../../idempotency/deletions.js';
import { toMessage } from '../../shared/message.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { voidTreatment } from '../treatments/treatments.commands.js';
import type { CreatedRecord } from './import-source.js';

export interface UndoneRow {
  n: number;
  /** What is left of its records. */
  kept: CreatedRecord[];
  /** How many are gone. */
  removed: number;
}

/**
 * @param finishedAt what was created or changed later is not the import's
 * @param rows the last of the file first, as what is below others follows them
 */
export async function undoRows(
  context: Context,
  finishedAt: Date,
  rows: { n: number; records: CreatedRecord[] }[],
): Promise<UndoneRow[]> {
  const undone: UndoneRow[] = [];
  for (const { n, records } of rows) {
    const kept: CreatedRecord[] = [];
    for (const record of records.toReversed()) if (!(await undoOne(context, record, finishedAt))) kept.unshift(record);
    undone.push({ n, kept, removed: records.length - kept.length });
  }
  return undone;
}

const undoOne = (context: Context, record: CreatedRecord, finishedAt: Date): Promise<boolean> =>
  unitOfWork(context, () => undoRecord(context, classOf(context, record), record.id, finishedAt)).catch((error) => {
    if (isNeeded(error)) return false;
    throw error;
  });

const classOf = ({ em }: Context, { entity }: CreatedRecord): EntityClass<{ id: string }> =>
  em.getMetadata().getByClassName(entity).class as EntityClass<{ id: string }>;

/** @returns whether it is gone */
async function undoRecord(
  context: Context,
  type: EntityClass<{ id: string }>,
  id: string,
  finishedAt: Date,
): Promise<boolean> {
  const { tableName } = context.table(type).meta;
  const row = await context.access
    .forUpdate(type, id, roleTo('delete', type), 'no key update')
    .catch((error: unknown) => {
      // Somebody has deleted it before, or the account may no longer delete it.
      if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return undefined;
      throw error;
    });
  if (!row) return !(await exists(context, tableName, id));
  const text = `select ${changedSince(context, tableName)} as changed`;
  const [answer] = await runStatement<{ changed: boolean }>(context, { text, values: [id, finishedAt] });
  if (answer!.changed) return false;
  if (row instanceof Treatment) return undoTreatment(context, row);
  await nameDeletedTable(context, type);
  await deleteBelow(context, tableName, id);
  context.em.remove(row);
  await flushChanges(context);
  return true;
}

/** The record of a medicine is kept, and counts for nothing. */
async function undoTreatment(context: Context, { id, revision }: Treatment): Promise<boolean> {
  const reason = toMessage('The import that recorded it was undone').in(context.viewer.language);
  await voidTreatment(context, id, reason, { expectedVersion: revision });
  await flushChanges(context);
  return true;
}

/** @returns whether a record that no rule of the database lets go is needed by another one */
const isNeeded = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && code.startsWith('23')) || (cause !== undefined && isNeeded(cause));
};

async function exists(context: Context, table: string, id: string): Promise<boolean> {
  const rows = await runStatement(context, { text: `select 1 from ${table} where id = $1`, values: [id] });
  return rows.length > 0;
}

const conditions = new Map<string, string>();

/** The condition, as SQL, that the row `$1`, or one below it, was created or changed after `$2`. */
function changedSince(context: Context, table: string): string {
  const known = conditions.get(table);
  if (known) return known;
  const later = (source: string, where: string): string =>
    `exists (select 1 from ${source} where ${where} and greatest(created_at, updated_at) > $2::timestamptz)`;
  // Those that counted for something were undone before.
  const ofTreatments = ` and status <> 'VOIDED' and current`;
  const below = ({ table, where, below: branches }: Branch): string[] => [
    later(table, table === 'treatments' ? `${where}${ofTreatments}` : where),
    ...branches.flatMap(below),
  ];
  const branches = branchesBelow([...context.em.getMetadata().getAll().values()], table);
  const condition = [later(table, 'id = $1'), ...branches.flatMap(below)].join(' or ');
  conditions.set(table, condition);
  return condition;
}
