// Conditions on times and on days, by days.
import { startOfDayIn } from '../shared/days.js';
import type { Bind, Written } from './where.js';

/** No time zone was ever further from UTC. */
const MOST = "interval '16 hours'";

/**
 * The condition that a time is on one of these days, inclusive; either may be left out. Days elsewhere begin hours before or after those in UTC:
 * only times in between are compared with the time zone, and indexes apply to the others.
 * @param zoneOf writes the time zone of a row
 */
export function ofDaysIn(
  zoneOf: (bind: Bind) => string,
  time: string,
  from?: string | null,
  to?: string | null,
): Written | undefined {
  if (from == null && to == null) return undefined;
  return (bind) => {
    const compare = (operator: string, day: string, [maybe, surely]: string): string => {
      const inUtc = `(${day})::timestamp at time zone 'UTC'`;
      const isThere = `${time} ${operator} ${startOfDayIn(zoneOf(bind), day)}`;
      return `${time} ${operator} ${inUtc} ${maybe} ${MOST} and (${time} ${operator} ${inUtc} ${surely} ${MOST} or ${isThere})`;
    };
    return [
      ...(from == null ? [] : [compare('>=', `${bind(from)}::date`, '-+')]),
      ...(to == null ? [] : [compare('<', `${bind(to)}::date + 1`, '+-')]),
    ].join(' and ');
  };
}

/** The condition in a statement that a day is one of these, inclusive; either may be left out. */
export const isWithinDays = (
  day: string,
  { from, to }: { from?: string | null; to?: string | null },
  bind: Bind,
): string =>
  `${day} >= coalesce(${bind(from ?? null)}::date, '-infinity') and ${day} <= coalesce(${bind(to ?? null)}::date, 'infinity')`;
