// Refuses bodies that are too large, in another charset, or not JSON, with the same errors as everything else.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.js';
import { createMessage } from '../shared/message.js';

export const BODY_LIMIT_KB = 256;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NOT_UTF8 = 'The body must be JSON in UTF-8';

/** Without this check, another charset would be decoded to another text, and bytes that are not UTF-8 to U+FFFD, silently. */
export function requireUtf8(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_UTF8);
  // JSON has no byte-order mark (RFC 8259). Some parsers strip it, and a hash of the body would then differ.
  if (body.subarray(0, 3).equals(BYTE_ORDER_MARK)) throw invalidJson();
  if (!isUtf8(body)) throw new AppError('BAD_USER_INPUT', NOT_UTF8);
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

export const invalidJson = (): AppError => new AppError('BAD_USER_INPUT', 'The body is not valid JSON');

/** Converts errors of Express and its middleware, which have a `type` or a status below 500. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large')
    return new AppError('PAYLOAD_TOO_LARGE', createMessage('The body must not exceed {max}kb', { max: BODY_LIMIT_KB }));
  if (type === 'entity.parse.failed') return invalidJson();
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', NOT_UTF8);
  }
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('BAD_USER_INPUT', 'The request is malformed');
  return error;
}

/**
 * Limits the length of a document before it is parsed. The token limit does not suffice: comments are not tokens, but take memory.
 * @param limit in characters
 * @throws PAYLOAD_TOO_LARGE
 */
export function requireShortDocument(body: unknown, limit: number): void {
  const { query } = (body ?? {}) as { query?: unknown };
  if (typeof query !== 'string' || query.length <= limit) return;
  throw new AppError(
    'PAYLOAD_TOO_LARGE',
    createMessage('The document must not exceed {max} characters', { max: limit }),
    {
      reason: 'DOCUMENT_TOO_LONG',
    },
  );
}
