/** Every error code, with its HTTP status over REST, and what it means. */
export const CODES = {
  BAD_USER_INPUT: [400, 'The input is malformed or invalid; the message names the field.'],
  UNAUTHENTICATED: [401, 'The operation needs an access token.'],
  FORBIDDEN: [403, 'The account does not have the required permission.'],
  NOT_FOUND: [404, 'The record does not exist or belongs to another account, or the path does not exist.'],
  METHOD_NOT_ALLOWED: [405, 'The path has other methods; the header `Allow` lists them.'],
  CONFLICT: [409, 'The request conflicts with the current state; nothing was changed.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large, or has too many values.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body is not JSON in UTF-8.'],
  LOCKED: [423, 'The account is locked for a time.'],
  RATE_LIMITED: [429, 'Too many requests: wait as long as `Retry-After` says.'],
  INTERNAL_SERVER_ERROR: [500, 'An unexpected error, which has been logged.'],
  UNAVAILABLE: [503, 'The database is temporarily unavailable: try again after `Retry-After`.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>;
export type Code = keyof typeof CODES;

/** Codes of libraries, such as GRAPHQL_PARSE_FAILED, mean an invalid request. */
export const statusOf = (code: string): number => (isCode(code) ? CODES[code][0] : 400);
export const isCode = (code: string): code is Code => Object.hasOwn(CODES, code);
