import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import type { MessageText } from '../../messages/message.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';

interface Locked {
  inspection: Inspection;
  /** Another hive, if its id was passed. */
  other: Beehive | undefined;
}

/** The hive is read and locked first, as by everything that writes to both: also by the transfer of the apiary. */
export async function lockRevision({ access }: Context, id: string, otherId?: string): Promise<Locked> {
  const { beehiveId } = await access.one(Inspection, id, ['beehiveId'], roleTo('update', Inspection));
  const beehiveIds = new Set([beehiveId, otherId?.toLowerCase() ?? beehiveId]);
  const [, other] = await access.allForUpdate(Beehive, [...beehiveIds], roleTo('create', Inspection));
  return { inspection: await access.forUpdate(Inspection, id), other };
}

/** @throws CONFLICT (INSPECTION_VOIDED, VERSION_CONFLICT) */
export async function lockInspection(context: Context, id: string, expected: Expectation): Promise<Inspection> {
  const { inspection } = await lockRevision(context, id);
  requireNotVoided(inspection);
  await context.access.requireVersion(Inspection, inspection, expected);
  return inspection;
}

/** @throws CONFLICT (INSPECTION_VOIDED, VERSION_CONFLICT, INSPECTION_COMPLETED) */
export async function lockDraft(context: Context, id: string, expected: Expectation): Promise<Inspection> {
  const inspection = await lockInspection(context, id, expected);
  if (inspection.status === InspectionStatus.DRAFT) return inspection;
  throw new AppError('CONFLICT', 'A completed inspection cannot be changed: amend it instead', {
    reason: 'INSPECTION_COMPLETED',
  });
}

/** @throws CONFLICT (INSPECTION_VOIDED) */
export function requireNotVoided({ status }: Pick<Inspection, 'status'>): void {
  if (status === InspectionStatus.VOIDED)
    throw new AppError('CONFLICT', 'The inspection has been voided: record another', { reason: 'INSPECTION_VOIDED' });
}

/** @throws CONFLICT (INSPECTION_IS_DRAFT, INSPECTION_VOIDED, INSPECTION_REPLACED) */
export async function requireLatest(
  { access }: Context,
  { status, current, seriesId }: Inspection,
  ofDraft: MessageText,
): Promise<void> {
  if (status === InspectionStatus.DRAFT) throw new AppError('CONFLICT', ofDraft, { reason: 'INSPECTION_IS_DRAFT' });
  if (current) return;
  const [latest] = (await access.list(Inspection, { where: { seriesId, current: true }, fields: ['status'] })).nodes;
  if (latest) requireNotVoided(latest);
  const message = 'A later revision exists: only that one can be amended, voided or moved';
  throw new AppError('CONFLICT', message, { reason: 'INSPECTION_REPLACED' });
}
