import { type Entry, LinkedList } from './linked-list.js';

interface Deadline {
  at: number;
  onExpiry: () => void;
}

/** Deadlines of the same length, which share one timer: most of them are cleared soon, and a timer for each would cost more than the rest. */
export class Deadlines {
  private readonly open = new LinkedList<Deadline>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {}

  /** @returns what `clear` takes */
  set(onExpiry: () => void): Entry<Deadline> {
    const deadline = this.open.add({ at: performance.now() + this.ms, onExpiry });
    if (!this.timer) this.expireAfter(this.ms);
    return deadline;
  }

  clear(deadline: Entry<Deadline>): void {
    this.open.remove(deadline);
  }

  private expireAfter(ms: number): void {
    this.timer = setTimeout(() => this.expire(), Math.ceil(ms)).unref();
  }

  private expire(): void {
    this.timer = undefined;
    const now = performance.now();
    let { first } = this.open;
    for (; first && first.value.at <= now; { first } = this.open) {
      this.open.remove(first);
      first.value.onExpiry();
    }
    if (first && !this.timer) this.expireAfter(first.value.at - now);
  }
}
