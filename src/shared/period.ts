import { defineEnum, type EnumOf } from './define-enum.js';

export const CalendarPeriod = defineEnum('CalendarPeriod', 'The calendar period to aggregate by.', {
  WEEK: ['week', 'Weeks that start on Monday, in the time zone of the apiary.'],
  MONTH: ['month', 'Calendar months, in the time zone of the apiary.'],
});
export type CalendarPeriod = EnumOf<typeof CalendarPeriod>;

const MINUTE_MS = 60_000;

/** The time some days ago, in full minutes, so that one statement serves all parents of a request. */
export function daysAgo(days: number): Date {
  const minutes = Math.floor(Date.now() / MINUTE_MS) - days * 24 * 60;
  return new Date(minutes * MINUTE_MS);
}
