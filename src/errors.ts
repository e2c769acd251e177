// Code that refuses a request throws an AppError. `presentError` alone decides what a client sees, in both APIs: an AppError is
// returned as it is, a database error is translated, and anything else is logged and masked.
import { OptimisticLockError } from '@mikro-orm/core';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { describeViolation, PARENTS } from './messages/constraints.js';
import { createMessage, type MessageText, recordName, toMessage } from './messages/message.js';
import type { Code } from './shared/error-codes.js';
import type { Reason } from './shared/error-reasons.js';
import { Language } from './shared/language.js';

/** One invalid field of the input. `message` is read after the field's name: "must not be empty". */
export interface FieldProblem<M = MessageText> {
  field: string;
  message: M;
  /** For an invalid answer, its question; `message` is then a sentence of its own. */
  questionId?: string;
  /** How much there is of what the field asks for. */
  available?: number;
  /** The last day on which what the field names is refused. */
  until?: string;
}
/** A problem in the language of the client. */
export type PresentedProblem = FieldProblem<string>;

const presentProblems = (problems: FieldProblem[], language: Language): PresentedProblem[] =>
  problems.map((problem) => ({ ...problem, message: toMessage(problem.message).in(language) }));

export const describeProblems = (problems: PresentedProblem[]): string =>
  problems.map(({ field, message, questionId }) => (questionId ? message : `${field} ${message}`)).join('; ');

/** A record that does not have the version that a client expects: what the client needs to merge its change with those of others. */
export interface CurrentRecord {
  id: string;
  version: number;
  updatedAt: Date | string;
  /** The fields that have changed since the expected version, as the schema names them; null if that is not known. */
  changedFields: string[] | null;
  /** Who changed them, the latest first. */
  changedBy: { id: string; name: string }[];
}

interface Details {
  reason?: Reason;
  fields?: FieldProblem[];
  retryAfter?: number;
  current?: CurrentRecord;
  /** That a personal access token lacks. */
  scope?: string;
  /** That an account lacks, by its value. */
  permission?: string;
}

export class AppError extends Error {
  /** graphql-js copies `extensions` from the error that a resolver threw. */
  readonly extensions: { code: Code } & Details;
  /** The id of the record that is the cause, which `nameCause` looks for in the input. */
  about: string | undefined;

  /** @param reason from shared/error-reasons.ts: a stable name for programs where `code` is not specific enough, such as BEEHIVE_NUMBER_TAKEN */
  constructor(
    readonly code: Code,
    readonly text: MessageText | undefined,
    details: Details = {},
  ) {
    // A refusal is no fault: nobody asks where it was made, and graphql-js would have each stack formatted.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(describe(text, details.fields, Language.EN));
    Error.stackTraceLimit = stackTraceLimit;
    this.extensions = { code, ...details };
  }

  /**
   * @param name of the record, in English: "Inventory item"
   * @param args which name what is not found, if they are several or belong to a list
   */
  static notFound(name: string, args: readonly string[] = []): AppError {
    const fields = args.map((field) => ({ field, message: 'is not found' as const }));
    const message = createMessage('{record} not found', { record: recordName(name) });
    return new AppError('NOT_FOUND', message, fields.length > 0 ? { fields } : undefined);
  }

  static badInput(fields: FieldProblem[]): AppError {
    return new AppError('BAD_USER_INPUT', undefined, { fields });
  }

  /** The same, with other names of the fields. */
  renamed(nameOf: (field: string) => string): AppError {
    const { code, fields, ...others } = this.extensions;
    const renamed = fields?.map((problem) => ({ ...problem, field: nameOf(problem.field) }));
    return new AppError(code, this.text, renamed ? { ...others, fields: renamed } : others);
  }
  /** The same, of an input that is the value of a field of another one. */
  below = (field: string): AppError => this.renamed((name) => `${field}.${name}`);
  present(language: Language): PresentedError {
    const { fields, ...extensions } = this.extensions;
    return {
      message: describe(this.text, fields, language),
      ...extensions,
      ...(fields && { fields: presentProblems(fields, language) }),
      ...(language !== Language.EN && { language }),
    };
  }
}

/** @param text if undefined, the fields are the message */
const describe = (text: MessageText | undefined, fields: FieldProblem[] | undefined, language: Language): string =>
  text === undefined ? describeProblems(presentProblems(fields ?? [], language)) : toMessage(text).in(language);

export const unavailable = (): AppError =>
  new AppError('UNAVAILABLE', 'The service is not available at the moment: try again shortly', { retryAfter: 1 });

