import { DAY_MS, dayAt } from '../shared/days.js';

/** Days of demo data are relative to the day on which it is created. */
export const daysAgo = (days: number): string => dayAt(Date.now() - days * DAY_MS);
