// Removes what the rows of an import have created, unless it has changed since, or somebody has added to it.
import type { EntityClass } from '@mikro-orm/core';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { type Branch, branchesBelow, deleteBelow } from '../../database/delete-below.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges, unitOfWork } from '../../database/unit-of-work.js';
import { type Table, writeCondition } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { nameDeletedTable } from '../../idempotency/deletions.js';
import { toMessage } from '../../messages/message.js';
import type { RecordName } from '../../records/record.js';
import { reviveBeehive } from '../colonies/colony-corrections.commands.js';
import { ColonyEvent } from '../colonies/colony-event.entity.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentStatus } from '../treatments/treatment-status.enums.js';
import { voidTreatment } from '../treatments/treatments.commands.js';
import { lockZones } from '../zones/zones.commands.js';
import type { CreatedRecord } from './import-source.types.js';
import { findUndoneTreatments, undoneRevisionId } from './undone.queries.js';

/**
 * They go with the record to which they belong, and are left as long as it stays: without them it would say something else, such as an item
 * whose ledger does not add up.
 */
export const PARTS: readonly RecordName[] = [
  'BeehivePlacement',
  'Answer',
  'StockMovement',
  'HarvestSource',
  'HarvestRevision',
  'LotHarvest',
  'LotPack',
  'WorklistMark',
];
/** For some kinds of records, SQL that is true as long as another record that stays needs the record `$1`. */
const NEEDED: Partial<Record<RecordName, string>> = {
  Harvest: 'exists (select 1 from lot_harvests where harvest_id = $1)',
};

export interface UndoneRow {
  n: number;
  /** What is left of its records. */
  kept: CreatedRecord[];
  /** How many are gone. */
  removed: number;
}

/** When the import has written: what was created before, or changed later, is not its own. */
export interface WritingTime {
  startedAt: Date;
  finishedAt: Date;
  /** Whether the records were restored from an archive: events and reigns are as they were, and have changed nothing. */
  isRestored: boolean;
}

/** @param rows the last of the file first, as what is below others follows them; those of parts come after all others */
export async function undoRows(
  context: Context,
  times: WritingTime,
  rows: { n: number; records: CreatedRecord[] }[],
): Promise<UndoneRow[]> {
  const undone: UndoneRow[] = [];
  for (const { n, records } of rows) {
    const kept: CreatedRecord[] = [];
    for (const record of records.toReversed()) if (!(await undoRecord(context, record, times))) kept.unshift(record);
    undone.push({ n, kept, removed: records.length - kept.length });
  }
  return undone;
}

const classOf = (context: Context, { entity }: CreatedRecord): EntityClass<{ id: string }> =>
  context.table(entity).meta.class as EntityClass<{ id: string }>;

/** @returns whether it is gone */
async function undoRecord(context: Context, record: CreatedRecord, times: WritingTime): Promise<boolean> {
  const type = classOf(context, record);
  if (PARTS.includes(record.entity)) return !(await exists(context, context.table(type), record.id));
  try {
    return await unitOfWork(context, () => removeRecord(context, type, record, times));
  } catch (error) {
    if (isKeptByDatabase(error) || isRefused(error)) return false;
    throw error;
  }
}

/** A trigger, or a foreign key, says that the record is kept. */
function isKeptByDatabase(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && code.startsWith('23')) || (cause !== undefined && isKeptByDatabase(cause));
}

/** Such as an earlier revision of a treatment, or one that has been voided: the law has keepers keep it for years. */
const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'CONFLICT';

/** @returns whether it is gone */
async function removeRecord(
  context: Context,
  type: EntityClass<{ id: string }>,
  { entity, id }: CreatedRecord,
  { startedAt, finishedAt, isRestored }: WritingTime,
): Promise<boolean> {
  const { tableName } = context.table(type).meta;
  // A process that has died may have voided it before.
  if (entity === 'Treatment' && (await findUndoneTreatments(context, [id])).length > 0) return true;
  // The lock comes before that of the row, as where a zone is created.
  if (entity === 'RestrictedZone') await lockZones(context, context.viewer.id);
  const row = await context.access
    .forUpdate(type, id, roleTo('delete', type), 'no key update')
    .catch((error: unknown) => {
      // Somebody has deleted it before, or the account may no longer delete it.
      if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return undefined;
      throw error;
    });
  if (!row) return !(await exists(context, context.table(type), id));
  const text = `select ${CREATED_BEFORE} or ${NEEDED[entity] ?? 'false'} or ${changedSince(context, tableName)} as stays`;
  const values = [id, finishedAt, startedAt];
  const [answer] = await runStatement<{ stays: boolean }>(context, { text, values });
  if (answer!.stays) return false;
  if (row instanceof Treatment) return undoTreatment(context, row);
  if (row instanceof ColonyEvent && !isRestored) return undoEnd(context, row);
  await nameDeletedTable(context, type);
  await deleteBelow(context, tableName, id);
  context.em.remove(row);
  await flushChanges(context);
  if (row instanceof QueenReign && !isRestored) await reopenReign(context, row);
  return true;
}

/** The hive lives again, and what its end has ended. */
async function undoEnd(context: Context, { beehiveId }: ColonyEvent): Promise<boolean> {
  await reviveBeehive(context, beehiveId, {});
  await flushChanges(context);
  return true;
}

const REOPEN = `
  update queen_reigns r set ended_on = null, end_reason = null, updated_at = now(), version = version + 1
  where beehive_id = $1 and ended_on = $2 and end_reason = 'REPLACED' and not exists (
    select 1 from queen_reigns o where o.ended_on is null and (o.beehive_id = r.beehive_id or o.queen_id = r.queen_id))
  and exists (select 1 from beehives where id = $1 and ended_on is null)`;
/** The reign that ended on its first day goes on. */
async function reopenReign(context: Context, { beehiveId, startedOn }: QueenReign): Promise<void> {
  await runStatement(context, { text: REOPEN, values: [beehiveId, startedOn] });
}

/** The law has keepers keep the record of a medicine for years: it counts for nothing. A replaced revision stays as it is. */
async function undoTreatment(context: Context, { id, revision, current, status }: Treatment): Promise<boolean> {
  if (!current || status === TreatmentStatus.VOIDED) return false;
  const reason = toMessage('The import that recorded it was undone').in(context.viewer.language);
  await voidTreatment(context, id, reason, { expectedVersion: revision }, undoneRevisionId(id));
  await flushChanges(context);
  return true;
}

/** People have deleted the others. */
const LEFT: Record<string, string> = { restricted_zones: ' and removed_at is null' };

async function exists(context: Context, table: Table, id: string): Promise<boolean> {
  const isThere = writeCondition(table, table.existing({}), String);
  const text = `select 1 from ${table.name} where id = $1 and ${isThere}${LEFT[table.meta.tableName] ?? ''}`;
  return (await runStatement(context, { text, values: [id] })).length > 0;
}

/** An earlier import of the same file may have created it: this one found it there. */
const CREATED_BEFORE = `exists (select 1 from changes where row_id = $1 and action = 'CREATED' and at < $3::timestamptz)`;

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
