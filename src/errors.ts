// Errors as clients see them. Code that refuses throws an AppError; `present` is the only place that decides what leaves the
// service, for both doors: an AppError as it is, a database fault translated, anything else logged and masked.
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';

/** The closed list of codes, and the HTTP status each one has over REST. */
export const STATUS = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  LOCKED: 423,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const;
export type Code = keyof typeof STATUS;

/** A code that is none of ours says that the request itself was wrong (GRAPHQL_PARSE_FAILED). */
export const statusOf = (code: string): number => (STATUS as Record<string, number>)[code] ?? 400;

/** One thing that is wrong with the input: `message` is made to stand after the field's name. */
export interface FieldProblem {
  field: string;
  message: string;
  /** The question that it is about, where the problem is with an answer: the message names it then, and stands alone. */
  questionId?: string;
}

/** @param name the field's, as the client knows it */
export function problemMessage({ field, message, questionId }: FieldProblem, name = field): string {
  return questionId ? message : `${name} ${message}`;
}

export class AppError extends Error {
  /** graphql-js copies `extensions` from the error that a resolver threw. */
  readonly extensions: { code: Code; reason?: string; fields?: FieldProblem[]; retryAfter?: number };

  /** @param reason a stable name for programs where `code` alone does not tell, such as BEEHIVE_NUMBER_TAKEN */
  constructor(
    readonly code: Code,
    message: string,
    { reason, fields, retryAfter }: { reason?: string; fields?: FieldProblem[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.extensions = { code, ...(reason && { reason }), ...(fields && { fields }), ...(retryAfter && { retryAfter }) };
  }

  static notFound(what: string): AppError {
    return new AppError('NOT_FOUND', `${what} not found`);
  }

  static badInput(fields: FieldProblem[]): AppError {
    return new AppError('BAD_USER_INPUT', fields.map((problem) => problemMessage(problem)).join('; '), { fields });
  }
}

/** Unique constraints that a client can run into, by name. */
const UNIQUE_VIOLATIONS: Record<string, { message: string; reason: string }> = {
  users_email_unique: { message: 'An account with this e-mail address already exists', reason: 'EMAIL_TAKEN' },
  beehives_number_unique: {
    message: 'The apiary already has a hive with this number',
    reason: 'BEEHIVE_NUMBER_TAKEN',
  },
  question_templates_key_unique: { message: 'The bank has a template with this key', reason: 'TEMPLATE_KEY_TAKEN' },
  stock_movements_corrects_unique: {
    message: 'The movement has been corrected already',
    reason: 'ALREADY_CORRECTED',
  },
};
const UNAVAILABLE = 'The service is not available at the moment: try again shortly';
const INTERNAL = 'Something went wrong';
export const unavailable = (): AppError => new AppError('UNAVAILABLE', UNAVAILABLE, { retryAfter: 1 });

/** SQLSTATE classes and codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function fromDatabase(error: unknown): AppError | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: string };
  if (typeof code !== 'string') return undefined;
  if (code === '23505') {
    const known = UNIQUE_VIOLATIONS[constraint ?? ''];
    return new AppError('CONFLICT', known?.message ?? 'This already exists', known && { reason: known.reason });
  }
  // The row that something was to be put into went away in the same moment.
  if (code === '23503') return AppError.notFound('The record it belongs to');
  if (code === '40001' || code === '40P01')
    return new AppError('CONFLICT', 'Somebody changed this at the same time: try again');
  // Lock and statement timeouts; connection failures; out of resources; the server shutting down.
  if (code === '55P03' || /^(08|53|57)/.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOENT)/.test(code)) {
    return unavailable();
  }
  return undefined;
}

/** The error of ours that this one amounts to, looking through what libraries wrapped around it. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  const translated = fromDatabase(error);
  if (translated) return translated;
  if (
    /Connection terminated|not queryable|Client was closed|timeout exceeded when trying to connect/.test(error.message)
  ) {
    return unavailable();
  }
  return asAppError((error as { originalError?: unknown }).originalError ?? error.cause);
}

export interface PresentedError {
  message: string;
  code: string;
  reason?: string;
  fields?: FieldProblem[];
  /** Seconds. */
  retryAfter?: number;
}

/** What a client may know of an error. A fault of our own is told as "Something went wrong", and logged where a log is given. */
export function presentError(error: unknown, log?: Logger): PresentedError {
  const ours = asAppError(error);
  if (ours) return { message: ours.message, ...ours.extensions };
  if (isAboutTheRequest(error)) {
    return { message: hideValues(error.message), code: String(error.extensions.code ?? 'BAD_USER_INPUT') };
  }
  log?.error({ err: error instanceof GraphQLError ? (error.originalError ?? error) : error }, 'unexpected error');
  return { message: INTERNAL, code: 'INTERNAL_SERVER_ERROR' };
}

/** What graphql-js or Apollo found wrong with the request itself; nothing of ours was reached. */
function isAboutTheRequest(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError) || error.extensions.code === 'INTERNAL_SERVER_ERROR') return false;
  const { path, originalError } = error;
  // A value of ours that does not fit its type: what is wrong with the request has a place in the document.
  if (path && originalError instanceof GraphQLError && !originalError.nodes) return false;
  return originalError == null || isAboutTheRequest(originalError);
}

/** Longer messages are a client's own text, repeated. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * graphql-js repeats literals that do not fit, which may be a password. Variables never get here: their problems are found by path
 * (graphql/input-problems.ts). No regular expression: the text is the client's, and may be long.
 */
function hideValues(message: string): string {
  const cut = message.slice(0, MAX_MESSAGE_LENGTH);
  const represent = cut.indexOf(' cannot represent ');
  const value = represent < 0 ? -1 : cut.indexOf(': ', represent);
  if (value >= 0) return cut.slice(0, value);
  const found = cut.indexOf(' "', Math.max(0, cut.indexOf(', found ')));
  return cut.includes(', found ') && found >= 0 ? cut.slice(0, found) : cut;
}
