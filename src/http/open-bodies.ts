// Bodies of requests stay in memory until their requests have been answered, and parsed they take up to twenty times their size. This
// limits the bytes of all of them together: of those that arrive or wait, and of those that have been parsed.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import proxyAddress from 'proxy-addr';
import { unavailable } from '../errors.js';
import { networkOf } from '../rate-limits/rate-limiter.js';
import { BODY_LIMIT_KB } from './body.js';
import type { TrustedProxies } from './request-client.js';

const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;
/** From one IP address, so that one client does not keep others from sending. */
const MAX_ARRIVING_BYTES_OF_ADDRESS = 4 * 1024 * 1024;
const MAX_PARSED_BYTES = 2 * 1024 * 1024;

interface ArrivingBody {
  address: string;
  /** As announced. */
  bytes: number;
}

export class OpenBodies {
  /** The bodies that have not been parsed yet, the oldest first. */
  private readonly arriving = new Map<IncomingMessage, ArrivingBody>();
  private readonly bytesByAddress = new Map<string, number>();
  private arrivingBytes = 0;
  private parsedBytes = 0;

  /** @param trust the proxies whose X-Forwarded-For is trusted */
  watch(server: Server, trust: TrustedProxies): void {
    server.prependListener('request', (request, response) => {
      const bytes = announcedBytes(request);
      if (bytes > 0) this.expect(networkOf(proxyAddress(request, trust)), bytes, request, response);
    });
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

  /** Above a limit, the connection is closed: of an address, that of the new body; of all, that of the oldest. */
  private expect(address: string, bytes: number, request: IncomingMessage, response: ServerResponse): void {
    const ofAddress = (this.bytesByAddress.get(address) ?? 0) + bytes;
    if (ofAddress > MAX_ARRIVING_BYTES_OF_ADDRESS) return void request.socket.destroy();
    this.bytesByAddress.set(address, ofAddress);
    this.arriving.set(request, { address, bytes });
    this.arrivingBytes += bytes;
    response.once('close', () => this.forget(request));
    for (const oldest of this.arriving.keys()) {
      if (this.arrivingBytes <= MAX_ARRIVING_BYTES) break;
      this.forget(oldest);
      oldest.socket.destroy();
    }
  }

  private forget(request: IncomingMessage): void {
    const body = this.arriving.get(request);
    if (!body) return;
    const { address, bytes } = body;
    this.arriving.delete(request);
    this.arrivingBytes -= bytes;
    const ofAddress = this.bytesByAddress.get(address)! - bytes;
    if (ofAddress > 0) this.bytesByAddress.set(address, ofAddress);
    else this.bytesByAddress.delete(address);
  }
}

function announcedBytes({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding ? BODY_LIMIT_KB * 1024 : Math.min(Number(length ?? 0), BODY_LIMIT_KB * 1024);
}
