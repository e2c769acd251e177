// Reads every row of an account, in pages of constant cost: through an index by owner and id or, where there is none, through the index of
// the parent. Parents are read in the same way, down from the apiary.
import type { EntityClass } from '@mikro-orm/core';
import type { Access } from '../../access/access.js';
import { type PolicyViewer, parentOf } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { MAX_PAGE_ROWS, PageSize } from '../../database/page-size.js';
import type { ListArgs } from '../../database/statement.js';

type Row = { id: string } & Record<string, unknown>;
type Type = EntityClass<{ id: string }>;

/** Where the rows of an account are read: a request, or a command. */
export type ExportSource = Pick<Context, 'accessOf' | 'table' | 'rowLimit'>;

/** @param where selects rows that the account sees, instead of those that belong to it */
export async function* readRows(
  source: ExportSource,
  account: PolicyViewer,
  type: Type,
  where?: object,
): AsyncGenerator<Row> {
  const { rowLimit } = source;
  const pages = where
    ? readPages(source.accessOf(account), type, {
        where,
        order: { id: 'asc' },
        size: new PageSize(rowLimit, MAX_PAGE_ROWS),
      })
    : readOwn({ source, rowLimit, access: source.accessOf({ ...account, isMember: false }) }, type);
  for await (const rows of pages) yield* rows;
}

/** What belongs to an account. */
interface Own extends Pick<ExportSource, 'rowLimit'> {
  source: Pick<ExportSource, 'table'>;
  access: Access;
}

/** @param column the only one to read */
async function* readOwn(own: Own, type: Type, column?: string): AsyncGenerator<Row[]> {
  const parent = parentOf(type.name);
  // Ids are small.
  const size = new PageSize(own.rowLimit, MAX_PAGE_ROWS, column === undefined ? undefined : MAX_PAGE_ROWS);
  const fieldsOf = (...others: string[]): string[] | undefined =>
    column === undefined ? undefined : [column, ...others];
  if (parent === undefined)
    return yield* readPages(own.access, type, { order: { id: 'asc' }, fields: fieldsOf(), size });
  const table = own.source.table(type);
  const { rowName, target } = table.column(parent);
  // An archive is restored from its beginning: the current revision of a series comes before those that it has replaced.
  const last: Order = table.columns.has('seriesId') ? { revision: 'desc' } : {};
  const fields = fieldsOf(parent, ...Object.keys(last));
  const order: Order = { [parent]: 'asc', ...last, id: 'asc' };
  for await (const parents of readOwn(own, target!().meta.class as Type, 'id')) {
    const where = { [parent]: parents.map(({ id }) => id) };
    for await (const rows of readPages(own.access, type, { where, order, fields, size })) {
      yield rows;
      // PostgreSQL may sort all that is left of these parents.
      const reached = rows.at(-1)![rowName] as string;
      where[parent] = where[parent]!.filter((id) => id >= reached);
    }
  }
}

type Order = Record<string, 'asc' | 'desc'>;
interface Reading {
  /** It may be narrowed between two pages. */
  where?: object | undefined;
  order: Order;
  fields?: string[] | undefined;
  size: PageSize;
}

async function* readPages(access: Access, type: Type, { where, order, fields, size }: Reading): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const { nodes, pageInfo } = await size.read((first) =>
      access.list(type, { first, order, where, after, fields } as ListArgs<{ id: string }>),
    );
    if (nodes.length > 0) yield nodes as Row[];
    after = pageInfo.hasNextPage ? pageInfo.endCursor! : undefined;
  } while (after);
}
