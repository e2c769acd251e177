export const DAY_MS = 86_400_000;

/** The day in UTC of a time in milliseconds. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The current day in UTC. */
export const today = (): string => dayAt(Date.now());
/** The same in SQL, whatever the time zone of the session. */
export const TODAY_SQL = "(now() at time zone 'UTC')::date";

/** Whether a day has begun nowhere yet: where the client is, it may be the day after that in UTC. */
export const isInFuture = (day: string): boolean => day > dayAt(Date.now() + DAY_MS);
