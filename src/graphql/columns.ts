import type { EntityClass } from '@mikro-orm/core';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { createParameterDecorator } from 'type-graphql';
import type { Context } from '../context.js';
import type { Fields } from '../database/row.js';
import { CURSOR } from '../database/statement.js';
import type { Table } from '../database/where.js';
import { fieldsOf } from './document.js';

/** The columns of an entity that a field's selection needs; undefined for all. */
export type Columns<T> = Fields<T> | undefined;

/** A resolver's parameter: the columns of `type` that the field's selection needs. */
export const Columns = (type: EntityClass<object>) =>
  createParameterDecorator<Context>(({ context, info }) => selectedColumns(info, context.table(type)));

const CONNECTION = ['nodes', 'edges', 'node'];
const NO_COLUMN = ['__typename', 'pageInfo', 'totalCount', CURSOR];
const seen = new WeakMap<FieldNode, readonly string[] | undefined>();

/**
 * The columns that a selection needs, looking through a connection to its nodes. Undefined, which is all of them, as soon as it
 * names a field that is no column: what answers such a field may read any.
 */
function selectedColumns(info: GraphQLResolveInfo, table: Table): readonly string[] | undefined {
  const [node, ...others] = info.fieldNodes;
  if (!node || others.length > 0) return undefined;
  if (seen.has(node)) return seen.get(node);
  const columns = new Set([...table.columns.values()].map((column) => column.rowName));
  const namesIn = ({ selectionSet }: FieldNode): string[] =>
    fieldsOf(selectionSet, info.fragments).flatMap((field) =>
      CONNECTION.includes(field.name.value) ? namesIn(field) : field.name.value,
    );
  const names = new Set(namesIn(node));
  const wanted = [...names].filter((name) => !NO_COLUMN.includes(name));
  const withCursor = names.has('pageInfo') || names.has(CURSOR) ? [...wanted, CURSOR] : wanted;
  const fields = wanted.every((name) => columns.has(name)) ? withCursor : undefined;
  seen.set(node, fields);
  return fields;
}
