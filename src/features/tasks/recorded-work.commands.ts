// The record with which a task is completed: written by the command that writes it otherwise, in the same transaction.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { recordInspection } from '../inspections/inspections.commands.js';
import { recordTreatment } from '../treatments/treatments.commands.js';
import type { Task } from './task.entity.js';
import type { CompleteTaskInput } from './tasks.inputs.js';

type Work = Pick<CompleteTaskInput, 'inspection' | 'treatment'>;

/** @returns the ids of the records @throws BAD_USER_INPUT for two records, or one of hives that the task does not name */
export async function recordWork(context: Context, task: Task, { inspection, treatment }: Work): Promise<string[]> {
  if (inspection != null && treatment != null)
    throw AppError.badInput([{ field: 'treatment', message: 'must be omitted if there is an inspection' }]);
  if (inspection != null) {
    requireNamed(task, [inspection.beehiveId], () => 'inspection.beehiveId');
    const record = await within('inspection', () =>
      createOnce(context, Inspection, inspection, (id) => recordInspection(context, id, inspection)),
    );
    return [record.id];
  }
  if (treatment == null) return [];
  requireNamed(task, treatment.beehiveIds, (i) => `treatment.beehiveIds.${i}`);
  return (await within('treatment', () => recordTreatment(context, treatment))).map(({ id }) => id);
}

function requireNamed({ beehiveIds }: Task, ids: readonly string[], fieldOf: (i: number) => string): void {
  const other = beehiveIds.length === 0 ? -1 : ids.findIndex((id) => !beehiveIds.includes(id.toLowerCase()));
  if (other >= 0) throw AppError.badInput([{ field: fieldOf(other), message: 'must be a hive of the task' }]);
}

/** The fields of a refusal are those of the record's own input: here, they are below the field that carries it. */
async function within<R>(field: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error.below(field) : error;
  }
}

/**
 * Tasks that were done with any revision of an inspection were done with the one that replaces it. The viewer need not see them: the hive
 * may have left the apiary of the task.
 */
export async function followInspection(context: Context, id: string, by: Inspection): Promise<void> {
  await runStatement(context, { text: FOLLOW, values: [id, by.id, by.ownerId] });
}

const FOLLOW = `
  update tasks t set updated_at = now(),
    record_ids = array(select case when id = any(s.ids) then $2 else id end from unnest(record_ids) with ordinality r(id, n) order by n)
  from (select array_agg(id) as ids from inspections where series_id = (select series_id from inspections where id = $1) and id <> $2) s
  where t.owner_id = $3 and t.record_ids && s.ids`;
