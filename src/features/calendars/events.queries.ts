// The events of a calendar: the items of the worklist of its account that have a day, read through the same policy as by the account itself.
import type { Context } from '../../context.js';
import type { Bind } from '../../database/where.js';
import { DAY_MS } from '../../shared/days.js';
import { UTC } from '../../shared/time-zone.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Task } from '../tasks/task.entity.js';
import { WorklistKind } from '../worklist/worklist.enums.js';
import { type ItemsSql, withDetails, writeItems } from '../worklist/worklist-items.queries.js';
import { CALENDAR_KINDS } from './calendar-feed.entity.js';
import { type OpenFeed, viewerOf } from './feed.queries.js';

/** Those that are nearest to today. */
export const MAX_EVENTS = 1000;
/** Before and after today. */
const DAYS = 366;

/** The items from which they are made, those that are nearest to today: of tens of thousands of hives, not all are sorted by days. */
const MAX_ITEMS = 10_000;

export interface CalendarEvent {
  /** That of the item of the worklist; of items about hives, their kind, apiary and day. */
  key: string;
  kind: WorklistKind;
  /** The label of the item; it means nothing if there are several. */
  label: string | null;
  day: string;
  /** When it begins, unless it is of the whole day. */
  startsAt: string | Date | null;
  /** The name of the apiary; null of a lot whose apiary is gone. */
  apiary: string | null;
  /** The number of hives that it is about; 0 if it is about something else. */
  count: number;
  /** The labels of these hives, or of those of a task. */
  hives: string[] | null;
}

/** @param at a time of the current day of each apiary */
export function loadEvents(context: Context, feed: OpenFeed, at: Date): Promise<CalendarEvent[]> {
  const viewer = viewerOf(feed);
  return context.accessOf(viewer).query<CalendarEvent>((sql) => writeEvents({ ...sql, viewer }, feed, at));
}

/** What is due for several hives of an apiary on a day is one event: fifty would hide everything else of that day. */
function writeEvents(sql: ItemsSql, feed: OpenFeed, at: Date): string {
  const { of, bind } = sql;
  const apiaries = of(Apiary);
  const tasks = of(Task, true);
  const key = `case when "beehiveId" is null then key else kind || ':' || "apiaryId" || ':' || day end`;
  return `
    select key, kind, label, day::text as day, ${writeStart(feed, bind)} as "startsAt", apiary, count, hives
    from (
      select ${key} as key, kind, min(label) as label, day, zone, apiary, count(distinct "beehiveId")::int as count,
        coalesce(min(task_hives), array_agg(distinct label)) as hives
      from (
        select i.key, i.kind, i.label, i."apiaryId", i."beehiveId", a.name as apiary, coalesce(a.time_zone, '${UTC}') as zone,
          t.beehive_labels as task_hives, greatest(coalesce(i."dueOn", t.starts_on), i."snoozedUntil") as day
        from (${withDetails(sql, writeNearest(sql, feed, at))}) i
        left join (select id, name, time_zone from ${apiaries.table} where ${apiaries.ownership}) a on a.id = i."apiaryId"
        left join (select id, starts_on, beehive_labels from ${tasks.table} where ${tasks.ownership}) t
          on i.kind = '${WorklistKind.TASK}' and t.id = i."recordId"
      ) items where day >= (${bind(at)}::timestamptz at time zone zone)::date - ${DAYS}
      group by 1, kind, day, zone, apiary
      order by abs(day - (${bind(at)}::timestamptz at time zone zone)::date), 1 limit ${MAX_EVENTS}
    ) events order by day, key`;
}

/** What was put off is in the calendar on the day until which it waits. A task without a due day may have a first day. */
function writeNearest(sql: ItemsSql, feed: OpenFeed, at: Date): string {
  const { bind } = sql;
  const kinds = feed.kinds ?? Object.values(CALENDAR_KINDS);
  const args = { kinds, dueBefore: addDays(at, DAYS), assigneeIds: feed.assigneeIds, includeSnoozed: true };
  const items = writeItems(sql, args, at, feed.apiaryIds ? `${bind(feed.apiaryIds)}::uuid[]` : undefined);
  return `${items} and coalesce("dueAt" >= ${bind(addDays(at, -DAYS))}, kind = '${WorklistKind.TASK}')
    order by abs(extract(epoch from "dueAt" - ${bind(at)}::timestamptz)), key limit ${MAX_ITEMS}`;
}

/** In the time zone of the apiary: PostgreSQL alone knows when an hour is there. */
const writeStart = ({ startHour }: OpenFeed, bind: Bind): string =>
  startHour === null ? 'null' : `(day + make_interval(hours => ${bind(startHour)}::int)) at time zone zone`;

const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
