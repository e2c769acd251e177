import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** Rows bring their dates as ISO text already (persistence/pool.ts), entities as Date. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A moment in ISO 8601, in UTC with milliseconds: `2026-05-01T08:00:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
  serialize: (value) => (value instanceof Date ? value.toISOString() : String(value)),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
function parse(value: unknown): Date {
  const date = typeof value === 'string' && ISO.test(value) ? new Date(value) : new Date(Number.NaN);
  if (!isStorableDate(date)) throw new GraphQLError('must be a moment such as 2026-05-01T08:00:00Z');
  return date;
}

/** A calendar day is kept as its text: it has no time zone to get wrong. */
export const LocalDate = new GraphQLScalarType<string, string>({
  name: 'LocalDate',
  description: 'A calendar day in ISO 8601: `2026-05-01`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
  serialize: String,
  parseValue: parseDay,
  parseLiteral: (node) => parseDay(node.kind === Kind.STRING ? node.value : undefined),
});

function parseDay(value: unknown): string {
  const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // JavaScript takes 31 April for 1 May.
  if (day && isStorableDate(day) && day.toISOString().startsWith(value as string)) return value as string;
  throw new GraphQLError('must be a day such as 2026-05-01');
}

/** PostgreSQL knows no year 0, and writes years beyond 9999 in another form. */
function isStorableDate(date: Date): boolean {
  return !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
}
