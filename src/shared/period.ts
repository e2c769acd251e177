import { registerEnumType } from 'type-graphql';

export enum CalendarPeriod {
  WEEK = 'week',
  MONTH = 'month',
}
registerEnumType(CalendarPeriod, {
  name: 'CalendarPeriod',
  description: 'The calendar period to aggregate by.',
  valuesConfig: {
    WEEK: { description: 'Weeks that start on Monday, in UTC.' },
    MONTH: { description: 'Calendar months, in UTC.' },
  },
});

const MINUTE_MS = 60_000;

/** The time some days ago, in full minutes, so that one statement serves all parents of a request. */
export function daysAgo(days: number): Date {
  const minutes = Math.floor(Date.now() / MINUTE_MS) - days * 24 * 60;
  return new Date(minutes * MINUTE_MS);
}
