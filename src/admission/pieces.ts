// A body can be sent in pieces of a byte each, as chunks or as packets. The parser calls back for each piece, which costs a thousand times
// as much as the byte, so pieces are limited and not only bytes.
import type { IncomingMessage } from 'node:http';

/** Pieces of any size, and one more for as many bytes: HTTP libraries send pieces of kilobytes. */
const FREE_PIECES = 256;
const BYTES_PER_PIECE = 64;

export class Pieces {
  private count = 0;
  /** The sum of all pieces. */
  bytes = 0;

  /** @returns whether the body, with this piece, has too many */
  areTooMany(bytes: number): boolean {
    this.count += 1;
    this.bytes += bytes;
    return this.count > FREE_PIECES + this.bytes / BYTES_PER_PIECE;
  }
}

/** Closes the connection of a body in tiny pieces. @param onExcess called before */
export function limitPieces(request: IncomingMessage, onExcess: () => void): void {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
  if (!chunked && (length === undefined || length === '0')) return;
  const pieces = new Pieces();
  // Node takes the socket from a request whose body is not read to its end.
  const { push, socket } = request;
  // Not a listener: with one, the body would begin to flow before somebody reads it.
  request.push = (chunk: Buffer | null, encoding) => {
    if (socket.destroyed) return false;
    if (!chunk || !pieces.areTooMany(chunk.length)) return push.call(request, chunk, encoding);
    onExcess();
    socket.destroy();
    return false;
  };
}
