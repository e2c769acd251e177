import { GraphQLScalarType, Kind } from 'graphql';

/** Rows bring their dates as ISO text already (persistence/statements.ts), entities as Date. */
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
  if (Number.isNaN(date.getTime())) throw new TypeError('must be a moment such as 2026-05-01T08:00:00Z');
  return date;
}
