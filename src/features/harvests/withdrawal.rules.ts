import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { dayIn } from '../../shared/days.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { OPEN_END, withdrawalUnknown, withdrawalUntil } from '../treatments/withdrawal.queries.js';

export interface Withheld {
  beehiveId: string;
  /** The last day of the period, as of now; null if it is only not known. */
  until: string | null;
  /** Its treatments are no longer of the account. */
  isGone?: boolean;
}

/**
 * The hives of an account whose honey of a day is withheld: a treatment that began until then had not ended, its withdrawal period had not,
 * or it is not known. Of an active treatment, the period has not begun on any day. Not by the policy of the viewer: no treatment may be
 * overlooked. The function recheck_harvests decides the same when a treatment changes.
 */
export async function findWithheld(
  context: Context,
  ownerId: string,
  beehiveIds: readonly string[],
  day: string,
): Promise<Withheld[]> {
  const text = `
    select treated_beehive_id as "beehiveId", max(${withdrawalUntil(`greatest(t.today, $3::date)`)}) as until
    from (select *, ${dayIn(zoneOf('apiary_id'))} as today from treatments where treated_beehive_id = any($1) and owner_id = $2 and current and status <> 'VOIDED'
      and started_on <= $3::date) t
    where ${withdrawalUntil('$3::date')} >= $3::date or ${withdrawalUnknown('$3::date')}
    group by 1`;
  return runStatement<Withheld>(context, { text, values: [beehiveIds, ownerId, day] });
}

const INTRODUCTION = 'Honey that was harvested on {day} from these hives must not be sold: {hives}';

/**
 * @param sources in the order of the input
 * @throws CONFLICT (WITHDRAWAL_ACTIVE, or WITHDRAWAL_UNKNOWN if no period is known that has not ended), with each hive and its last day
 */
export function refuseWithheld(
  withheld: readonly Withheld[],
  sources: readonly { harvestedBeehiveId: string; beehiveLabel: string }[],
  day: string,
): never {
  const byId = new Map(withheld.map((one) => [one.beehiveId, one]));
  const found = sources.flatMap(({ harvestedBeehiveId, beehiveLabel: hive }, i) => {
    const one = byId.get(harvestedBeehiveId);
    return one ? [{ ...one, hive, field: `sources.${i}.beehiveId` }] : [];
  });
  const hives = found.map(({ hive, until, isGone }) => {
    if (isGone) return createMessage('hive {hive}, treatments not known', { hive });
    if (until === null) return createMessage('hive {hive}, period not stated', { hive });
    if (until === OPEN_END) return createMessage('hive {hive}, end not known', { hive });
    return createMessage('hive {hive}, until {until}', { hive, until });
  });
  const fields = found.map(({ field, until, isGone }): FieldProblem => {
    if (isGone)
      return { field, message: 'is of a hive that was deleted or given away, so its treatments are not known' };
    if (until === null)
      return { field, message: 'is of a hive with a treatment whose withdrawal period is not stated' };
    if (until === OPEN_END) return { field, message: 'is of a hive in a withdrawal period whose end is not known' };
    return { field, message: createMessage('is of a hive in a withdrawal period until {until}', { until }), until };
  });
  const reason = found.some(({ until }) => until !== null) ? 'WITHDRAWAL_ACTIVE' : 'WITHDRAWAL_UNKNOWN';
  throw new AppError('CONFLICT', createMessage(INTRODUCTION, { day, hives }), { reason, fields });
}
