// The events of a calendar: the items of the worklist of its account that have a day, read through the same policy as by the account itself.
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import type { Bind } from '../../database/where.js';
import { DAY_MS } from '../../shared/days.js';
import { UTC } from '../../shared/time-zone.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Task } from '../tasks/task.entity.js';
import { withDays, writeItems } from '../worklist/worklist-items.js';
import type { WorklistKind } from '../worklist/worklist-kind.js';
import { CalendarKind } from './calendar-kind.js';
import type { OpenFeed } from './find-feed.js';

/** Those that are nearest to today. */
export const MAX_EVENTS = 1000;
/** Before and after today. */
const DAYS = 366;

export interface CalendarEvent {
  /** That of the item of the worklist. */
  key: string;
  kind: CalendarKind;
  label: string | null;
  day: string;
  /** When it begins, unless it is of the whole day. */
  startsAt: string | Date | null;
  /** The name of the apiary; null of a lot whose apiary is gone. */
  apiary: string | null;
  /** The labels of the hives of a task. */
  hives: string | null;
}

export function loadEvents(context: Context, feed: OpenFeed): Promise<CalendarEvent[]> {
  const { userId: id, isMember } = feed;
  return context
    .accessOf({ id, isMember })
    .query<CalendarEvent>((sql) => writeEvents({ ...sql, isMember }, feed, new Date()));
}

function writeEvents(sql: QuerySql & { isMember: boolean }, feed: OpenFeed, at: Date): string {
  const { of, bind } = sql;
  const apiaries = of(Apiary);
  const tasks = of(Task, true);
  return `
    select key, kind, label, day::text as day, ${writeStart(feed, bind)} as "startsAt", apiary, hives
    from (
      select i.key, i.kind, i.label, a.name as apiary, coalesce(a.time_zone, '${UTC}') as zone, t.hives,
        greatest(coalesce(i."dueOn", t.starts_on), i."snoozedUntil") as day
      from (${withDays(writeNearest(sql, feed, at))}) i
      left join (select id, name, time_zone from ${apiaries.table} where ${apiaries.ownership}) a on a.id = i."apiaryId"
      left join (select id, starts_on, array_to_string(beehive_labels, ', ') as hives from ${tasks.table} where ${tasks.ownership}) t
        on i.kind = '${CalendarKind.TASK}' and t.id = i."recordId"
    ) events where day is not null order by day, key`;
}

/** What was put off is in the calendar on the day until which it waits. A task without a due day may have a first day. */
function writeNearest(sql: QuerySql & { isMember: boolean }, feed: OpenFeed, at: Date): string {
  const { bind } = sql;
  const kinds = (feed.kinds ?? Object.values(CalendarKind)) as readonly string[] as WorklistKind[];
  const args = { kinds, until: addDays(at, DAYS), assigneeIds: feed.assigneeIds, includeSnoozed: true };
  const items = writeItems(sql, args, at, feed.apiaryIds ? `${bind(feed.apiaryIds)}::uuid[]` : undefined);
  return `${items} and coalesce("dueAt" >= ${bind(addDays(at, -DAYS))}, kind = '${CalendarKind.TASK}')
    order by abs(extract(epoch from "dueAt" - ${bind(at)}::timestamptz)), key limit ${MAX_EVENTS}`;
}

/** In the time zone of the apiary: PostgreSQL alone knows when an hour is there. */
const writeStart = ({ startHour }: OpenFeed, bind: Bind): string =>
  startHour === null ? 'null' : `(day + make_interval(hours => ${bind(startHour)}::int)) at time zone zone`;

const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
