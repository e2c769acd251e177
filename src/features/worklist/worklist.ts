import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { defineKey, readCursor, writeValuesCondition } from '../../database/cursor.js';
import { Page } from '../../database/page.js';
import { MAX_LIST_ROWS, refuseTooManyRows } from '../../database/statement.js';
import { connectionOf } from '../../graphql/connection.js';
import { DefaultedInt, OptionalField } from '../../graphql/input-fields.js';
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

  @DefaultedInt(1, 3650, OVERDUE_DAYS, 'The number of days after which a hive is to be inspected again, 1 to 3650.')
  inspectionDays?: number | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'Something that needs you, and the numbers that say why.',
})
export class WorklistItem {
  @Field(() => ID, {
    description: 'Its kind and the id of the record: unique in the list, and stable as long as the record needs you.',
  })
  key!: string;

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

@ObjectType({ simpleResolvers: true, description: 'How many items of a kind there are.' })
export class WorklistCount {
  @Field(() => WorklistKind, { description: 'Why they need you.' })
  kind!: WorklistKind;

  @Field(() => Int, { description: 'The number of items, 0 if there are none.' })
  count!: number;
}

export const WorklistConnection = connectionOf(WorklistItem, 'WorklistItem', 'items');

/** The order of the list: within a severity by date, those without a date last. */
const ORDER = [
  defineKey('severity', 'number'),
  defineKey('dueAt', 'Date', { nullable: true }),
  defineKey('key', 'string'),
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

/** A page that knows how many items of each kind are in the whole list. */
export class WorklistPage extends Page<WorklistItem> {
  constructor(
    rows: WorklistItem[],
    options: ConstructorParameters<typeof Page<WorklistItem>>[1],
    readonly loadCounts: () => Promise<WorklistCount[]>,
  ) {
    super(rows, options);
  }
}

/**
 * Loads a page in one statement for any number of apiaries.
 * @param onlyCounts whether no item is selected, so that none is read
 */
export async function loadWorklist(context: Context, args: WorklistArgs, onlyCounts: boolean): Promise<WorklistPage> {
  const page = readPageArgs(args);
  const { at, values } = readPosition(page.after);
  // The total and the counts are of one statement.
  let counts: Promise<WorklistCount[]> | undefined;
  const loadCounts = (): Promise<WorklistCount[]> => {
    counts ??= countItems(context, args, at);
    return counts;
  };
  const countAll = async (): Promise<number> => (await loadCounts()).reduce((sum, { count }) => sum + count, 0);
  const options = { args: page, keys: CURSOR_KEYS, countAll, budget: context.budget };
  if (onlyCounts) return new WorklistPage([], { ...options, total: await countAll() }, loadCounts);
  const rows = await context.access.query<WorklistItem>((sql) => {
    const items = writeUnion(sql, args, at);
    const after = values ? `where ${writeValuesCondition(ORDER, values, sql.bind)}` : '';
    const limit = sql.bind((page.first ?? MAX_LIST_ROWS) + 1);
    return `${items} ${after} order by severity, "dueAt", key limit ${limit}`;
  });
  refuseTooManyRows(rows, page);
  return new WorklistPage(rows, options, loadCounts);
}

/** @returns one count for each kind that is listed, in the order of the kinds */
async function countItems({ access }: Context, args: WorklistArgs, at: Date): Promise<WorklistCount[]> {
  const rows = await access.query<WorklistCount>(
    (sql) => `select kind, count(*)::int as count from (${writeUnion(sql, args, at)}) counted group by kind`,
  );
  const found = new Map(rows.map(({ kind, count }) => [kind, count]));
  const listed = Object.values(WorklistKind).filter((kind) => args.kinds?.includes(kind) ?? true);
  return listed.map((kind) => ({ kind, count: found.get(kind) ?? 0 }));
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
