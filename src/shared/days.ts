export const DAY_MS = 86_400_000;

/** The day in UTC of a time in milliseconds. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'].map((day) => Date.parse(day)) as [number, number];
/** At most the last day that can be written, and at least the first. */
export const addDays = (day: string, days: number): string =>
  dayAt(Math.min(Math.max(Date.parse(day) + days * DAY_MS, FIRST_DAY), LAST_DAY));

/**
 * The day of a time in a time zone, as SQL. PostgreSQL alone decides which day it is somewhere: it knows the time zone of an apiary where
 * it reads the rest, and a second implementation would have its own rules of daylight saving time.
 * @param zone a column or value: the IANA name
 */
export const dayIn = (zone: string, time = 'now()'): string => `(${time} at time zone ${zone})::date`;
/**
 * The beginning of a day in a time zone, as SQL. Where midnight comes twice, because the clock is put back over it, either is one. The first
 * day that is accepted, of the year 1, begins in the year before it east of UTC, which no answer can express: there it begins with that in UTC.
 */
export const startOfDayIn = (zone: string, day: string): string =>
  `case when (${day}) is not null then greatest((${day})::timestamp at time zone ${zone}, '0001-01-01T00:00Z'::timestamptz) end`;

/** The current day in UTC, for what has no place, as SQL. */
export const TODAY_SQL = dayIn("'UTC'");

/** The last day that has begun somewhere: east of UTC, it may be the day after that in UTC. */
export const lastDay = (): string => dayAt(Date.now() + DAY_MS);
/** Whether a day has begun nowhere yet. */
export const isInFuture = (day: string): boolean => day > lastDay();
