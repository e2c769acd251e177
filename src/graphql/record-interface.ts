// A field that is about one of several kinds of records returns an interface (ADR 0036): of any kind, clients select `id`, and in fragments
// what they show of each.
import type { EntityClass } from '@mikro-orm/core';
import { type ClassType, getMetadataStorage, InterfaceType } from 'type-graphql';
import type { Loaders } from '../database/loaders.js';
import type { MemberColumns } from './columns.js';
import { Node } from './node.js';

/** A record, with the name of its type for graphql-js. */
export interface TypedRow {
  __typename: string;
}
type Entity = EntityClass<{ id: string }>;

/** Creates an interface of records, which implement it: they stand in features before that of the field, and do not name it. */
export function interfaceOf(name: string, types: readonly Entity[], description: string): ClassType<TypedRow> {
  abstract class RecordInterface extends Node {}
  InterfaceType(name, {
    implements: Node,
    description: `${description} Fields of the same name have other types in some of them, and then need an alias: \`queenName: name\`.`,
    resolveType: ({ __typename }: TypedRow) => __typename,
  })(RecordInterface);
  for (const { target, interfaceClasses } of getMetadataStorage().objectTypes)
    if (types.includes(target as Entity)) interfaceClasses?.push(RecordInterface);
  return RecordInterface as object as ClassType<TypedRow>;
}

/** Loads a record of a type that is known when the request runs, with the columns that are selected of that type. */
export async function loadTyped(
  loaders: Loaders,
  type: Entity,
  id: string,
  columnsOf: MemberColumns,
): Promise<TypedRow | null> {
  const row = await loaders.byId(type, columnsOf(type)).load(id);
  return row ? { ...(row as object), __typename: type.name } : null;
}

/** Loads a record that another statement has found; its id alone needs no second one. Null if it has been deleted since then. */
export async function loadFound(
  loaders: Loaders,
  type: Entity,
  id: string,
  columnsOf: MemberColumns,
): Promise<TypedRow | null> {
  const isKnown = columnsOf(type).columns?.every((name) => name === 'id');
  return isKnown ? ({ __typename: type.name, id } as TypedRow) : loadTyped(loaders, type, id, columnsOf);
}
