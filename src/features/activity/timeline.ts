import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { Context } from '../../context.js';
import { type OrderKey, writeCursorCondition } from '../../database/cursor.js';
import { Page } from '../../database/page.js';
import { type BatchSql, MAX_LIST_ROWS, refuseTooManyRows, resolveOrderKeys } from '../../database/statement.js';
import type { Bind } from '../../database/where.js';
import { DateTime } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import type { ChangedColumns } from './activity.entity.js';

export enum TimelineKind {
  INSPECTED = 'INSPECTED',
  TREATED = 'TREATED',
  HARVESTED = 'HARVESTED',
  MOVED = 'MOVED',
  CHANGED = 'CHANGED',
  CREATED = 'CREATED',
}
registerEnumType(TimelineKind, {
  name: 'TimelineKind',
  description: 'The kinds of events in the life of a hive.',
  valuesConfig: {
    INSPECTED: { description: 'It was inspected: a completed inspection, in its latest revision.' },
    TREATED: { description: 'A treatment of it began. Voided treatments are left out.' },
    HARVESTED: { description: 'Honey was taken from it: a closed harvest.' },
    MOVED: { description: 'It was moved to another apiary.' },
    CHANGED: { description: 'Its recorded data were changed.' },
    CREATED: { description: 'It was created.' },
  },
});

const LOGGED = `select at, lpad(to_hex(seq), 32, '0')::uuid, actor_id, null::uuid, null::uuid, fields from changes
  where row_id = hive.id and entity = 'Beehive' and action = 'UPDATED'`;
/**
 * The events of each kind, of the hive in the row `hive`. Their ids are those of rows, or numbers of the change log as UUIDs. A new kind
 * of events is another line.
 */
const SOURCES: Record<TimelineKind, string> = {
  [TimelineKind.INSPECTED]: `select occurred_at, id, actor_id, id, null::uuid, null::jsonb from inspections
    where beehive_id = hive.id and current and status = 'COMPLETED'`,
  // A hive has few treatments: they are sorted.
  [TimelineKind.TREATED]: `select started_on::timestamp at time zone 'UTC', id, actor_id, null::uuid, id, null::jsonb from treatments
    where beehive_id = hive.id and current and status <> 'VOIDED'`,
  [TimelineKind.HARVESTED]: `select h.harvested_on::timestamp at time zone 'UTC', h.id, h.actor_id, null::uuid, null::uuid, null::jsonb
    from harvest_sources s join harvests h on h.id = s.harvest_id where s.beehive_id = hive.id and h.status = 'CLOSED'`,
  [TimelineKind.MOVED]: `${LOGGED} and fields ? 'apiary_id'`,
  [TimelineKind.CHANGED]: `${LOGGED} and notable and not fields ? 'apiary_id'`,
  [TimelineKind.CREATED]: `select hive.created_at, hive.id,
    (select actor_id from changes where row_id = hive.id and action = 'CREATED' order by at limit 1), null::uuid, null::uuid, null::jsonb`,
};
const COLUMNS = 'occurred_at, id, actor_id, inspection_id, treatment_id, fields';

@ObjectType({ simpleResolvers: true, description: 'An event in the life of a hive.' })
export class TimelineEntry {
  @Field(() => ID, {
    description:
      'The id of the event, unique in its timeline. For INSPECTED, TREATED and HARVESTED, that of the inspection, the treatment or the harvest.',
  })
  id!: string;

  @Field(() => TimelineKind, { description: 'The kind of the event.' })
  kind!: TimelineKind;

  @Field(() => DateTime, {
    description:
      'When it happened: the time of an inspection as sent by the client, the first day of a treatment and the day of a harvest (UTC), otherwise the time of recording.',
  })
  occurredAt!: string;

  actorId!: string | null;
  inspectionId!: string | null;
  treatmentId!: string | null;
  fields!: ChangedColumns | null;
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
  const rows = await context.loaders
    .readModel<TimelineRow>(Beehive, (sql) => writeTimeline(sql, keys, list))
    .load(beehiveId);
  refuseTooManyRows(rows, list);
  return new Page<TimelineEntry>(rows, {
    args: list,
    keys,
    countAll: () => countTimeline(context, beehiveId, list),
    budget: context.budget,
  });
}

function writeTimeline(sql: BatchSql, keys: OrderKey[], { first, after, kinds }: TimelineList): string {
  const isBefore = after === undefined ? 'true' : writeSeekableCondition(keys, after, sql.bind);
  const newest = `order by occurred_at desc, id desc limit ${sql.bind((first ?? MAX_LIST_ROWS) + 1)}`;
  const pages = kinds.map((kind) => `(${eventsOf(kind)} where ${isBefore} ${newest})`);
  return `select hive.id as parent, e.id, e.kind, e.occurred_at as "occurredAt", e.actor_id as "actorId",
      e.inspection_id as "inspectionId", e.treatment_id as "treatmentId", e.fields
    from ${hives(sql)}, lateral (select * from (${pages.join(' union all ')}) pages ${newest}) e`;
}

async function countTimeline({ loaders }: Context, beehiveId: string, { kinds }: TimelineList): Promise<number> {
  const counts = loaders.readModel<{ parent: string; n: number }>(Beehive, (sql) => {
    const events = kinds.map((kind) => eventsOf(kind)).join(' union all ');
    return `select hive.id as parent, (select count(*)::int from (${events}) e) as n from ${hives(sql)}`;
  });
  return (await counts.load(beehiveId))[0]?.n ?? 0;
}

const hives = ({ table, ownership, parents }: BatchSql): string =>
  `(select id, created_at from ${table} where ${ownership} and id = any(${parents})) hive`;
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
