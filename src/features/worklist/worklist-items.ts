// The statement of the items of a list: the union of its rules (worklist.conditions.ts).
import type { QuerySql } from '../../access/access.js';
import { dayIn } from '../../shared/days.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { OVERDUE_DAYS } from '../beehives/beehives.conditions.js';
import { RULES, type RuleSql } from './worklist.conditions.js';
import { type ApiaryWorklistArgs, DEFAULT_DAYS } from './worklist.js';
import { WorklistKind } from './worklist-kind.js';
import { WorklistMark } from './worklist-mark.entity.js';

/** `isMember`: whether apiaries of others are shared with the viewer. */
export type ItemsSql = Pick<QuerySql, 'of' | 'bind'> & { isMember: boolean };

/**
 * Writes the items that are listed.
 * @param apiaryIds an array of ids of apiaries, in SQL. PostgreSQL applies the condition within each select, but not
 *   within what is read once.
 */
export function writeItems(
  sql: ItemsSql,
  { kinds, ...args }: ApiaryWorklistArgs,
  at: Date,
  apiaryIds: string | undefined,
): string {
  const rules = ruleSql(sql, at, args);
  const selects = [...new Set(kinds ?? Object.values(WorklistKind))].map((kind) => RULES[kind](rules));
  const items = selects.length > 0 ? selects.join(' union all ') : `${RULES[WorklistKind.QUEENLESS](rules)} limit 0`;
  const ofApiaries = apiaryIds ? `where "apiaryId" = any(${apiaryIds})` : '';
  const marks = sql.of(WorklistMark);
  const isListed = [
    args.includeSnoozed ? '' : 'and "snoozedUntil" is null',
    args.assigneeId == null
      ? ''
      : `and "assigneeId" = ${sql.bind(isUuid(args.assigneeId) ? args.assigneeId : null)}::uuid`,
  ].join(' ');
  const { table, ownership } = sql.of(Beehive);
  const isLiving = `${ownership} and ended_on is null ${apiaryIds ? `and apiary_id = any(${apiaryIds})` : ''}`;
  const hives = `select ${HIVE_COLUMNS} from ${table} where ${isLiving}`;
  const clocks = writeClocks(sql.of(Apiary), rules, apiaryIds ? `id = any(${apiaryIds})` : 'true');
  return `with clocks as materialized (${clocks}),
    living as materialized (select * from (${hives}) hives join clocks using (apiary_id)),
    marks as (${writeMarks(marks)})
    select * from (
      select ${rules.at} as at, items.kind, items.key, items."recordId", items.severity, items."dueAt", items.value, items.threshold,
        items."apiaryId", items."beehiveId", items.label, items.cause, coalesce(items."assigneeId", marks.assignee_id) as "assigneeId",
        marks.snoozed_until as "snoozedUntil"
      from (${items}) items left join marks on marks.apiary_id = items."apiaryId" and marks.key = items.key
        and marks.cause is not distinct from items.cause
      ${ofApiaries}) items where true ${isListed}`;
}

/** A statement must not have a parameter that it does not use, so values are bound at first use. */
function ruleSql({ of, bind, isMember }: ItemsSql, at: Date, { until, inspectionDays }: ApiaryWorklistArgs): RuleSql {
  const bound = new Map<string, string>();
  const bindOnce = (name: string, value: unknown, type: string): string => {
    const known = bound.get(name) ?? `${bind(value)}::${type}`;
    bound.set(name, known);
    return known;
  };
  const rules: RuleSql = {
    rows: (type, alias, where) => writeRows(of(type), alias, where),
    dated: (type, alias, where) => {
      const [time, until] = [rules.at, rules.until];
      const clock = `coalesce(time_zone, 'UTC') as time_zone, coalesce(today, ${dayIn("'UTC'", time)}) as today,
        coalesce(until_there, ${until} at time zone 'UTC') as until_there`;
      return `(select dated.*, ${clock} from ${writeRows(of(type), 'dated', where)} left join clocks using (apiary_id)) ${alias}`;
    },
    hives: (where = 'true') => `(select * from living where ${where}) h`,
    joined: (type, alias, where = 'true') =>
      writeRows(of(type, true), alias, isMember ? `${OF_OWNERS} and (${where})` : where),
    get at() {
      return bindOnce('at', at, 'timestamptz');
    },
    get until() {
      return until ? bindOnce('until', until, 'timestamptz') : `(${this.at} + ${DEFAULT_DAYS} * interval '24 hours')`;
    },
    get inspectionDays() {
      if (inspectionDays != null) return bindOnce('inspectionDays', inspectionDays, 'int');
      return `coalesce(h.inspection_days, ${OVERDUE_DAYS})`;
    },
  };
  return rules;
}

/** What was put off until a day that has not come where it is, and what is assigned. */
const writeMarks = ({ table, ownership }: ReturnType<QuerySql['of']>): string =>
  `select apiary_id, key, cause, assignee_id, case when snoozed_until > today then snoozed_until end as snoozed_until
   from (select apiary_id, key, cause, assignee_id, snoozed_until from ${table} where ${ownership}) marks join clocks using (apiary_id)`;

/** What day it is in each apiary, the end of the list on its clock, and its thresholds. The apiary of a lot may be gone: UTC is right for that. */
const writeClocks = ({ table, ownership }: ReturnType<QuerySql['of']>, { at, until }: RuleSql, where: string): string =>
  `select id as apiary_id, time_zone, ${dayIn('time_zone', at)} as today, ${until} at time zone time_zone as until_there, inspection_days, mites_to_watch, mites_to_treat
   from ${table} where ${ownership} and ${where}`;

/**
 * What is joined to hives belongs to their owners. The indexes begin with these; the ownership of a member names none, so PostgreSQL would read
 * the rows of all accounts.
 */
const OF_OWNERS = 'owner_id = any(array(select distinct hive_owner_id from living))';

/** Those that rules read: others have the names of columns of treatments. */
const HIVE_COLUMNS = `id, owner_id as hive_owner_id, apiary_id, beehive_number, created_at, last_inspected_at, health, status, reigning_queen_id, queenless_since,
  mites_counted_on, mites_per_100, treatment_ends_on, withdrawal_until, withdrawal_unknown_until`;

const writeRows = ({ table, ownership }: ReturnType<QuerySql['of']>, alias: string, where = 'true'): string =>
  `(select * from ${table} where ${ownership} and (${where})) ${alias}`;
