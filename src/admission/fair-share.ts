// Divides what the process has little of (connections, bytes, turns) among its clients, so that none of them can make the others wait.
// README.md describes it. It knows no account and no address: a client is a key.
import { type Client, WaitingClients, type WaitOptions } from './waiting-clients.js';

/** A resource that clients share. */
export interface Share {
  /** What all clients hold. */
  readonly used: number;
  heldBy(client: string): number;
  /** @returns whether the client received it at once; then it must be given back */
  tryTake(client: string, amount?: number): boolean;
  /**
   * Waits if it is not there at once.
   * @returns undefined if the client received it at once. It must be given back.
   */
  take(client: string, amount?: number): Promise<void> | undefined;
  /** Adds to what the client holds, without a limit: for what has been used already. */
  add(client: string, amount: number): void;
  give(client: string, amount?: number): void;
  /** @throws the refusal, if the client could not receive it within the time */
  run<T>(client: string, work: () => Promise<T>): Promise<T>;
}

/** That of a process without admission control. */
export class UnlimitedShare implements Share {
  readonly used = 0;
  heldBy(): number {
    return 0;
  }
  tryTake(): boolean {
    return true;
  }
  take(): undefined {}
  add(): void {}
  give(): void {}
  run<T>(_client: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}

/** A part of the capacity. */
const LITTLE = 1 / 8;

interface ShareOptions extends WaitOptions {
  /** An amount that is enough for one request of an ordinary client. */
  modest?: number | undefined;
  /** A client may hold so many times what is left for others. More than one for what is soon given back: less waits, and who waits, soon has it. */
  factor?: number | undefined;
}

/**
 * A resource of which there is a certain amount. A client receives something only if it then holds no more than is left for others, or a
 * multiple of it (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998). So one greedy client has at most
 * half, n greedy clients have 1/(n+1) each, and 1/(n+1) remains free for a client that comes later. A client has a right to hold a modest
 * amount, also if that is all that is left: until it is there, it is kept for those that wait for it.
 */
export class FairShare implements Share {
  private readonly queue: WaitingClients;
  private readonly modest: number;
  private readonly factor: number;
  private inUse = 0;

  constructor(
    private readonly capacity: number,
    options: ShareOptions,
  ) {
    this.queue = new WaitingClients(options);
    this.modest = options.modest ?? 1;
    this.factor = options.factor ?? 1;
  }

  get used(): number {
    return this.inUse;
  }

  heldBy(key: string): number {
    return this.queue.of(key).held;
  }

  tryTake(key: string, amount = 1): boolean {
    const client = this.queue.of(key);
    if (!this.mayTake(client, amount)) return false;
    if (!this.queue.isEmpty && this.queue.first((one) => this.hasRight(one))) return false;
    this.hold(client, amount);
    return true;
  }

  take(key: string, amount = 1): Promise<void> | undefined {
    if (this.tryTake(key, amount)) return undefined;
    return this.queue.wait(this.queue.of(key), amount, () => this.serveWaiting());
  }

  add(key: string, amount: number): void {
    this.hold(this.queue.of(key), amount);
  }

  give(key: string, amount = 1): void {
    this.queue.of(key).held -= amount;
    this.inUse -= amount;
    if (!this.queue.isEmpty) this.serveWaiting();
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.take(key);
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.give(key);
    }
  }

  private serveWaiting(): void {
    while (this.inUse < this.capacity && !this.queue.isEmpty) {
      const client =
        this.queue.first((one) => this.hasRight(one)) ??
        this.queue.first((one) => this.mayTake(one, one.waiting[0]!.amount));
      if (!client || !this.mayTake(client, client.waiting[0]!.amount)) return;
      this.hold(client, client.waiting[0]!.amount);
      this.queue.serve(client);
    }
  }

  /** Whether a client that waits would hold no more than a modest share. */
  private hasRight({ held, waiting }: Client): boolean {
    return held + waiting[0]!.amount <= this.modest;
  }

  /** If others hold little, the first may be any amount: one that is larger than half would otherwise never be there. */
  private mayTake({ held }: Client, amount: number): boolean {
    if (held === 0 && this.inUse <= this.capacity * LITTLE) return true;
    const left = this.capacity - this.inUse - amount;
    return left >= 0 && (held + amount <= left * this.factor || held + amount <= this.modest);
  }

  private hold(client: Client, amount: number): void {
    client.held += amount;
    this.inUse += amount;
    this.queue.record(client);
  }
}

/** Clients take turns: each is served again only after all others that wait. */
export class RoundRobin {
  private readonly queue: WaitingClients;

  constructor(options: WaitOptions) {
    this.queue = new WaitingClients(options);
  }

  get isEmpty(): boolean {
    return this.queue.isEmpty;
  }

  wait(key: string): Promise<void> {
    return this.queue.wait(this.queue.of(key), 0);
  }

  /** Serves the next. Call it only if it is not empty. */
  next(): void {
    this.queue.serve(this.queue.first()!);
  }
}
