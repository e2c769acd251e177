// The bounds of the values of a column. They stand once, with the column of the entity, in the keywords of JSON Schema: inputs
// (input-fields.ts), archives, CHECK constraints and descriptions follow from them.
import { Check } from '@mikro-orm/decorators/legacy';
import type { GraphQLScalarType } from 'graphql';
import { createMessage, type MessageText } from '../messages/message.js';
import { COUNTRY_RULE, CountryCode, isCountry } from '../shared/country.js';
import { CURRENCY_RULE, CurrencyCode } from '../shared/scalars.js';
import { INT_MAX, isBlank, isStorable, UUID } from '../shared/text.js';
import { readTimeZone, TIME_ZONE_RULE } from '../shared/time-zone.js';

/** The keywords of JSON Schema that an input field can state in openapi.json. */
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
  /** The keywords of each element of a list. */
  items?: Keywords;
  /** False if the field refuses null although its GraphQL type is nullable. */
  nullable?: boolean;
}

export interface Bounds {
  type: 'text' | 'integer' | 'number' | 'day' | 'time' | 'list' | 'record';
  /** What openapi.json states: of days and times nothing, because JSON Schema has no such keyword. */
  keywords: Keywords;
  /**
   * Whether inputs take spaces at its ends off, and make one of several: the name of a person or a thing that is compared. OR_NULL: they make
   * null of a blank one.
   */
  isName?: true | 'OR_NULL';
  /** What a text must match, as PostgreSQL understands it as well, the message of one that does not, and what no expression can tell. */
  rule?: [pattern: RegExp, message: MessageText, isKnown?: (value: string) => boolean];
  /** The type of the inputs of a value, if it has one of its own. */
  scalar?: GraphQLScalarType;
  /** The bounds of each element of a list. */
  items?: Bounds;
  /** The bounds of each value of a record, which has no others. */
  fields?: Record<string, Bounds>;
}

export const NOT_STORABLE = 'must not contain NUL or a lone surrogate';
/** Text without NUL. JSON has no notation for a lone surrogate in UTF-8. */
export const STORABLE_PATTERN = '^[^\\x00]*$';
const CONTROLS = '\\x00-\\x1f\\x7f-\\x9f';
/** PostgreSQL knows no \x00. */
const STORABLE_CONTROLS = '\\u0001-\\u001f\\u007f-\\u009f';
const ONE_LINE: Bounds['rule'] = [new RegExp(`^[^${STORABLE_CONTROLS}]*$`), 'must not contain control characters'];

/** The pattern is one that Python, Go and Java read as well: of characters that show nothing, it names white space alone (see `isBlank`). */
const keywordsOfText = (minLength: number, maxLength: number, refused: string): Keywords => ({
  ...(minLength > 0 && { minLength }),
  maxLength,
  pattern: minLength > 0 ? `^[^${refused}]*[^\\s${refused}][^${refused}]*$` : `^[^${refused}]*$`,
});

