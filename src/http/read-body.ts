// Reads the bodies of both APIs: never more of them than the limit.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { Pieces } from '../admission/admission.js';
import { AppError } from '../errors.js';
import { MAX_BODY_BYTES, tooLarge } from './body.js';

/**
 * Asks a client for its body that waits for that (`Expect: 100-continue`, RFC 9110): call it when nothing in the head of the request refuses
 * it. Node answers other expectations, and ignores those of HTTP/1.0.
 */
export function askForBody({ headers, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

/**
 * Reads a body. What follows its limit is left unread.
 * @param onTinyPieces called for a body in tiny pieces, whose connection is then closed
 * @returns undefined if the client closed the connection before it had sent the whole body
 * @throws PAYLOAD_TOO_LARGE
 */
export function readBody(
  request: IncomingMessage,
  onTinyPieces?: () => void,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return resolve(undefined);
    const chunks: Buffer[] = [];
    const pieces = new Pieces();
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (pieces.areTooMany(chunk.length)) {
        onTinyPieces?.();
        request.socket.destroy();
      } else if (pieces.bytes > maxBytes) {
        request.pause();
        reject(tooLarge(maxBytes));
      }
    });
    const giveUp = (): void => resolve(undefined);
    request.on('error', giveUp);
    request.on('close', giveUp);
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  });
}

/** Not Brotli, whose decoder takes up to 16 MB for each body, however short it is. */
const DECODERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);
const IDENTITY = 'identity';

/** Refuses another encoding before the body is read. @throws UNSUPPORTED_MEDIA_TYPE */
export function requireKnownEncoding(headers: IncomingHttpHeaders): void {
  const encoding = encodingOf(headers);
  if (encoding === IDENTITY || DECODERS.has(encoding)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be compressed with gzip or deflate, or not at all');
}

/** @throws BAD_USER_INPUT, PAYLOAD_TOO_LARGE as soon as more than the limit has been decompressed */
export async function decompressBody(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer> {
  const decode = DECODERS.get(encodingOf(headers));
  if (!decode || bytes.length === 0) return bytes;
  return decode(bytes, { maxOutputLength: maxBytes }).catch(({ code }: NodeJS.ErrnoException) => {
    throw code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(maxBytes)
      : new AppError('BAD_USER_INPUT', 'The request is malformed');
  });
}

const encodingOf = ({ 'content-encoding': encoding }: IncomingHttpHeaders): string =>
  (encoding || IDENTITY).trim().toLowerCase();
