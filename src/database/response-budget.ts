import { AppError } from '../errors.js';

const MAX_OBJECTS = 100_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** A name, its quotes, and a value that is no text. */
const BYTES_PER_COLUMN = 16;

/**
 * How much one response may contain. Every row is counted where it enters the response, also one that a loader has read before: a
 * short document can repeat the same rows many times.
 */
export class ResponseBudget {
  private objects = 0;
  private bytes = 0;

  /** @param copies how often the document selects the same column of an object, under different aliases */
  constructor(private readonly copies = 1) {}

  /** @throws BAD_USER_INPUT (TOO_BROAD, TOO_LARGE) when a limit is exceeded */
  spend(rows: readonly (object | null)[]): void {
    this.objects += rows.length;
    if (this.objects > MAX_OBJECTS) {
      const message = `The response would contain more than ${MAX_OBJECTS} objects: request smaller pages`;
      throw new AppError('BAD_USER_INPUT', message, { reason: 'TOO_BROAD' });
    }
    for (const row of rows) this.bytes += sizeOf(row) * this.copies;
    if (this.bytes > MAX_BYTES) {
      const message = `The response would be larger than ${MAX_BYTES / 1024 / 1024} MB: request smaller pages or fewer fields`;
      throw new AppError('BAD_USER_INPUT', message, { reason: 'TOO_LARGE' });
    }
  }
}

/** About as many bytes as the row has as JSON. */
function sizeOf(row: object | null): number {
  let size = 0;
  for (const name in row) {
    const value: unknown = row[name as never];
    size += BYTES_PER_COLUMN;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const one of value) size += String(one).length;
  }
  return size;
}
