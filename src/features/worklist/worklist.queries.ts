import type { Access, QuerySql } from '../../access/access.js';
import type { PolicyViewer } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { defineKey, readCursor, writeValuesCondition } from '../../database/cursor.js';
import { limitOfLists, MAX_LIST_ROWS, refuseTooManyRows } from '../../database/list-limits.js';
import { Page } from '../../database/page.js';
import type { BatchSql } from '../../database/statement.js';
import type { Bind } from '../../database/where.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { requireSeen } from '../../graphql/seen-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { WorklistKind } from './worklist.enums.js';
import type { WorklistArgs, WorklistCount, WorklistFilter, WorklistItem } from './worklist.inputs.js';
import { withDetails, writeCounts, writeItems } from './worklist-items.queries.js';

/** The order of the list: within a severity by date, those without a date last. */
const ORDER = [
  defineKey('severity', 'number'),
  defineKey('dueAt', 'Date', { nullable: true }),
  defineKey('key', 'string'),
];
const ORDER_BY = 'order by severity, "dueAt", key';
/** A cursor contains the time for which the first page was made: otherwise an item could change its severity between two pages. */
const CURSOR_KEYS = [defineKey('at', 'Date'), ...ORDER];

interface Position {
  at: Date;
  /** The values of the order. */
  values: unknown[] | undefined;
}

/** All lists of a request are made for the same time: those of many apiaries are one statement. */
const times = new WeakMap<Context, Date>();
function timeOf(context: Context): Date {
  const time = times.get(context) ?? new Date();
  times.set(context, time);
  return time;
}

