// Every value of `error_code`, with its meaning, for the documentation. A test compares the list with the code.
import { STATUS } from '../../errors.js';

/** The general codes: the value of `error_code` where none of the reasons below applies. */
const CODES: Record<keyof typeof STATUS, string> = {
  BAD_USER_INPUT: 'The input is malformed or invalid; the message names the field.',
  UNAUTHENTICATED: 'The operation needs an access token.',
  FORBIDDEN: 'The account does not have the required permission.',
  NOT_FOUND: 'The record does not exist or belongs to another account, or the path does not exist.',
  METHOD_NOT_ALLOWED: 'The path has other methods; the header `Allow` lists them.',
  CONFLICT: 'The request conflicts with the current state; nothing was changed.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON in UTF-8.',
  LOCKED: 'The account is locked for a time.',
  RATE_LIMITED: 'Too many requests: wait as long as `Retry-After` says.',
  INTERNAL_SERVER_ERROR: 'An unexpected error, which has been logged.',
  UNAVAILABLE: 'The database is temporarily unavailable: try again after `Retry-After`.',
};

/** More specific than the codes, each with its status. */
const REASONS: Record<string, [status: string, meaning: string]> = {
  TOKEN_MISSING: ['401', 'There is no access token in the header `Authorization: Bearer …`.'],
  TOKEN_INVALID: [
    '401, 400',
    'The access token is malformed or expired (401). The link of a mail was used, replaced or has expired (400).',
  ],
  SESSION_OVER: ['401', 'The session has ended: log in again.'],
  INVALID_CREDENTIALS: ['401', 'The e-mail address or the password is wrong.'],
  ACCOUNT_DISABLED: ['403', 'An administrator has deactivated the account.'],
  EMAIL_NOT_VERIFIED: ['403', 'The e-mail address must be verified first.'],
  ACCOUNT_LOCKED: ['423', 'Too many wrong passwords: the account is locked as long as `Retry-After` says.'],
  EMAIL_TAKEN: ['409', 'An account with this e-mail address already exists.'],
  LAST_ADMINISTRATOR: ['409', 'At least one active administrator must remain.'],
  BEEHIVE_NUMBER_TAKEN: ['409', 'The apiary already has a hive with this number.'],
  TEMPLATE_KEY_TAKEN: ['409', 'The question bank already has a template with this key.'],
  TOO_MANY_QUESTIONS: ['409', 'The apiary has as many questions as an apiary can have.'],
  INSPECTION_COMPLETED: ['409', 'A completed inspection cannot be changed: amend it.'],
  INSPECTION_IS_DRAFT: ['409', 'A draft cannot be amended: change it.'],
  INSPECTION_REPLACED: ['409', 'The inspection has a later revision: amend that one.'],
  INSUFFICIENT_STOCK: ['409', 'There is not enough in stock; the message states the quantity.'],
  STOCK_OVERFLOW: ['409', 'The quantity would exceed the largest that can be stored.'],
  ALREADY_CORRECTED: ['409', 'The movement has already been corrected.'],
  IDEMPOTENCY_KEY_REUSED: ['409', 'The `Idempotency-Key` was used for a different request.'],
  TOO_BROAD: ['400', 'The response could contain too many objects: request smaller pages.'],
  TOO_LARGE: ['400', 'The response would be too large: request smaller pages.'],
  DOCUMENT_TOO_LONG: ['413', 'The document is too long (GraphQL only).'],
};

/** A table in Markdown. */
export function describeErrorCodes(): string {
  const rows = [
    ...Object.entries(REASONS).map(([code, [status, meaning]]) => [code, status, meaning]),
    ...Object.entries(CODES).map(([code, meaning]) => [code, String(STATUS[code as keyof typeof STATUS]), meaning]),
  ];
  return [
    '| `error_code` | Status | Meaning |',
    '|---|---|---|',
    ...rows.map(([code, status, meaning]) => `| \`${code}\` | ${status} | ${meaning} |`),
  ].join('\n');
}