/** Text of some lines. If it has a character or more, it must not be blank. */
export const text = (min: number, max: number): Bounds => ({
  type: 'text',
  keywords: keywordsOfText(min, max, '\\x00'),
});
/** The same without line breaks and other control characters: a name, a number, a code. */
export const line = (min: number, max: number): Bounds => ({
  type: 'text',
  keywords: keywordsOfText(min, max, CONTROLS),
  rule: ONE_LINE,
});
/** A line that names a person or a thing and is compared: " Marta " is "Marta". */
export const name = (min: number, max: number): Bounds => ({ ...line(min, max), isName: true });
/** Text that a regular expression matches, which PostgreSQL reads alike. */
export const matching = (rule: NonNullable<Bounds['rule']>, length: Keywords = {}): Bounds => ({
  type: 'text',
  keywords: { ...length, pattern: rule[0].source },
  rule,
});
export const ID_BOUNDS = matching([UUID, 'must be a UUID']);
export const COUNTRY: Bounds = { ...matching([/^[A-Z]{2}$/, COUNTRY_RULE, isCountry]), scalar: CountryCode };
export const CURRENCY: Bounds = { ...matching([/^[A-Z]{3}$/, CURRENCY_RULE]), scalar: CurrencyCode };
export const TIME_ZONE = matching([/^[\w+/-]+$/, TIME_ZONE_RULE, (name) => readTimeZone(name) !== undefined]);
export const integer = (minimum: number, maximum: number): Bounds => ({
  type: 'integer',
  keywords: { minimum, maximum },
});
export const number = (minimum: number, maximum: number): Bounds => ({
  type: 'number',
  keywords: { minimum, maximum },
});
export const LATITUDE = number(-90, 90);
export const LONGITUDE = number(-180, 180);
export const list = (maxItems: number, items?: Bounds, minItems = 0): Bounds => ({
  type: 'list',
  keywords: { ...(minItems > 0 && { minItems }), maxItems },
  ...(items && { items }),
});
/** An object as JSON. */
export const record = (fields: Record<string, Bounds>): Bounds => ({ type: 'record', keywords: {}, fields });
/** The days of everything that is stored: whatever is added to one remains one for PostgreSQL and for JavaScript. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2200-12-31'];
export const DAY: Bounds = { type: 'day', keywords: {} };
export const TIME: Bounds = { type: 'time', keywords: {} };

/** The bounds of a value that must be there: a text is not blank. */
export const demandValue = (bounds: Bounds): Bounds => {
  const { minLength, maxLength } = bounds.keywords;
  if (bounds.type !== 'text' || minLength || maxLength === undefined) return bounds;
  return (bounds.isName ? name : bounds.rule ? line : text)(1, maxLength);
};

/** The bounds of a value that may be absent: blank text is no name. */
export const permitNone = (bounds: Bounds): Bounds =>
  bounds.isName && bounds.keywords.minLength ? { ...name(0, bounds.keywords.maxLength!), isName: 'OR_NULL' } : bounds;

/** @returns the message for a value that is out of bounds */
export function findBoundsProblem(value: unknown, bounds: Bounds): MessageText | undefined {
  const { minimum: min = 0, maximum: max = 0, minItems = 0, maxItems = 0 } = bounds.keywords;
  switch (bounds.type) {
    case 'text':
      return findTextProblem(value, bounds);
    case 'integer':
      if (Number.isInteger(value) && isBetween(Number(value), min, max)) return undefined;
      return createMessage('must be a whole number from {min} to {max}', { min, max });
    case 'number':
      // PostgreSQL writes `numeric` as text.
      if (isNumber(value) && isBetween(Number(value), min, max)) return undefined;
      return createMessage('must be from {min} to {max}', { min, max });
    case 'list':
      if (!Array.isArray(value)) return 'is of the wrong type';
      if (value.length < minItems) return 'must not be empty';
      if (value.length > maxItems) return createMessage('must have at most {max} entries', { max: maxItems });
      return bounds.items && firstOf(value, (one) => findBoundsProblem(one, bounds.items!));
    case 'record': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is of the wrong type';
      const unknown = Object.keys(value).some((name) => !Object.hasOwn(bounds.fields!, name));
      if (unknown) return 'is of the wrong type';
      return firstOf(Object.entries(bounds.fields!), ([name, field]) =>
        field.keywords.nullable && (value as Record<string, unknown>)[name] === null
          ? undefined
          : findBoundsProblem((value as Record<string, unknown>)[name], field),
      );
    }
    default: {
      const day = value instanceof Date ? value.toISOString() : value;
      if (typeof day !== 'string') return 'is required';
      if (isBetween(day.slice(0, 10), FIRST_DAY, LAST_DAY)) return undefined;
      return createMessage('must be from {min} to {max}', { min: FIRST_DAY, max: LAST_DAY });
    }
  }
}

function findTextProblem(value: unknown, { keywords, rule }: Bounds): MessageText | undefined {
  const { minLength: min = 0, maxLength: max = Number.POSITIVE_INFINITY } = keywords;
  if (typeof value !== 'string') return 'must be text';
  if (!isStorable(value)) return NOT_STORABLE;
  if (min > 0 && isBlank(value)) return 'must not be empty';
  const length = [...value].length;
  if (length < min) return createMessage('must have at least {min} characters', { min });
  if (length > max) return createMessage('must have at most {max} characters', { max });
  if (!rule) return undefined;
  const [pattern, message, isKnown = () => true] = rule;
  return pattern.test(value) && isKnown(value) ? undefined : message;
}

