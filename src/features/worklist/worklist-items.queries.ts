// The statement of the items of a list: the union of its rules (worklist.rules.ts).
import type { QuerySql } from '../../access/access.js';
import type { PolicyViewer } from '../../access/policy.js';
import { DAY_MS, dayIn } from '../../shared/days.js';
import { UTC } from '../../shared/time-zone.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { OVERDUE_DAYS } from '../beehives/beehives.queries.js';
import { TREAT_PER_100, WATCH_PER_100 } from '../treatments/mite-trend.queries.js';
import { OLD_YEARS, SILENT_HOURS, WorklistKind } from './worklist.enums.js';
import { DEFAULT_DAYS, MAX_INSPECTION_DAYS, type WorklistFilter } from './worklist.inputs.js';
import { RULES } from './worklist.rules.js';
import { WorklistMark } from './worklist-mark.entity.js';
import { type RuleSql, writeCountsOf, writeItemsOf } from './worklist-sql.rules.js';

export type ItemsSql = Pick<QuerySql, 'of' | 'bind'> & { viewer: PolicyViewer };

/**
 * Writes the items that are listed.
 * @param apiaryIds an array of ids of apiaries, in SQL. PostgreSQL applies the condition within each select, but not
 *   within what is read once.
 * @param withCounts whether each has all counts as text, too: the hives are read once for both
 */
export function writeItems(
  sql: ItemsSql,
  filter: WorklistFilter,
  at: Date,
  apiaryIds: string | undefined,
  withCounts = false,
): string {
  const rules = ruleSql(sql, at, filter);
  const includeSnoozed = filter.includeSnoozed ?? false;
  const items = union(filter, (kind) => writeItemsOf(kind, RULES[kind], rules, includeSnoozed));
  const ofApiaries = apiaryIds ? `where "apiaryId" = any(${apiaryIds})` : '';
  const counts = withCounts ? `, ${writeCountsAsText(unionOfCounts(filter, rules, apiaryIds))}` : '';
  const listed = `select ${rules.at} as at, kind, key, "recordId", severity, "dueAt", "dueDay", "timeZone", value, threshold, "apiaryId", "beehiveId",
      label, cause, "assigneeId" as "ownAssigneeId" from (${items}) items ${ofApiaries}`;
  return `${withRead(sql, filter, rules, apiaryIds)} select *${counts} from (${listed}) items where ${isAssigned(sql, filter)}`;
}

function isAssigned({ bind }: ItemsSql, { assigneeIds }: WorklistFilter): string {
  if (assigneeIds == null) return 'true';
  const isOneOf = `any(${bind(assigneeIds)}::uuid[])`;
  return `("ownAssigneeId" = ${isOneOf} or "ownAssigneeId" is null and (kind, "recordId", "apiaryId", cause) in (
    select kind, record_id, apiary_id, cause from marks where assignee_id = ${isOneOf}))`;
}

/**
 * Adds what is read of listed items only: their marks, by the index, and the day on which each is due (a time zone costs as much as all else of
 * an item).
 */
export function withDetails({ of }: Pick<QuerySql, 'of'>, listed: string): string {
  const [marks, apiaries] = [of(WorklistMark), of(Apiary)];
  return `select l.*, coalesce("ownAssigneeId", mark.assignee_id) as "assigneeId", mark.snoozed_until as "snoozedUntil",
      coalesce("dueDay", case when "dueAt" is not null then greatest(${dayIn('"timeZone"', '"dueAt"')}, '0001-01-01'::date) end) as "dueOn"
    from (${listed}) l left join lateral (
      select m.assignee_id, case when m.snoozed_until > ${dayIn('a.time_zone', 'l.at')} then m.snoozed_until end as snoozed_until
      from (select * from ${marks.table} where ${marks.ownership}) m
        join (select id, time_zone from ${apiaries.table} where ${apiaries.ownership}) a on a.id = m.apiary_id
      where m.apiary_id = l."apiaryId" and m.kind = l.kind and m.record_id = l."recordId" and m.cause = l.cause
    ) mark on true`;
}

