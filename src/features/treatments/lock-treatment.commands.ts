import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Treatment } from './treatment.entity.js';
import { TreatmentStatus } from './treatment-status.enums.js';

/**
 * Locks the current revision; parents are locked before children, so its hive comes first.
 * @throws NOT_FOUND; CONFLICT (TREATMENT_REPLACED, TREATMENT_VOIDED, VERSION_CONFLICT)
 */
export async function lockTreatment(context: Context, id: string, expected: Expectation = {}): Promise<Treatment> {
  const treatment = await lockRevision(context, id);
  if (treatment.status === TreatmentStatus.VOIDED)
    throw new AppError('CONFLICT', 'The treatment has been voided: record another', { reason: 'TREATMENT_VOIDED' });
  await requireRevision(context, treatment, expected);
  return treatment;
}

/** The version of a treatment is its revision. @throws CONFLICT (VERSION_CONFLICT) */
export function requireRevision(
  { access }: Context,
  { id, revision, updatedAt }: Treatment,
  expected: Expectation,
): Promise<void> {
  return access.requireVersion(Treatment, { id, version: revision, updatedAt }, expected);
}

/** @throws as `lockTreatment`, but for one that was voided */
export async function lockRevision({ access }: Context, id: string): Promise<Treatment> {
  const { beehiveId } = await access.one(Treatment, id, ['beehiveId'], roleTo('update', Treatment));
  if (beehiveId !== null)
    await access.execute(
      Beehive,
      ({ table, ownership, bind }) =>
        `select id from ${table} where id = ${bind(beehiveId)} and ${ownership} for update`,
    );
  const treatment = await access.forUpdate(Treatment, id);
  if (treatment.current) return treatment;
  throw new AppError('CONFLICT', 'A later revision exists: correct that one', { reason: 'TREATMENT_REPLACED' });
}
