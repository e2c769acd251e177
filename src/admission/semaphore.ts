/** Limits how much work runs at the same time. A permit that is released goes to the work that has waited longest, never to new work. */
export class Semaphore {
  private waiting: (() => void)[] | undefined;
  private running = 0;

  constructor(private readonly max: number) {}

  /** @returns whether a permit was free. It spares the `await` that most work does not need. */
  tryAcquire(): boolean {
    if (this.running >= this.max) return false;
    this.running += 1;
    return true;
  }

  /** Waits for a permit after none was free. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting ??= [];
      this.waiting.push(resolve);
    });
  }

  release(): void {
    const next = this.waiting?.shift();
    if (next) next();
    else this.running -= 1;
  }
}
