// A field that is about one of several kinds of records returns a union (ADR 0036): of each kind, clients select what they show.
import type { EntityClass } from '@mikro-orm/core';
import { type ClassType, createUnionType } from 'type-graphql';
import type { Loaders } from '../database/loaders.js';
import { changedConcurrently } from '../errors.js';
import type { MemberColumns } from './columns.js';

/** A record, with the name of its type for graphql-js. */
export interface TypedRow {
  __typename: string;
}
type Entity = EntityClass<{ id: string }>;

/** Creates a union of records. */
export const unionOf = (name: string, types: readonly Entity[], description: string): ClassType<TypedRow> =>
  createUnionType({
    name,
    description: `${description} Fields of the same name have other types in some of them, and then need an alias: \`queenName: name\`.`,
    types: () => types as readonly object[] as ClassType<TypedRow>[],
    resolveType: ({ __typename }) => __typename,
  }) as object as ClassType<TypedRow>;

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

/**
 * Loads a record that another statement has found.
 * @throws CONFLICT (CHANGED_CONCURRENTLY) as `Loaders.parent` does
 */
export async function loadFound(...question: Parameters<typeof loadTyped>): Promise<TypedRow> {
  const row = await loadTyped(...question);
  if (!row) throw changedConcurrently();
  return row;
}
