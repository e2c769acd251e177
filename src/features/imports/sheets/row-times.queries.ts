// When inspections and weights were, in the time zones of their apiaries.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import type { ApiaryNames } from './apiary-names.js';
import type { DayAndTime } from './days.js';
import { type SheetRow, textOf } from './row-values.js';

const TIMED: ReadonlySet<string> = new Set(['INSPECTIONS', 'WEIGHTS']);

/** What a row says of its time: a time of day, or an instant. */
export function timesOf(row: SheetRow): { time: string | null; instant: string | null } {
  const { time, instant } = (row.values.date ?? {}) as Partial<DayAndTime>;
  return { time: textOf(row, 'time') ?? time ?? null, instant: instant ?? null };
}

const TIMES = `
  select n, case when instant is not null then instant
    when "time" is not null then (day + "time") at time zone coalesce(zone, u.time_zone)
    else least((day + time '12:00') at time zone coalesce(zone, u.time_zone), now()) end as at
  from json_to_recordset($1) as sent(n int, day date, "time" time, instant timestamptz, zone text), users u where u.id = $2`;

/** Without a time, at noon, or now if it is not noon yet. */
export async function loadTimes(
  context: Context,
  rows: readonly SheetRow[],
  names: ApiaryNames,
): Promise<Map<number, Date>> {
  const timed = rows.filter(({ kind, values }) => TIMED.has(kind) && values.date !== undefined);
  if (timed.length === 0) return new Map();
  const sent = timed.map((row) => {
    const found = names.find(textOf(row, 'apiary') ?? '');
    const zone = found && 'timeZone' in found ? found.timeZone : null;
    return { n: row.n, day: (row.values.date as DayAndTime).day, ...timesOf(row), zone };
  });
  const values = [JSON.stringify(sent), context.viewer.id];
  const found = await runStatement<{ n: number; at: Date | string }>(context, { text: TIMES, values });
  return new Map(found.map(({ n, at }) => [n, new Date(at)]));
}