function readPosition(context: Context, after: string | undefined): Position {
  if (after === undefined) return { at: timeOf(context), values: undefined };
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

interface ReadCounts {
  /** `WorklistCount[]` as text, if it was read with the items. */
  counts?: string;
}

/** How the items of a list, and their counts by kind, are read. */
interface Source {
  /** Whether the loader has counted the items against the response budget. */
  isCounted: boolean;
  items: (at: Date, isAfter: (bind: Bind) => string, limit: number) => Promise<(WorklistItem & ReadCounts)[]>;
  counts: (at: Date) => Promise<WorklistCount[]>;
}

type Writer = (...args: Parameters<typeof writeItems>) => string;

/** The list of all apiaries, or of those that are named: one statement. */
export function loadWorklist(
  context: Context,
  args: WorklistArgs,
  { onlyCounts, withCounts }: { onlyCounts: boolean; withCounts: boolean },
): Promise<WorklistPage> {
  const { access, viewer } = context;
  const filter = args.filter ?? {};
  const ids = filter.apiaryIds ?? undefined;
  const write = (how: Writer, sql: QuerySql, at: Date): string =>
    how({ ...sql, viewer }, filter, at, ids && `${sql.bind(ids)}::uuid[]`, withCounts && filter.assigneeIds == null);
  return loadPage(context, args, onlyCounts, {
    isCounted: false,
    items: (at, isAfter, limit) =>
      access.query(
        (sql) =>
          `${withDetails(sql, `${write(writeItems, sql, at)} and ${isAfter(sql.bind)} ${ORDER_BY} limit ${sql.bind(limit)}`)} ${ORDER_BY}`,
      ),
    counts: (at) =>
      access.query(
        (sql) => `select kind, sum(count)::int as count from (${write(writeCounts, sql, at)}) counted group by kind`,
      ),
  });
}

/** An item as a mail lists it. */
export interface ListedItem extends WorklistItem {
  /** Null of a lot whose apiary has been deleted. */
  apiaryName: string | null;
  /** The number of all items. */
  total: number;
}

/** The first items of the list of an account that has sent no request, in one statement. @param access as that account */
export const listFirst = (
  access: Access,
  viewer: PolicyViewer,
  filter: WorklistFilter,
  at: Date,
  first: number,
): Promise<ListedItem[]> =>
  access.query((sql) => {
    const items = `select *, count(*) over ()::int as total from (${writeItems({ ...sql, viewer }, filter, at, undefined)}) items`;
    const { table, ownership } = sql.of(Apiary);
    return `select listed.*, a.name as "apiaryName" from (${withDetails(sql, `${items} ${ORDER_BY} limit ${sql.bind(first)}`)}) listed
      left join (select id, name from ${table} where ${ownership}) a on a.id = "apiaryId" ${ORDER_BY}`;
  });

/** The list of an apiary: those of all apiaries of a request are one statement. */
export function loadApiaryWorklist(
  context: Context,
  apiaryId: string,
  args: WorklistArgs,
  onlyCounts: boolean,
): Promise<WorklistPage> {
  const { loaders, viewer } = context;
  const { first } = readPageArgs(args);
  const filter = args.filter ?? {};
  const ids = filter.apiaryIds ?? undefined;
  const read = <R>(write: (sql: BatchSql) => string): Promise<R[]> =>
    loaders.readModel<R & { parent: string }>(Apiary, write, undefined, { first }).load(apiaryId);
  const write = (how: Writer, sql: BatchSql, at: Date): string => {
    const seen = `array(select id from ${sql.table} where ${sql.ownership} and id = any(${sql.parents})${ids ? ` and id = any(${sql.bind(ids)}::uuid[])` : ''})`;
    return how({ ...sql, viewer }, filter, at, seen);
  };
  return loadPage(context, args, onlyCounts, {
    isCounted: true,
    items: (at, isAfter, limit) =>
      read((sql) => {
        const ranked = `select items.*, row_number() over (partition by "apiaryId" ${ORDER_BY}) as place
          from (${write(writeItems, sql, at)}) items where ${isAfter(sql.bind)}`;
        const listed = `select "apiaryId" as parent, items.* from (${ranked}) items where place <= ${sql.bind(limit)}
          order by place ${first === undefined ? `limit ${limitOfLists(sql.parents)}` : ''}`;
        return `${withDetails(sql, listed)} order by place`;
      }),
    counts: (at) => read((sql) => `select * from (${write(writeCounts, sql, at)}) counted`),
  });
}

/** @param onlyCounts whether no item is selected, so that none is read */
async function loadPage(
  context: Context,
  args: WorklistArgs,
  onlyCounts: boolean,
  source: Source,
): Promise<WorklistPage> {
  await requireSeen(context, args);
  const page = readPageArgs(args);
  const { at, values } = readPosition(context, page.after);
  // The total and the counts are of one statement.
  let counts: Promise<WorklistCount[]> | undefined;
  const loadCounts = (): Promise<WorklistCount[]> => {
    counts ??= source.counts(at).then((rows) => completeCounts(rows, args.filter));
    return counts;
  };
  const countAll = async (): Promise<number> => (await loadCounts()).reduce((sum, { count }) => sum + count, 0);
  const { isCounted } = source;
  const options = { args: page, keys: CURSOR_KEYS, countAll, budget: context.budget, isCounted };
  if (onlyCounts) return new WorklistPage([], { ...options, total: await countAll() }, loadCounts);
  const isAfter = (bind: Bind): string => (values ? writeValuesCondition(ORDER, values, bind) : 'true');
  const rows = await source.items(at, isAfter, (page.first ?? MAX_LIST_ROWS) + 1);
  refuseTooManyRows(rows, page);
  const read = rows[0]?.counts;
  if (read !== undefined) counts = Promise.resolve(completeCounts(JSON.parse(read), args.filter));
  return new WorklistPage(rows, options, loadCounts);
}

/** @returns one count for each kind that is listed, in the order of the kinds */
function completeCounts(rows: WorklistCount[], filter: WorklistFilter | null | undefined): WorklistCount[] {
  const found = new Map(rows.map(({ kind, count }) => [kind, count]));
  const listed = Object.values(WorklistKind).filter((kind) => filter?.kinds?.includes(kind) ?? true);
  return listed.map((kind) => ({ kind, count: found.get(kind) ?? 0 }));
}
