// What a request holds of each share until its response has been written or, before it has begun, its client has disconnected.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from './admission.js';
import type { ArrivingBody } from './arriving-bodies.js';
import type { Entry } from './linked-list.js';
import type { ResponseMemory } from './response-memory.js';
import { whenClosed } from './when-closed.js';

/** A longer body may be left unread: a shorter one has arrived with the head of the request. */
const LARGE_BODY_BYTES = 64 * 1024;
/** A browser sends a file that is refused before it reads: three times what an import may have. */
const MAX_DISCARDED_BYTES = 64 * 1024 ** 2;

export class OpenRequest {
  private ownMemory: ResponseMemory | undefined;
  /** As announced; without an announcement, as many as the body may have. */
  private readonly bodyBytes: number;
  private arriving: Entry<ArrivingBody> | undefined;
  private arrivingBytes = 0;
  private parsedBytes = 0;
  /** Whether it is executed. */
  private isExecuted = false;
  /** Whether it holds what it has although its client disconnects. */
  private isHeld = false;
  private isOver = false;

  /** @param client to whose share it counts: the account of a token that was verified before, else the network */
  constructor(
    private readonly admission: Admission,
    private readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly client: string,
    readonly countRate: () => Promise<void>,
  ) {
    this.bodyBytes = announcedBytes(request, admission.maxBodyBytes);
    whenClosed(response, () => this.close());
  }

  /** The memory that its response takes. */
  get memory(): ResponseMemory {
    if (this.ownMemory) return this.ownMemory;
    this.ownMemory = this.admission.createMemory();
    if (this.response.closed) this.ownMemory.close(this.response.writableFinished);
    return this.ownMemory;
  }

  leaveLargeBody(): undefined {
    if (this.bodyBytes > LARGE_BODY_BYTES || this.request.headers.expect !== undefined) this.leaveUnread();
  }

  leaveEndlessBody(): undefined {
    const { expect, 'transfer-encoding': chunked } = this.request.headers;
    const isEndless = chunked !== undefined || this.bodyBytes > MAX_DISCARDED_BYTES;
    if (isEndless || expect !== undefined) this.leaveUnread();
  }

  private leaveUnread(): void {
    const { request, response, admission } = this;
    admission.lingering.leaveUnread(request, response, () => admission.open.closesConnections);
  }

  /** Waits for room before the body is read. @throws the refusal, if there is none in time */
  waitForArrival(): Promise<void> | undefined {
    if (this.bodyBytes === 0) return undefined;
    const { share, arriving } = this.admission;
    const hold = (): void => {
      this.arrivingBytes = this.bodyBytes;
      this.arriving = arriving.add(this.request, this.bodyBytes);
      if (this.isOver) this.releaseBody();
    };
    const waiting = share.arriving.take(this.client, this.bodyBytes);
    if (!waiting) return void hold();
    // Slow clients, however many addresses they have, do not keep a client out that sends nothing else.
    if (share.arriving.heldBy(this.client) === 0) arriving.closeOldest(this.bodyBytes);
    return waiting.then(hold);
  }

  waitForSlice(): Promise<void> | undefined {
    return this.admission.slices.next(this.client);
  }

  /** Waits for room before the body is parsed. @throws the refusal, if there is none in time */
  waitForParsing(): Promise<void> | undefined {
    if (this.bodyBytes === 0) return undefined;
    const hold = (): void => {
      this.parsedBytes = this.bodyBytes;
      if (this.isOver) this.releaseBody();
    };
    const waiting = this.admission.share.parsed.take(this.client, this.bodyBytes);
    return waiting ? waiting.then(hold) : void hold();
  }

  /** @throws the refusal, if it cannot be executed in time */
  waitForExecution(): Promise<void> | undefined {
    const waiting = this.admission.share.requests.take(this.client);
    return waiting ? waiting.then(() => this.execute()) : void this.execute();
  }

  private execute(): void {
    this.isExecuted = true;
    if (this.isOver) this.endExecution();
  }

  private endExecution(): void {
    if (!this.isExecuted) return;
    this.isExecuted = false;
    this.admission.share.requests.give(this.client);
  }

  /**
   * Lets another request be executed while this one waits: for a connection, for memory, or for a commit. What has been waited for is used
   * at once, so that it waits for nothing else.
   */
  async whileWaiting<T>(waiting: Promise<T>): Promise<T> {
    if (!this.isExecuted) return waiting;
    this.endExecution();
    try {
      return await waiting;
    } finally {
      if (!this.isOver) {
        this.isExecuted = true;
        this.admission.share.requests.add(this.client, 1);
      }
    }
  }

  /** From now on, it holds what it has until `written` is called: a mutation uses its body also after its client has disconnected. */
  holdUntilWritten(): void {
    this.isHeld = true;
  }

  /** Call it when the response has been written: it holds only what has not been sent. */
  written(): void {
    this.end();
    this.ownMemory?.written(this.response.writableLength);
  }

  /** The response has been sent, or its client has disconnected before. */
  private close(): void {
    if (!this.isHeld) this.end();
    this.ownMemory?.close(this.response.writableFinished);
  }

  private end(): void {
    this.isOver = true;
    this.endExecution();
    this.releaseBody();
  }

  private releaseBody(): void {
    const { arriving, share } = this.admission;
    if (this.arriving) arriving.remove(this.arriving);
    if (this.arrivingBytes > 0) share.arriving.give(this.client, this.arrivingBytes);
    if (this.parsedBytes > 0) share.parsed.give(this.client, this.parsedBytes);
    this.arriving = undefined;
    this.arrivingBytes = 0;
    this.parsedBytes = 0;
  }
}

function announcedBytes({ headers }: IncomingMessage, max: number): number {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': compressed } = headers;
  if (length === undefined && !chunked) return 0;
  return chunked || (compressed && length !== '0') ? max : Math.min(Number(length), max);
}
