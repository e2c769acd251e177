// A burst of requests that each take some of the CPU's time would keep everything else waiting until all of them are done, because the
// event loop handles all data that have arrived before it looks for new connections. Expensive work is therefore scheduled: an iteration of
// the event loop begins little of it, so that others, such as the health check, wait for one request and not for all.
import { unavailable } from '../errors.js';

/** No more work begins in an iteration of the event loop that has lasted this long. */
const ITERATION_MS = 10;
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
    this.endsAt = performance.now() + ITERATION_MS;
    setImmediate(() => {
      this.isOpen = false;
      const [first] = this.waiting;
      if (!first) return;
      this.waiting.delete(first);
      this.open();
      first();
    });
  }
}
