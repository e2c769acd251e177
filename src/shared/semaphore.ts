/** Limits how much work runs at the same time. A permit that is released goes to the work that has waited longest, never to new work. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly max: number) {}

  get isUnused(): boolean {
    return this.running === 0;
  }

  /** @returns whether a permit was free. It spares the `await` that most work does not need. */
  tryAcquire(): boolean {
    if (this.running >= this.max) return false;
    this.running += 1;
    return true;
  }

  /**
   * Waits for a permit after none was free.
   * @param deadline when it is rejected with the error; if omitted, it waits without end
   */
  wait(deadline?: { at: number; error: () => Error }): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const expire = (): void => {
        this.waiting.splice(this.waiting.indexOf(proceed), 1);
        reject(deadline!.error());
      };
      const timer = deadline && setTimeout(expire, deadline.at - performance.now());
      this.waiting.push(proceed);
    });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.tryAcquire()) await this.wait();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
