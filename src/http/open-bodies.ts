// Bodies of requests stay in memory until their requests have been answered, and parsed they take up to twenty times their size. This
// limits the bytes of all of them together: of those that arrive or wait, and of those that have been parsed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../errors.js';
import { networkOf } from '../rate-limits/rate-limiter.js';
import { type Entry, LinkedList } from '../shared/linked-list.js';
import { ValuesByKey } from '../shared/values-by-key.js';
import { BODY_LIMIT_KB } from './body.js';
import { whenClosed } from './when-closed.js';

const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;
/** From one IP address, so that one client does not keep others from sending. */
const MAX_ARRIVING_BYTES_OF_ADDRESS = 4 * 1024 * 1024;
const MAX_PARSED_BYTES = 2 * 1024 * 1024;

/** The bytes that arrive from an IP address, or an IPv6 network. */
class Arriving {
  bytes = 0;

  get isUnused(): boolean {
    return this.bytes === 0;
  }
}

interface Body {
  request: IncomingMessage;
  from: Arriving;
  /** As announced. */
  bytes: number;
}
/** A body that has been announced; undefined for a request without one. */
export type ArrivingBody = Entry<Body> | undefined;

export class OpenBodies {
  /** The bodies that have not been parsed yet, the oldest first. */
  private readonly arriving = new LinkedList<Body>();
  private readonly byAddress = new ValuesByKey(() => new Arriving());
  private arrivingBytes = 0;
  private parsedBytes = 0;

  /**
   * Call it for every request. Above a limit, it closes a connection: of an address, that of the request; of all, that of the oldest.
   * @param address of the client
   */
  expect(request: IncomingMessage, response: ServerResponse, address: string): ArrivingBody {
    const bytes = announcedBytes(request);
    if (bytes === 0) return undefined;
    const from = this.byAddress.get(networkOf(address));
    if (from.bytes + bytes > MAX_ARRIVING_BYTES_OF_ADDRESS) {
      request.socket.destroy();
      return undefined;
    }
    from.bytes += bytes;
    this.arrivingBytes += bytes;
    const body = this.arriving.add({ request, from, bytes });
    whenClosed(response, () => this.forget(body));
    while (this.arrivingBytes > MAX_ARRIVING_BYTES) {
      const oldest = this.arriving.first!;
      this.forget(oldest);
      oldest.value.request.socket.destroy();
    }
    return body;
  }

  /**
   * Call it before a body is parsed.
   * @throws UNAVAILABLE if too many are being answered
   */
  parse(body: ArrivingBody, response: ServerResponse, bytes: number): void {
    this.forget(body);
    if (this.parsedBytes + bytes > MAX_PARSED_BYTES) throw unavailable();
    this.parsedBytes += bytes;
    whenClosed(response, () => {
      this.parsedBytes -= bytes;
    });
  }

  private forget(body: ArrivingBody): void {
    if (!body || !this.arriving.remove(body)) return;
    const { from, bytes } = body.value;
    from.bytes -= bytes;
    this.arrivingBytes -= bytes;
  }
}

function announcedBytes({ headers }: IncomingMessage): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding ? BODY_LIMIT_KB * 1024 : Math.min(Number(length ?? 0), BODY_LIMIT_KB * 1024);
}
