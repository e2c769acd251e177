import { Field, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { type OrderKey, writeCursorCondition } from '../../database/cursor.js';
import { limitOfLists, MAX_LIST_ROWS } from '../../database/list-limits.js';
import { Page } from '../../database/page.js';
import { type BatchSql, resolveOrderKeys } from '../../database/statement.js';
import type { Bind } from '../../database/where.js';
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { DateTime } from '../../shared/scalars.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { ColonyEventKind } from '../colonies/colony-event.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { writeSymbol } from '../measurements/measurement.enums.js';
import type { ChangedColumns } from './activity.entity.js';

export const TimelineKind = defineEnum('TimelineKind', 'The kinds of events in the life of a hive.', {
  INSPECTED: 'It was inspected: a completed inspection, in its latest revision.',
  TREATED: 'A treatment of it began. Voided treatments are left out.',
  MITES_COUNTED: 'Its mites were counted.',
  FED: 'It was fed.',
  MEASURED: 'A person measured something at it.',
  QUEEN_INSTALLED: 'The reign of a queen began.',
  REIGN_ENDED: 'The reign of a queen ended.',
  SPLIT: 'Its colony was split, or began as a part of that of another hive.',
  UNITED: 'Its colony was united with that of another hive.',
  LOST: 'Its colony was lost.',
  HARVESTED:
    'Honey was taken from it: a closed harvest. The part of the hive is the source with its id as `beehiveId`.',
  TASK_DONE: 'A task of it was done.',
  MOVED: 'It was moved to another apiary.',
  CHANGED: 'Its recorded data were changed.',
  DELETED: 'A record of it was deleted, which can be restored: its `deletion`.',
  CREATED: 'It was created; on the day on which it came to its first apiary, if that is earlier.',
});
export type TimelineKind = EnumOf<typeof TimelineKind>;

const timeOf = (day: string): string => startOfDayIn('hive.time_zone', day);
/** When something happened on a day: what was recorded on the same day, at that time; otherwise at its beginning. */
const timeOn = (day: string, recordedAt: string): string =>
  `case when ${day} = ${dayIn('hive.time_zone', recordedAt)} then ${recordedAt} else ${timeOf(day)} end`;
/** Who did it, if only the log says so. */
const actorOf = (row: string, condition: string): string =>
  `(select actor_id from changes where row_id = ${row} and ${condition} order by at limit 1)`;
const selectEvents = (...kinds: ColonyEventKind[]): string =>
  `select ${timeOn('occurred_on', 'created_at')}, id, actor_id, id, null::jsonb, null::text
  from colony_events where beehive_id = hive.id and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
/** The day on which the hive came to its first apiary, which may be years before it was recorded. */
const FIRST_DAY = `(select placed_on from beehive_placements where beehive_id = hive.id order by placed_on, created_at, id limit 1)`;
/** Changes that are events of other kinds. */
const OWN_EVENTS = "'{apiary_id,ended_on,end_cause}'::text[]";
/**
 * The events of each kind, of the hive in the row `hive`: their time, id and actor, the id of the record that they are about, changed
 * fields, and what their title names. Their ids are those of rows, or numbers of the change log as UUIDs. A new kind of events is another line.
 */
const SOURCES: Record<TimelineKind, string> = {
  [TimelineKind.INSPECTED]: `select occurred_at, id, actor_id, id, null::jsonb, null::text from inspections
    where beehive_id = hive.id and current and status = 'COMPLETED'`,
  // A hive has few treatments, mite counts, feedings, measurements and reigns: they are sorted.
  [TimelineKind.TREATED]: `select ${timeOf('started_on')}, id, actor_id, id, null::jsonb, product_name from treatments
    where beehive_id = hive.id and current and status <> 'VOIDED'`,
  [TimelineKind.MITES_COUNTED]: `select ${timeOf('counted_on')}, id, actor_id, id, null::jsonb, mites::text from mite_counts
    where beehive_id = hive.id`,
  [TimelineKind.FED]: `select ${timeOf('fed_on')}, id, actor_id, id, null::jsonb, product_name from feedings
    where beehive_id = hive.id`,
  [TimelineKind.MEASURED]: `select measured_at, id, actor_id, id, null::jsonb, concat_ws(' ', quantity, value, ${writeSymbol('unit')}, custom_unit) from measurements
    where beehive_id = hive.id`,
  [TimelineKind.QUEEN_INSTALLED]: `select ${timeOf('started_on')}, id, actor_id, id, null::jsonb, null::text from queen_reigns
    where beehive_id = hive.id`,
  // An id of its own: the reign is the event of its beginning.
  [TimelineKind.REIGN_ENDED]: `select ${timeOf('ended_on')}, md5('end ' || id)::uuid,
    coalesce(${actorOf('r.id', "action = 'UPDATED' and fields ? 'ended_on'")}, actor_id), id, null::jsonb, null::text from queen_reigns r
    where beehive_id = hive.id and ended_on is not null`,
  [TimelineKind.SPLIT]: selectEvents(ColonyEventKind.SPLIT_INTO, ColonyEventKind.SPLIT_FROM),
  [TimelineKind.UNITED]: selectEvents(ColonyEventKind.UNITED_INTO, ColonyEventKind.UNITED_WITH),
  [TimelineKind.LOST]: selectEvents(ColonyEventKind.LOST),
  [TimelineKind.HARVESTED]: `select ${timeOf('h.harvested_on')}, h.id, h.actor_id, h.id, null::jsonb, s.grams::text
    from harvest_sources s join harvests h on h.id = s.harvest_id where s.beehive_id = hive.id and h.status = 'CLOSED'`,
  [TimelineKind.TASK_DONE]: `select ${timeOn('closed_on', 'closed_at')}, id, closed_by_id, id, null::jsonb, title from tasks
    where beehive_ids @> array[hive.id] and status = 'DONE'`,
  [TimelineKind.MOVED]: `select ${timeOn('p.placed_on', 'p.created_at')}, p.id, p.actor_id, null::uuid,
      jsonb_build_object('apiary_id', jsonb_build_array(before.apiary_id, p.apiary_id)), null::text
    from beehive_placements p, lateral (
      select b.apiary_id from beehive_placements b
      where b.beehive_id = hive.id and (b.placed_on, b.created_at, b.id) < (p.placed_on, p.created_at, p.id)
      order by b.placed_on desc, b.created_at desc, b.id desc limit 1) before
    where p.beehive_id = hive.id`,
  [TimelineKind.CHANGED]: `select at, lpad(to_hex(seq), 32, '0')::uuid, actor_id, null::uuid, fields - ${OWN_EVENTS}, null::text from changes
    where row_id = hive.id and entity = 'Beehive' and action = 'UPDATED' and notable and fields - ${OWN_EVENTS} <> '{}'`,
  [TimelineKind.DELETED]: `select created_at, id, actor_id, id, null::jsonb, null::text from deletions
    where beehive_id = hive.id and owner_id = hive.owner_id and expires_at > now()`,
  [TimelineKind.CREATED]: `select least(hive.created_at, ${timeOn(FIRST_DAY, 'hive.created_at')}), hive.id, ${actorOf('hive.id', "action = 'CREATED'")}, null::uuid, null::jsonb, null::text`,
};
const COLUMNS = 'occurred_at, id, actor_id, record_id, fields, label';

@ObjectType({ simpleResolvers: true, description: 'An event in the life of a hive.' })
export class TimelineEntry {
  /** The id of the event, unique in the timeline. */
  id!: string;

  @Field(() => TimelineKind, { description: 'The kind of the event.' })
  kind!: TimelineKind;

  @Field(() => DateTime, {
    description:
      'When it happened; of what has a day, the beginning of that day in the time zone of the apiary where the hive is.',
  })
  occurredAt!: string;

  actorId!: string | null;
  /** The record that it is about, if there is one. */
  recordId!: string | null;
  fields!: ChangedColumns | null;
  /** What its title names. */
  label!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'For MOVED, SPLIT and UNITED: why bees left a restricted zone, if they came from one.',
  })
  zoneReason!: string | null;
}

interface TimelineRow extends TimelineEntry {
  parent: string;
}

export interface TimelineList {
  first: number | undefined;
  after: string | undefined;
  kinds: readonly TimelineKind[];
}

/** Returns the events of a hive, newest first. All kinds are one statement, and so are all hives of a request. */
export async function loadTimeline(
  context: Context,
  beehiveId: string,
  list: TimelineList,
): Promise<Page<TimelineEntry>> {
  const keys = resolveOrderKeys(context.table(Inspection), { occurredAt: 'desc' });
  const loader = context.loaders.readModel<TimelineRow>(
    Beehive,
    (sql) => writeTimeline(sql, keys, list),
    undefined,
    list,
  );
  const rows = list.kinds.length === 0 ? [] : await loader.load(beehiveId);
  return new Page<TimelineEntry>(rows, {
    args: list,
    keys,
    countAll: async () => (list.kinds.length === 0 ? 0 : countTimeline(context, beehiveId, list)),
    budget: context.budget,
  });
}

function writeTimeline(sql: BatchSql, keys: OrderKey[], { first, after, kinds }: TimelineList): string {
  const isBefore = after === undefined ? 'true' : writeSeekableCondition(keys, after, sql.bind);
  const newest = `order by occurred_at desc, id desc limit ${sql.bind((first ?? MAX_LIST_ROWS) + 1)}`;
  const inAll = first === undefined ? `limit ${limitOfLists(sql.parents)}` : '';
  const pages = kinds.map((kind) => `(${eventsOf(kind)} where ${isBefore} ${newest})`);
  return `select hive.id as parent, e.id, e.kind, e.occurred_at as "occurredAt", e.actor_id as "actorId",
      e.record_id as "recordId", e.fields, e.label, ${ZONE_REASON} as "zoneReason"
    from ${hives(sql)}, lateral (select * from (${pages.join(' union all ')}) pages ${newest}) e ${inAll}`;
}

/** It is read only for the events that are listed. */
const ZONE_REASON = `case
  when e.kind = '${TimelineKind.MOVED}' then (select zone_reason from beehive_placements where id = e.id)
  when e.kind in ('${TimelineKind.SPLIT}', '${TimelineKind.UNITED}') then (select zone_reason from colony_events where id = e.id) end`;

async function countTimeline({ loaders }: Context, beehiveId: string, { kinds }: TimelineList): Promise<number> {
  const counts = loaders.readModel<{ parent: string; n: number }>(Beehive, (sql) => {
    const events = kinds.map((kind) => eventsOf(kind)).join(' union all ');
    return `select hive.id as parent, (select count(*)::int from (${events}) e) as n from ${hives(sql)}`;
  });
  return (await counts.load(beehiveId))[0]?.n ?? 0;
}

const hives = ({ table, ownership, parents }: BatchSql): string =>
  `(select id, owner_id, created_at, ${zoneOf('apiary_id')} as time_zone from ${table} where ${ownership} and id = any(${parents})) hive`;
const eventsOf = (kind: TimelineKind): string =>
  `select '${kind}' as kind, events.* from (${SOURCES[kind]}) events (${COLUMNS})`;

/** An id of the log is not a column of its index: the first condition lets PostgreSQL seek to the time. */
function writeSeekableCondition(keys: OrderKey[], after: string, bind: Bind): string {
  let time: string | undefined;
  const isAfter = writeCursorCondition(keys, after, (value) => {
    const bound = bind(value);
    time ??= bound;
    return bound;
  });
  return `occurred_at <= ${time} and ${isAfter}`;
}
