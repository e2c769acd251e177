// Limits how many mutations run concurrently. Of one account: without it, mutations that wait for the same row lock could hold every
// connection of the pool. Of all accounts: commits that wait for a synchronous standby that is gone leave connections for reads.
import { unavailable } from '../errors.js';
import { Semaphore } from '../shared/semaphore.js';
import { ValuesByKey } from '../shared/values-by-key.js';

const QUEUE_TIMEOUT_MS = 2500;

export class AccountQueue {
  private readonly all: Semaphore;
  private readonly accounts: ValuesByKey<Semaphore>;

  /**
   * @param maxOfAccount mutations of each account that may run at the same time
   * @param maxOfAll mutations of all accounts, and of clients that are not signed in, that may run at the same time
   */
  constructor(maxOfAccount: number, maxOfAll: number) {
    this.all = new Semaphore(maxOfAll);
    this.accounts = new ValuesByKey(() => new Semaphore(maxOfAccount));
  }

  /**
   * @param account undefined: the client is not signed in
   * @throws UNAVAILABLE if `work` could not start within QUEUE_TIMEOUT_MS
   */
  async run<T>(account: string | undefined, work: () => Promise<T>): Promise<T> {
    const deadline = { at: performance.now() + QUEUE_TIMEOUT_MS, error: unavailable };
    const own = account === undefined ? undefined : this.accounts.get(account);
    if (own && !own.tryAcquire()) await own.wait(deadline);
    try {
      if (!this.all.tryAcquire()) await this.all.wait(deadline);
      try {
        return await work();
      } finally {
        this.all.release();
      }
    } finally {
      own?.release();
    }
  }
}
