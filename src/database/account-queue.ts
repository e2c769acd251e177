// WHO WAITS FOR WHOM: changes of one account take turns, a few at a time, so that those of many that wait for the same row cannot hold
// every connection of the pool while others wait for one.
import { unavailable } from '../errors.js';

const QUEUE_TIMEOUT_MS = 2500;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

export class AccountQueue {
  private readonly queues = new Map<string, Queue>();

  /** @param maxConcurrent at once for each account */
  constructor(private readonly maxConcurrent: number) {}

  /** @throws UNAVAILABLE after some seconds in which it was not one's turn */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    const line = this.queues.get(account) ?? { running: 0, waiting: [] };
    this.queues.set(account, line);
    if (line.running >= this.maxConcurrent) await this.wait(line);
    line.running += 1;
    try {
      return await work();
    } finally {
      line.running -= 1;
      line.waiting.shift()?.();
      if (line.running === 0 && line.waiting.length === 0) this.queues.delete(account);
    }
  }

  private wait(line: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        reject(unavailable());
      }, QUEUE_TIMEOUT_MS);
      line.waiting.push(called);
    });
  }
}
