// Bodies of requests stay in memory until their requests have been answered, and parsed they take up to twenty times their size. Clients
// share the bytes of all of them together: of those that arrive, and of those that have been parsed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unavailable } from '../errors.js';
import { FairShare } from '../shared/fair-share.js';
import { type Entry, LinkedList } from '../shared/linked-list.js';
import { BODY_LIMIT_KB } from './body.js';
import { whenClosed } from './when-closed.js';

const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;
const MAX_PARSED_BYTES = 4 * 1024 * 1024;
const MAX_WAIT_MS = 2500;
/** A body that has been arriving for longer may have to make room. */
const ARRIVAL_GRACE_MS = 1000;

const share = (bytes: number): FairShare =>
  new FairShare(bytes, { waitMs: MAX_WAIT_MS, refuse: unavailable, modest: BODY_LIMIT_KB * 1024 });

interface Arriving {
  request: IncomingMessage;
  bytes: number;
  since: number;
}

/** The bodies of all requests. */
export class OpenBodies {
  readonly arriving = share(MAX_ARRIVING_BYTES);
  readonly parsed = share(MAX_PARSED_BYTES);
  /** The oldest first. */
  private readonly open = new LinkedList<Arriving>();

  /** Returns the body of a request, undefined if it has none. It is released with the response, if not before. */
  expect(request: IncomingMessage, response: ServerResponse, client: string): OpenBody | undefined {
    const bytes = announcedBytes(request);
    if (bytes === 0) return undefined;
    const body = new OpenBody(request, client, bytes, this);
    whenClosed(response, () => body.release());
    return body;
  }

  add(request: IncomingMessage, bytes: number): Entry<Arriving> {
    return this.open.add({ request, bytes, since: performance.now() });
  }

  remove(entry: Entry<Arriving>): void {
    this.open.remove(entry);
  }

  /** Closes connections whose bodies have been arriving for longest. */
  closeOldest(bytes: number): void {
    const before = performance.now() - ARRIVAL_GRACE_MS;
    let closed = 0;
    for (const { request, bytes: freed, since } of this.open) {
      if (closed >= bytes || since > before) return;
      closed += freed;
      request.socket.destroy();
    }
  }
}

/** The body of one request. */
export class OpenBody {
  private entry: Entry<Arriving> | undefined;
  private arrivingBytes = 0;
  private parsedBytes = 0;
  private isOpen = true;

  /** @param bytes as announced; without an announcement, as many as it may have */
  constructor(
    private readonly request: IncomingMessage,
    private readonly client: string,
    private readonly bytes: number,
    private readonly bodies: OpenBodies,
  ) {}

  /** Waits for room before the body is read. @throws UNAVAILABLE if there is none in time */
  arrive(): Promise<void> | undefined {
    const { arriving } = this.bodies;
    const hold = (): void => {
      this.arrivingBytes = this.bytes;
      this.entry = this.bodies.add(this.request, this.bytes);
      if (!this.isOpen) this.forget();
    };
    const waiting = arriving.take(this.client, this.bytes);
    if (!waiting) return void hold();
    // Slow clients, however many addresses they have, do not keep a client out that sends nothing else.
    if (arriving.heldBy(this.client) === 0) this.bodies.closeOldest(this.bytes);
    return waiting.then(hold);
  }

  /**
   * Waits for room before the body is parsed.
   * @param bytes of the body that has arrived; if omitted, as many as are announced
   * @throws UNAVAILABLE if there is none in time
   */
  parse(bytes = this.bytes): Promise<void> | undefined {
    const hold = (): void => {
      this.parsedBytes = bytes;
      if (!this.isOpen) this.forget();
    };
    const waiting = this.bodies.parsed.take(this.client, bytes);
    return waiting ? waiting.then(hold) : void hold();
  }

  /** Call it when nothing needs the body any more. */
  release(): void {
    this.isOpen = false;
    this.forget();
  }

  private forget(): void {
    if (this.entry) this.bodies.remove(this.entry);
    if (this.arrivingBytes > 0) this.bodies.arriving.give(this.client, this.arrivingBytes);
    if (this.parsedBytes > 0) this.bodies.parsed.give(this.client, this.parsedBytes);
    this.arrivingBytes = 0;
    this.parsedBytes = 0;
  }
}

function announcedBytes({ headers }: IncomingMessage): number {
  const max = BODY_LIMIT_KB * 1024;
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': compressed } = headers;
  return chunked || (compressed && length !== '0') ? max : Math.min(Number(length ?? 0), max);
}
