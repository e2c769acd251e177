import type { GraphQLFormattedError } from 'graphql';
import { CODES } from '../shared/error-codes.js';

/** Error codes that concern the whole request: HTTP clients and load balancers react to their status. */
const CODES_WITH_STATUS = ['UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED', 'LOCKED'] as const;

/** The HTTP status and the headers that the errors of a result demand. The status is undefined where the result determines it. */
export function describeErrors(errors: readonly GraphQLFormattedError[] = []): {
  status: number | undefined;
  headers: [name: string, value: string][];
} {
  if (errors.length === 0) return { status: undefined, headers: [] };
  const code = CODES_WITH_STATUS.find((candidate) => errors.some(({ extensions }) => extensions?.code === candidate));
  const retryAfter = errors.map(({ extensions }) => extensions?.retryAfter).find(Boolean);
  const headers: [string, string][] = [];
  if (code === 'UNAUTHENTICATED') headers.push(['www-authenticate', 'Bearer']);
  if (retryAfter) headers.push(['retry-after', String(retryAfter)]);
  return { status: code && CODES[code][0], headers };
}
