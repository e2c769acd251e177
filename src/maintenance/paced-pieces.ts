// Work of any size in statements of some hundred rows, each a transaction of its own. None takes long, so that neither its locks nor the horizon
// of the feed of changes are felt, and half of the time is left to others.
import { setTimeout as wait } from 'node:timers/promises';

/** Rows of a transaction: at first, at least and at most. Their number follows the time that the last one of the table took. */
const PIECE_ROWS = { first: 100, least: 10, most: 1000 };
const PIECE_MS = { short: 30, long: 100 };

export class PacedPieces {
  private readonly sizes = new Map<string, number>();

  /** @param stopping interrupts the work after the transaction that is under way */
  constructor(private readonly stopping: AbortSignal) {}

  sizeFor(table: string): number {
    return this.sizes.get(table) ?? PIECE_ROWS.first;
  }

  /** @throws AbortError when the work is to stop */
  async run<T>(table: string, transact: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await transact();
    const ms = performance.now() - started;
    const rows = this.sizeFor(table);
    if (ms < PIECE_MS.short) this.sizes.set(table, Math.min(rows * 2, PIECE_ROWS.most));
    if (ms > PIECE_MS.long) this.sizes.set(table, Math.max(Math.floor(rows / 2), PIECE_ROWS.least));
    await wait(ms, undefined, { signal: this.stopping });
    return result;
  }
}
