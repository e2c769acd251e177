import { ArgsType, InputType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { defineKey, readCursor, writeValuesCondition } from '../../database/cursor.js';
import { Page } from '../../database/page.js';
import { writeCondition } from '../../database/where.js';
import type { MemberColumns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { DefaultedInt, OptionalField, RequiredText } from '../../graphql/input-fields.js';
import { After, MAX_PAGE_SIZE } from '../../graphql/page-args.js';
import { interfaceOf, loadFound, type TypedRow } from '../../graphql/record-interface.js';
import { OneOf } from '../../graphql/validators.js';
import { listKinds, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { SEARCHED, SEARCHED_KINDS } from './searched.rules.js';

const DEFAULT_SIZE = 20;

@InputType({ description: 'Which records are found.' })
export class SearchFilter {
  @OptionalField(
    () => [RecordKind],
    `Only records of these kinds: ${listKinds(SEARCHED_KINDS)}. If omitted, of all of them.`,
    OneOf(SEARCHED_KINDS),
  )
  kinds?: RecordName[] | null;
}

@ArgsType()
export class SearchArgs {
  @RequiredText(200, 'The text to find, ignoring case. Accents count, except in inventory items.')
  text!: string;

  @OptionalField(() => SearchFilter, 'What the list is limited to.')
  filter?: SearchFilter | null;

  @DefaultedInt(1, MAX_PAGE_SIZE, DEFAULT_SIZE, `Page size, 1–${MAX_PAGE_SIZE}.`)
  first?: number | null;

  @After()
  after?: string | null;
}

const SearchRecord = interfaceOf(
  'SearchRecord',
  SEARCHED.map(({ record }) => record),
  'What `search` finds.',
);
export const SearchConnection = connectionOf(SearchRecord, 'Search');

/** Where a record is in the list. Its names are not those of columns of records. */
interface Found {
  foundType: number;
  foundPlace: number;
  foundName: string;
  id: string;
}
const ORDER = [
  defineKey('foundType', 'number'),
  defineKey('foundPlace', 'number'),
  defineKey('foundName', 'string'),
  defineKey('id', 'string'),
];
const ORDER_BY = `order by ${ORDER.map((key) => key.sql).join(', ')}`;
/** A part of the name is enough for the order, and a cursor stays short. */
const NAME_LENGTH = 100;

/** One statement finds the ids of a page, and one for each type among them reads the records. */
export async function loadSearch(
  context: Context,
  args: SearchArgs,
  columnsOf: MemberColumns,
  onlyTotal: boolean,
): Promise<Page<TypedRow>> {
  const { access, loaders, budget } = context;
  const [first, after] = [args.first ?? DEFAULT_SIZE, args.after ?? undefined];
  const position = after === undefined ? undefined : readCursor(ORDER, after);
  const wanted = args.filter?.kinds;
  const kinds = SEARCHED.filter(({ record }) => !wanted || wanted.some((kind) => kind === record.name));
  const countAll = async (): Promise<number> => {
    if (kinds.length === 0) return 0;
    const [counted] = await context.withShare('searches', () =>
      access.query<{ n: number }>(
        (sql) =>
          `select count(*)::int as n from (${writeTypes(context, sql, args.text, kinds).join(' union all ')}) found`,
      ),
    );
    return counted!.n;
  };
  const options = { args: { first, after }, keys: ORDER, countAll, budget };
  if (onlyTotal) return new Page<TypedRow>([], { ...options, total: await countAll() });
  // Kinds before the cursor have been read.
  const remaining = kinds.filter((kind) => !position || SEARCHED.indexOf(kind) >= Number(position[0]));
  if (remaining.length === 0) return new Page<TypedRow>([], options);
  const found = await context.withShare('searches', () =>
    access.query<Found>((sql) => {
      const selects = writeTypes(context, sql, args.text, remaining);
      const condition = position ? writeValuesCondition(ORDER, position, sql.bind) : 'true';
      return writePage(selects, condition, sql.bind(first + 1));
    }),
  );
  const load = async (one: Found): Promise<TypedRow | null> => {
    const row = await loadFound(loaders, SEARCHED[one.foundType]!.record, one.id, columnsOf);
    return row && { ...row, ...one };
  };
  // What has been deleted since then is left out.
  const rows = (await Promise.all(found.slice(0, first).map(load))).filter((row) => row !== null);
  // The record after the page shows that there is another page.
  const all = [...rows, ...(found.slice(first) as object[] as TypedRow[])];
  return new Page(all, { ...options, args: { first: rows.length, after }, isCounted: true });
}

/** Selects, for each type, the viewer's records that contain the text. */
function writeTypes(context: Context, { of, bind }: QuerySql, text: string, kinds: typeof SEARCHED): string[] {
  return kinds.map((kind) => {
    const { record, where, place = '0', name = "''" } = kind;
    const { table, ownership } = of(record);
    const matches = writeCondition(context.table(record), where(text, context.viewer), bind);
    return `select ${SEARCHED.indexOf(kind)} as "foundType", ${place} as "foundPlace",
        left(lower(${name}), ${NAME_LENGTH}) collate "C" as "foundName", id::text collate "C" as id
      from ${table} where ${ownership} and ${matches}`;
  });
}

/** A type is not read if those before it have filled the page: the last ones have the most records. */
function writePage(selects: string[], isAfter: string, limit: string): string {
  const all = (names: string[]): string => names.map((name) => `select * from ${name}`).join(' union all ');
  const names = selects.map((_, i) => `type_${i}`);
  const parts = selects.map((select, i) => {
    const isWanted = i === 0 ? 'true' : `(select count(*) from (${all(names.slice(0, i))}) earlier) < ${limit}`;
    return `${names[i]} as materialized (select * from (${select}) found
      where ${isWanted} and ${isAfter} ${ORDER_BY} limit ${limit})`;
  });
  return `with ${parts.join(', ')} select * from (${all(names)}) found ${ORDER_BY} limit ${limit}`;
}
