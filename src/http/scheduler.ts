// A burst of requests that each take some of the CPU's time would keep everything else waiting until all of them are done, because the
// event loop handles all data that have arrived before it looks for new connections, of which libuv accepts one in each iteration.
// Expensive work is therefore scheduled: it is begun in slices of time, between which the event loop has many short iterations. So others,
// such as the health check, wait for a slice and not for all.
import { unavailable } from '../errors.js';

/** No more work begins in a slice that has lasted this long. */
const SLICE_MS = 10;
/** Iterations of the event loop between two slices. If there is nothing to do, all of them take a fraction of a millisecond. */
const ITERATIONS_BETWEEN = 64;
/** Further requests are refused: they would wait too long, and their clients repeat them. */
const MAX_WAITING = 500;

export class Scheduler {
  private readonly waiting = new Set<() => void>();
  private endsAt = 0;
  private isOpen = false;

  /**
   * Resolves when expensive work may begin.
   * @throws UNAVAILABLE if too many wait already
   */
  async next(): Promise<void> {
    if (!this.isOpen) this.open();
    if (this.waiting.size === 0 && performance.now() < this.endsAt) return;
    if (this.waiting.size >= MAX_WAITING) throw unavailable();
    await new Promise<void>((resolve) => {
      this.waiting.add(resolve);
    });
  }

  private open(): void {
    this.isOpen = true;
    this.endsAt = performance.now() + SLICE_MS;
    setImmediate(() => this.continue(0));
  }

  /** @param iterations those that have passed since the slice ended */
  private continue(iterations: number): void {
    const [first] = this.waiting;
    if (!first) {
      this.isOpen = false;
      return;
    }
    const hasEnded = performance.now() >= this.endsAt;
    if (hasEnded && iterations < ITERATIONS_BETWEEN) {
      setImmediate(() => this.continue(iterations + 1));
      return;
    }
    if (hasEnded) this.endsAt = performance.now() + SLICE_MS;
    this.waiting.delete(first);
    first();
    setImmediate(() => this.continue(0));
  }
}
