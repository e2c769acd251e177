import { pino, type SerializedError } from 'pino';

/** An error of the database or of the mail server: its text contains the data that was refused. */
interface DriverError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  /** Only errors of PostgreSQL have it. */
  severity?: string;
  /** This and the next are only in errors of SMTP. */
  responseCode?: number;
  command?: string;
  /** The code of the system or of TLS, such as SELF_SIGNED_CERT_IN_CHAIN, in errors of nodemailer. */
  originalCode?: string;
  /** Only errors of MikroORM have it: their message contains the statement with its parameters. */
  sqlMessage?: string;
}
const MAX_MESSAGE_LENGTH = 2000;
/** Bounded, so that the time is linear in the length of the text. */
const EMAIL = /[^\s<>"'@]{1,64}@[^\s<>"'@]{1,255}/g;

/** An error for the log, without data of people: of a driver's error only its code, constraint, table and place. */
export function serializeError(error: unknown): SerializedError | unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : serializeObject(error);
  const driver = findDriverError(error);
  if (!driver) {
    const { type, message, stack } = pino.stdSerializers.err(error);
    const ownCode = (error as { code?: unknown }).code;
    return {
      type,
      message: redact(message),
      stack: redact(stack),
      ...(typeof ownCode === 'string' && { code: ownCode }),
    };
  }
  const { code, originalCode, constraint, table, command, responseCode } = driver;
  return {
    type: error.name,
    code,
    originalCode,
    constraint,
    table,
    command: command?.split(' ', 1)[0],
    responseCode,
    stack: framesOf(error),
  };
}

/** pg-boss emits copies of errors. Only their code is kept, because their other properties may be those of a driver's error. */
function serializeObject(error: unknown): { type: string; code?: string } {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return { type: typeof error, ...(typeof code === 'string' && { code }) };
}

/** The message of an error for an operator. A server that is unreachable at several addresses has none, but several causes. */
export function readMessage(error: unknown): string {
  const { message, errors } = error as Error & { errors?: Error[] };
  return message || (errors?.[0]?.message ?? '');
}

function findDriverError(error: unknown): DriverError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    const driver = cause as DriverError;
    if ('severity' in driver || 'sqlMessage' in driver || 'responseCode' in driver || 'command' in driver)
      return driver;
    cause = (cause as { originalError?: unknown }).originalError ?? cause.cause;
  }
  return undefined;
}

/** The stack begins with the message, which may have lines that look like frames. */
const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .slice(stack.lastIndexOf(message) + message.length)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');

const redact = (text: string): string => text.slice(0, MAX_MESSAGE_LENGTH).replace(EMAIL, '[e-mail]');
