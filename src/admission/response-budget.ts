import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadlines } from './deadlines.js';
import type { Share } from './fair-share.js';
import type { Refusals } from './refusals.js';
import type { ResponseMemory } from './response-memory.js';
import { Semaphore } from './semaphore.js';

/** The most of one response. The rows of a statement are in memory before they are counted. */
const MAX_CONCURRENT_STATEMENTS = 3;
/** Objects of one response. */
export const MAX_OBJECTS = 100_000;
const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_OBJECT = 32;
const BYTES_PER_NAME = 16;
/** In JSON: a coordinate, for example. */
const BYTES_PER_NUMBER = 8;
/** An object in memory, beside its texts. */
const HEAP_BYTES_PER_OBJECT = 300;
/** The texts of rows, and the response that is written from them. */
const COPIES = 2;
/** A query that takes longer is abandoned, a mutation that takes longer is rolled back. */
const MAX_OPERATION_MS = 10_000;
const deadlines = new Deadlines(MAX_OPERATION_MS);
/** Values that a response loads before other requests have a turn. */
const LOADS_PER_TURN = 250;

interface BudgetParts {
  refusals: Refusals;
  /** Returns the bytes of a row that knows them. */
  sizeOf: (row: object) => number | undefined;
}

/** The client of a response, to whose share of everything it counts. */
export interface BudgetClient {
  readonly clientKey: string;
  readonly requestLog: { operation: string | undefined; rootField: string | undefined };
  /** Resolves when it may go on with expensive work; undefined if it may at once. */
  nextTurn(): Promise<void> | undefined;
  /** Lets another request of somebody be executed meanwhile. */
  whileWaiting<T>(waiting: Promise<T>): Promise<T>;
}

/**
 * Limits the size of one response. Every row is counted where it enters the response, even if a loader had already read it: a short
 * document can select the same rows many times. When a limit is exceeded, the execution is abandoned.
 */
export class ResponseBudget {
  private objects = 0;
  private bytes = 0;
  /** Set if a limit has been exceeded. */
  private error: Error | undefined;
  /** Whether nobody needs what the execution has not read yet. */
  private isAbandoned = false;
  private reject: ((error: Error) => void) | undefined;
  private deadline: ReturnType<typeof deadlines.set> | undefined;

  /**
   * Never settles: an execution that awaits it is abandoned. Each response has its own, because a promise holds everything that awaits it.
   */
  private ownNever: Promise<never> | undefined;
  private readonly statements = new Semaphore(MAX_CONCURRENT_STATEMENTS);

  private endsAt = performance.now() + MAX_OPERATION_MS;
  private loads = 0;
  /** Resolves when the response may go on. */
  private turn: Promise<void> | undefined;

  /**
   * @param client whose share the response takes
   * @param copies how often the document selects the same column of an object, under different aliases
   * @param isQuery a query is abandoned if its time is over, or if the client disconnects, because nobody would read the response
   */
  constructor(
    private readonly parts: BudgetParts,
    private readonly memory: ResponseMemory,
    private readonly client: BudgetClient,
    private readonly copies = 1,
    private readonly isQuery = false,
  ) {
    if (isQuery) memory.whenDisconnected(() => this.abandon(parts.refusals.unavailable()));
  }

  /** @throws BAD_USER_INPUT (RESPONSE_TOO_BROAD, RESPONSE_TOO_LARGE) when a limit is exceeded, UNAVAILABLE when the client's responses exceed its share */
  spend(rows: readonly (object | null)[]): void {
    const bytes = this.count(rows);
    if (!this.memory.tryTake(bytes, this.client.clientKey)) this.exceed(this.parts.refusals.unavailable());
  }

  /**
   * Like `spend`, for loads that run concurrently: it waits for a moment for its share, and without end once the execution is abandoned.
   * After many, other requests have a turn before it goes on.
   */
  spendOrAbandon(rows: readonly (object | null)[]): Promise<void> | undefined {
    if (this.isAbandoned) return this.never;
    const waiting = this.memory.take(this.count(rows), this.client.clientKey);
    this.loads += 1;
    if (this.loads % LOADS_PER_TURN === 0) this.turn = this.waitForTurn(this.turn);
    return waiting ? this.waitForMemory(waiting) : this.turn;
  }

  private get never(): Promise<never> {
    this.ownNever ??= new Promise(() => {});
    return this.ownNever;
  }

  /** @returns the memory that the rows take */
  private count(rows: readonly (object | null)[]): number {
    if (this.error) throw this.error;
    this.objects += rows.length;
    if (this.objects > MAX_OBJECTS) this.exceed(this.parts.refusals.tooManyObjects(MAX_OBJECTS));
    let bytes = 0;
    for (const row of rows) bytes += ((row && this.parts.sizeOf(row)) ?? sizeOf(row)) * this.copies;
    this.bytes += bytes;
    if (this.bytes > MAX_BYTES) this.exceed(this.parts.refusals.tooManyBytes(MAX_BYTES / 1024 ** 2));
    return bytes * COPIES + rows.length * HEAP_BYTES_PER_OBJECT;
  }

