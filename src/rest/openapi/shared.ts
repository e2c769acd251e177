// The components that all operations share.
import { ERROR_CODES, ERROR_REASONS } from './error-codes.js';
import type { JsonSchema } from './schemas.js';

const headers = {
  Link: { description: 'The next page, as `rel="next"`; absent on the last page.', schema: { type: 'string' } },
  ETag: {
    description:
      'Of this response: for `If-None-Match`, and for `If-Match`, which compares the version of the record that it begins with and, for a change of the quantity in stock or the deletion of an item, the quantity after it. The version counts the changes of the fields that are its own: not of the quantity, or of the number of hives.',
    schema: { type: 'string', pattern: '^"[1-9][0-9]*(\\.[0-9]+)?-[A-Za-z0-9_-]+"$' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  Deprecation: {
    description: 'The date since which the endpoint is deprecated (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'The date from which the endpoint may be removed (RFC 8594).', schema: { type: 'string' } },
  Successor: { description: 'The replacement, as `rel="successor-version"`.', schema: { type: 'string' } },
};
const header = (name: keyof typeof headers): JsonSchema => ({ $ref: `#/components/headers/${name}` });

const error: JsonSchema = {
  type: 'object',
  description: 'An error.',
  properties: {
    message: {
      type: 'string',
      description:
        'A message for people, which names the invalid fields: in Spanish or English, by `Accept-Language`, else the language of the account.',
    },
    error: { type: 'string', description: 'The same message: two screens of the mobile app read only this key.' },
    error_code: {
      description:
        'A stable code for programs. Later versions may add some. The section “Errors” of the documentation says what each means.',
      anyOf: [{ type: 'string', enum: [...ERROR_CODES, ...ERROR_REASONS].map(({ code }) => code) }, { type: 'string' }],
      examples: ['NOT_FOUND', 'INSUFFICIENT_STOCK'],
    },
    fields: {
      type: 'array',
      description: 'The fields of the input that are wrong, if they are the cause.',
      items: {
        type: 'object',
        description: 'A wrong field.',
        properties: {
          field: { type: 'string', description: 'Its name, as it was sent; a nested one with its path.' },
          message: { type: 'string', description: 'What is wrong with it, for people, to be read after its name.' },
        },
        required: ['field', 'message'],
      },
    },
    permission: {
      type: 'string',
      description: 'The permission that the account lacks (`FORBIDDEN`).',
      examples: ['users:read'],
    },
    scope: { type: 'string', description: 'The scope that the personal access token lacks (`SCOPE_MISSING`).' },
  },
  required: ['message', 'error', 'error_code'],
};

/** Descriptions of the error responses, by status. */
const ERRORS: Record<number, string> = {
  400: 'The input is malformed or invalid; the message names the field.',
  401: 'The access token is missing, expired or revoked.',
  403: 'The account does not have the required permission, or its role in the apiary does not allow it.',
  404: 'The record does not exist or belongs to another account.',
  409: 'The request conflicts with the current state; nothing was changed.',
  412: 'The record has another version than `If-Match`, or another quantity in stock if the request sets it or deletes the item (`VERSION_CONFLICT`); nothing was changed.',
  413: 'The body is too large, or has too many values.',
  415: 'The body is not JSON in UTF-8.',
  423: 'The account is locked after too many wrong passwords.',
};
/** What may happen to every request is listed once. */
const OTHER_ERROR =
  'Any other error: 429 after too many requests, and 503 while the database is unavailable, both with `Retry-After`; 403 \
`EMAIL_NOT_VERIFIED`, if addresses must be verified, and `SCOPE_MISSING`, `SESSION_REQUIRED` or `TOKEN_LIMITED` for a personal access token; 413 or 415 for a body that is not expected; 500 for an unexpected error, which has been logged.';

function errorResponse(description: string, hasRetryAfter: boolean): JsonSchema {
  return {
    description,
    ...(hasRetryAfter && { headers: { 'Retry-After': header('Retry-After') } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
const nameOf = (status: string): string => `Refused${status}`;

export const components = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `access_token` of `POST /auth/login` or `POST /auth/register`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'To retry safely, send a key of your choice (a UUID, for example). A repeated request with the same key runs once; the stored response is returned, for 30 days. A different request with the same key is refused with 409 `IDEMPOTENCY_KEY_REUSED`.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: 'The language of the texts, `es` or `en`; that of the account without it.',
      schema: { type: 'string' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of the record that you have: if it has changed since, the request is refused with 412 `VERSION_CONFLICT`, and nothing is changed. `*` and no header mean any version.',
      schema: { type: 'string', pattern: '^(\\*|(W/)?"[!#-~]*")$' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of a response that you have, or several: if it is still the same, the response is 304, without a body.',
      schema: { type: 'string' },
    },
  },
  headers,
  responses: {
    ...Object.fromEntries(
      Object.entries(ERRORS).map(([status, text]) => [nameOf(status), errorResponse(text, status === '423')]),
    ),
    Refused: errorResponse(OTHER_ERROR, true),
    NotModified: {
      description: 'The response is the one that `If-None-Match` names; there is no body.',
      headers: { ETag: header('ETag') },
    },
  },
  schemas: { Error: error },
};

interface OperationKind {
  /** The name of the root field. */
  field: string;
  isPublic: boolean | undefined;
  permission: string | undefined;
  isQuery: boolean;
  hasBody: boolean;
  readsIfMatch: boolean;
  /** The names of the types of its inputs. */
  inputTypes: string[];
}

/** How public operations refuse an account, by root field; the other ones refuse nothing but their input. */
const REFUSED_ACCOUNTS: Record<string, number[]> = {
  register: [409],
  logIn: [401, 403, 423],
  logInWithIdentity: [403, 409],
  refreshSession: [401],
};

/** Returns the error responses that an operation of this kind may have, beside those that every operation may have. */
export function errorResponses(operation: OperationKind): Record<string, JsonSchema> {
  const { field, isPublic, permission, isQuery, hasBody, readsIfMatch, inputTypes } = operation;
  const refused = (status: number, byOthers: boolean): boolean =>
    isPublic ? (REFUSED_ACCOUNTS[field]?.includes(status) ?? false) : byOthers;
  const possible: Record<number, boolean> = {
    400: true,
    401: refused(401, true),
    403: refused(403, permission !== undefined || (!isQuery && inputTypes.length > 0)),
    404: inputTypes.includes('ID'),
    409: refused(409, !isQuery),
    412: readsIfMatch,
    413: hasBody,
    415: hasBody,
    423: refused(423, false),
  };
  const statuses = Object.keys(possible).filter((status) => possible[Number(status)]);
  const responses = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  return { ...Object.fromEntries(responses), default: { $ref: '#/components/responses/Refused' } };
}

/** @param deprecation the names of the deprecation headers */
export function responseHeaders({
  pages,
  mayReplay,
  isVersioned,
  deprecation,
}: {
  pages: boolean;
  mayReplay: boolean;
  isVersioned: boolean;
  deprecation: string[];
}): JsonSchema {
  const deprecationHeaders = deprecation.map((name) => [
    name,
    header(name === 'Link' ? 'Successor' : (name as 'Sunset')),
  ]);
  const all = {
    ...(pages && { Link: header('Link') }),
    ...(isVersioned && { ETag: header('ETag') }),
    ...(mayReplay && { 'Idempotency-Replayed': header('Idempotency-Replayed') }),
    ...Object.fromEntries(deprecationHeaders),
  };
  return Object.keys(all).length > 0 ? { headers: all } : {};
}
