import type { Logger } from 'pino';
import type { Language } from '../shared/language.js';

/** Longer than an id: a token, such as in the link of a mail. */
const SECRET_SEGMENT = /[^/]{37,}/g;

/** The path of a request for the log and for traces. */
export const toLoggedPath = (url: string): string => url.split('?', 1)[0]!.replace(SECRET_SEGMENT, '…');

/** What a request claims about its client; nothing is verified yet. */
export interface RequestClient {
  token?: string | undefined;
  /** The Accept-Language header. */
  languages?: string | undefined;
  /** The Time-Zone header: an IANA name. */
  timeZone?: string | undefined;
  /** The User-Agent header. */
  device?: string | undefined;
  address?: string | undefined;
  /** The Idempotency-Key header. */
  idempotencyKey?: string | undefined;
}

/** What is collected while a request is served, for the log and for the presentation of an error. */
export interface RequestLog {
  readonly id: string;
  /** The request's own logger: every line has its id. */
  readonly log: Logger;
  /** The operation's name, as soon as it is known. */
  operation: string | undefined;
  /** A field of the schema or a REST route, never a name that a client chooses: metrics use it as a label. */
  rootField: string | undefined;
  /** The path of a REST route with the names of its parameters, such as `/api/v1/beehives/:id`. */
  route: string | undefined;
  /** The account, once it is known. */
  accountId: string | undefined;
  /** The language of the account, once it is known. */
  accountLanguage: Language | undefined;
  /** The language of error messages. */
  readonly language: Language;
}
