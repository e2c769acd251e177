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

/** Names of columns that a statement selects. */
export type Fields<T, F extends keyof Row<T> & string = keyof Row<T> & string> = readonly F[];

/** The columns of a row that have been selected; its id always is. */
export type Picked<T, F extends keyof Row<T>> = Pick<Row<T>, F | ('id' & keyof Row<T>)>;

declare const selected: unique symbol;

/** What a client selects of an entity. Code does not know which columns that are: it can only pass the rows on. */
export interface Selection<T> {
  /** Undefined means all. */
  readonly columns: readonly string[] | undefined;
  /** Whether the columns of the order are read, too, from which cursors are encoded. */
  readonly withCursor: boolean;
  /** Whether the rows are counted and not read. */
  readonly isTotalOnly: boolean;
  /** Whether the rows may be `PassedRow`s. */
  readonly isPassedOn: boolean;
  readonly [selected]?: (of: T) => T;
}

/** A record with what a client has selected of it: only the response reads it. */
export interface Selected<T> {
  readonly [selected]: (of: T) => T;
}

/** What is read of rows. */
export type Reading<T> = Fields<T> | Selection<T>;

/** What is returned for a reading `R`; whole rows for none. */
export type Read<T, R> = R extends Selection<T> ? Selected<T> : R extends Fields<T, infer F> ? Picked<T, F> : Row<T>;

/** Returns the names of columns as a selection. */
export const toSelection = <T>(fields: Reading<T> | undefined): Selection<T> =>
  fields === undefined || Array.isArray(fields)
    ? { columns: fields as readonly string[] | undefined, withCursor: false, isTotalOnly: false, isPassedOn: false }
    : (fields as Selection<T>);
