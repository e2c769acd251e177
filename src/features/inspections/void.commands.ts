import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import type { MessageText } from '../../messages/message.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { Inspection, InspectionStatus, SHOWN_INSPECTIONS } from './inspection.entity.js';
import { addAnswers, copyAnswer, createInspection, loadAnswers } from './inspection-answers.commands.js';
import type { MoveInspectionInput } from './inspections.inputs.js';
import { lockRevision, requireLatest, requireNotVoided } from './lock-inspection.commands.js';

/**
 * Voids a completed inspection. Voiding it again changes nothing.
 * @throws CONFLICT (INSPECTION_IS_DRAFT, INSPECTION_REPLACED, VERSION_CONFLICT)
 */
export async function voidInspection(
  context: Context,
  id: string,
  reason: string,
  expected: Expectation,
): Promise<Inspection> {
  const { inspection } = await lockRevision(context, id);
  if (inspection.status !== InspectionStatus.VOIDED)
    await voidLocked(context, inspection, { reason, ...expected }, 'A draft cannot be voided: discard it instead');
  return inspection;
}

/**
 * Voids an inspection of the wrong hive, and records it for the right one: at the same time, with the same answers, whatever the questions of
 * that hive are. A hive of another owner would take the record from this one.
 * @throws as `voidInspection`; CONFLICT (INSPECTION_VOIDED, BEEHIVE_ENDED)
 */
export async function moveInspection(
  context: Context,
  { id, beehiveId, reason, expectedVersion }: MoveInspectionInput,
): Promise<Inspection> {
  const { inspection, other: beehive } = await lockRevision(context, id, beehiveId);
  requireNotVoided(inspection);
  if (!beehive) throw AppError.badInput([{ field: 'beehiveId', message: 'must be another hive' }]);
  if (beehive.ownerId !== inspection.ownerId)
    throw AppError.badInput([{ field: 'beehiveId', message: 'must be a hive of the same owner' }]);
  await requireNotVisited(context, beehive, inspection);
  const answers = await loadAnswers(context, inspection);
  await voidLocked(context, inspection, { reason, expectedVersion }, 'A draft cannot be moved: discard it instead');
  const { notes, occurredAt, visitId } = inspection;
  const moved = await createInspection(context, beehive, { notes, occurredAt, visitId });
  await addAnswers(context, [moved, answers.map(copyAnswer)]);
  return moved;
}

/** A visit has one inspection of a hive, as in `recordVisit`. */
async function requireNotVisited(
  { access }: Context,
  { id: beehive }: Beehive,
  { visitId }: Pick<Inspection, 'visitId'>,
): Promise<void> {
  if (visitId === null) return;
  const where = { beehive, visitId, current: true, status: SHOWN_INSPECTIONS };
  if ((await access.count(Inspection, where)) > 0)
    throw AppError.badInput([{ field: 'beehiveId', message: 'has another inspection of the visit' }]);
}

async function voidLocked(
  context: Context,
  inspection: Inspection,
  { reason, ...expected }: Expectation & { reason: string },
  ofDraft: MessageText,
): Promise<void> {
  await requireLatest(context, inspection, ofDraft);
  await context.access.requireVersion(Inspection, inspection, expected);
  context.em.assign(inspection, { status: InspectionStatus.VOIDED, reason });
}