/** The account sees the record as a member of its apiary. */
export const roleTooLow = (): AppError =>
  new AppError('FORBIDDEN', 'Your role in this apiary does not allow this', { reason: 'ROLE_TOO_LOW' });

/**
 * Why no row with an id was found: the account may not see it, or may only see it.
 * @param isSeen whether it sees the row; undefined if a role cannot be the reason
 */
export async function refusalOf(what: string, id: string, isSeen?: () => Promise<boolean>): Promise<AppError> {
  return Object.assign((await isSeen?.()) ? roleTooLow() : AppError.notFound(what), { about: id });
}

/** The only conflict that another try can resolve: its reason tells it from the others. */
export const changedConcurrently = (): AppError =>
  new AppError('CONFLICT', 'The record was changed concurrently: try again', { reason: 'CHANGED_CONCURRENTLY' });

/** The id of a new record is that of another one, or of one that has been deleted. Whose it is remains unsaid. */
export const idTaken = (fields: readonly string[]): AppError =>
  new AppError('CONFLICT', 'This id is taken: choose another one', {
    reason: 'ID_TAKEN',
    ...(fields.length > 0 && { fields: fields.map((field) => ({ field, message: 'is taken' })) }),
  });

/** The problem of a field that asks for more than there is. */
export const exceeds = (field: string, available: number): FieldProblem => ({
  field,
  message: createMessage('asks for more than is left: {available}', { available }),
  available,
});

/**
 * Connection failures (08), a refused log-in (28), a missing database (3D), exhausted resources (53), a statement timeout or a server
 * that is shutting down (57), a server that accepts no writes (25006: a standby), a database that accepts no connections (55000), and
 * a lock timeout (55P03).
 */
const UNAVAILABLE_SQLSTATE = /^(08|28|3D|53|57|25006|55000|55P03)/;

/** SQLSTATE classes and codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function fromDatabase(error: unknown): AppError | undefined {
  const { code, constraint, detail } = error as { code?: unknown; constraint?: string; detail?: string };
  if (typeof code !== 'string') return undefined;
  // Another account took it at the same moment. Which field of the input it is, the database does not know.
  if (code === '23505' && constraint?.endsWith('_pkey')) return idTaken([]);
  const known = describeViolation(constraint, detail);
  if (known) return new AppError('CONFLICT', known.message, known.details);
  if (code === '23505') return new AppError('CONFLICT', 'The record already exists');
  const gone = code === '23503' && PARENTS[/_([a-z]+)_id_foreign$/.exec(constraint ?? '')?.[1] ?? ''];
  if (gone) return AppError.notFound(gone);
  // A foreign key to an apiary: it was deleted, or got another owner, concurrently. Another try tells which.
  if (code === '23503' || code === '40001' || code === '40P01') return changedConcurrently();
  if (UNAVAILABLE_SQLSTATE.test(code) || /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOENT|NOTFOUND|AI_)/.test(code)) {
    return unavailable();
  }
  return undefined;
}

/** The AppError for an error, which libraries may have wrapped; undefined if there is none. */
export function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof OptimisticLockError) return changedConcurrently();
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
  fields?: PresentedProblem[];
  /** The language of a translated message. */
  language?: Language;
  /** Seconds. */
  retryAfter?: number;
  current?: CurrentRecord;
  scope?: string;
  permission?: string;
}

/**
 * The part of an error that a client may see, in the language of the request. An unexpected error is masked as "Something went wrong" and
 * logged. Messages of graphql-js and Apollo about a document stay English: they are for its author.
 */
export function presentError(error: unknown, request?: { log: Logger; language: Language }): PresentedError {
  const known = asAppError(error);
  if (known) return known.present(request?.language ?? Language.EN);
  if (isRequestError(error)) {
    return { message: hideValues(error.message), code: String(error.extensions.code ?? 'BAD_USER_INPUT') };
  }
  request?.log.error(
    { err: error instanceof GraphQLError ? (error.originalError ?? error) : error },
    'unexpected error',
  );
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong').present(request?.language ?? Language.EN);
}

/** Whether graphql-js or Apollo refused the request before any resolver ran. */
function isRequestError(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError) || error.extensions.code === 'INTERNAL_SERVER_ERROR') return false;
  const { path, originalError } = error;
  // A resolver's value that does not fit its type: an error in the request has nodes in the document.
  if (path && originalError instanceof GraphQLError && !originalError.nodes) return false;
  return originalError == null || isRequestError(originalError);
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
