import { containsAnyCase, type Where } from '../../database/where.js';
import { INT_MAX } from '../../shared/text.js';
import type { Beehive } from './beehive.entity.js';
import { type BeehiveFilter, BeehiveLife } from './beehives.inputs.js';
import { LIVING } from './living.commands.js';

/** Null means no condition, as an omitted field does. */
export function conditionsOf(filter: BeehiveFilter): Where<Beehive> {
  const {
    life,
    endCauses,
    endedFrom,
    endedTo,
    beehiveNumbers,
    apiaryIds,
    notInspectedSince,
    search,
    statuses,
    ...columns
  } = filter;
  const isOfEnd = [endCauses, endedFrom, endedTo].some(Boolean);
  const conditions = [
    // These are named like columns.
    Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)),
    ...writeLife(life ?? (isOfEnd ? BeehiveLife.ENDED : BeehiveLife.LIVING)),
    ...(endCauses ? [{ endCause: endCauses }] : []),
    ...(endedFrom ? [{ endedOn: { $gte: endedFrom } }] : []),
    ...(endedTo ? [{ endedOn: { $lte: endedTo } }] : []),
    ...(statuses ? [{ status: statuses }] : []),
    ...(beehiveNumbers ? [{ beehiveNumber: beehiveNumbers }] : []),
    ...(apiaryIds ? [{ apiary: apiaryIds }] : []),
    ...(notInspectedSince ? [lacksInspectionSince(notInspectedSince)] : []),
    ...(search?.trim() ? [containsText(search)] : []),
  ];
  return { $and: conditions } as Where<Beehive>;
}

function writeLife(life: BeehiveLife): Where<Beehive>[] {
  if (life === BeehiveLife.ANY) return [];
  return [life === BeehiveLife.LIVING ? LIVING : { endedOn: { $ne: null } }];
}

/** After so many days without an inspection, a hive is overdue unless its apiary or the client names another number. */
export const OVERDUE_DAYS = 14;

/** The condition of hives without a completed inspection at or after a time. */
export const lacksInspectionSince = (time: Date): Where<Beehive> => ({
  $or: [{ lastInspectedAt: null }, { lastInspectedAt: { $lt: time } }],
});

/** The condition of hives without one for as long as their apiary says. */
export const IS_OVERDUE: Where<Beehive> = {
  // Not joined: PostgreSQL would read the apiaries of all accounts.
  $written: () => `coalesce(last_inspected_at, '-infinity') < now()
    - coalesce((select a.inspection_days from apiaries a where a.id = apiary_id), ${OVERDUE_DAYS}) * interval '24 hours'`,
};

/** The condition of hives whose name or notes contain a text, or whose number it is. */
export function containsText(text: string): Where<Beehive> {
  const number = Number(text);
  const isNumber = /^\d{1,10}$/.test(text.trim()) && number <= INT_MAX;
  const texts = [{ name: containsAnyCase(text) }, { observations: containsAnyCase(text) }];
  return { $or: [...texts, ...(isNumber ? [{ beehiveNumber: number }] : [])] };
}
