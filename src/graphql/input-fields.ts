// Decorators for the fields of input and argument classes: `@Field` together with its checks. The first word of a name says what a
// client may send: for Required always a value, for Optional a value, null or nothing, for Omittable a value or nothing.
import { IsBoolean, IsOptional, ValidateIf } from 'class-validator';
import { Field, Int } from 'type-graphql';
import { Text, Whole } from './validators.js';

type TypeFunction = NonNullable<Parameters<typeof Field>[0]>;

/** Absent and null are refused by the schema. */
export function RequiredField(
  type: TypeFunction,
  description: string,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  return combine(...checks, Field(type, { description }));
}

/** Null clears a value that is being changed, absent leaves it as it is; anywhere else both mean that there is none. */
export function OptionalField(
  type: TypeFunction,
  description: string,
  ...checks: PropertyDecorator[]
): PropertyDecorator {
  // Class-validator visits every field that it knows of, about 1 µs each: one without a check it need not know.
  const skipAbsent = checks.length > 0 ? [IsOptional()] : [];
  return combine(...checks, ...skipAbsent, Field(type, { nullable: true, description }));
}

/** Absent leaves the value as it is; null would clear what can't be empty, so the check must refuse it. */
export function OmittableField(type: TypeFunction, description: string, check: PropertyDecorator): PropertyDecorator {
  const isGiven = ValidateIf((_input, value) => value !== undefined);
  return combine(check, isGiven, Field(type, { nullable: true, description }));
}

/** Text of 1 to `most` characters, not blank; absent and null are refused. */
export const RequiredText = (most: number, description: string): PropertyDecorator =>
  RequiredField(() => String, description, Text(1, most));

/** Text of at most `most` characters, which may be empty; null clears, absent leaves it or means none. */
export const OptionalText = (most: number, description: string): PropertyDecorator =>
  OptionalField(() => String, description, Text(0, most));

/** Text of 1 to `most` characters, not blank; absent leaves it as it is, null is refused. */
export const OmittableText = (most: number, description: string): PropertyDecorator =>
  OmittableField(() => String, description, Text(1, most));

/** A whole number from `least` to `most`; absent and null are refused. */
export const RequiredInt = (least: number, most: number, description: string): PropertyDecorator =>
  RequiredField(() => Int, description, Whole(least, most));

/** A whole number from `least` to `most`; null clears, absent leaves it or means none. */
export const OptionalInt = (least: number, most: number, description: string): PropertyDecorator =>
  OptionalField(() => Int, description, Whole(least, most));

/** A whole number from `least` to `most`; absent leaves it as it is, null is refused. */
export const OmittableInt = (least: number, most: number, description: string): PropertyDecorator =>
  OmittableField(() => Int, description, Whole(least, most));

/** True or false, which the schema itself ensures; absent and null both mean that the client does not say. */
export const OptionalBoolean = (description: string): PropertyDecorator => OptionalField(() => Boolean, description);

/** True or false; absent leaves it as it is, null is refused. */
export const OmittableBoolean = (description: string): PropertyDecorator =>
  OmittableField(() => Boolean, description, IsBoolean({ message: 'must be true or false' }));

function combine(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
