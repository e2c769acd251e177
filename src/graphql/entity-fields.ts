// Decorators for the columns of entities that are fields of the API too: `@Field` together with `@Property`. They state once what a
// column is, as input-fields.ts does for inputs. The prefix Optional states that the value may be null. The types demand a property
// that fits: text for a TextColumn, and null in its type exactly if the column is optional. What clients write has bounds (bounds.ts).
import type { PropertyOptions } from '@mikro-orm/core';
import { Enum, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int } from 'type-graphql';
import { DateTime, LocalDate } from '../shared/scalars.js';
import { Bounded, type Bounds, DAY, integer, line, name, TIME, text } from './bounds.js';

type TypeFunction = NonNullable<Parameters<typeof Field>[0]>;
/** The rest of what the database has to know: a default, a name, an expression. */
type ColumnOptions = PropertyOptions<object>;
type Decorate<V> = <K extends string, T extends { [P in K]: V }>(target: T, property: K) => void;
type DecorateOptional<V> = <K extends string, T extends { [P in K]: V | null }>(
  target: T & (null extends T[K] ? unknown : never),
  property: K,
) => void;

/** A column of a type that has no decorator of its own. @param bounds absent only if the service alone writes it */
export const Column =
  <V>(type: TypeFunction, description: string, options: ColumnOptions, bounds?: Bounds): Decorate<V> =>
  (target, property) => {
    if (bounds && !options.generated) Bounded(bounds)(target, property);
    Property({ ...options })(target, property);
    Field(type, { description, nullable: options.nullable === true })(target, property);
  };

/** The same, or null. */
export const OptionalColumn = <V>(
  type: TypeFunction,
  description: string,
  options: ColumnOptions,
  bounds?: Bounds,
): DecorateOptional<V> => Column<V>(type, description, { ...options, nullable: true }, bounds) as DecorateOptional<V>;

type TextColumn<D> = (max: number, description: string, options?: ColumnOptions) => D;
type IntColumn<D> = (min: number, max: number, description: string, options?: ColumnOptions) => D;
type PlainColumn<D> = (description: string, options?: ColumnOptions) => D;

/** Text of some lines, not blank. */
export const TextColumn: TextColumn<Decorate<string>> = (max, description, options) =>
  Column(() => String, description, { type: 'text', ...options }, text(1, max));
export const OptionalTextColumn: TextColumn<DecorateOptional<string>> = (max, description, options) =>
  OptionalColumn(() => String, description, { type: 'text', ...options }, text(0, max));
/** A name, a number, a code: text without control characters, not blank. */
export const LineColumn: TextColumn<Decorate<string>> = (max, description, options) =>
  Column(() => String, description, { type: 'text', ...options }, line(1, max));
export const OptionalLineColumn: TextColumn<DecorateOptional<string>> = (max, description, options) =>
  OptionalColumn(() => String, description, { type: 'text', ...options }, line(0, max));
/** The name of a person or a thing that is compared with others. */
export const NameColumn: TextColumn<Decorate<string>> = (max, description, options) =>
  Column(() => String, description, { type: 'text', ...options }, name(1, max));
export const OptionalNameColumn: TextColumn<DecorateOptional<string>> = (max, description, options) =>
  OptionalColumn(() => String, description, { type: 'text', ...options }, name(0, max));
export const IntColumn: IntColumn<Decorate<number>> = (min, max, description, options) =>
  Column(() => Int, description, { type: 'integer', ...options }, integer(min, max));
export const OptionalIntColumn: IntColumn<DecorateOptional<number>> = (min, max, description, options) =>
  OptionalColumn(() => Int, description, { type: 'integer', ...options }, integer(min, max));
export const BooleanColumn: PlainColumn<Decorate<boolean>> = (description, options) =>
  Column(() => Boolean, description, { type: 'boolean', ...options });
export const OptionalBooleanColumn: PlainColumn<DecorateOptional<boolean>> = (description, options) =>
  OptionalColumn(() => Boolean, description, { type: 'boolean', ...options });
/** A calendar day. */
export const DayColumn: PlainColumn<Decorate<string>> = (description, options) =>
  Column(() => LocalDate, description, { type: 'date', ...options }, DAY);
export const OptionalDayColumn: PlainColumn<DecorateOptional<string>> = (description, options) =>
  OptionalColumn(() => LocalDate, description, { type: 'date', ...options }, DAY);
/** A time with milliseconds, the precision of the API. */
export const TimeColumn: PlainColumn<Decorate<Date>> = (description, options) =>
  Column(() => DateTime, description, { type: 'timestamptz', length: 3, ...options }, TIME);
export const OptionalTimeColumn: PlainColumn<DecorateOptional<Date>> = (description, options) =>
  OptionalColumn(() => DateTime, description, { type: 'timestamptz', length: 3, ...options }, TIME);
/** An id without a foreign key: what it names may be deleted. */
export const IdColumn: PlainColumn<Decorate<string>> = (description, options) =>
  Column(() => ID, description, { type: 'uuid', ...options });
export const OptionalIdColumn: PlainColumn<DecorateOptional<string>> = (description, options) =>
  OptionalColumn(() => ID, description, { type: 'uuid', ...options });

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

/** How the API describes the id of a record that may be gone, which its reader then still knows. */
export const lastingId = (record: string, ...others: string[]): string =>
  `${[`The id of the ${record}, also when it is gone`, ...others].join('; ')}.`;

/**
 * The id of a related record, of which nothing has to be loaded: `@IdOf('lot') readonly lotId!: string`.
 * @param description absent unless it is a field: clients select `lot { id }`
 */
export const IdOf =
  <R extends string>(relation: R, description?: string) =>
  (target: { readonly [P in R]: Identified }, property: `${R}Id`): void => {
    defineGetter(target, property, ({ [relation]: related }) => related.id);
    if (description) Field(() => ID, { description })(target, property);
  };

export const OptionalIdOf =
  <R extends string>(relation: R, description?: string) =>
  (target: { readonly [P in R]: Identified | null }, property: `${R}Id`): void => {
    defineGetter(target, property, ({ [relation]: related }) => related?.id ?? null);
    if (description) Field(() => ID, { description, nullable: true })(target, property);
  };

function defineGetter<T extends object>(target: T, property: string, read: (entity: T) => string | null): void {
  Object.defineProperty(target, property, {
    configurable: true,
    get(this: T) {
      return read(this);
    },
  });
}
