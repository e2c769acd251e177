// What operations have in common: described once, as components, and referred to.
import { STATUS } from '../../errors.js';
import type { JsonSchema } from './schemas.js';

const headers = {
  Link: { description: 'Of a page that is not the last: the next one, as `rel="next"`.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` where this answer was given before.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  Deprecation: {
    description: 'Since when the endpoint is not to be used any more (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: { description: 'When the endpoint may be gone (RFC 8594).', schema: { type: 'string' } },
  Successor: { description: 'What takes its place, as `rel="successor-version"`.', schema: { type: 'string' } },
};
const header = (name: keyof typeof headers): JsonSchema => ({ $ref: `#/components/headers/${name}` });

const error: JsonSchema = {
  type: 'object',
  description: 'What went wrong.',
  properties: {
    message: { type: 'string', description: 'For people: what is wrong, and with which field.' },
    error: { type: 'string', description: 'The message again: two screens of the mobile app read only this.' },
    error_code: {
      type: 'string',
      description: `For programs, and stable: one of ${Object.keys(STATUS).join(', ')}, or a narrower reason such as INSUFFICIENT_STOCK.`,
      examples: ['NOT_FOUND', 'INSUFFICIENT_STOCK'],
    },
  },
  required: ['message', 'error', 'error_code'],
};

/** By status. */
const REFUSALS: Record<number, string> = {
  400: 'The input is malformed or not valid: the message names the field.',
  401: 'There is no token, or one that is not good any more.',
  403: 'The account may not do this.',
  404: "There is no such thing, or it is somebody else's: the two are told alike.",
  409: 'It contradicts what there is, and nothing was changed.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8.',
  423: 'The account is locked after too many wrong passwords.',
  429: 'Too many requests.',
  503: 'The service cannot reach its database at the moment.',
};
const OTHER = 'Anything else that went wrong.';

function refusal(description: string, waits: boolean): JsonSchema {
  return {
    description,
    ...(waits && { headers: { 'Retry-After': header('Retry-After') } }),
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
        'For a change that may have to be sent again because its answer was lost: a name of your own for it, such as a UUID. The same request under the same key is done once and answered twice, for 30 days; another request under it is refused with 409 `IDEMPOTENCY_KEY_REUSED`.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    },
  },
  headers,
  responses: {
    ...Object.fromEntries(
      Object.entries(REFUSALS).map(([status, text]) => [
        nameOf(status),
        refusal(text, ['423', '429', '503'].includes(status)),
      ]),
    ),
    Refused: refusal(OTHER, false),
  },
  schemas: { Error: error },
};

interface Kind {
  isPublic: boolean | undefined;
  isCredential: boolean | undefined;
  isQuery: boolean;
  /** Of the types of what it is asked with. */
  names: string[];
}

/** How an operation of this kind may be refused. */
export function errorResponses({ isPublic, isCredential, isQuery, names }: Kind): Record<string, JsonSchema> {
  const possible: Record<number, boolean> = {
    400: true,
    401: !isPublic || isCredential === true,
    403: !isPublic || isCredential === true,
    404: names.includes('ID'),
    409: !isQuery,
    413: true,
    415: true,
    423: isCredential === true,
    429: true,
    503: true,
  };
  const statuses = Object.keys(possible).filter((status) => possible[Number(status)]);
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  return { ...Object.fromEntries(refused), default: { $ref: '#/components/responses/Refused' } };
}

/** @param deprecation the names of the headers that tell of it */
export function responseHeaders({
  pages,
  mayReplay,
  deprecation,
}: {
  pages: boolean;
  mayReplay: boolean;
  deprecation: string[];
}): JsonSchema {
  const told = deprecation.map((name) => [name, header(name === 'Link' ? 'Successor' : (name as 'Sunset'))]);
  const all = {
    ...(pages && { Link: header('Link') }),
    ...(mayReplay && { 'Idempotency-Replayed': header('Idempotency-Replayed') }),
    ...Object.fromEntries(told),
  };
  return Object.keys(all).length > 0 ? { headers: all } : {};
}