const writeCountsAsText = (counts: string): string =>
  `(select json_agg(c)::text from (select kind, sum(count)::int as count from (${counts}) c group by kind) c) as counts`;

/** Writes the numbers of the items of each kind in each apiary. Who does an item is known only of what is read whole. */
export function writeCounts(sql: ItemsSql, filter: WorklistFilter, at: Date, apiaryIds: string | undefined): string {
  if (filter.assigneeIds != null)
    return `select kind, "apiaryId" as parent, count(*)::int as count from (${writeItems(sql, filter, at, apiaryIds)}) c group by 1, 2`;
  const rules = ruleSql(sql, at, filter);
  const counts = unionOfCounts(filter, rules, apiaryIds);
  return `${withRead(sql, filter, rules, apiaryIds)} ${counts}`;
}

const unionOfCounts = (filter: WorklistFilter, rules: RuleSql, apiaryIds: string | undefined): string =>
  union(filter, (kind) => writeCountsOf(kind, RULES[kind], rules, filter.includeSnoozed ?? false, apiaryIds));

function union({ kinds }: WorklistFilter, write: (kind: WorklistKind) => string): string {
  const selects = [...new Set(kinds ?? Object.values(WorklistKind))].map(write);
  // A list of no kinds has columns, too.
  return selects.length > 0 ? selects.join(' union all ') : `${write(WorklistKind.QUEENLESS)} limit 0`;
}

/** What is read once for all rules, and for some of them, which have been written before. */
function withRead({ of, bind }: ItemsSql, filter: WorklistFilter, rules: RulesSql, apiaryIds?: string): string {
  const { table, ownership } = of(Beehive);
  const isListed = `${ownership} and ended_on is null ${apiaryIds ? `and apiary_id = any(${apiaryIds})` : ''}`;
  const hives = `select ${HIVE_COLUMNS} from ${table} where ${isListed}`;
  const days =
    filter.inspectionDays == null
      ? `least(coalesce(inspection_days, ${OVERDUE_DAYS}), ${MAX_INSPECTION_DAYS})`
      : `${bind(filter.inspectionDays)}::int`;
  return `with clocks as materialized (${writeClocks(of(Apiary), rules, days, apiaryIds)}),
    living as materialized (select * from (${hives}) hives join clocks using (apiary_id)),
    marks as materialized (${writeMarks(of(WorklistMark))})
    ${[...rules.reads].map(([name, select]) => `, ${name} as materialized (${select})`).join('')}`;
}

/** The clock of each apiary: the day and the time in its time zone, and what it says about its hives. */
const writeClocks = (
  { table, ownership }: ReturnType<QuerySql['of']>,
  { at, until }: RuleSql,
  days: string,
  apiaryIds: string | undefined,
): string => `
  select apiary_id, time_zone, ${dayIn('time_zone', at)} as today, ${until} at time zone time_zone as until_there, days as inspection_days,
    length as inspection_interval, ${at} - length as interval_ago, ${at} - 2 * length as two_intervals_ago,
    ${until} - length as interval_before_until, mites_to_watch, mites_to_treat, winter_stores, minimum_weight, silent_hours
  from (select id as apiary_id, time_zone, ${days} as days, ${days} * interval '24 hours' as length,
      coalesce(mites_to_watch, ${WATCH_PER_100}) as mites_to_watch, coalesce(mites_to_treat, ${TREAT_PER_100}) as mites_to_treat, winter_stores, minimum_weight,
      coalesce(silent_hours, ${SILENT_HOURS}) as silent_hours
    from ${table} where ${ownership} ${apiaryIds ? `and id = any(${apiaryIds})` : ''}) a`;

