// Reads JSON as strictly as the Dart code of the mobile app, and stricter in one respect: every key must be present. A wrong type
// throws, `null` is accepted only by the readers named so, and one invalid element fails the whole list.

/** @param at the path of the value, for the error message */
export type Reader<T> = (value: unknown, at: string) => T;
/** A key with other names: the first one that is not null is read, like `json['a'] ?? json['b']`. */
export interface Aliased<T> {
  names: string[];
  read: Reader<T>;
}
type Shape = Record<string, Reader<unknown> | Aliased<unknown>>;
type Read<F> = F extends Reader<infer T> ? T : F extends Aliased<infer T> ? T : never;

/** A number with a fraction or an exponent in the text: `3.0` is 3 in JavaScript, but a double in Dart. */
class Double {
  constructor(readonly value: number) {}
}

/** Parses JSON as Dart does. */
export function decode(text: string): unknown {
  const revive = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value === 'number' && /[.e]/i.test(source!) ? new Double(value) : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}

function fail(expected: string, value: unknown, at: string): never {
  throw new TypeError(value === undefined ? `${at} is missing` : `${at} must be ${expected}: ${JSON.stringify(value)}`);
}
const plain =
  <T>(expected: string, is: (value: unknown) => boolean): Reader<T> =>
  (value, at) =>
    is(value) ? (value as T) : fail(expected, value, at);

const nullable =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, at) =>
    value === null ? null : read(value, at);
/** Reads like `json['x'] ?? fallback`, for keys that may be missing. */
export const withDefault =
  <T>(read: Reader<T>, fallback: T): Reader<T> =>
  (value, at) =>
    value === undefined || value === null ? fallback : read(value, at);

export const string = plain<string>('String', (value) => typeof value === 'string');
export const nullableString = nullable(string);
export const bool = plain<boolean>('bool', (value) => typeof value === 'boolean');
export const int = plain<number>('int', Number.isInteger);
export const nullableInt = nullable(int);
const single = plain<number>('num', (value) => typeof value === 'number');
export const num: Reader<number> = (value, at) => (value instanceof Double ? value.value : single(value, at));
export const nullableNum = nullable(num);
/** Converts any value to text, except null, which the app would show as the text "null". */
export const asText: Reader<string> = (value, at) =>
  value === null ? fail('id', value, at) : String(present(value, at));
export const nothing: Reader<void> = (value, at) => {
  if (value !== undefined) fail('empty body', value, at);
};
export const anything: Reader<unknown> = (value) => value;

const present = (value: unknown, at: string): unknown => (value === undefined ? fail('value', value, at) : value);

const RFC_1123 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;
/** The format that `DateTime.parse` accepts. */
const ISO = /^\d{4}-?\d\d-?\d\d(?:[ T]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?(?: ?[zZ]| ?[-+]\d\d(?::?\d\d)?)?)?$/;
const date =
  (expected: string, form: RegExp): Reader<Date> =>
  (value, at) => {
    const read = new Date(string(value, at));
    return form.test(value as string) && !Number.isNaN(read.valueOf()) ? read : fail(expected, value, at);
  };
export const iso = date('ISO 8601 date', ISO);
export const isoOrNull = nullable(iso);
export const rfc1123OrNull = nullable(date('RFC 1123 date', RFC_1123));

export const oneOf = (...words: string[]): Reader<string> =>
  plain(words.join(' or '), (value) => words.includes(value as string));

export const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((element, i) => read(element, `${at}[${i}]`)) : fail('List', value, at);
export const nullableListOf = <T>(read: Reader<T>): Reader<T[] | null> => nullable(listOf(read));

/** Other keys are ignored. */
export const object =
  <S extends Shape>(shape: S): Reader<{ [K in keyof S]: Read<S[K]> }> =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('Map', value, at);
    const json = value as Record<string, unknown>;
    const entries = Object.entries(shape).map(([key, field]) => {
      const { names, read } = typeof field === 'function' ? { names: [key], read: field } : field;
      const name = names.find((known) => json[known] !== undefined && json[known] !== null) ?? names[0]!;
      return [key, read(json[name], `${at}.${name}`)];
    });
    return Object.fromEntries(entries);
  };
export const nullableObject = <S extends Shape>(shape: S) => nullable(object(shape));
export const aliased = <T>(read: Reader<T>, ...names: string[]): Aliased<T> => ({ names, read });
