import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { addDays, dayIn, lastDay } from '../../shared/days.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { Treatment } from './treatment.entity.js';
import { TreatmentStatus } from './treatment-status.enums.js';

interface Withdrawal {
  until: string | null;
  unknown: boolean;
}

/** The assumed end of a treatment that has neither an end nor a planned duration. */
export const OPEN_END = '9999-12-31';
/** For so many days after its end, a treatment that states no period makes that of its hive unknown: the mobile app states none. */
export const UNKNOWN_DAYS = 365;

/** The day on which a treatment ends or is to end, as SQL about its row. */
export const PLANNED_END = `coalesce(ended_on, started_on + planned_days, date '${OPEN_END}')`;
/** The same, but not before the current day while nobody has ended the treatment: the product is still in the hive. */
const endAt = (today: string): string => `greatest(${PLANNED_END}, case t.status when 'ACTIVE' then ${today} end)`;

/** The last day of the withdrawal period of a treatment, as SQL about its row `t`: null if the period is not known. */
export const withdrawalUntil = (today: string): string =>
  `case when withdrawal_days is not null then least(${endAt(today)} + withdrawal_days, date '${OPEN_END}') end`;
/** Whether honey may be affected by a treatment of which the period is not known. */
export const withdrawalUnknown = (today: string): string =>
  `(withdrawal_days is null and ${endAt(today)} + ${UNKNOWN_DAYS} >= ${today})`;

/** The same of a row that has been read; null, too, for what does not count for its hive. */
export async function loadWithdrawalUntil(context: Context, treatment: Row<Treatment>): Promise<string | null> {
  const { current, status, startedOn, endedOn, plannedDays, withdrawalDays } = treatment;
  if (!current || status === TreatmentStatus.VOIDED || withdrawalDays === null) return null;
  const planned = endedOn ?? (plannedDays === null ? OPEN_END : addDays(startedOn, plannedDays));
  // The end of most lies before or after today, wherever that is.
  const mayBeInHive = status === TreatmentStatus.ACTIVE && planned < lastDay();
  const today = mayBeInHive ? await loadToday(context, treatment.id) : planned;
  return addDays(planned < today ? today : planned, withdrawalDays);
}

/** The current day where a treatment was applied. */
async function loadToday({ loaders }: Context, treatmentId: string): Promise<string> {
  const rows = loaders.readModel<{ parent: string; day: string }>(
    Treatment,
    ({ table, ownership, parents }) =>
      `select id as parent, ${dayIn(zoneOf('t.apiary_id'))}::text as day from ${table} t where ${ownership} and id = any(${parents})`,
  );
  return (await rows.load(treatmentId))[0]!.day;
}

/** All rows of the hives satisfy the ownership: with an index of it, PostgreSQL would read all treatments of the owner. */
export async function loadWithdrawal({ loaders }: Context, beehiveId: string): Promise<Withdrawal> {
  const rows = loaders.readModel<Withdrawal & { parent: string }>(
    Treatment,
    ({ table, ownership, parents }) =>
      `select beehive_id as parent, max(${withdrawalUntil('t.today')}) as until, bool_or(${withdrawalUnknown('t.today')}) as unknown
       from (select *, ${dayIn(zoneOf('apiary_id'))} as today from ${table}
         where case when ${ownership} then true end and beehive_id = any(${parents}) and current and status <> 'VOIDED') t group by 1`,
  );
  return (await rows.load(beehiveId))[0] ?? { until: null, unknown: false };
}
