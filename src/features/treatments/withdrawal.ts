import type { Context } from '../../context.js';
import { TODAY_SQL } from '../../shared/days.js';
import { Treatment } from './treatment.entity.js';

interface Withdrawal {
  until: string | null;
  unknown: boolean;
}

/** Of a treatment that has neither an end nor a planned duration. */
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

export async function loadWithdrawal({ loaders }: Context, beehiveId: string): Promise<Withdrawal> {
  const rows = loaders.readModel<Withdrawal & { parent: string }>(
    Treatment,
    ({ table, ownership, parents }) =>
      `select beehive_id as parent, max(${withdrawalUntil(TODAY_SQL)}) as until, bool_or(${withdrawalUnknown(TODAY_SQL)}) as unknown
       from (select * from ${table} where ${ownership} and beehive_id = any(${parents}) and current and status <> 'VOIDED') t group by 1`,
  );
  return (await rows.load(beehiveId))[0] ?? { until: null, unknown: false };
}
