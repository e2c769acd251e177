// Decorators for the columns of entities that are fields of the API too: `@Field` together with `@Property`. They state once what a
// column is, as input-fields.ts does for inputs. The prefix Optional states that the value may be null. The types demand a property
// that fits: text for a TextColumn, and null in its type exactly if the column is optional.
import type { PropertyOptions } from '@mikro-orm/core';
import { Enum, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int } from 'type-graphql';
import { DateTime, LocalDate } from '../shared/scalars.js';

type TypeFunction = NonNullable<Parameters<typeof Field>[0]>;
/** The rest of what the database has to know: a default, a name, an expression. */
type ColumnOptions = Omit<PropertyOptions<object>, 'nullable'>;
type Decorate<V> = <K extends string, T extends { [P in K]: V }>(target: T, property: K) => void;
type DecorateOptional<V> = <K extends string, T extends { [P in K]: V | null }>(
  target: T & (null extends T[K] ? unknown : never),
  property: K,
) => void;

/** A column of a type that has no decorator of its own. */
export const Column =
  <V>(type: TypeFunction, description: string, options: ColumnOptions): Decorate<V> =>
  (target, property) => {
    Property({ ...options })(target, property);
    Field(type, { description })(target, property);
  };

/** The same, or null. */
export const OptionalColumn =
  <V>(type: TypeFunction, description: string, options: ColumnOptions): DecorateOptional<V> =>
  (target, property) => {
    Property({ ...options, nullable: true })(target, property);
    Field(type, { description, nullable: true })(target, property);
  };

const required =
  <V>(type: TypeFunction, column: ColumnOptions) =>
  (description: string, options?: ColumnOptions): Decorate<V> =>
    Column(type, description, { ...column, ...options });

const optional =
  <V>(type: TypeFunction, column: ColumnOptions) =>
  (description: string, options?: ColumnOptions): DecorateOptional<V> =>
    OptionalColumn(type, description, { ...column, ...options });

export const TextColumn = required<string>(() => String, { type: 'text' });
export const OptionalTextColumn = optional<string>(() => String, { type: 'text' });
export const IntColumn = required<number>(() => Int, { type: 'integer' });
export const OptionalIntColumn = optional<number>(() => Int, { type: 'integer' });
export const BooleanColumn = required<boolean>(() => Boolean, { type: 'boolean' });
export const OptionalBooleanColumn = optional<boolean>(() => Boolean, { type: 'boolean' });
/** A calendar day. */
export const DayColumn = required<string>(() => LocalDate, { type: 'date' });
export const OptionalDayColumn = optional<string>(() => LocalDate, { type: 'date' });
/** A time with milliseconds, the precision of the API. */
export const TimeColumn = required<Date>(() => DateTime, { type: 'timestamptz', length: 3 });
export const OptionalTimeColumn = optional<Date>(() => DateTime, { type: 'timestamptz', length: 3 });
/** An id without a foreign key: what it names may be deleted. */
export const IdColumn = required<string>(() => ID, { type: 'uuid' });
export const OptionalIdColumn = optional<string>(() => ID, { type: 'uuid' });

type EnumValues = Record<string, string | number>;

/** A value of an enum that is registered in the schema. */
export const EnumColumn =
  <E extends EnumValues>(values: E, description: string, options?: ColumnOptions): Decorate<E[keyof E]> =>
  (target, property) => {
    Enum({ items: () => values, ...options })(target, property);
    Field(() => values, { description })(target, property);
  };

export const OptionalEnumColumn =
  <E extends EnumValues>(values: E, description: string): DecorateOptional<E[keyof E]> =>
  (target, property) => {
    Enum({ items: () => values, nullable: true })(target, property);
    Field(() => values, { description, nullable: true })(target, property);
  };

interface Identified {
  readonly id: string;
}

/** The id of a related record, of which nothing has to be loaded: `@IdOf('lot', 'The id of the lot.') readonly lotId!: string`. */
export const IdOf =
  <R extends string>(relation: R, description: string) =>
  (target: { readonly [P in R]: Identified }, property: `${R}Id`): void => {
    defineGetter(target, property, ({ [relation]: related }) => related.id);
    Field(() => ID, { description })(target, property);
  };

export const OptionalIdOf =
  <R extends string>(relation: R, description: string) =>
  (target: { readonly [P in R]: Identified | null }, property: `${R}Id`): void => {
    defineGetter(target, property, ({ [relation]: related }) => related?.id ?? null);
    Field(() => ID, { description, nullable: true })(target, property);
  };

function defineGetter<T extends object>(target: T, property: string, read: (entity: T) => string | null): void {
  Object.defineProperty(target, property, {
    configurable: true,
    get(this: T) {
      return read(this);
    },
  });
}
