// Clients that wait for what a process has little of (fair-share.ts).
import { Deadlines } from './deadlines.js';
import { ValuesByKey } from './values-by-key.js';

interface Waiter {
  amount: number;
  proceed: () => void;
  refuse: () => void;
}

export interface WaitOptions {
  /** How long a client waits before it is refused. */
  waitMs: number;
  refuse: () => Error;
  /** The most that wait, of all clients together. */
  maxWaiting?: number | undefined;
}
const MAX_WAITING = 1000;

/** What one client holds, and what it waits for, the oldest first. */
export class Client {
  held = 0;
  readonly waiting: Waiter[] = [];

  /** @param servedAt a number that grows: when it last received something; of a new client, when it came */
  constructor(public servedAt: number) {}

  get isUnused(): boolean {
    return this.held === 0 && this.waiting.length === 0;
  }
}

/** Waiting clients: who holds least is the first, and among equals who was served least recently. */
export class WaitingClients {
  /** A new client does not come before those that wait: one with many keys would always be new. */
  private readonly clients = new ValuesByKey(() => new Client(this.served));
  /** Those that wait for something. */
  private readonly waiting = new Set<Client>();
  private readonly deadlines: Deadlines;
  private readonly refusal: () => Error;
  private readonly max: number;
  private count = 0;
  private served = 0;

  constructor({ waitMs, refuse, maxWaiting = MAX_WAITING }: WaitOptions) {
    this.deadlines = new Deadlines(waitMs);
    this.refusal = refuse;
    this.max = maxWaiting;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  of(key: string): Client {
    return this.clients.get(key);
  }

  /**
   * Resolves when the waiter is served, and rejects when it is refused or has waited too long.
   * @param whenGone called when it no longer waits, and so no longer keeps others waiting
   */
  wait(client: Client, amount: number, whenGone?: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        reject(this.refusal());
        whenGone?.();
      };
      const deadline = this.deadlines.set(() => {
        if (this.remove(client, waiter)) refuse();
      });
      const end = (whenEnded: () => void) => (): void => {
        this.deadlines.clear(deadline);
        whenEnded();
      };
      const waiter = { amount, proceed: end(resolve), refuse: end(refuse) };
      this.add(client, waiter);
    });
  }

  /** Above the maximum, the client with the most waiters loses its last one. */
  private add(client: Client, waiter: Waiter): void {
    client.waiting.push(waiter);
    this.waiting.add(client);
    this.count += 1;
    if (this.count <= this.max) return;
    let longest = client;
    for (const one of this.waiting) if (one.waiting.length > longest.waiting.length) longest = one;
    const last = longest.waiting.at(-1)!;
    this.remove(longest, last);
    last.refuse();
  }

  /** @returns false if it no longer waits */
  private remove(client: Client, waiter: Waiter): boolean {
    const at = client.waiting.indexOf(waiter);
    if (at < 0) return false;
    client.waiting.splice(at, 1);
    if (client.waiting.length === 0) this.waiting.delete(client);
    this.count -= 1;
    return true;
  }

  /** Returns the first client of which a condition is true. */
  first(isMeant: (client: Client) => boolean = () => true): Client | undefined {
    let first: Client | undefined;
    for (const one of this.waiting) if ((!first || isBefore(one, first)) && isMeant(one)) first = one;
    return first;
  }

  serve(client: Client): void {
    this.record(client);
    const [waiter] = client.waiting;
    this.remove(client, waiter!);
    waiter!.proceed();
  }

  record(client: Client): void {
    client.servedAt = ++this.served;
  }
}

const isBefore = (one: Client, other: Client): boolean =>
  one.held === other.held ? one.servedAt < other.servedAt : one.held < other.held;
