// Which day it is where an apiary is. Statements that read rows of many apiaries join their time zones instead (shared/days.ts).
import type { Context } from '../../context.js';
import { ofDaysIn } from '../../database/days.js';
import { runStatement } from '../../database/pool.js';
import type { Written } from '../../database/where.js';
import { dayIn } from '../../shared/days.js';
import { Apiary } from './apiary.entity.js';

/**
 * The day of a time, or the current one, where an apiary is; in UTC, if there is none any more.
 * @param apiaryId of a record that the viewer may see
 */
export async function dayAtApiary(context: Context, apiaryId: string | null, time = new Date()): Promise<string> {
  const zone = `coalesce((select time_zone from apiaries where id = $1), 'UTC')`;
  const text = `select ${dayIn(zone, '$2::timestamptz')}::text as day`;
  const [row] = await runStatement<{ day: string }>(context, { text, values: [apiaryId, time] });
  return row!.day;
}

/** The current day in the apiary of each record, in one statement. @param records that the viewer may see */
export async function daysAtApiaries(
  context: Context,
  records: readonly { apiaryId: string }[],
): Promise<Map<string, string>> {
  if (records.length === 0) return new Map();
  const text = `select id, ${dayIn('time_zone')}::text as day from apiaries where id = any($1)`;
  const values = [[...new Set(records.map(({ apiaryId }) => apiaryId))]];
  const rows = await runStatement<{ id: string; day: string }>(context, { text, values });
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** The current day in each apiary that the viewer sees. */
export async function loadDays({ access }: Context): Promise<Map<string, string>> {
  const rows = await access.query<{ id: string; day: string }>(({ of }) => {
    const { table, ownership } = of(Apiary);
    return `select id, ${dayIn('time_zone')}::text as day from ${table} where ${ownership}`;
  });
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** The current day where the account is. */
export async function loadOwnDay(context: Context): Promise<string> {
  const text = `select ${dayIn('time_zone')}::text as day from users where id = $1`;
  const [row] = await runStatement<{ day: string }>(context, { text, values: [context.viewer.id] });
  return row!.day;
}

/** The time zone of a row that has an apiary, as SQL. The apiary of a record that is kept may be gone. */
export const zoneOf = (apiaryId: string): string =>
  `coalesce((select z.time_zone from apiaries z where z.id = ${apiaryId}), 'UTC')`;

/** The condition on a time of rows that have an apiary: it is on these days where that is. */
export const ofDaysThere = (time: string, from?: string | null, to?: string | null): Written | undefined =>
  ofDaysIn(() => zoneOf('apiary_id'), time, from, to);
