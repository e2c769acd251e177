import { AppError } from '../errors.js';
import type { Reason } from '../shared/error-reasons.js';
import { createMessage, type MessageText } from '../shared/message.js';

const MAX_OBJECTS = 100_000;
const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_OBJECT = 32;
const BYTES_PER_NAME = 16;

/** A promise that never settles: an execution that awaits it is abandoned. */
const NEVER = new Promise<never>(() => {});

/**
 * Limits the size of one response. Every row is counted where it enters the response, even if a loader had already read it: a short
 * document can select the same rows many times. When a limit is exceeded, the execution is abandoned.
 */
export class ResponseBudget {
  private objects = 0;
  private bytes = 0;
  private error: AppError | undefined;
  private reject: ((error: AppError) => void) | undefined;

  /** @param copies how often the document selects the same column of an object, under different aliases */
  constructor(private readonly copies = 1) {}

  /** @throws BAD_USER_INPUT (TOO_BROAD, TOO_LARGE) when a limit is exceeded */
  spend(rows: readonly (object | null)[]): void {
    if (this.error) throw this.error;
    this.objects += rows.length;
    if (this.objects > MAX_OBJECTS)
      this.exceed(
        createMessage('The response would contain more than {max} objects: request smaller pages', {
          max: MAX_OBJECTS,
        }),
        'TOO_BROAD',
      );
    for (const row of rows) this.bytes += sizeOf(row) * this.copies;
    if (this.bytes > MAX_BYTES)
      this.exceed(
        createMessage('The response would exceed {max} MB: request smaller pages or fewer fields', {
          max: MAX_BYTES / 1024 ** 2,
        }),
        'TOO_LARGE',
      );
  }

  /** Like `spend`, for loads that run concurrently: once one exceeds a limit, the others wait without end. */
  spendOrAbandon(rows: readonly (object | null)[]): Promise<never> | undefined {
    if (this.error) return NEVER;
    this.spend(rows);
    return undefined;
  }

  /** Resolves to the result of an execution, or rejects as soon as a limit is exceeded. */
  limit<T>(execution: T | Promise<T>): Promise<T> {
    const exceeded = new Promise<never>((_resolve, reject) => {
      this.reject = reject;
    });
    return Promise.race([execution, exceeded]);
  }

  private exceed(message: MessageText, reason: Reason): never {
    this.error = new AppError('BAD_USER_INPUT', message, { reason });
    this.reject?.(this.error);
    throw this.error;
  }
}

/** Estimates the bytes of a row in the response: its texts with their names, and a constant for the rest. */
function sizeOf(row: object | null): number {
  let size = BYTES_PER_OBJECT;
  for (const name in row) {
    const value: unknown = row[name as never];
    if (typeof value === 'string') size += BYTES_PER_NAME + value.length;
    else if (Array.isArray(value)) for (const one of value) size += BYTES_PER_NAME + String(one).length;
  }
  return size;
}
