// WHO WAITS FOR WHOM: changes of one account take turns, a few at a time, so that those of many that wait for the same row cannot hold
// every connection of the pool while others wait for one.
import { unavailable } from '../errors.js';

const PATIENCE_MS = 2500;

interface Line {
  running: number;
  waiting: (() => void)[];
}

export class Turns {
  private readonly lines = new Map<string, Line>();

  /** @param most at once for each account */
  constructor(private readonly most: number) {}

  /** @throws UNAVAILABLE after some seconds in which it was not one's turn */
  async take<T>(account: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(account) ?? { running: 0, waiting: [] };
    this.lines.set(account, line);
    if (line.running >= this.most) await this.wait(line);
    line.running += 1;
    try {
      return await work();
    } finally {
      line.running -= 1;
      line.waiting.shift()?.();
      if (line.running === 0 && line.waiting.length === 0) this.lines.delete(account);
    }
  }

  private wait(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        reject(unavailable());
      }, PATIENCE_MS);
      line.waiting.push(called);
    });
  }
}
