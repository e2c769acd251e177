import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, unavailable } from '../errors.js';
import type { Reason } from '../shared/error-reasons.js';
import { createMessage, type MessageText } from '../shared/message.js';
import { Semaphore } from '../shared/semaphore.js';
import { RawRow } from './raw-rows.js';

/** Of one response. The rows of a statement are in memory before they are counted. */
const MAX_CONCURRENT_STATEMENTS = 3;
/** Objects of one response. */
export const MAX_OBJECTS = 100_000;
const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_OBJECT = 32;
const BYTES_PER_NAME = 16;
/** Of all responses of the process that are being built or sent. */
const MAX_OPEN_BYTES = 32 * 1024 * 1024;
/** An object in memory, beside its texts. */
const HEAP_BYTES_PER_OBJECT = 300;
/** The texts of rows, and the response that is written from them. */
const COPIES = 2;
let openBytes = 0;

/**
 * The part of the process's memory that one response takes: until it has been sent, and until its statements have ended, because an
 * execution that has been abandoned keeps its rows as long as one of them runs.
 */
export class ResponseMemory {
  private bytes = 0;
  private users = 1;
  private isDisconnected = false;
  private onDisconnect: (() => void) | undefined;

  /** @throws UNAVAILABLE if all responses together take too much; one alone has its own limits */
  take(bytes: number): void {
    const isAlone = openBytes === this.bytes;
    if (!isAlone && openBytes + bytes > MAX_OPEN_BYTES) throw unavailable();
    this.bytes += bytes;
    openBytes += bytes;
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
    this.release();
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    openBytes -= this.bytes;
    this.bytes = 0;
  }
}

/**
 * Limits the size of one response. Every row is counted where it enters the response, even if a loader had already read it: a short
 * document can select the same rows many times. When a limit is exceeded, the execution is abandoned.
 */
export class ResponseBudget {
  private objects = 0;
  private bytes = 0;
  /** Set if a limit has been exceeded. */
  private error: AppError | undefined;
  /** Whether nobody needs what the execution has not read yet. */
  private isAbandoned = false;
  private reject: ((error: AppError) => void) | undefined;

  /**
   * Never settles: an execution that awaits it is abandoned. Each response has its own, because a promise holds everything that awaits it.
   */
  private readonly never = new Promise<never>(() => {});
  private readonly statements = new Semaphore(MAX_CONCURRENT_STATEMENTS);

  /**
   * @param copies how often the document selects the same column of an object, under different aliases
   * @param endsWithClient of a query: its execution is abandoned if the client disconnects, because nobody would read the response
   */
  constructor(
    private readonly memory: ResponseMemory,
    private readonly copies = 1,
    endsWithClient = false,
  ) {
    if (endsWithClient)
      memory.whenDisconnected(() => {
        this.isAbandoned = true;
        this.reject?.(unavailable());
      });
  }

  /** @throws BAD_USER_INPUT (TOO_BROAD, TOO_LARGE) when a limit is exceeded, UNAVAILABLE when all responses together exceed theirs */
  spend(rows: readonly (object | null)[]): void {
    if (this.error) throw this.error;
    this.objects += rows.length;
    if (this.objects > MAX_OBJECTS) this.exceed(tooBroad());
    let bytes = 0;
    for (const row of rows) bytes += sizeOf(row) * this.copies;
    this.bytes += bytes;
    if (this.bytes > MAX_BYTES) this.exceed(tooLarge());
    try {
      this.memory.take(bytes * COPIES + rows.length * HEAP_BYTES_PER_OBJECT);
    } catch (error) {
      this.exceed(error as AppError);
    }
  }

  /** Like `spend`, for loads that run concurrently: once the execution is abandoned, they wait without end. */
  spendOrAbandon(rows: readonly (object | null)[]): Promise<never> | undefined {
    if (this.isAbandoned) return this.never;
    this.spend(rows);
    return undefined;
  }

  /** Runs a statement whose rows will be counted; without end, if the execution has been abandoned when it could start. */
  async query<R>(run: () => Promise<R>): Promise<R> {
    if (!this.statements.tryAcquire()) {
      await this.statements.wait();
      // The rows of the statement that has just ended are counted before, and may be too many already.
      await nextTurn();
    }
    if (this.isAbandoned) return this.never;
    this.memory.retain();
    try {
      return await run();
    } finally {
      this.memory.release();
      this.statements.release();
    }
  }

  /**
   * Resolves to the result of an execution, or rejects as soon as it is abandoned. Afterwards nothing more is read: an error may have
   * decided the result while other fields were still waiting for rows.
   */
  async limit<T>(execution: T | Promise<T>): Promise<T> {
    const abandoned = new Promise<never>((_resolve, reject) => {
      this.reject = reject;
      if (this.isAbandoned) reject(this.error ?? unavailable());
    });
    try {
      return await Promise.race([execution, abandoned]);
    } finally {
      this.isAbandoned = true;
    }
  }

  private exceed(error: AppError): never {
    this.error = error;
    this.isAbandoned = true;
    this.reject?.(error);
    throw error;
  }
}

const refuse = (message: MessageText, reason: Reason): AppError => new AppError('BAD_USER_INPUT', message, { reason });
const tooBroad = (): AppError =>
  refuse(
    createMessage('The response would contain more than {max} objects: request smaller pages', { max: MAX_OBJECTS }),
    'TOO_BROAD',
  );
const tooLarge = (): AppError =>
  refuse(
    createMessage('The response would exceed {max} MB: request smaller pages or fewer fields', {
      max: MAX_BYTES / 1024 ** 2,
    }),
    'TOO_LARGE',
  );

/** Estimates the bytes of a row in the response: its texts with their names, and a constant for the rest. */
function sizeOf(row: object | null): number {
  if (row instanceof RawRow) return row.size;
  let size = BYTES_PER_OBJECT;
  for (const name in row) {
    const value: unknown = row[name as never];
    if (typeof value === 'string') size += BYTES_PER_NAME + value.length;
    else if (Array.isArray(value)) for (const one of value) size += BYTES_PER_NAME + String(one).length;
  }
  return size;
}
