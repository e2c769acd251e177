import type { Context } from '../../context.js';
import { Treatment } from './treatment.entity.js';

interface Withdrawal {
  until: string | null;
  unknown: boolean;
}

/** Of a treatment that has neither an end nor a planned duration. */
export const OPEN_END = '9999-12-31';

/** The last day of the withdrawal period of a treatment, as SQL about its row: null if the period is not known. */
export const WITHDRAWAL_UNTIL = `case when withdrawal_days is not null then
  least(coalesce(ended_on, started_on + planned_days, date '${OPEN_END}') + withdrawal_days, date '${OPEN_END}') end`;

export async function loadWithdrawal({ loaders }: Context, beehiveId: string): Promise<Withdrawal> {
  const rows = loaders.readModel<Withdrawal & { parent: string }>(
    Treatment,
    ({ table, ownership, parents }) =>
      `select beehive_id as parent, max(${WITHDRAWAL_UNTIL}) as until, bool_or(status = 'ACTIVE' and withdrawal_days is null) as unknown
       from ${table} where ${ownership} and beehive_id = any(${parents}) and current and status <> 'VOIDED' group by 1`,
  );
  return (await rows.load(beehiveId))[0] ?? { until: null, unknown: false };
}
