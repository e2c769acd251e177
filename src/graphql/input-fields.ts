// Decorators for the fields of input and argument classes: `@Field` together with its checks. The prefix states what a client may
// send: Required a value, Optional a value, null or nothing, Defaulted the same with a default, Omittable a value or nothing.
import { Field, Float, ID, Int } from 'type-graphql';
import { setDefault } from '../shared/input-defaults.js';
import { DateTime, LocalDate } from '../shared/scalars.js';
import { INT_MAX, UUID } from '../shared/text.js';
import { type Bounds, demandValue, describeBounds, getBounds, permitNone } from './bounds.js';
import { AcceptsNull, NotNull, Pattern, States, Storable, Text, Whole, Within } from './validators.js';

type TypeFunction = NonNullable<Parameters<typeof Field>[0]>;

/** The schema refuses an absent value and null. */
export function RequiredField(
  type: TypeFunction,
  description: string,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  return combine(...checks, Field(type, { description }));
}

/** In an update, null clears the value and an absent value leaves it unchanged. Elsewhere both mean that there is no value. */
export function OptionalField(
  type: TypeFunction,
  description: string,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  return combine(...checks, AcceptsNull(), Field(type, { nullable: true, description }));
}

/** An absent value is the default, which the schema states; null means the same, and the feature reads it so. */
export function DefaultedField(
  type: TypeFunction,
  defaultValue: unknown,
  description: string,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  const remember: PropertyDecorator = (target, property) => setDefault(target, property, defaultValue);
  return combine(...checks, AcceptsNull(), remember, Field(type, { nullable: true, defaultValue, description }));
}

/** An absent value leaves the stored one unchanged. The check must refuse null, because the value cannot be cleared. */
export function OmittableField(type: TypeFunction, description: string, check: PropertyDecorator): PropertyDecorator {
  return combine(check, States({ nullable: false }), Field(type, { nullable: true, description }));
}

const TYPES: Partial<Record<Bounds['type'], TypeFunction>> = {
  text: () => String,
  integer: () => Int,
  number: () => Float,
  day: () => LocalDate,
  time: () => DateTime,
};

interface Entity<T> {
  readonly prototype: T;
}
/** The field has the name of the column, unless another one is stated. */
type DecorateAs<T, P> = [P] extends [never]
  ? <K extends string & keyof T>(target: object, property: K) => void
  : PropertyDecorator;
type ValueField = <T extends object, P extends string & keyof T = never>(
  entity: Entity<T>,
  description: string,
  column?: P,
) => DecorateAs<T, P>;

const ofColumn = (
  declare: (type: TypeFunction, description: string, check: PropertyDecorator) => PropertyDecorator,
  adapt = (bounds: Bounds): Bounds => bounds,
): ValueField =>
  ((entity, description, column) => (target: object, property: string) => {
    const bounds = adapt(getBounds(entity, (column ?? property) as never));
    const { scalar } = bounds;
    declare(
      scalar ? () => scalar : TYPES[bounds.type]!,
      describeBounds(description, bounds),
      Within(bounds),
    )(target, property);
  }) as ValueField;

/** A value of a column, within its bounds, which the description names as `{bounds}`, or `{min}` and `{max}`. Text is not blank. */
export const RequiredValue = ofColumn(RequiredField, demandValue);
/** The same, or none. */
export const OptionalValue = ofColumn(OptionalField, permitNone);
/** The same; an absent value leaves the stored one unchanged. */
export const OmittableValue = ofColumn(OmittableField, demandValue);
/** The same; the default, if it is absent. */
export const DefaultedValue = <T extends object>(
  defaultValue: unknown,
  entity: Entity<T>,
  description: string,
): DecorateAs<T, never> =>
  ofColumn((type, text, check) => DefaultedField(type, defaultValue, text, check))(entity, description);

/** Text of 1 to `max` characters, not blank. */
export const RequiredText = (max: number, description: string): PropertyDecorator =>
  RequiredField(() => String, description, Text(1, max));

/** Text of any length, which the feature itself checks. */
export const RequiredString = (description: string): PropertyDecorator =>
  RequiredField(() => String, description, Storable());

/** Text of 0 to `max` characters. */
export const OptionalText = (max: number, description: string): PropertyDecorator =>
  OptionalField(() => String, description, Text(0, max));

/** Text of 1 to `max` characters, not blank. */
export const OmittableText = (max: number, description: string): PropertyDecorator =>
  OmittableField(() => String, description, Text(1, max));

/** An integer from `min` to `max`. */
export const RequiredInt = (min: number, max: number, description: string): PropertyDecorator =>
  RequiredField(() => Int, description, Whole(min, max));

/** An integer from `min` to `max`. */
export const OptionalInt = (min: number, max: number, description: string): PropertyDecorator =>
  OptionalField(() => Int, description, Whole(min, max));

/** An integer from `min` to `max`. */
export const DefaultedInt = (min: number, max: number, defaultValue: number, description: string): PropertyDecorator =>
  DefaultedField(() => Int, defaultValue, description, Whole(min, max));

/** An integer from `min` to `max`. */
export const OmittableInt = (min: number, max: number, description: string): PropertyDecorator =>
  OmittableField(() => Int, description, Whole(min, max));

/** A boolean; the schema checks its type. */
export const OptionalBoolean = (description: string): PropertyDecorator => OptionalField(() => Boolean, description);

/** A boolean; the schema checks its type. */
export const DefaultedBoolean = (defaultValue: boolean, description: string): PropertyDecorator =>
  DefaultedField(() => Boolean, defaultValue, description);

/** True or false. */
export const OmittableBoolean = (description: string): PropertyDecorator =>
  OmittableField(() => Boolean, description, NotNull('must be true or false'));

/** The id of a new record (idempotency/client-ids.ts). */
export const NewId = (): PropertyDecorator =>
  OptionalField(
    () => ID,
    'A UUID that you choose as its id, so that a retry is safe.',
    Pattern(UUID, 'must be a UUID'),
  );

/** The version of the record that an update changes (`Access.requireVersion`). */
export const ExpectedVersion = (record = 'record'): PropertyDecorator =>
  ExpectedValue(`The \`version\` that the ${record} must still have (VERSION_CONFLICT).`);

/** What is compared, and never stored: any number may be sent. */
export const ExpectedValue = (description: string): PropertyDecorator =>
  OptionalField(() => Int, description, States({ minimum: -INT_MAX - 1, maximum: INT_MAX }));

function combine(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