  private async waitForMemory(memory: Promise<void>): Promise<void> {
    await memory.catch((error: Error) => this.exceed(error));
    if (this.isAbandoned) await this.never;
  }

  private async waitForTurn(before: Promise<void> | undefined): Promise<void> {
    await before;
    await this.client.nextTurn();
    if (this.isAbandoned) await this.never;
  }

  /**
   * Runs a statement whose rows will be counted; without end, if the execution has been abandoned when it could start.
   * @param connections from which the statement takes one
   */
  async query<R>(run: () => Promise<R>, connections?: Share): Promise<R> {
    if (!this.statements.tryAcquire()) {
      await this.statements.wait();
      // The rows of the statement that has just ended are counted before, and may be too many already.
      await nextTurn();
    }
    const { clientKey: client, requestLog } = this.client;
    let isConnected = false;
    try {
      const room = this.memory.awaitRoom(client, requestLog.operation ?? requestLog.rootField ?? '', this.isQuery);
      if (room) await this.waitFor(room);
      const connection = connections?.take(client);
      if (connection) await this.waitFor(connection);
      isConnected = connections !== undefined;
      if (!this.isAbandoned) {
        this.memory.retain();
        return await run().finally(() => this.memory.release());
      }
    } finally {
      if (isConnected) connections!.give(client);
      this.statements.release();
    }
    return this.never;
  }

  /** A response that has rows keeps its execution: otherwise there would be more and more of those, each of which waits with its rows. */
  private waitFor(waiting: Promise<void>): Promise<void> {
    return this.objects === 0 ? this.client.whileWaiting(waiting) : waiting;
  }

  /** A mutation that changes any number of rows, in pieces, in one transaction, has no limit of time. */
  allowMoreTime(): void {
    this.endsAt = Number.POSITIVE_INFINITY;
  }

  /** @throws UNAVAILABLE (OPERATION_TIMEOUT) if the operation has taken too long: what it has changed must be rolled back */
  requireTime(): void {
    if (performance.now() > this.endsAt) throw this.operationTimeout();
  }

  /**
   * Resolves to the result of an execution, or rejects as soon as it is abandoned. Afterwards nothing more is read: an error may have
   * decided the result while other fields were still waiting for rows.
   */
  limit<T>(execution: T | Promise<T>): T | Promise<T> {
    if (!(execution instanceof Promise) && !this.isAbandoned) {
      this.isAbandoned = true;
      return execution;
    }
    // No closure of the promise is kept in a field: with one, V8 promoted every sixth request to the old generation (measured), which cost
    // half as much again as the request itself.
    return new Promise((resolve, reject) => {
      this.reject = reject;
      // A mutation is completed after its client has disconnected.
      if (!this.isQuery) this.memory.retain();
      if (this.isAbandoned) return this.abandon(this.error ?? this.parts.refusals.unavailable());
      if (this.isQuery) this.deadline = deadlines.set(() => this.abandon(this.operationTimeout()));
      (execution as Promise<T>).then(
        (result) => {
          this.end();
          resolve(result);
        },
        (error: Error) => {
          this.end();
          reject(error);
        },
      );
    });
  }

  private end(): void {
    this.isAbandoned = true;
    if (this.reject && !this.isQuery) this.memory.release();
    this.reject = undefined;
    if (this.deadline) deadlines.clear(this.deadline);
    this.deadline = undefined;
  }

  private operationTimeout(): Error {
    return this.parts.refusals.operationTimeout(MAX_OPERATION_MS / 1000);
  }

  private abandon(error: Error): void {
    this.error = error;
    this.reject?.(error);
    this.end();
  }

  private exceed(error: Error): never {
    this.abandon(error);
    throw error;
  }
}

/** Estimates the bytes of a row in the response: its texts with their names, and a constant for the rest. */
function sizeOf(row: object | null): number {
  let size = BYTES_PER_OBJECT;
  for (const name in row) {
    const value: unknown = row[name as never];
    if (typeof value === 'string') size += BYTES_PER_NAME + value.length;
    else if (Array.isArray(value)) for (const one of value) size += BYTES_PER_NAME + String(one).length;
    else if (typeof value === 'object' && value !== null) size += BYTES_PER_NAME + sizeOfJson(value);
  }
  return size;
}

/** The size of a value that is JSON in its column, such as the area of a zone. */
function sizeOfJson(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return BYTES_PER_NUMBER;
  let size = 2;
  for (const name in value) size += 1 + sizeOfJson(value[name as never]);
  return size;
}
