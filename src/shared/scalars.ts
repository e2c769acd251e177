import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { parseLiteralBy } from './literals.js';

// `codegenScalarType` is what GraphQL Code Generator takes for the type of the values in TypeScript.

/** Rows contain dates as ISO text (database/pool.ts), entities as Date. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description:
    'A date and time in ISO 8601, in UTC with milliseconds: `2026-05-01T08:00:00.000Z`. Those of records are of the years 1900 to 2200.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  extensions: { codegenScalarType: 'string' },
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: parse,
  parseLiteral: parseLiteralBy(parse),
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
function parse(value: unknown): Date {
  const isTime = typeof value === 'string' && ISO.test(value) && isDay(value.slice(0, 10));
  const date = isTime ? new Date(value) : new Date(Number.NaN);
  if (!isStorableDate(date)) throw new GraphQLError('must be a date and time such as 2026-05-01T08:00:00Z');
  return date;
}

/** A calendar day stays text: converting it to Date would add a time zone. */
export const LocalDate = new GraphQLScalarType<string, string>({
  name: 'LocalDate',
  description: 'A calendar day in ISO 8601: `2026-05-01`. Those of records are of the years 1900 to 2200.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
  extensions: { codegenScalarType: 'string' },
  serialize: String,
  parseValue: parseDay,
  parseLiteral: parseLiteralBy(parseDay),
});

function parseDay(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value)) return value;
  throw new GraphQLError('must be a day such as 2026-05-01');
}

/**
 * An exact amount: binary fractions would add up to something else. PostgreSQL sends `12.500`, pg makes a number of it; of ten digits, both
 * have the same shortest text.
 */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description: 'An exact decimal number as text, with up to 7 digits before the point and 3 after it: `12.5`.',
  extensions: { codegenScalarType: 'string' },
  serialize: (value) => String(Number(value)),
  parseValue: parseDecimal,
  parseLiteral: parseLiteralBy(parseDecimal),
});

/** A number of JSON, up to 2^53. (That of graphql-scalars promises `bigint` to code generators, which no JSON has.) */
export const BigInteger = new GraphQLScalarType<number, number>({
  name: 'BigInt',
  description:
    'A whole number that may exceed 32 bits, as a JSON number: at most 2^53 in size, which programs read exactly.',
  extensions: { codegenScalarType: 'number' },
  serialize: toSafeInteger,
  parseValue: toSafeInteger,
  parseLiteral: parseLiteralBy(toSafeInteger, (node) => (node.kind === Kind.INT ? Number(node.value) : undefined)),
});

function toSafeInteger(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new GraphQLError('must be a whole number of at most 2^53');
}

/** What a client may send is the rule of each field. */
export const Url = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'An absolute URL: `https://example.org/hook`.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  extensions: { codegenScalarType: 'string' },
  serialize: String,
  parseValue: parseText,
  parseLiteral: parseLiteralBy(parseText, (node) => (node.kind === Kind.STRING ? node.value : undefined)),
});

function parseText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('must be text');
}

export const CURRENCY_RULE = 'must be three capital letters, such as COP';
const CURRENCY = /^[A-Z]{3}$/;

export const CurrencyCode = new GraphQLScalarType<string, string>({
  name: 'CurrencyCode',
  description: 'The code of a currency in ISO 4217: `COP`, `EUR`.',
  specifiedByURL: 'https://www.iso.org/iso-4217-currency-codes.html',
  extensions: { codegenScalarType: 'string' },
  serialize: String,
  parseValue: parseCurrency,
  parseLiteral: parseLiteralBy(parseCurrency),
});

function parseCurrency(value: unknown): string {
  if (typeof value === 'string' && CURRENCY.test(value)) return value;
  throw new GraphQLError(CURRENCY_RULE);
}

/** Accepts a JSON number too. */
function parseDecimal(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^\d{1,7}(\.\d{1,3})?$/.test(text)) return text;
  throw new GraphQLError('must be a decimal number such as 12.5');
}

/** JavaScript parses 31 April as 1 May. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return isStorableDate(day) && day.toISOString().startsWith(text);
}

/** PostgreSQL has no year 0 and formats years after 9999 differently. */
function isStorableDate(date: Date): boolean {
  return !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
}