/** Each mark, and whether its day has not come where it is. One without a cause is of no item, and with it `not in` would find none. */
const writeMarks = ({ table, ownership }: ReturnType<QuerySql['of']>): string =>
  `select apiary_id, kind, record_id, cause, assignee_id, coalesce(snoozed_until > today, false) as is_snoozed
   from (select apiary_id, kind, record_id, cause, assignee_id, snoozed_until from ${table} where ${ownership} and cause is not null) m
   join clocks using (apiary_id)`;

/** A statement must not have a parameter that it does not use, so values are bound at first use. Days are counted as 24 hours. */
function ruleSql({ of, bind, viewer }: ItemsSql, at: Date, { dueBefore }: WorklistFilter): RulesSql {
  const end = dueBefore ?? new Date(at.getTime() + DEFAULT_DAYS * DAY_MS);
  const latest = new Date(end.getTime() + FIRST_ZONE_MS);
  const values: Record<keyof Values, [type: string, value: unknown]> = {
    at: ['timestamptz', at],
    until: ['timestamptz', end],
    untilAnywhere: ['timestamp', inUtc(latest)],
    oldYear: ['int', latest.getUTCFullYear() - OLD_YEARS - 1],
    viewerId: ['uuid', viewer.id],
  };
  const rules = {
    reads: new Map(),
    once: (name, write) => {
      if (!rules.reads.has(name)) rules.reads.set(name, write());
      return name;
    },
    rows: (type, alias, where) => writeRows(of(type), alias, where),
    dated: (type, alias, where, exact) =>
      `(select * from (select dated.*, ${clockOf(rules)} from ${writeRows(of(type), 'dated', where)}
        left join clocks using (apiary_id)) dated where ${exact}) ${alias}`,
    hives: (where = 'true') => `(select * from living where ${where}) h`,
    joined: (type, alias, where = 'true') =>
      writeRows(of(type, true), alias, viewer.isMember ? `${OF_OWNERS} and (${where})` : where),
  } as RulesSql;
  for (const [name, [type, value]] of Object.entries(values)) {
    let placeholder: string | undefined;
    const get = (): string => (placeholder ??= `${bind(value)}::${type}`);
    Object.defineProperty(rules, name, { get, enumerable: true });
  }
  return rules;
}

/** With what rules read once, by name. */
interface RulesSql extends RuleSql {
  reads: Map<string, string>;
}

/** The apiary of a lot may be gone: UTC is as right as any other for that. */
const clockOf = ({ at, until }: RuleSql): string =>
  `coalesce(time_zone, '${UTC}') as time_zone, coalesce(today, ${dayIn(`'${UTC}'`, at)}) as today,
   coalesce(until_there, ${until} at time zone '${UTC}') as until_there`;

/** The greatest difference from UTC, that of Kiribati. */
const FIRST_ZONE_MS = 14 * 3_600_000;
/** The year 10000, which a client can ask for with a cursor, has a sign in ISO 8601. */
const inUtc = (time: Date): string => time.toISOString().replace('+0', '').slice(0, -1);

/** What rules read as placeholders of values. */
type Values = Pick<RuleSql, 'at' | 'until' | 'untilAnywhere' | 'oldYear' | 'viewerId'>;

/**
 * What is joined to hives belongs to their owners. The indexes begin with these; the ownership of a member names none, so PostgreSQL would read
 * the rows of all accounts.
 */
const OF_OWNERS = 'owner_id = any(array(select distinct hive_owner_id from living))';

/** Those that rules read: others have the names of columns of treatments. */
const HIVE_COLUMNS = `id, owner_id as hive_owner_id, apiary_id, label, created_at, last_inspected_at, health, status, reigning_queen_id, queenless_since,
  mites_counted_on, mites_per_100, treatment_ends_on, withdrawal_until, withdrawal_unknown_until, food_frames, brood_frames`;

const writeRows = ({ table, ownership }: ReturnType<QuerySql['of']>, alias: string, where = 'true'): string =>
  `(select * from ${table} where ${ownership} and (${where})) ${alias}`;
