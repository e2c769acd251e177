// Validators for input classes. A message follows the name of the field, which differs between the
// APIs: "must not be empty". A validator also states its bounds as keywords of JSON Schema, in the extensions of the GraphQL field:
// openapi.json is generated from them.
import {
  IsDefined,
  IsInt,
  Matches,
  Max,
  MaxDate,
  Min,
  NotEquals,
  registerDecorator,
  type ValidationArguments,
} from 'class-validator';
import { Extensions } from 'type-graphql';
import { isInFuture } from '../shared/days.js';
import { createMessage, type MessageText, serializeMessage } from '../shared/message.js';
import { INVISIBLE, isBlank, isStorable } from '../shared/text.js';

/** The message of a validator of class-validator, which passes on text only. */
export const says = (message: MessageText): { message: string } => ({ message: serializeMessage(message) });

/** The keywords of JSON Schema that an input field can state. */
export interface Keywords {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  not?: { const: unknown };
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** Of each element of a list. */
  items?: Keywords;
  /** False if the field refuses null although its GraphQL type is nullable. */
  nullable?: boolean;
}

const stated = new Map<object, Map<string | symbol, Keywords>>();

/**
 * States keywords for openapi.json; those of a decorator further up take precedence. The validator of the field, or the feature
 * itself, must refuse what they exclude.
 */
export function States(keywords: Keywords): PropertyDecorator {
  return (target, property) => {
    const ofClass = stated.get(target) ?? new Map<string | symbol, Keywords>();
    stated.set(target, ofClass);
    const earlier = ofClass.get(property);
    if (earlier) Object.assign(earlier, keywords);
    else {
      // One object for each field: type-graphql would merge several in an order that differs from schema to schema.
      const all = { ...keywords };
      ofClass.set(property, all);
      Extensions(all as Record<string, unknown>)(target, property);
    }
  };
}

export const NOT_STORABLE = 'must not contain NUL or a lone surrogate';
/** Text without NUL. JSON has no notation for a lone surrogate in UTF-8. */
export const STORABLE_PATTERN = '^[^\\x00]*$';
const NOT_BLANK_PATTERN = `^[^\\x00]*[^${INVISIBLE}][^\\x00]*$`;
export const textKeywords = (min: number, max: number): Keywords => ({
  ...(min > 0 && { minLength: min }),
  maxLength: max,
  pattern: min > 0 ? NOT_BLANK_PATTERN : STORABLE_PATTERN,
});

function textProblem(value: unknown, min: number, max: number): MessageText | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (!isStorable(value)) return NOT_STORABLE;
  if (min > 0 && isBlank(value)) return 'must not be empty';
  const length = [...value].length;
  if (length < min) return createMessage('must have at least {min} characters', { min });
  return length > max ? createMessage('must have at most {max} characters', { max }) : undefined;
}

/** Text of `min` to `max` characters; if `min` is 1 or more, it must not be blank. The text is stored as sent. */
export function Text(min: number, max: number): PropertyDecorator {
  return (target, property) => {
    States(textKeywords(min, max))(target, property);
    registerDecorator({
      name: 'text',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => textProblem(value, min, max) === undefined,
        defaultMessage: ({ value }: ValidationArguments) => serializeMessage(textProblem(value, min, max)!),
      },
    });
  };
}

/** Text of any length that can be stored. */
export function Storable(): PropertyDecorator {
  return (target, property) => {
    States({ pattern: STORABLE_PATTERN })(target, property);
    registerDecorator({
      name: 'storable',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isStorable(value),
        defaultMessage: () => serializeMessage(NOT_STORABLE),
      },
    });
  };
}

/** Text that a regular expression matches. */
export function Pattern(pattern: RegExp, message: MessageText): PropertyDecorator {
  return (target, property) => {
    States({ pattern: pattern.source })(target, property);
    Matches(pattern, says(message))(target, property as string);
  };
}

/** Any value of the field's GraphQL type. @param message states what null is not */
export const NotNull = (message: MessageText): PropertyDecorator => IsDefined(says(message));

/** A number within bounds, inclusive. */
export const Between = (min: number, max: number): PropertyDecorator =>
  inRange(min, max, says(createMessage('must be from {min} to {max}', { min, max })));

/** A time that is not in the future, with a tolerance of one day for the clocks of devices. */
export const NotInFuture = (): PropertyDecorator =>
  MaxDate(() => new Date(Date.now() + 86_400_000), says('must not be in the future'));

/** A day that is not in the future, with the same tolerance, which time zones need anyway. */
export function DayNotInFuture(): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'dayNotInFuture',
      target: target.constructor,
      propertyName: property as string,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && !isInFuture(value),
        defaultMessage: ({ value }: ValidationArguments) =>
          serializeMessage(typeof value === 'string' ? 'must not be in the future' : 'is required'),
      },
    });
}

/** A list of storable texts; the feature itself checks their contents. */
export function EachText(): PropertyDecorator {
  const isTexts = (value: unknown): boolean =>
    Array.isArray(value) && value.every((v) => typeof v === 'string' && isStorable(v));
  return (target, property) => {
    States({ items: { pattern: STORABLE_PATTERN } })(target, property);
    registerDecorator({
      name: 'eachText',
      target: target.constructor,
      propertyName: property as string,
      validator: { validate: isTexts, defaultMessage: () => serializeMessage('must be a list of texts') },
    });
  };
}

/** An integer from `min` to `max`. */
export function Whole(min: number, max: number): PropertyDecorator {
  const options = says(createMessage('must be a whole number from {min} to {max}', { min, max }));
  return inRange(min, max, options, IsInt(options));
}

function inRange(
  min: number,
  max: number,
  options: { message: string },
  ...others: PropertyDecorator[]
): PropertyDecorator {
  return (target, property) => {
    States({ minimum: min, maximum: max })(target, property);
    for (const check of [...others, Min(min, options), Max(max, options)]) check(target, property as string);
  };
}

/** A number that is not 0. */
export function NotZero(): PropertyDecorator {
  return (target, property) => {
    States({ not: { const: 0 } })(target, property);
    NotEquals(0, says('must not be 0'))(target, property as string);
  };
}
