// A burst of requests that each take some of the CPU's time would keep everything else waiting until all of them are done, because the
// event loop handles all data that have arrived before it looks for new connections, of which libuv accepts one in each iteration.
// Expensive work is therefore scheduled: it is begun in slices of time, between which the event loop has many short iterations. So others,
// such as the health check, wait for a slice and not for all. Clients take turns: one that sends much waits for itself, not others for it.
import { RoundRobin } from './fair-share.js';

/** No more work begins in a slice that has lasted this long. */
const SLICE_MS = 10;
/** Iterations of the event loop between two slices. If there is nothing to do, all of them take a fraction of a millisecond. */
const ITERATIONS_BETWEEN = 64;
/** Above it, the client with the most work that waits is refused: it would wait too long, and repeats it. */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 10_000;

export class Scheduler {
  private readonly turns: RoundRobin;
  private endsAt = 0;
  private isOpen = false;

  /**
   * @param refuse creates the error with which work is refused
   * @param isOn if false, everything begins at once
   */
  constructor(
    refuse: () => Error,
    private readonly isOn = true,
  ) {
    this.turns = new RoundRobin({ waitMs: MAX_WAIT_MS, maxWaiting: MAX_WAITING, refuse });
  }

  /**
   * Resolves when expensive work of a client may begin.
   * @returns undefined if it may begin at once
   * @throws the refusal, if too much of it waits already
   */
  next(client: string): Promise<void> | undefined {
    if (!this.isOn) return undefined;
    if (!this.isOpen) this.open();
    if (this.turns.isEmpty && performance.now() < this.endsAt) return undefined;
    return this.turns.wait(client);
  }

  private open(): void {
    this.isOpen = true;
    this.endsAt = performance.now() + SLICE_MS;
    setImmediate(() => this.continue(0));
  }

  /** @param iterations those that have passed since the slice ended */
  private continue(iterations: number): void {
    if (this.turns.isEmpty) {
      this.isOpen = false;
      return;
    }
    const hasEnded = performance.now() >= this.endsAt;
    if (hasEnded && iterations < ITERATIONS_BETWEEN) {
      setImmediate(() => this.continue(iterations + 1));
      return;
    }
    if (hasEnded) this.endsAt = performance.now() + SLICE_MS;
    this.turns.next();
    setImmediate(() => this.continue(0));
  }
}
