// Reads every row of an account, in batches of constant cost: through an index by owner and id or, where there is none, through the index of
// the parent. Parents are read in the same way, down from the apiary.
import type { EntityClass } from '@mikro-orm/core';
import type { Access } from '../access/access.js';
import { type PolicyViewer, parentOf } from '../access/policy.js';
import type { Context } from '../context.js';
import type { ListArgs } from '../database/statement.js';
import { BATCH_SIZE } from './streamed.js';

type Row = { id: string } & Record<string, unknown>;
type Type = EntityClass<{ id: string }>;

/** Where the rows of an account are read: a request, or a command. */
export type ExportSource = Pick<Context, 'accessOf' | 'table'>;

/** @param where selects rows that the account sees, instead of those that belong to it */
export async function* readRows(
  source: ExportSource,
  account: PolicyViewer,
  type: Type,
  where?: object,
): AsyncGenerator<Row> {
  const batches = where
    ? readPages(source.accessOf(account), type, { where, keys: ['id'] })
    : readOwn({ table: (name) => source.table(name), own: source.accessOf({ ...account, isMember: false }) }, type);
  for await (const rows of batches) yield* rows;
}

/** What belongs to an account. */
interface Own extends Pick<ExportSource, 'table'> {
  own: Access;
}

/** @param column the only one to read */
async function* readOwn(context: Own, type: Type, column?: string): AsyncGenerator<Row[]> {
  const parent = parentOf(type.name);
  if (parent === undefined)
    return yield* readPages(context.own, type, { keys: ['id'], fields: column === undefined ? undefined : [column] });
  const fields = column === undefined ? undefined : [column, parent];
  const { rowName, target } = context.table(type).column(parent);
  for await (const parents of readOwn(context, target!().meta.class as Type, 'id')) {
    const where = { [parent]: parents.map(({ id }) => id) };
    for await (const rows of readPages(context.own, type, { where, keys: [parent, 'id'], fields })) {
      yield rows;
      // PostgreSQL may sort all that is left of the batch.
      const last = rows.at(-1)![rowName] as string;
      where[parent] = where[parent]!.filter((id) => id >= last);
    }
  }
}

interface Reading {
  /** It may be narrowed between two pages. */
  where?: object | undefined;
  /** The order. */
  keys: string[];
  fields?: string[] | undefined;
}

async function* readPages(access: Access, type: Type, { where, keys, fields }: Reading): AsyncGenerator<Row[]> {
  const order = Object.fromEntries(keys.map((key) => [key, 'asc']));
  let after: string | undefined;
  do {
    const args = { first: BATCH_SIZE, order, where, after, fields } as ListArgs<{ id: string }>;
    const { nodes, pageInfo } = await access.list(type, args);
    if (nodes.length > 0) yield nodes as Row[];
    after = pageInfo.hasNextPage ? pageInfo.endCursor! : undefined;
  } while (after);
}
