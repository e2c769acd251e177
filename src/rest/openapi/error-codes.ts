// Every value of `error_code`, with its meaning, for openapi.json and for the page with the documentation.
import { STATUS } from '../../errors.js';
import { REASONS, type Reason } from '../../shared/error-reasons.js';
import { toRestWords } from './rest-words.js';

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

/** Reasons of operations that only GraphQL has. The tests assert that no response over REST has one of them. */
export const GRAPHQL_ONLY: ReadonlySet<Reason> = new Set<Reason>([
  ...([
    'ACCOUNT_IS_ADMINISTRATOR',
    'AFTER_EVENT',
    'ALREADY_CORRECTED',
    'BEEHIVE_LIVING',
    'BEFORE_EVENT',
    'BEEHIVE_QUEENLESS',
    'DOCUMENT_TOO_LONG',
    'HARVEST_CLOSED',
  ] as const),
  ...(['HARVEST_EXHAUSTED', 'HARVEST_IN_LOT', 'HARVEST_IS_DRAFT', 'HARVEST_NOT_FOR_SALE', 'HARVEST_VOIDED'] as const),
  ...([
    'ID_TAKEN',
    'INSUFFICIENT_FRAMES',
    'INVITATION_FOR_ANOTHER',
    'KEEPER_DAY_TAKEN',
    'LINEAGE_CYCLE',
    'LOG_IN_TOO_OLD',
    'LOT_CODE_TAKEN',
  ] as const),
  ...([
    'LOT_EXHAUSTED',
    'LOT_HAS_PACKS',
    'OWNER_CANNOT_LEAVE',
    'PUSH_ABORTED',
    'PUSH_OFF',
    'QUEEN_HAS_REIGNS',
  ] as const),
  ...(['REIGN_ENDED', 'REIGN_OVERLAPS', 'TEMPLATE_KEY_TAKEN', 'TOO_MANY_CONNECTIONS', 'TOO_MANY_INVITATIONS'] as const),
  ...([
    'TOO_MANY_KEEPERS',
    'TOO_MANY_MEMBERS',
    'TOO_MANY_MEMBERSHIPS',
    'TOO_MANY_PACKS',
    'TOO_MANY_QUEENS',
    'TOO_MANY_REIGNS',
  ] as const),
  ...([
    'TOO_MANY_PUSH_SUBSCRIPTIONS',
    'TOO_MANY_SUBSCRIPTIONS',
    'TOO_MANY_TOKENS',
    'WITHDRAWAL_ACTIVE',
    'WITHDRAWAL_UNKNOWN',
  ] as const),
]);

interface ErrorCode {
  code: string;
  /** The HTTP status; a reason has that of its general code. */
  status?: number;
  /** In Markdown. */
  meaning: string;
}

export const ERROR_CODES: readonly ErrorCode[] = Object.entries(CODES).map(([code, meaning]) => ({
  code,
  status: STATUS[code as keyof typeof STATUS],
  meaning,
}));

/** Where the cause is more specific, a reason takes the place of the code. */
export const ERROR_REASONS: readonly ErrorCode[] = Object.entries(REASONS)
  .filter(([reason]) => !GRAPHQL_ONLY.has(reason as Reason))
  .map(([code, meaning]) => ({ code, meaning: toRestWords(meaning) }));

/** Two lists in Markdown. */
export const describeErrorCodes = (): string =>
  `${ERROR_CODES.map(({ code, status, meaning }) => `- \`${code}\` (${status}): ${meaning}`).join('\n')}

Where the cause is more specific, a reason takes the place of the code:

${ERROR_REASONS.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n')}`;
