// Every value of `error_code`, with its meaning, for openapi.json and for the page with the documentation.
import { CODES } from '../../shared/error-codes.js';
import { REASONS, type Reason } from '../../shared/error-reasons.js';
import { toRestWords } from './rest-words.js';

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
    'OPERATIONS_ABORTED',
    'PUSH_OFF',
    'QUEEN_HAS_REIGNS',
  ] as const),
  ...(['REIGN_ENDED', 'REIGN_OVERLAPS', 'TEMPLATE_KEY_TAKEN', 'TOO_MANY_CONNECTIONS', 'TOO_MANY_INVITATIONS'] as const),
  ...([
    'TOO_MANY_KEEPERS',
    'TOO_MANY_MEMBERS',
    'TOO_MANY_MEMBERSHIPS',
    'TOO_MANY_PACKS',
    'TOO_MANY_PRODUCTS',
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
  /** The HTTP status; a reason has that of its general code, but for `VERSION_CONFLICT`, which is 412 (handler.ts). */
  status?: number;
  /** In Markdown. */
  meaning: string;
}

/** The general codes: the value of `error_code` where none of the reasons below applies. */
export const ERROR_CODES: readonly ErrorCode[] = Object.entries(CODES).map(([code, [status, meaning]]) => ({
  code,
  status,
  meaning,
}));

/** Where the cause is more specific, a reason takes the place of the code. */
export const ERROR_REASONS: readonly ErrorCode[] = Object.entries(REASONS)
  .filter(([reason]) => !GRAPHQL_ONLY.has(reason as Reason))
  .map(([code, meaning]) => ({ code, meaning: toRestWords(meaning) }));
