// The memory of all responses together, of which each client has a share.
import { LRUCache } from 'lru-cache';
import type { Share } from './fair-share.js';

const MB = 1024 * 1024;
/** One response that is alone counts as no more, whatever it takes: ordinary ones find room beside it. It has its own limits. */
const MAX_BYTES_ALONE = 28 * MB;
/**
 * What a response takes about which nothing is known. With less for queries, so many execute at once that their rows do not fit into memory;
 * others, such as log-ins that wait for another service, read little.
 */
const [FIRST_BYTES_OF_QUERY, FIRST_BYTES] = [MB, 256 * 1024];
/** A further statement runs if there is room for so much. */
const BYTES_PER_STATEMENT = 64 * 1024;
/** Larger responses are remembered, of so many operations of clients. */
const LARGE_BYTES = MB;
const MAX_EXPECTATIONS = 10_000;
/** The characters of an operation's name that count: those that begin alike share what is expected. */
const MAX_NAME_LENGTH = 100;

/** What the last large response to an operation took, by client and operation: without it, rows would be read to be refused. */
const expectations = new LRUCache<string, number>({ max: MAX_EXPECTATIONS });

const keyOf = (client: string, operation: string): string => `${client} ${operation.slice(0, MAX_NAME_LENGTH)}`;

/** What the responses of a process share. */
interface Shared {
  /** Their bytes. */
  open: Share;
  /** Those whose rows have arrived and wait for their share of the bytes. */
  waiting: Share;
  unavailable: () => Error;
}

/**
 * The part of the process's memory that one response takes: until it has been sent, and until its statements have ended, because an
 * execution that has been abandoned keeps its rows as long as one of them runs.
 */
export class ResponseMemory {
  /** What it holds of the share: what it has used or, at first, what is expected. */
  private bytes = 0;
  private usedBytes = 0;
  /** More than it has received. */
  private wantedBytes = 0;
  /** The client that holds them. */
  private client = '';
  private operation: string | undefined;
  private expected: number | undefined;
  private users = 1;
  /** It was alone when it reached `MAX_BYTES_ALONE`: it takes what it needs. No other response can be alone beside it. */
  private isExempt = false;
  private isDisconnected = false;
  private onDisconnect: (() => void) | undefined;

  constructor(private readonly shared: Shared) {}

  /** @returns false if the client's responses would take more than its share; one that is alone has its own limits */
  tryTake(bytes: number, client: string): boolean {
    // Its client has disconnected, and no mutation retains it: nothing would give the bytes back.
    if (this.users === 0) return true;
    if (this.bytes === 0) this.client = client;
    const further = this.usedBytes + bytes - this.bytes;
    if (further > 0) {
      if (this.isAlone) {
        this.addAlone(further);
      } else if (this.shared.open.tryTake(this.client, further)) {
        this.bytes += further;
      } else {
        this.wantedBytes = this.usedBytes + bytes;
        return false;
      }
    }
    this.usedBytes += bytes;
    return true;
  }

  /**
   * Waits for the client's share if it is taken. The rows are in memory meanwhile, so few responses wait.
   * @throws UNAVAILABLE if too many wait, or if it has waited too long
   */
  take(bytes: number, client: string): Promise<void> | undefined {
    if (this.tryTake(bytes, client)) return undefined;
    if (!this.shared.waiting.tryTake(client)) throw this.shared.unavailable();
    return this.waitFor(bytes).finally(() => this.shared.waiting.give(client));
  }

  private addAlone(bytes: number): void {
    const counted = Math.min(bytes, Math.max(0, MAX_BYTES_ALONE - this.bytes));
    if (counted < bytes) this.isExempt = true;
    this.shared.open.add(this.client, counted);
    this.bytes += counted;
  }

  private async waitFor(bytes: number): Promise<void> {
    // The response may be closed while it waits.
    this.retain();
    try {
      await this.shared.open.take(this.client, bytes);
      this.bytes += bytes;
      this.usedBytes += bytes;
    } finally {
      this.release();
    }
  }

  /**
   * Waits until there is room for the rows of another statement; for the first one, as much as the operation took last.
   * @throws UNAVAILABLE if there is none in time
   */
  awaitRoom(client: string, operation: string, isQuery: boolean): Promise<void> | undefined {
    if (this.users === 0 || this.bytes - this.usedBytes >= BYTES_PER_STATEMENT) return undefined;
    if (this.bytes > 0 && this.isAlone) return undefined;
    if (this.bytes === 0) {
      this.operation = operation;
      // Usually there are none.
      if (expectations.size > 0) this.expected = expectations.get(keyOf(client, operation));
    }
    // A response counts to one client, also if its account becomes known meanwhile.
    const holder = this.bytes > 0 ? this.client : client;
    const first = this.expected ?? (isQuery ? FIRST_BYTES_OF_QUERY : FIRST_BYTES);
    const bytes = this.bytes > 0 ? BYTES_PER_STATEMENT : Math.min(first, MAX_BYTES_ALONE);
    const waiting = this.shared.open.take(holder, bytes);
    const hold = (): void => {
      // Several statements may have waited for the first bytes.
      const isEnough = this.users === 0 || this.bytes - this.usedBytes >= BYTES_PER_STATEMENT;
      if (isEnough || (this.bytes > 0 && holder !== this.client)) return void this.shared.open.give(holder, bytes);
      this.client = holder;
      this.bytes += bytes;
      if (bytes === MAX_BYTES_ALONE) this.isExempt = true;
    };
    return waiting ? waiting.then(hold) : void hold();
  }

  private get isAlone(): boolean {
    return this.isExempt || this.shared.open.used === this.bytes;
  }

  /** Call it when the response has been written: it now takes only what has not been sent. */
  written(unsentBytes: number): void {
    this.remember();
    if (this.users > 1 || unsentBytes >= this.bytes) return;
    this.shared.open.give(this.client, this.bytes - unsentBytes);
    this.bytes = unsentBytes;
    this.isExempt = false;
  }

  /** Keeps it until `release` is called, even if the response is closed before. */
  retain(): void {
    this.users += 1;
  }

  /** Calls back if the client disconnects before the response has been sent. */
  whenDisconnected(callback: () => void): void {
    if (this.isDisconnected) callback();
    else this.onDisconnect = callback;
  }

  /** Call it once: when the response has been sent, or when its client has disconnected before. */
  close(isSent: boolean): void {
    this.isDisconnected = !isSent;
    if (!isSent) this.onDisconnect?.();
    // It holds the rows of the response, and a connection that is kept alive holds its last response.
    this.onDisconnect = undefined;
    this.release();
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.remember();
    this.shared.open.give(this.client, this.bytes);
    this.bytes = 0;
    this.isExempt = false;
  }

  private remember(): void {
    const bytes = Math.max(this.usedBytes, this.wantedBytes);
    this.usedBytes = 0;
    if (this.operation === undefined) return;
    const isLarge = bytes > LARGE_BYTES;
    // A copy: a part of a text holds all of it, here the document.
    if (isLarge) expectations.set(Buffer.from(keyOf(this.client, this.operation)).toString(), bytes);
    else if (this.expected) expectations.delete(keyOf(this.client, this.operation));
    this.operation = undefined;
  }
}
