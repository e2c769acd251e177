import type { EntityClass } from '@mikro-orm/core';
import { type FieldNode, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';
import { createParameterDecorator, Extensions } from 'type-graphql';
import type { Context } from '../context.js';
import type { Row, Selection } from '../database/row.js';
import type { Table } from '../database/where.js';
import type { EngineInfo } from '../engine/engine.js';
import { collectFields } from './document.js';
import { recordFieldOf } from './payload.js';

/** What a client selects of an entity. */
export type Columns<T> = Selection<T>;

/** A decorator for a resolver's parameter: it passes the columns of `type` that the field's selection needs. */
export const Columns = (type: EntityClass<object>) =>
  createParameterDecorator<Context>(({ context, info }) => {
    const selected = selectedColumns(info, context.table(type));
    return (info as EngineInfo).acceptsPassedRows ? selected.passedOn : selected.read;
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

/**
 * A decorator for a resolver's parameter: whether nothing but the total of a connection is selected.
 * @param counts fields of the connection that count as `totalCount` does
 */
export const OnlyTotal = (...counts: string[]) =>
  createParameterDecorator<Context>(({ info }) => selectsOnlyTotal(info, counts));

const CONNECTION = ['nodes', 'edges', 'node'];
const CURSOR = 'cursor';
const NON_COLUMNS = ['__typename', 'pageInfo', 'totalCount', CURSOR];
/** A selection, and the same for rows that are passed on. Each is one object: the loaders find what they have built for it. */
interface Selections {
  read: Selection<object>;
  passedOn: Selection<object>;
}
const ALL: Selection<object> = { columns: undefined, withCursor: false, isTotalOnly: false, isPassedOn: false };
const cache = new WeakMap<FieldNode, Selections>();

/**
 * Returns the columns that a selection needs; a connection is looked through to its nodes, and a payload to its record. Returns all columns
 * if the selection contains a field that is neither a column nor names one, because the resolver of such a field may read any column.
 */
function selectedColumns(info: GraphQLResolveInfo, table: Table): Selections {
  const [node, ...others] = info.fieldNodes;
  if (!node || others.length > 0) return { read: ALL, passedOn: ALL };
  const known = cache.get(node);
  if (known) return known;
  const inPayload = recordFieldOf(getNamedType(info.returnType));
  const ofTable = new Set([...table.columns.values()].map((column) => column.rowName));
  const namesIn = ({ selectionSet }: FieldNode): string[] =>
    collectFields(selectionSet, info.fragments).flatMap((field) =>
      CONNECTION.includes(field.name.value) ? namesIn(field) : field.name.value,
    );
  const type = info.schema.getType(table.meta.className);
  const fieldsOfType = isObjectType(type) ? type.getFields() : {};
  const names = new Set(
    inPayload === undefined
      ? namesIn(node)
      : collectFields(node.selectionSet, info.fragments)
          .filter(({ name }) => name.value === inPayload)
          .flatMap(namesIn),
  );
  const needed = [...names]
    .filter((name) => !NON_COLUMNS.includes(name))
    .map((name) => (ofTable.has(name) ? name : (fieldsOfType[name]?.extensions.rootColumn as string | undefined)));
  const isKnown = needed.every((name) => name !== undefined);
  const read: Selection<object> = {
    columns: isKnown ? [...new Set(needed)] : undefined,
    withCursor: names.has('pageInfo') || names.has(CURSOR),
    isTotalOnly: isTotalOnly(node, info),
    isPassedOn: false,
  };
  const selections = { read, passedOn: { ...read, isPassedOn: isKnown } };
  cache.set(node, selections);
  return selections;
}

function selectsOnlyTotal(info: GraphQLResolveInfo, counts: string[]): boolean {
  const [node, ...others] = info.fieldNodes;
  return node !== undefined && others.length === 0 && isTotalOnly(node, info, counts);
}

/** A list that continues after a cursor is read: the cursor may be wrong. */
const isTotalOnly = (
  { selectionSet, arguments: given }: FieldNode,
  { fragments }: GraphQLResolveInfo,
  counts: string[] = [],
): boolean => {
  const selected = new Set(collectFields(selectionSet, fragments).map(({ name }) => name.value));
  selected.delete('__typename');
  const areTotals = selected.size > 0 && [...selected].every((name) => name === 'totalCount' || counts.includes(name));
  return areTotals && !given?.some(({ name }) => name.value === 'after');
};
