// Bodies of requests stay in memory until their requests have been answered, and parsed they take up to twenty times their size. This
// limits the bytes of all of them together: of those that arrive or wait, and of those that have been parsed.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { unavailable } from '../errors.js';
import { BODY_LIMIT_KB } from './body.js';

const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;
const MAX_PARSED_BYTES = 8 * 1024 * 1024;

export class OpenBodies {
  /** The announced size of each body that has not been parsed yet, the oldest first. */
  private readonly arriving = new Map<IncomingMessage, number>();
  private arrivingBytes = 0;
  private parsedBytes = 0;

  constructor(server: Server) {
    server.prependListener('request', (request, response) => this.expect(request, response));
  }

  /**
   * Call it before a body is parsed.
   * @throws UNAVAILABLE if too many are being answered
   */
  parse(request: IncomingMessage, response: ServerResponse, bytes: number): void {
    this.forget(request);
    if (this.parsedBytes + bytes > MAX_PARSED_BYTES) throw unavailable();
    this.parsedBytes += bytes;
    response.once('close', () => {
      this.parsedBytes -= bytes;
    });
  }

  /** Above the limit, the connections are closed whose bodies have been arriving for longest. */
  private expect(request: IncomingMessage, response: ServerResponse): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const bytes = encoding ? BODY_LIMIT_KB * 1024 : Math.min(Number(length ?? 0), BODY_LIMIT_KB * 1024);
    if (bytes === 0) return;
    this.arriving.set(request, bytes);
    this.arrivingBytes += bytes;
    response.once('close', () => this.forget(request));
    for (const oldest of this.arriving.keys()) {
      if (this.arrivingBytes <= MAX_ARRIVING_BYTES) break;
      this.forget(oldest);
      oldest.socket.destroy();
    }
  }

  private forget(request: IncomingMessage): void {
    const bytes = this.arriving.get(request) ?? 0;
    this.arriving.delete(request);
    this.arrivingBytes -= bytes;
  }
}
