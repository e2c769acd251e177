import type { Collection, Ref } from '@mikro-orm/core';

/** The to-one relations of an entity: 'apiary'. */
export type Relation<T> = { [K in keyof T]: NonNullable<T[K]> extends Ref<infer _> ? K : never }[keyof T] & string;

/** A to-one relation of a to-one relation: 'item.apiary'. */
export type RelationPath<T> = {
  [K in Relation<T>]: NonNullable<T[K]> extends Ref<infer R> ? `${K}.${Relation<R>}` : never;
}[Relation<T>];

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
/** A getter without a setter is read-only to TypeScript, a column never is. */
type IsGetter<T, K extends keyof T> =
  Same<{ [P in K]: T[K] }, { -readonly [P in K]: T[K] }> extends true ? false : true;

type Column<T, K extends keyof T> =
  NonNullable<T[K]> extends Ref<infer _> | Collection<infer _> | ((...args: never[]) => unknown)
    ? never
    : IsGetter<T, K> extends true
      ? never
      : K;

/** The type of a column in a row: dates are ISO text. */
type Value<V> = V extends Date ? string : V;

/**
 * An entity as plain reads return it: its columns, with dates as ISO text and `apiaryId` in place of `apiary`, without the entity's
 * getters, methods and collections.
 */
export type Row<T> = { [K in keyof T as Column<T, K>]: Value<T[K]> } & {
  [K in Relation<T> as `${K}Id`]: null extends T[K] ? string | null : string;
};

/** The columns that a statement selects. `cursor` adds the columns of the order; `total` alone counts the rows; `raw` leaves them as PostgreSQL sends them. */
export type Fields<T, F extends keyof Row<T> & string = keyof Row<T> & string> = readonly (
  | F
  | 'cursor'
  | 'total'
  | 'raw'
)[];
