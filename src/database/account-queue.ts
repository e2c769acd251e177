// Limits how many mutations of one account run concurrently: without it, mutations that wait for the same row lock could hold every
// connection of the pool.
import { unavailable } from '../errors.js';

const QUEUE_TIMEOUT_MS = 2500;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

export class AccountQueue {
  private readonly queues = new Map<string, Queue>();

  /** @param maxConcurrent mutations of each account that may run at the same time */
  constructor(private readonly maxConcurrent: number) {}

  /** @throws UNAVAILABLE if `work` could not start within QUEUE_TIMEOUT_MS */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(account) ?? { running: 0, waiting: [] };
    this.queues.set(account, queue);
    if (queue.running >= this.maxConcurrent) await this.wait(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The next mutation in the queue inherits this place, so that a new arrival cannot take it too.
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) this.queues.delete(account);
    }
  }

  private wait(queue: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(proceed), 1);
        reject(unavailable());
      }, QUEUE_TIMEOUT_MS);
      queue.waiting.push(proceed);
    });
  }
}
