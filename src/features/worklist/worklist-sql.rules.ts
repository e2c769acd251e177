// What a rule of the worklist is, and how its items and their number are written as a select.
import type { EntityClass } from '@mikro-orm/core';
import type { WorklistKind } from './worklist.enums.js';

/**
 * What the rules are written from. What depends on the apiary of a row, its clock (worklist-items.queries.ts), is calculated once for each
 * apiary: PostgreSQL would repeat the calculation for each hive, and look up the time zone each time. Values are placeholders, bound when a rule
 * reads them.
 */
export interface RuleSql {
  /** The viewer's rows of a table, as a subquery with an alias. */
  rows: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The same with the clock of their apiary. `where` finds them by an index, and `exact` may read the clock. */
  dated: (type: EntityClass<object>, alias: string, where: string, exact: string) => string;
  /** Rows of the viewer, for a rule that joins them to other ones. */
  joined: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The viewer's living hives with their clocks, with the alias `h`. They are read once for all rules, with what triggers keep of their records. */
  hives: (where?: string) => string;
  /**
   * Rows that a rule reads once: for its items and their count, and before it joins them. PostgreSQL knows so little of the hives of a viewer that
   * it would read all of them again for each hive. @returns the name of a common table expression
   */
  once: (name: string, write: () => string) => string;
  /** The id of the viewer, for what only an owner is to do. */
  readonly viewerId: string;
  /** The time for which the list is made. */
  readonly at: string;
  readonly until: string;
  /** The latest that `until` is anywhere, as a time without a zone, with which PostgreSQL compares days by an index. */
  readonly untilAnywhere: string;
  /** The last year of queens that are old by then. */
  readonly oldYear: string;
}

/** The type of each column of an item. */
const COLUMNS = {
  severity: 'int',
  dueAt: 'timestamptz(3)',
  /** The day on which it is due. Of a time, it is calculated of what is listed, by the time zone. */
  dueDay: 'date',
  timeZone: 'text',
  value: 'float8',
  threshold: 'float8',
  apiaryId: 'uuid',
  beehiveId: 'uuid',
  assigneeId: 'uuid',
  label: 'text',
};

/** Where the items of a kind are read, and the SQL of their columns, of which those that are left out are null. */
export interface Rule {
  from: (sql: RuleSql) => string;
  item: (sql: RuleSql) => Partial<Record<keyof typeof COLUMNS, string | number>>;
  /** Columns of `from`. */
  recordId: string;
  apiaryId: string;
  /** What an item follows from, as a time: `dueAt`, if it is left out. What was put off is listed again when that is another one. */
  cause?: string;
}

/**
 * Never null, and within the times that a mark may have: the first day of records begins before them in the east, and what is due after the last
 * one is later.
 */
const causeOf = ({ cause, item }: Rule, sql: RuleSql): string =>
  `least(greatest((${cause ?? item(sql).dueAt ?? 'null'})::timestamptz(3), '1900-01-01 00:00Z'), '2200-12-31 23:59Z')`;
/**
 * Whether an item was not put off (worklist-items.queries.ts). A table of uuids: the text of the key of each row would cost more than all else.
 * It is written as `not in`, whose rows PostgreSQL hashes: with `not exists`, it compares each item with each mark, since it knows nothing of
 * their number.
 */
const isListed = (kind: WorklistKind, rule: Rule, sql: RuleSql): string =>
  `(${rule.apiaryId} is null or (${rule.recordId}, ${rule.apiaryId}, ${causeOf(rule, sql)}) not in (
    select record_id, apiary_id, cause from marks where kind = '${kind}' and is_snoozed))`;

/** The collation makes the order of keys independent of the database. */
export function writeItemsOf(kind: WorklistKind, rule: Rule, sql: RuleSql, includeSnoozed: boolean): string {
  const { from, item, recordId, apiaryId } = rule;
  const columns = { ...item(sql), apiaryId };
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `(${columns[name as keyof typeof COLUMNS] ?? 'null'})::${type} as "${name}"`,
  );
  return `select '${kind}' as kind, ('${kind}:' || ${recordId}) collate "C" as key, ${recordId} as "recordId", ${list.join(', ')},
    ${causeOf(rule, sql)} as cause from ${from(sql)} ${includeSnoozed ? '' : `where ${isListed(kind, rule, sql)}`}`;
}

/** Without the columns, of which PostgreSQL would calculate those that it does not need, too: half of the time. */
export function writeCountsOf(
  kind: WorklistKind,
  rule: Rule,
  sql: RuleSql,
  includeSnoozed: boolean,
  apiaryIds: string | undefined,
): string {
  const { from, apiaryId } = rule;
  const conditions = [
    ...(apiaryIds ? [`${apiaryId} = any(${apiaryIds})`] : []),
    ...(includeSnoozed ? [] : [isListed(kind, rule, sql)]),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  return `select '${kind}' as kind, ${apiaryId} as parent, count(*)::int as count from ${from(sql)} ${where} group by 2`;
}
