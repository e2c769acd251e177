// Refuses bodies that are too large, in another charset, or not JSON, with the same errors as everything else.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';

export const BODY_LIMIT_KB = 256;
export const MAX_BODY_BYTES = BODY_LIMIT_KB * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
export const NOT_UTF8 = 'The body must be JSON in UTF-8';

/** Without this check, another charset would be decoded to another text. @throws UNSUPPORTED_MEDIA_TYPE */
export function requireUtf8(contentType: string): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_UTF8);
}

/** @throws BAD_USER_INPUT, PAYLOAD_TOO_LARGE */
export function parseBody(bytes: Buffer): object {
  if (bytes.length === 0) return {};
  // Bytes that are not UTF-8 would be decoded to U+FFFD, silently.
  if (!isUtf8(bytes)) throw new AppError('BAD_USER_INPUT', NOT_UTF8);
  requireFewValues(bytes);
  let body: unknown;
  try {
    // A byte order mark is ignored, as RFC 8259 permits.
    body = JSON.parse(bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0));
  } catch {
    throw invalidJson();
  }
  if (typeof body !== 'object' || body === null) throw new AppError('BAD_USER_INPUT', 'The body must be a JSON object');
  return body;
}

/** Counted as commas and opening brackets. The largest body that an operation accepts, a visit with thousands of answers, has fewer. */
export const MAX_BODY_VALUES = 20_000;
const [COMMA, QUOTE, BACKSLASH, ARRAY, OBJECT] = Buffer.from(',"\\[{') as unknown as number[];

/**
 * Limits what a body takes in memory when it is parsed: an empty object takes three bytes of JSON, and twenty times that as an object.
 * 256 KB take a quarter of a millisecond; the count stops at the limit.
 * @throws PAYLOAD_TOO_LARGE
 */
export function requireFewValues(body: Buffer, max = MAX_BODY_VALUES): void {
  if (body.length <= max) return;
  let values = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++;
    } else if ((byte === COMMA || byte === ARRAY || byte === OBJECT) && ++values > max) {
      throw new AppError('PAYLOAD_TOO_LARGE', 'The body has too many values', { reason: 'TOO_MANY_VALUES' });
    }
  }
}

/**
 * Returns the path of a request target; of one in absolute form, as proxies receive it, only the path. Returns undefined for an invalid
 * target, which Express would answer in HTML.
 */
export function readTarget(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}

const invalidJson = (): AppError => new AppError('BAD_USER_INPUT', 'The body is not valid JSON');

export const tooLarge = (bytes = MAX_BODY_BYTES): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', createMessage('The body must not exceed {max}kb', { max: bytes / 1024 }));

/** Refuses a body that is announced as too large before it is read. @throws PAYLOAD_TOO_LARGE */
export function requireShortBody(announced: string | undefined): void {
  if (Number(announced ?? 0) > MAX_BODY_BYTES) throw tooLarge();
}

/** Converts errors of Express, which have a status below 500. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { status } = error as { status?: number };
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('BAD_USER_INPUT', 'The request is malformed');
  return error;
}

/**
 * Limits the length of a document before it is parsed. The token limit does not suffice: comments are not tokens, but take memory.
 * @param limit in bytes of UTF-8
 * @throws PAYLOAD_TOO_LARGE
 */
export function requireShortDocument(body: unknown, limit: number): void {
  const { query } = (body ?? {}) as { query?: unknown };
  if (typeof query !== 'string' || Buffer.byteLength(query) <= limit) return;
  throw new AppError('PAYLOAD_TOO_LARGE', createMessage('The document must not exceed {max} bytes', { max: limit }), {
    reason: 'DOCUMENT_TOO_LONG',
  });
}
