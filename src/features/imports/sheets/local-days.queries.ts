import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import type { ApiaryNames } from './apiary-names.js';
import type { DayAndTime } from './days.js';
import { type SheetRow, textOf } from './row-values.js';

const LOCAL_DAYS = `
  select i, (instant at time zone coalesce(zone, u.time_zone))::date::text as day
  from json_to_recordset($1) as sent(i int, instant timestamptz, zone text), users u where u.id = $2`;

/** An instant with an offset is of the day that it is where the apiary is. Without any, no statement is executed. */
export async function localizeDays(context: Context, rows: readonly SheetRow[], names: ApiaryNames): Promise<void> {
  const instants = rows.flatMap((row) =>
    Object.entries(row.values).flatMap(([field, value]) => {
      const instant = typeof value === 'object' && 'instant' in value ? value.instant : undefined;
      return instant === undefined ? [] : [{ row, field, value: value as DayAndTime, instant }];
    }),
  );
  if (instants.length === 0) return;
  const sent = instants.map(({ row, instant }, i) => ({
    i,
    instant,
    zone: names.zoneOf(textOf(row, 'apiary')) ?? null,
  }));
  const values = [JSON.stringify(sent), context.viewer.id];
  const days = await runStatement<{ i: number; day: string }>(context, { text: LOCAL_DAYS, values });
  for (const { i, day } of days) {
    const { row, field, value } = instants[i]!;
    row.values[field] = { ...value, day };
  }
}
