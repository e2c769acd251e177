// Values that openapi.json allows for a schema, and values just outside of its bounds.
import { isBlank } from '../../src/shared/text.js';
import * as fc from './fast-check.js';
import { type Json, openapi } from './openapi.js';

export const resolve = (schema: Json): Json =>
  schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)] : schema;
export const typesOf = (schema: Json): string[] => [schema.type ?? []].flat();

/** Returns ids for a property or a parameter of this name. */
export type Ids = (name: string) => string[];

const ODD = ['😀', 'é'.normalize('NFD'), 'a', "'", '"', '%', '\\', '\n', '\u202e', ',', '{}', '\u{10ffff}', 'ñ', '0'];

/** Text at both bounds, of characters that take up to four bytes, and anything between. */
function text({ minLength = 0, maxLength = 3000, pattern }: Json): fc.Arbitrary<string> {
  if (pattern && !pattern.includes('\\x00'))
    return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length >= minLength && length <= maxLength);
  const matches = new RegExp(pattern ?? '', 'u');
  // The pattern names white space alone, because not every language knows all characters that show nothing.
  const mayBeBlank = matches.test(' ');
  const ofLength = (length: number): fc.Arbitrary<string> =>
    fc.constantFrom(...ODD).map((odd) => [...odd.repeat(length)].slice(0, length).join(''));
  const short = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  return fc
    .oneof(ofLength(minLength), ofLength(maxLength), fc.string({ unit: 'binary', ...short }), fc.string(short))
    .filter((value) => matches.test(value) && (mayBeBlank || !isBlank(value)) && [...value].length >= minLength);
}

const two = (n: number): string => String(n).padStart(2, '0');
const day = fc
  .date({ min: new Date('1900-01-02'), max: new Date('2200-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const dateTime = fc
  .tuple(day, fc.nat(23), fc.nat(59), fc.nat(59), fc.constantFrom('', '.1', '.123456789'), fc.nat(23), fc.nat(59))
  .chain(([date, hour, minute, second, fraction, offset, rest]) =>
    fc
      .constantFrom('Z', `+${two(offset)}:${two(rest)}`, `-${two(offset)}:${two(rest)}`)
      .map((zone) => `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}${zone}`),
  );

/** Values that the schema allows. Properties that may be absent or null sometimes are. */
export function within(name: string, schema: Json, ids: Ids): fc.Arbitrary<Json> {
  if (schema.$ref) return within(name, resolve(schema), ids);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one: Json) => within(name, one, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'null') return fc.constant(null);
  const [type, other] = typesOf(schema);
  if (other === 'null') return fc.option(within(name, { ...schema, type }, ids), { freq: 5 });
  const isInt32 = schema.format === 'int32';
  const { minimum = isInt32 ? 0 : undefined, maximum = isInt32 ? 2 ** 31 - 1 : undefined } = schema;
  const { minItems = 0, maxItems } = schema;
  if (schema.format === 'uuid') return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids(name)) }, fc.uuid());
  if (schema.format === 'email') return fc.emailAddress().filter((address) => address.length <= schema.maxLength);
  if (schema.format === 'date-time') return dateTime;
  if (schema.format === 'date') return day;
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer')
    return fc
      .oneof(
        fc.constantFrom(minimum, maximum),
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }),
        fc.integer({ min: minimum, max: maximum }),
      )
      .filter((value) => value !== schema.not?.const);
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
  // A decimal number, which is text.
  if (type === 'string' && minimum !== undefined) return fc.integer({ min: minimum, max: maximum }).map(String);
  if (type === 'string') return text(schema);
  if (type === 'array') {
    const item = within(name, schema.items, ids);
    const size = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) };
    return schema.uniqueItems ? fc.uniqueArray(item, size) : fc.array(item, size);
  }
  const properties = Object.entries<Json>(schema.properties ?? {});
  const values = Object.fromEntries(properties.map(([key, one]) => [key, within(key, one, ids)]));
  if (schema.maxProperties === 1)
    return fc.oneof(...Object.entries(values).map(([key, one]) => fc.record({ [key]: one })));
  return fc.record(values, { requiredKeys: schema.required ?? [] });
}

/** The smallest value that the schema allows. */
export function smallest(name: string, schema: Json, ids: Ids): Json {
  const {
    properties,
    required = [],
    minProperties,
    minItems = 0,
    items,
    minLength = 0,
    format,
    minimum,
  } = resolve(schema);
  const keys: string[] = minProperties === 1 ? Object.keys(properties).slice(0, 1) : required;
  if (properties) return Object.fromEntries(keys.map((key) => [key, smallest(key, properties[key], ids)]));
  if (items) return Array.from({ length: minItems }, () => smallest(name, items, ids));
  if (minimum !== undefined) return minimum;
  return format === 'uuid' ? ids(name)[0] : 'a'.repeat(minLength);
}

/** Values just outside of each bound of a schema. */
export function outside(name: string, schema: Json, ids: Ids): [bound: string, value: Json][] {
  // One of a type, or null.
  if (schema.anyOf) return outside(name, schema.anyOf[0], ids).filter(([, value]) => value !== null);
  if (schema.$ref) return outside(name, resolve(schema), ids);
  const { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems, items } = schema;
  const found: [string, Json][] = [['type', schema.properties ? 'text' : {}]];
  if (!typesOf(schema).includes('null')) found.push(['null', null]);
  if (schema.enum) found.push(['enum', 'nonsense']);
  if (format === 'uuid') return found;
  if (format) found.push(['format', 'neither a date nor an address']);
  if (minLength) found.push(['minLength', 'a'.repeat(minLength - 1)]);
  // In a query string, more than 2,000 of a character outside of ASCII exceed the limit of the headers.
  if (maxLength) found.push(['maxLength', (maxLength < 2000 ? '😀' : 'a').repeat(maxLength + 1)]);
  if (pattern) found.push(['pattern', `${'A1'.repeat(8)}\0`]);
  if (pattern && !new RegExp(pattern, 'u').test(' ')) found.push(['pattern', ' \u200b\n'.repeat(minLength ?? 1)]);
  if (minimum !== undefined) found.push(['minimum', minimum - 1], ['maximum', maximum + 1]);
  if (schema.not) found.push(['not', schema.not.const]);
  if (minItems) found.push(['minItems', []]);
  if (items) {
    const one = smallest(name, items, ids);
    found.push(['maxItems', Array(maxItems + 1).fill(one)]);
    if (schema.uniqueItems) found.push(['uniqueItems', [one, one]]);
    for (const [bound, value] of outside(name, items, ids)) found.push([`items ${bound}`, [value]]);
  }
  for (const [key, property] of Object.entries<Json>(schema.properties ?? {}))
    for (const [bound, value] of outside(key, property, ids))
      found.push([`${key} ${bound}`, { ...smallest(name, schema, ids), [key]: value }]);
  return found;
}
