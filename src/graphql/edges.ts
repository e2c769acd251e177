// Fields that lead from a record to other records are declared, because resolver methods for them would differ only in types, columns and
// descriptions. Each field reads one column of its record (`@RootColumn`), and of the others the selected columns (`@Columns`).
import type { EntityClass } from '@mikro-orm/core';
import { Args, type ClassType, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import type { Page } from '../database/page.js';
import type { RelationPath, Row } from '../database/row.js';
import type { ListArgs, SelectedList } from '../database/statement.js';
import type { Where } from '../database/where.js';
import { Columns, RootColumn } from './columns.js';
import { type Filtered, filteredBy } from './filter.js';
import { Legacy } from './legacy.js';
import { PageArgs, readPageArgs } from './page-args.js';
import { requireSeen } from './seen-ids.js';

/** A field that is loaded by the value `V` of a column. */
export interface Edge<C extends string, V> {
  column: C;
  returns: () => ClassType | [ClassType];
  nullable?: boolean;
  description: string;
  /** The entity of which `load` is passed the selected columns. */
  selects?: EntityClass<object>;
  args?: ClassType;
  /** Only the endpoints of the released mobile app read it. */
  legacy?: boolean;
  load: (value: V, context: Context, fields: never, args: never) => unknown;
}
type EdgeFrom<T> = { [C in keyof Row<T> & string]: Edge<C, Row<T>[C]> }[keyof Row<T> & string];
/** What links records to the one that lists them: a relation, a path through a table, or a column. */
type LinkTo<R> = (keyof R & string) | RelationPath<R>;
type Order<R> = NonNullable<ListArgs<R>['order']>;
/** A list that is read page by page. */
interface List<R extends object, A extends object> {
  page: ClassType<Page<R>>;
  args: ClassType<A>;
  read: (args: A, fields: Columns<R>) => SelectedList<R>;
}

/** Declares fields of a type. Returns the class of their resolvers, for the schema. */
export function edgesOf<T extends object>(type: EntityClass<T>, edges: Record<string, EdgeFrom<T>>): ClassType {
  class Edges {}
  for (const [name, { column, returns, nullable = false, description, selects, args, legacy, load }] of Object.entries(
    edges,
  )) {
    const { prototype } = Edges;
    Object.defineProperty(prototype, name, { value: load });
    const parameters = [RootColumn(type, column) as ParameterDecorator, Ctx()];
    if (selects) parameters.push(Columns(selects));
    if (args) parameters.push(Args(() => args));
    for (const [index, decorate] of parameters.entries()) decorate(prototype, name, index);
    FieldResolver(returns, { nullable, description })(prototype, name, {});
    if (legacy) Legacy()(prototype, name, {});
  }
  Resolver(() => type)(Edges);
  return Edges;
}

/** The record that a column names; null if there is none, or the viewer does not see it. */
export const related = <R extends object, C extends string>(
  type: EntityClass<R>,
  column: C,
  description: string,
): Edge<C, string | null> => ({
  column,
  returns: () => type as ClassType,
  nullable: true,
  description,
  selects: type,
  load: async (id, { loaders }, fields: Columns<R>) => (id == null ? null : loaders.byId(type, fields).load(id)),
});

/** The records whose ids a column has, in their order, as far as they are there and the viewer sees them. */
export const relatedAll = <R extends object, C extends string>(
  type: EntityClass<R>,
  column: C,
  description: string,
): Edge<C, string[]> => ({
  column,
  returns: () => [type as ClassType],
  description,
  selects: type,
  load: async (ids, { loaders }, fields: Columns<R>) => {
    // Rows that are passed on as they are cannot be found by their ids.
    const loader = loaders.byId(type, { ...fields, isPassedOn: false });
    return (await Promise.all(ids.map((id) => loader.load(id)))).filter((row) => row !== null);
  },
});

/** The one record whose column `link` has the value of a column; null if there is none, or the viewer does not see it. */
export const referring = <R extends object, C extends string>(
  type: EntityClass<R>,
  link: LinkTo<R>,
  column: C,
  description: string,
  where?: (context: Context) => Where<R>,
): Edge<C, string> => ({
  ...related(type, column, description),
  load: async (id, context, fields: Columns<R>) =>
    (await context.loaders.listOf(type, link, { where: where?.(context), fields }).load(id)).nodes[0] ?? null,
});

/** The record that a column names, which every viewer of the field's record sees. Its id alone is the column: it needs no statement. */
export const parent = <R extends object, C extends string>(
  type: EntityClass<R>,
  column: C,
  description: string,
): Edge<C, string> => ({
  ...related(type, column, description),
  nullable: false,
  load: (id, { loaders }, fields: Columns<R>) =>
    fields.columns?.every((name) => name === 'id') ? { id } : loaders.parent(type, fields).load(id),
});

/** The record whose id is found by another read; null if there is none, or the viewer does not see it. */
export const found = <R extends object>(
  type: EntityClass<R>,
  find: (context: Context, id: string) => Promise<string | null>,
  description: string,
): Edge<'id', string> => ({
  ...related(type, 'id', description),
  load: async (id, context, fields: Columns<R>) => {
    const foundId = await find(context, id);
    return foundId === null ? null : context.loaders.byId(type, fields).load(foundId);
  },
});

/**
 * The whole list of the records that belong to one: their number is limited.
 * @param column the column to whose value they are linked
 */
export const children = <R extends object, C extends string = 'id'>(
  type: EntityClass<R>,
  link: LinkTo<R>,
  order: Order<R>,
  description: string,
  column = 'id' as C,
): Edge<NoInfer<C>, string> => ({
  column,
  returns: () => [type as ClassType],
  description,
  selects: type,
  load: async (id, { loaders }, fields: Columns<R>) =>
    (await loaders.listOf(type, link, { order, fields }).load(id)).nodes,
});

/** A page of a list. */
export const connection = <R extends object, A extends object>(
  type: EntityClass<R>,
  link: LinkTo<R>,
  { page, args, read }: List<R, A>,
  description: string,
): Edge<'id', string> => ({
  column: 'id',
  returns: () => page,
  description,
  selects: type,
  args,
  load: async (id, context, fields: Columns<R>, given: A) => {
    const checking = requireSeen(context, given);
    if (checking) await checking;
    return context.loaders.listOf(type, link, read(given, fields)).load(id);
  },
});

/** A list without arguments but those of its pages. */
export const ordered = <R extends object>(
  page: ClassType<Page<R>>,
  order: Order<R>,
  where?: Where<R>,
): List<R, PageArgs> => ({
  page,
  args: PageArgs,
  read: (args, fields) => ({ ...readPageArgs(args), where, order, fields }),
});

/** A list with conditions. @param where what they mean; none of them may be sent */
export const filtered = <R extends object, F extends object>(
  page: ClassType<Page<R>>,
  Filter: ClassType<F>,
  where: (filter: F) => Where<R>,
  order: Order<R>,
): List<R, Filtered<F>> => ({
  page,
  args: filteredBy(Filter),
  read: ({ filter, ...args }, fields) => ({ ...readPageArgs(args), where: where(filter ?? ({} as F)), order, fields }),
});
