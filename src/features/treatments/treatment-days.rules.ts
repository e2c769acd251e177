// When a treatment begins and ends. The current day is that of its apiary; where the client is, it may be another one.
import { AppError } from '../../errors.js';
import { isInFuture } from '../../shared/days.js';
import type { Treatment } from './treatment.entity.js';
import { TreatmentStatus } from './treatment-status.enums.js';

export interface Days {
  startedOn: string;
  endedOn?: string | null | undefined;
}

export function requireOrder({ startedOn, endedOn }: Days): void {
  if (endedOn == null || endedOn >= startedOn) return;
  throw AppError.badInput([{ field: 'endedOn', message: 'must not be before the first day' }]);
}

/** The current day: where the client is, it is at least the first day of the treatment. */
const dayOf = ({ startedOn }: Days, today: string): string => (startedOn > today ? startedOn : today);

/**
 * A day in the future announces the end: somebody still has to take out the strips, and says so with `endTreatment`. Of a day that may
 * have begun where the client is, the end has been said already, or not yet.
 */
export function statusOf(days: Days, today: string, before: TreatmentStatus = TreatmentStatus.ACTIVE): TreatmentStatus {
  if (days.endedOn == null || isInFuture(days.endedOn)) return TreatmentStatus.ACTIVE;
  return days.endedOn <= dayOf(days, today) ? TreatmentStatus.COMPLETED : before;
}

/**
 * The treatment has ended, because somebody says so: on the day that they give, or else today. A day that was only announced does not
 * count, because the withdrawal period must not begin while the product is still in the hive. @throws BAD_USER_INPUT for a day in the future
 */
export function complete(treatment: Treatment, { endedOn }: Partial<Days>, today: string): void {
  if (endedOn != null && isInFuture(endedOn))
    throw AppError.badInput([{ field: 'endedOn', message: 'must not be in the future' }]);
  const isEnded = treatment.status === TreatmentStatus.COMPLETED && treatment.endedOn !== null;
  treatment.endedOn = endedOn ?? (isEnded ? treatment.endedOn : dayOf(treatment, today));
  treatment.status = TreatmentStatus.COMPLETED;
}
