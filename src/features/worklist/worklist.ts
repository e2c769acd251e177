import { ArgsType, Field, Float, ID, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { defineKey, readCursor, writeValuesCondition } from '../../database/cursor.js';
import { Page } from '../../database/page.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/statement.js';
import { connectionOf } from '../../graphql/connection.js';
import { OptionalField, OptionalInt } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { DateTime } from '../../shared/scalars.js';
import { isUuid } from '../../shared/text.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { OVERDUE_DAYS } from '../beehives/beehives.conditions.js';
import { RULES, type RuleSql } from './worklist.conditions.js';
import { WorklistKind, WorklistSeverity } from './worklist-kind.js';

const DEFAULT_DAYS = 7;

@ArgsType()
export class WorklistArgs extends PageArgs {
  @OptionalField(() => [ID], 'Only what concerns these apiaries. Ids that are not found are ignored.')
  apiaryIds?: string[] | null;

  @OptionalField(() => [WorklistKind], 'Only these kinds.')
  kinds?: WorklistKind[] | null;

  @OptionalField(
    () => DateTime,
    `Items with a due date are listed if they are due before this time. If omitted, in ${DEFAULT_DAYS} days.`,
  )
  until?: Date | null;

  @OptionalInt(
    1,
    3650,
    `The number of days after which a hive is to be inspected again, 1 to 3650. If omitted, ${OVERDUE_DAYS}.`,
  )
  inspectionDays?: number | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Something that needs you, and the numbers that say why.',
})
export class WorklistItem {
  @Field(() => ID, {
    description: 'Its kind and the id of the record: unique, and stable as long as the record needs you.',
  })
  id!: string;

  @Field(() => WorklistKind, { description: 'Why it needs you.' })
  kind!: WorklistKind;

  @Field(() => WorklistSeverity, { description: 'How urgent it is.' })
  severity!: WorklistSeverity;

  @Field(() => DateTime, { nullable: true, description: 'When it is due, or has been due since; null without a date.' })
  dueAt!: string | null;

  @Field(() => Float, { nullable: true, description: 'The number that caused it: see its kind.' })
  value!: number | null;

  @Field(() => Float, { nullable: true, description: 'The limit that the number is compared with: see its kind.' })
  threshold!: number | null;

  /** Null of a lot whose apiary has been deleted. */
  apiaryId!: string | null;
  beehiveId!: string | null;
  inventoryItemId!: string | null;
  inspectionId!: string | null;
  treatmentId!: string | null;
  lotId!: string | null;
}

export const WorklistConnection = connectionOf(WorklistItem, 'WorklistItem', 'items');

/** The order of the list: within a severity by date, those without a date last. */
const ORDER = [
  defineKey('severity', 'number'),
  defineKey('dueAt', 'Date', { nullable: true }),
  defineKey('id', 'string'),
];
/** A cursor contains the time for which the first page was made: otherwise an item could change its severity between two pages. */
const CURSOR_KEYS = [defineKey('at', 'Date'), ...ORDER];

interface Position {
  at: Date;
  /** The values of the order. */
  values: unknown[] | undefined;
}

function readPosition(after: string | undefined): Position {
  if (after === undefined) return { at: new Date(), values: undefined };
  const [at, ...values] = readCursor(CURSOR_KEYS, after);
  return { at: new Date(at as string), values };
}

/** Loads a page in one statement for any number of apiaries. */
export async function loadWorklist(
  context: Context,
  args: WorklistArgs,
  onlyTotal: boolean,
): Promise<Page<WorklistItem>> {
  const page = readPageArgs(args);
  const { at, values } = readPosition(page.after);
  const countAll = (): Promise<number> => countItems(context, args, at);
  if (onlyTotal) return Page.ofTotal(await countAll());
  const rows = await context.access.query<WorklistItem>((sql) => {
    const items = writeUnion(sql, args, at);
    const after = values ? `where ${writeValuesCondition(ORDER, values, sql.bind)}` : '';
    const limit = sql.bind((page.first ?? MAX_LIST_ROWS) + 1);
    return `${items} ${after} order by severity, "dueAt", id limit ${limit}`;
  });
  refuseTooManyRows(rows, page);
  return new Page(rows, { args: page, keys: CURSOR_KEYS, countAll, budget: context.budget });
}

async function countItems({ access }: Context, args: WorklistArgs, at: Date): Promise<number> {
  const [row] = await access.query<{ n: number }>(
    (sql) => `select count(*)::int as n from (${writeUnion(sql, args, at)}) counted`,
  );
  return row!.n;
}

/** PostgreSQL applies the condition on the apiaries within each select. */
function writeUnion(sql: QuerySql, { apiaryIds, kinds, ...args }: WorklistArgs, at: Date): string {
  const rules = ruleSql(sql, at, args);
  const selects = [...new Set(kinds ?? Object.values(WorklistKind))].map((kind) => RULES[kind](rules));
  const items = selects.length > 0 ? selects.join(' union all ') : `${RULES[WorklistKind.QUEENLESS](rules)} limit 0`;
  const ofApiaries = apiaryIds ? `where "apiaryId" = any(${sql.bind(apiaryIds.filter(isUuid))}::uuid[])` : '';
  return `select * from (select ${rules.at} as at, items.* from (${items}) items ${ofApiaries}) items`;
}

/** A statement must not have a parameter that it does not use, so values are bound at first use. */
function ruleSql({ of, bind }: QuerySql, at: Date, { until, inspectionDays }: WorklistArgs): RuleSql {
  const bound = new Map<string, string>();
  const bindOnce = (name: string, value: unknown, type: string): string => {
    const known = bound.get(name) ?? `${bind(value)}::${type}`;
    bound.set(name, known);
    return known;
  };
  return {
    rows: (type, alias, where) => writeRows(of(type), alias, where),
    hives: (where = 'true') => writeRows(of(Beehive), 'h', `ended_on is null and (${where})`, HIVE_COLUMNS),
    joined: (type, alias, where) => writeRows(of(type, true), alias, where),
    get at() {
      return bindOnce('at', at, 'timestamptz');
    },
    get until() {
      return until ? bindOnce('until', until, 'timestamptz') : `(${this.at} + ${DEFAULT_DAYS} * interval '24 hours')`;
    },
    get inspectionDays() {
      return bindOnce('inspectionDays', inspectionDays ?? OVERDUE_DAYS, 'int');
    },
  };
}

/** Those that rules read: others have the names of columns of treatments. */
const HIVE_COLUMNS = 'id, apiary_id, created_at, last_inspected_at, health, status';

const writeRows = (
  { table, ownership }: ReturnType<QuerySql['of']>,
  alias: string,
  where = 'true',
  columns = '*',
): string => `(select ${columns} from ${table} where ${ownership} and (${where})) ${alias}`;
