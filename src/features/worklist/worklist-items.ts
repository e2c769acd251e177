// The statement of the items of a list: the union of its rules (worklist.conditions.ts).
import type { QuerySql } from '../../access/access.js';
import { DAY_MS, dayAt } from '../../shared/days.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { OVERDUE_DAYS } from '../beehives/beehives.conditions.js';
import { type RuleSql, writeCountsOf, writeItemsOf } from './worklist.conditions.js';
import { type ApiaryWorklistArgs, DEFAULT_DAYS } from './worklist.js';
import { OLD_YEARS, WorklistKind } from './worklist-kind.js';

/** `isMember`: whether apiaries of others are shared with the viewer. */
export type ItemsSql = Pick<QuerySql, 'of' | 'bind'> & { isMember: boolean };

/**
 * Writes the items that are listed.
 * @param apiaryIds an array of ids of apiaries, in SQL. PostgreSQL applies the condition within each select, but not
 *   within what is read once.
 * @param withCounts whether each has all counts as text, too: the hives are read once for both
 */
export function writeItems(
  sql: ItemsSql,
  args: ApiaryWorklistArgs,
  at: Date,
  apiaryIds: string | undefined,
  withCounts = false,
): string {
  const rules = ruleSql(sql, at, args);
  const items = union(args, (kind) => writeItemsOf(kind, rules));
  const ofApiaries = apiaryIds ? `where "apiaryId" = any(${apiaryIds})` : '';
  const counts = withCounts
    ? `, ${writeCountsAsText(union(args, (kind) => writeCountsOf(kind, rules, apiaryIds)))}`
    : '';
  return `${withLiving(sql, apiaryIds)} select *${counts} from (select ${rules.at} as at, items.* from (${items}) items ${ofApiaries}) items`;
}

const writeCountsAsText = (counts: string): string =>
  `(select json_agg(c)::text from (select kind, sum(count)::int as count from (${counts}) c group by kind) c) as counts`;

/** Writes the numbers of the items of each kind in each apiary. */
export function writeCounts(sql: ItemsSql, args: ApiaryWorklistArgs, at: Date, apiaryIds: string | undefined): string {
  const rules = ruleSql(sql, at, args);
  return `${withLiving(sql, apiaryIds)} ${union(args, (kind) => writeCountsOf(kind, rules, apiaryIds))}`;
}

function union({ kinds }: ApiaryWorklistArgs, write: (kind: WorklistKind) => string): string {
  const selects = [...new Set(kinds ?? Object.values(WorklistKind))].map(write);
  // A list of no kinds has columns, too.
  return selects.length > 0 ? selects.join(' union all ') : `${write(WorklistKind.QUEENLESS)} limit 0`;
}

function withLiving({ of }: ItemsSql, apiaryIds: string | undefined): string {
  const { table, ownership } = of(Beehive);
  const isListed = `${ownership} and ended_on is null ${apiaryIds ? `and apiary_id = any(${apiaryIds})` : ''}`;
  return `with living as materialized (select ${HIVE_COLUMNS} from ${table} where ${isListed})`;
}

/** A statement must not have a parameter that it does not use, so values are bound at first use. Days are counted as 24 hours. */
function ruleSql({ of, bind, isMember }: ItemsSql, at: Date, { until, inspectionDays }: ApiaryWorklistArgs): RuleSql {
  const days = inspectionDays ?? OVERDUE_DAYS;
  const end = until ?? addDays(at, DEFAULT_DAYS);
  const values: Record<keyof Values, [type: string, value: unknown]> = {
    at: ['timestamptz', at],
    today: ['date', dayAt(at.getTime())],
    until: ['timestamptz', end],
    untilInUtc: ['timestamp', inUtc(end)],
    oldYear: ['int', end.getUTCFullYear() - OLD_YEARS - 1],
    inspectionDays: ['int', days],
    inspectionInterval: ['interval', `${days * 24} hours`],
    intervalAgo: ['timestamptz', addDays(at, -days)],
    twoIntervalsAgo: ['timestamptz', addDays(at, -2 * days)],
    intervalBeforeUntil: ['timestamptz', addDays(end, -days)],
  };
  const rules = {
    rows: (type, alias, where) => writeRows(of(type), alias, where),
    hives: (where = 'true') => `(select * from living where ${where}) h`,
    joined: (type, alias, where = 'true') =>
      writeRows(of(type, true), alias, isMember ? `${OF_OWNERS} and (${where})` : where),
  } as RuleSql;
  for (const [name, [type, value]] of Object.entries(values)) {
    let placeholder: string | undefined;
    const get = (): string => (placeholder ??= `${bind(value)}::${type}`);
    Object.defineProperty(rules, name, { get, enumerable: true });
  }
  return rules;
}

/** The year 10000, which a client can ask for with a cursor, has a sign in ISO 8601. */
const inUtc = (time: Date): string => time.toISOString().replace('+0', '').slice(0, -1);
const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);

/** What rules read as placeholders of values. */
type Values = Omit<RuleSql, 'rows' | 'hives' | 'joined'>;

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
