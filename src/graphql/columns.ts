import type { EntityClass } from '@mikro-orm/core';
import { type FieldNode, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { createParameterDecorator, Extensions } from 'type-graphql';
import type { Context } from '../context.js';
import type { Fields, Row } from '../database/row.js';
import { CURSOR, RAW, TOTAL } from '../database/statement.js';
import type { Table } from '../database/where.js';
import { collectFields } from './document.js';
import { acceptsRawRows } from './plan-rows.js';

/** The columns of an entity that a field's selection needs; undefined means all. */
export type Columns<T> = Fields<T> | undefined;

/** A decorator for a resolver's parameter: it passes the columns of `type` that the field's selection needs. */
export const Columns = (type: EntityClass<object>) =>
  createParameterDecorator<Context>(({ context, info }) => {
    const selected = selectedColumns(info, context.table(type));
    return acceptsRawRows(info) ? selected?.raw : selected?.columns;
  });

/**
 * A decorator for the first parameter of a field's resolver: it passes one column of the record, in place of `@Root()`. Then the statement
 * that reads the records needs to select only that column for the field. The types ensure that it is a column, and the parameter's type.
 */
export function RootColumn<T extends object, K extends keyof Row<T> & string>(_type: EntityClass<T>, column: K) {
  const pass = createParameterDecorator<Context>(({ root }) => (root as Row<T>)[column]);
  return <M extends string>(
    resolver: { [method in M]: (value: Row<T>[K], ...others: never[]) => unknown },
    method: M,
    index: number,
  ): void => {
    pass(resolver, method, index);
    Extensions({ rootColumn: column })(resolver, method, undefined as never);
  };
}

/** A decorator for a resolver's parameter: whether nothing but the total of a connection is selected. */
export const OnlyTotal = () => createParameterDecorator<Context>(({ info }) => selectsOnlyTotal(info));

const CONNECTION = ['nodes', 'edges', 'node'];
const NON_COLUMNS = ['__typename', 'pageInfo', 'totalCount', CURSOR];
/** The columns of a selection, and the same for raw rows. Each is one array: the loaders find equal questions equal quickly. */
interface SelectedColumns {
  columns: readonly string[];
  raw: readonly string[];
}
const cache = new WeakMap<FieldNode, SelectedColumns | undefined>();

/**
 * Returns the columns that a selection needs; a connection is looked through to its nodes, and TOTAL if only its total is selected.
 * Returns undefined (all columns) if the selection contains a field that is neither a column nor names one, because the resolver of such
 * a field may read any column.
 */
function selectedColumns(info: GraphQLResolveInfo, table: Table): SelectedColumns | undefined {
  const [node, ...others] = info.fieldNodes;
  if (!node || others.length > 0) return undefined;
  if (cache.has(node)) return cache.get(node);
  const ofTable = new Set([...table.columns.values()].map((column) => column.rowName));
  const namesIn = ({ selectionSet }: FieldNode): string[] =>
    collectFields(selectionSet, info.fragments).flatMap((field) =>
      CONNECTION.includes(field.name.value) ? namesIn(field) : field.name.value,
    );
  const type = info.schema.getType(table.meta.className);
  const fieldsOfType = isObjectType(type) ? type.getFields() : {};
  const names = new Set(namesIn(node));
  const needed = [...names]
    .filter((name) => !NON_COLUMNS.includes(name))
    .map((name) => (ofTable.has(name) ? name : (fieldsOfType[name]?.extensions.rootColumn as string | undefined)));
  const withCursor = names.has('pageInfo') || names.has(CURSOR) ? [...needed, CURSOR] : needed;
  const ofRows = withCursor.every((name) => name !== undefined) ? [...new Set(withCursor)] : undefined;
  const columns = isTotalOnly(node, info) ? [TOTAL] : ofRows;
  const selected = columns && { columns, raw: [...columns, RAW] };
  cache.set(node, selected);
  return selected;
}

function selectsOnlyTotal(info: GraphQLResolveInfo): boolean {
  const [node, ...others] = info.fieldNodes;
  return node !== undefined && others.length === 0 && isTotalOnly(node, info);
}

/** A list that continues after a cursor is read: the cursor may be wrong. */
const isTotalOnly = ({ selectionSet, arguments: given }: FieldNode, { fragments }: GraphQLResolveInfo): boolean => {
  const selected = new Set(collectFields(selectionSet, fragments).map(({ name }) => name.value));
  selected.delete('__typename');
  return selected.size === 1 && selected.has('totalCount') && !given?.some(({ name }) => name.value === 'after');
};
