// Every value of `error_code`, with its meaning, for the documentation.
import { STATUS } from '../../errors.js';
import { REASONS } from '../../shared/error-reasons.js';

/** The general codes: the value of `error_code` where none of the reasons below applies. */
const CODES: Record<keyof typeof STATUS, string> = {
  BAD_USER_INPUT: 'The input is malformed or invalid; the message names the field.',
  UNAUTHENTICATED: 'The operation needs an access token.',
  FORBIDDEN: 'The account does not have the required permission.',
  NOT_FOUND: 'The record does not exist or belongs to another account, or the path does not exist.',
  METHOD_NOT_ALLOWED: 'The path has other methods; the header `Allow` lists them.',
  CONFLICT: 'The request conflicts with the current state; nothing was changed.',
  PAYLOAD_TOO_LARGE: 'The body is too large, or has too many values.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON in UTF-8.',
  LOCKED: 'The account is locked for a time.',
  RATE_LIMITED: 'Too many requests: wait as long as `Retry-After` says.',
  INTERNAL_SERVER_ERROR: 'An unexpected error, which has been logged.',
  UNAVAILABLE: 'The database is temporarily unavailable: try again after `Retry-After`.',
};

const toRows = (rows: object): string =>
  Object.entries(rows)
    .map(([code, cells]) => `| \`${code}\` | ${[cells].flat().join(' | ')} |`)
    .join('\n');

/** Two tables in Markdown. */
export function describeErrorCodes(): string {
  const codes = Object.entries(CODES).map(([code, meaning]) => [code, [STATUS[code as keyof typeof STATUS], meaning]]);
  return `| Code | Status | Meaning |
|---|---|---|
${toRows(Object.fromEntries(codes))}

Where the cause is more specific, a reason takes the place of the code:

| Reason | Meaning |
|---|---|
${toRows(REASONS)}`;
}
