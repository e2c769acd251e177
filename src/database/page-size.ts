// Pages of what is written in pieces, such as an export. A stream holds a page while its client reads, so a page is limited in bytes, however
// large its rows are.

/** A stream that waits holds the rows of a page, and the text that is written of them. */
const AIM_BYTES = 512 * 1024;
export const MAX_PAGE_BYTES = 1024 * 1024;
/** A record with all that belongs to it cannot be read in parts. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** The most rows of a page, however short they are. */
export const MAX_PAGE_ROWS = 500;
/** Nothing is known of the rows yet. */
const FIRST_ROWS = 16;
/** The next rows may be larger. */
const MAX_GROWTH = 8;

/** Limits the bytes of the rows that PostgreSQL sends for a page (result-budget.ts). */
export class RowLimit {
  bytes = 0;
  private max = Number.POSITIVE_INFINITY;

  startPage(max: number): void {
    this.bytes = 0;
    this.max = max;
  }

  get isExceeded(): boolean {
    return this.bytes > this.max;
  }
}

/** How many rows the next page of a list has: as many as the rows before let expect to be small. */
export class PageSize {
  private rows: number;

  /**
   * @param limit of the statements that read a page; undefined where nothing limits them
   * @param max the most rows of a page
   */
  constructor(
    private readonly limit: RowLimit | undefined,
    private max: number,
    first = FIRST_ROWS,
  ) {
    this.rows = Math.min(first, max);
  }

  /** @param read reads so many rows @throws BAD_USER_INPUT (RESPONSE_TOO_LARGE) for a single record that is too large */
  async read<T>(read: (rows: number) => Promise<T>): Promise<T> {
    const limit = this.limit;
    if (!limit) return read(this.max);
    for (;;) {
      const rows = this.rows;
      limit.startPage(rows === 1 ? MAX_RECORD_BYTES : MAX_PAGE_BYTES);
      try {
        const page = await read(rows);
        this.rows = this.fitting(rows, limit.bytes);
        return page;
      } catch (error) {
        if (rows === 1 || !limit.isExceeded) throw error;
        // Each time costs a connection, so a list with rows of any size has few of them.
        this.max = Math.max(1, rows >> 2);
        this.rows = this.max;
      } finally {
        limit.startPage(Number.POSITIVE_INFINITY);
      }
    }
  }

  private fitting(rows: number, bytes: number): number {
    const expected = Math.floor((rows * AIM_BYTES) / Math.max(1, bytes));
    return Math.max(1, Math.min(expected, rows * MAX_GROWTH, this.max));
  }
}
