// Validators for input classes. A message follows the name of the field, which differs between the
// APIs: "must not be empty". A validator also states its bounds as keywords of JSON Schema, in the extensions of the GraphQL field:
// openapi.json is generated from them.
import { Extensions } from 'type-graphql';
import { createMessage, type MessageText } from '../messages/message.js';
import { isInFuture } from '../shared/days.js';
import { isStorable, tidyName } from '../shared/text.js';
import {
  type Bounds,
  findBoundsProblem,
  integer,
  type Keywords,
  matching,
  NOT_STORABLE,
  number,
  STORABLE_PATTERN,
  text,
} from './bounds.js';

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

/** @returns what is wrong with a value */
type Check = (value: unknown) => MessageText | undefined;
interface FieldChecks {
  checks: Check[];
  acceptsNull: boolean;
}
/** The checks of the fields of a class, by its prototype: its own, and then with those that it inherits. */
const ownChecks = new Map<object, Map<string, FieldChecks>>();
const allChecks = new WeakMap<object, [field: string, FieldChecks][]>();

function checksOf(target: object, property: string | symbol): FieldChecks {
  const ofClass = ownChecks.get(target) ?? new Map<string, FieldChecks>();
  ownChecks.set(target, ofClass);
  const known = ofClass.get(String(property)) ?? { checks: [], acceptsNull: false };
  ofClass.set(String(property), known);
  return known;
}

/** A field that a class declares again has its checks alone. */
function findChecks(prototype: object): [field: string, FieldChecks][] {
  const known = allChecks.get(prototype);
  if (known) return known;
  const found = new Map<string, FieldChecks>();
  for (let type: object | null = prototype; type !== null; type = Object.getPrototypeOf(type))
    for (const [field, checks] of ownChecks.get(type) ?? []) if (!found.has(field)) found.set(field, checks);
  const all = [...found];
  allChecks.set(prototype, all);
  return all;
}

/** The first problem of each field that is given: the schema itself demands required ones. */
export function findProblems(input: Readonly<Record<string, unknown>>): [field: string, MessageText][] {
  const problems: [string, MessageText][] = [];
  for (const [field, { checks, acceptsNull }] of findChecks(Object.getPrototypeOf(input))) {
    const value = input[field];
    if (value === undefined || (value === null && acceptsNull)) continue;
    for (const check of checks) {
      const problem = check(value);
      if (problem === undefined) continue;
      problems.push([field, problem]);
      break;
    }
  }
  return problems;
}

/** The other validators do not see null. */
export const AcceptsNull = (): PropertyDecorator => (target, property) => {
  checksOf(target, property).acceptsNull = true;
};

/** A validator, and the keywords that it stands for. */
const Checked =
  (keywords: Keywords, check: Check): PropertyDecorator =>
  (target, property) => {
    States(keywords)(target, property);
    checksOf(target, property).checks.push(check);
  };

/** The fields of a class, by its prototype, whose values are names. */
const names = new Map<object, [field: string, isName: Bounds['isName']][]>();

/** Takes spaces at the ends of names off, and makes one of several. Control characters stay, and are refused. */
export function tidyNames(input: Record<string, unknown>): void {
  for (let type = Object.getPrototypeOf(input); type !== null; type = Object.getPrototypeOf(type))
    for (const [property, isName] of names.get(type) ?? []) {
      const value = input[property];
      if (typeof value !== 'string') continue;
      const tidy = tidyName(value);
      input[property] = tidy === '' && isName === 'OR_NULL' ? null : tidy;
    }
}

/** A value within the bounds of a column. */
export const Within =
  (bounds: Bounds): PropertyDecorator =>
  (target, property) => {
    if (bounds.isName) names.set(target, [...(names.get(target) ?? []), [String(property), bounds.isName]]);
    Checked(bounds.keywords, (value) => findBoundsProblem(value, bounds))(target, property);
  };
/** Text of `min` to `max` characters; if `min` is 1 or more, it must not be blank. The text is stored as sent. */
export const Text = (min: number, max: number): PropertyDecorator => Within(text(min, max));
/** A number within bounds, inclusive. */
export const Between = (min: number, max: number): PropertyDecorator => Within(number(min, max));
/** An integer from `min` to `max`. */
export const Whole = (min: number, max: number): PropertyDecorator => Within(integer(min, max));
/** Text that a regular expression matches. */
export const Pattern = (pattern: RegExp, message: MessageText): PropertyDecorator =>
  Within(matching([pattern, message]));

/** Text of any length that can be stored. */
export const Storable = (): PropertyDecorator =>
  Checked({ pattern: STORABLE_PATTERN }, (value) =>
    typeof value === 'string' && isStorable(value) ? undefined : NOT_STORABLE,
  );

/** Any value of the field's GraphQL type. @param message states what null is not */
export const NotNull = (message: MessageText): PropertyDecorator =>
  Checked({}, (value) => (value === null ? message : undefined));

/** A value of an enum, or each of a list. By default, the message has the names of those that are possible. */
export const OneOf = (
  possible: object,
  message: MessageText = createMessage('must be one of {values}', { values: Object.keys(possible) }),
): PropertyDecorator => {
  const values = Object.values(possible);
  return Checked({}, (value) => ([value].flat().every((one) => values.includes(one)) ? undefined : message));
};

/** A time that is not in the future, with a tolerance of one day for the clocks of devices. */
export const NotInFuture = (): PropertyDecorator =>
  Checked({}, (value) =>
    value instanceof Date && value.getTime() <= Date.now() + 86_400_000 ? undefined : 'must not be in the future',
  );

/** A day that is not in the future, with the same tolerance, which time zones need anyway. */
export const DayNotInFuture = (): PropertyDecorator =>
  Checked({}, (value) => {
    if (typeof value !== 'string') return 'is required';
    return isInFuture(value) ? 'must not be in the future' : undefined;
  });

/** A list of storable texts; the feature itself checks their contents. */
export const EachText = (): PropertyDecorator =>
  Checked({ items: { pattern: STORABLE_PATTERN } }, (value) =>
    Array.isArray(value) && value.every((v) => typeof v === 'string' && isStorable(v))
      ? undefined
      : 'must be a list of texts',
  );

/** A number that is not 0. */
export const NotZero = (): PropertyDecorator =>
  Checked({ not: { const: 0 } }, (value) => (value === 0 ? 'must not be 0' : undefined));
