import type { EntityClass } from '@mikro-orm/core';
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  GraphQLString,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { createParameterDecorator, Extensions } from 'type-graphql';
import type { Context } from '../context.js';
import type { Row, Selection } from '../database/row.js';
import type { Table } from '../database/where.js';
import type { EngineInfo } from '../engine/engine.js';
import { appliesTo, collectFields } from './document.js';
import { recordFieldOf } from './payload.js';

/** What a client selects of an entity. */
export type Columns<T> = Selection<T>;

/** A decorator for a resolver's parameter: it passes the columns of `type` that the field's selection needs. */
export const Columns = (type: EntityClass<object>) =>
  createParameterDecorator<Context>(({ context, info }) => {
    const selected = selectedColumns(info, context.table(type));
    return (info as EngineInfo).acceptsPassedRows ? selected.passedOn : selected.read;
  });

/** What a client selects of each type of an interface or a union. */
export type MemberColumns = <T extends object>(type: EntityClass<T>) => Columns<T>;

/** A decorator for a resolver's parameter: it passes a function that returns the columns of a type that the field's selection needs. */
export const MemberColumns = () =>
  createParameterDecorator<Context>(
    ({ context, info }): MemberColumns =>
      <T extends object>(type: EntityClass<T>) =>
        selectedColumns(info, context.table(type)).read as object as Columns<T>,
  );

/**
 * A decorator for the first parameter of a field's resolver: it passes one column of the record, in place of `@Root()`. Then the statement
 * that reads the records needs to select only that column for the field. The types ensure that it is a column, and the parameter's type.
 */
export function RootColumn<T extends object, K extends keyof Row<T> & string>(_type: EntityClass<T>, column: K) {
  return passRoot<Row<T>[K]>([column], (root) => (root as Row<T>)[column]);
}

/** The same for several columns: it passes the record, which has them. */
export function RootColumns<T extends object, K extends keyof Row<T> & string>(_type: EntityClass<T>, ...columns: K[]) {
  return passRoot<Pick<Row<T>, K>>(columns, (root) => root as Row<T>);
}

function passRoot<V>(rootColumns: string[], read: (root: unknown) => V) {
  const pass = createParameterDecorator<Context>(({ root }) => read(root));
  return <M extends string>(
    resolver: { [method in M]: (value: V, ...others: never[]) => unknown },
    method: M,
    index: number,
  ): void => {
    pass(resolver, method, index);
    Extensions({ rootColumns })(resolver, method, undefined as never);
  };
}

/**
 * A decorator for a resolver's parameter: whether nothing but the total of a connection is selected.
 * @param counts fields of the connection that count as `totalCount` does
 */
export const OnlyTotal = (...counts: string[]) =>
  createParameterDecorator<Context>(({ info }) => selectsOnlyTotal(info, counts));

/** A decorator for a resolver's parameter: whether the total of a connection is selected, or another of these fields that need it. */
export const WithTotal = (...counts: string[]) =>
  createParameterDecorator<Context>(({ info: { fieldNodes, fragments } }) =>
    fieldNodes
      .flatMap(({ selectionSet }) => collectFields(selectionSet, fragments))
      .some(({ name }) => name.value === 'totalCount' || counts.includes(name.value)),
  );

const CONNECTION = ['nodes', 'edges', 'node'];
const CURSOR = 'cursor';
const NON_COLUMNS = ['__typename', 'pageInfo', 'totalCount', CURSOR];
/** A selection, and the same for rows that are passed on. Each is one object: the loaders find what they have built for it. */
interface Selections {
  read: Selection<object>;
  passedOn: Selection<object>;
}
const ALL: Selection<object> = { columns: undefined, withCursor: false, isTotalOnly: false, isPassedOn: false };
const cache = new WeakMap<FieldNode, Map<Table, Selections>>();

/**
 * Returns the columns that a selection needs; a connection is looked through to its nodes, and a payload to its record. Returns all columns
 * if the selection contains a field that is neither a column nor names one, because the resolver of such a field may read any column.
 */
function selectedColumns(info: GraphQLResolveInfo, table: Table): Selections {
  const [node, ...others] = info.fieldNodes;
  if (!node || others.length > 0) return { read: ALL, passedOn: ALL };
  const ofTypes = cache.get(node) ?? new Map<Table, Selections>();
  cache.set(node, ofTypes);
  const known = ofTypes.get(table);
  if (known) return known;
  const ofTable = new Set([...table.columns.values()].map((column) => column.rowName));
  const type = info.schema.getType(table.meta.className);
  const fieldsOfType = isObjectType(type) ? type.getFields() : {};
  /** The fields below an interface or a union are those of the type that is read. */
  const fieldsBelow = ({ selectionSet }: FieldNode, returned: GraphQLNamedType): [FieldNode, GraphQLNamedType][] => {
    const object = isAbstractType(returned) ? type : returned;
    if (!isObjectType(object)) return [];
    const fields = collectFields(selectionSet, info.fragments, appliesTo(object, info.schema));
    return fields.map((field) => [field, getNamedType(object.getFields()[field.name.value]?.type) ?? GraphQLString]);
  };
  const namesIn = (field: FieldNode, returned: GraphQLNamedType): string[] =>
    fieldsBelow(field, returned).flatMap(([below, of]) =>
      CONNECTION.includes(below.name.value) ? namesIn(below, of) : below.name.value,
    );
  const returned = getNamedType(info.returnType);
  const inPayload = recordFieldOf(returned);
  const records = fieldsBelow(node, returned).filter(([{ name }]) => name.value === inPayload);
  const names = new Set(
    inPayload === undefined ? namesIn(node, returned) : records.flatMap((record) => namesIn(...record)),
  );
  const needed = [...names]
    .filter((name) => !NON_COLUMNS.includes(name))
    // A field may have the name of a column, and need others.
    .flatMap(
      (name) =>
        (fieldsOfType[name]?.extensions.rootColumns as string[] | undefined) ??
        (ofTable.has(name) ? name : [undefined]),
    );
  const isKnown = needed.every((name) => name !== undefined);
  const read: Selection<object> = {
    columns: isKnown ? [...new Set(needed)] : undefined,
    withCursor: names.has('pageInfo') || names.has(CURSOR),
    isTotalOnly: isTotalOnly(node, info),
    isPassedOn: false,
  };
  const selections = { read, passedOn: { ...read, isPassedOn: isKnown } };
  ofTypes.set(table, selections);
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
