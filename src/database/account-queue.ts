// Limits how many mutations run concurrently. Of one account: without it, mutations that wait for the same row lock could hold every
// connection of the pool. Of all accounts: commits that wait for a synchronous standby that is gone leave connections for reads.
import { unavailable } from '../errors.js';

const QUEUE_TIMEOUT_MS = 2500;

/** A semaphore. A permit that is released goes to the mutation that has waited longest, never to a new one. */
class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly max: number) {}

  get isUnused(): boolean {
    return this.running === 0;
  }

  /** @throws UNAVAILABLE if no permit is free by the deadline */
  async acquire(deadline: number): Promise<void> {
    if (this.running < this.max) this.running += 1;
    else await this.wait(deadline);
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }

  private wait(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(proceed), 1);
        reject(unavailable());
      }, deadline - performance.now());
      this.waiting.push(proceed);
    });
  }
}

export class AccountQueue {
  private readonly all: Semaphore;
  private readonly accounts = new Map<string, Semaphore>();

  /**
   * @param maxOfAccount mutations of each account that may run at the same time
   * @param maxOfAll mutations of all accounts, and of clients that are not signed in, that may run at the same time
   */
  constructor(
    private readonly maxOfAccount: number,
    maxOfAll: number,
  ) {
    this.all = new Semaphore(maxOfAll);
  }

  /**
   * @param account undefined: the client is not signed in
   * @throws UNAVAILABLE if `work` could not start within QUEUE_TIMEOUT_MS
   */
  async run<T>(account: string | undefined, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + QUEUE_TIMEOUT_MS;
    if (account === undefined) return withPermit(this.all, deadline, work);
    const own = this.accounts.get(account) ?? new Semaphore(this.maxOfAccount);
    this.accounts.set(account, own);
    try {
      return await withPermit(own, deadline, () => withPermit(this.all, deadline, work));
    } finally {
      if (own.isUnused) this.accounts.delete(account);
    }
  }
}

async function withPermit<T>(slots: Semaphore, deadline: number, work: () => Promise<T>): Promise<T> {
  await slots.acquire(deadline);
  try {
    return await work();
  } finally {
    slots.release();
  }
}
