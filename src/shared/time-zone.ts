import { GraphQLError, GraphQLScalarType } from 'graphql';
import { parseLiteralBy } from './literals.js';

/** The time zone of what nobody has given another one. */
export const UTC = 'UTC';
export const TIME_ZONE_RULE = 'must be the name of a time zone, such as America/Bogota';

/**
 * A name of the IANA database, in its case; other names of UTC are UTC. One that ICU would replace is kept: it would make Asia/Calcutta of Asia/Kolkata, which not every system has. Offsets and
 * abbreviations such as EST are none, because they mean different things to different programs.
 */
export function readTimeZone(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  if (/^(etc\/)?(utc|gmt)$/i.test(value)) return UTC;
  // PostgreSQL reads names such as SystemV/AST4 as rules of POSIX.
  if (!/^(?!SystemV)[A-Za-z]\w*(\/[\w+-]+)+$/i.test(value)) return undefined;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    const isSameName = known.toLowerCase() === value.toLowerCase();
    return isSameName || known === UTC ? known : value;
  } catch {
    return undefined;
  }
}

export const TimeZone = new GraphQLScalarType<string, string>({
  name: 'TimeZone',
  description: 'The name of a time zone in the IANA database: `America/Bogota`, `Europe/Madrid`, `UTC`.',
  specifiedByURL: 'https://www.iana.org/time-zones',
  extensions: { codegenScalarType: 'string' },
  serialize: String,
  parseValue: parse,
  parseLiteral: parseLiteralBy(parse),
});

function parse(value: unknown): string {
  const zone = readTimeZone(value);
  if (zone === undefined) throw new GraphQLError(TIME_ZONE_RULE);
  return zone;
}