const isBetween = <V extends number | string>(value: V, min: V, max: V): boolean => value >= min && value <= max;
const isNumber = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === 'string' && /^-?\d{1,20}(\.\d{1,10})?$/.test(value));

function firstOf<V, R>(values: readonly V[], find: (value: V) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const grouped = (n: number): string => n.toLocaleString('en');
const signed = (n: number): string => (Math.abs(n) < 10_000 ? String(n) : grouped(n)).replace('-', '−');

/** Writes bounds into a description: `{bounds}` is "1–200 characters" or "0–1000", and `{min}` and `{max}` are its numbers. */
export function describeBounds(description: string, { type, keywords }: Bounds): string {
  const { minLength, maxLength = 0, minimum = 0, maximum = 0 } = keywords;
  const [min, max] =
    type === 'text' ? [grouped(minLength ?? 0), grouped(maxLength)] : [signed(minimum), signed(maximum)];
  const whole =
    type !== 'text' ? `${min}–${max}` : minLength ? `${min}–${max} characters` : `at most ${max} characters`;
  return description.replace('{bounds}', whole).replace('{min}', min).replace('{max}', max);
}

/** The prototype of an entity has the bounds of its columns, by their names. */
const BOUNDS = Symbol.for('bounds');
type BoundedEntity = Record<typeof BOUNDS, Record<string, Bounds> | undefined>;

/** The bounds of a column: from them follow the CHECK constraint of its table, what inputs accept and what archives may contain. */
export const Bounded =
  (bounds: Bounds) =>
  (target: object, property: string): void => {
    const entity = target as BoundedEntity;
    entity[BOUNDS] = { ...entity[BOUNDS], [property]: bounds };
    if (writeCheck('', bounds) === '') return;
    const expression = (columns: Record<string, unknown>): string => writeCheck(String(columns[property]), bounds);
    Check<Record<string, unknown>>({ expression })(target as Record<string, unknown>, property);
  };

/** @param entity its prototype */
export const findBounds = (entity: object, property: string): Bounds | undefined =>
  (entity as BoundedEntity)[BOUNDS]?.[property];

export function getBounds<T extends object>({ prototype }: { prototype: T }, property: string & keyof T): Bounds {
  const bounds = findBounds(prototype, property);
  if (!bounds) throw new Error(`${prototype.constructor.name}.${property} has no bounds`);
  return bounds;
}

/** What PostgreSQL checks cheaply, in the form in which it stores it. Elements of lists are checked by nobody but the service. */
function writeCheck(column: string, { type, keywords, rule, items }: Bounds): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = keywords;
  // Otherwise PostgreSQL stores a cast to `double precision`, which MikroORM cannot compare.
  const literal = (bound: number): string => (type === 'number' ? `'${bound}'` : String(bound));
  const count = items?.type === 'record' ? 'jsonb_array_length' : 'cardinality';
  const isLeast = minimum === undefined || (type === 'integer' && minimum === -INT_MAX - 1);
  const isMost = maximum === undefined || (type === 'integer' && maximum === INT_MAX);
  const [first, last] =
    type === 'time' ? [`${FIRST_DAY} 00:00:00+00`, '2201-01-01 00:00:00+00'] : [FIRST_DAY, LAST_DAY];
  return [
    minLength && `char_length(${column}) >= ${minLength}`,
    maxLength && `char_length(${column}) <= ${maxLength}`,
    rule && `${column} ~ '${rule[0].source}'`,
    !isLeast && `${column} >= ${literal(minimum)}`,
    !isMost && `${column} <= ${literal(maximum)}`,
    minItems && `${count}(${column}) >= ${minItems}`,
    maxItems && `${count}(${column}) <= ${maxItems}`,
    (type === 'day' || type === 'time') &&
      `${column} >= '${first}' and ${column} ${type === 'day' ? '<=' : '<'} '${last}'`,
  ]
    .filter(Boolean)
    .join(' and ');
}
