// A phone on which a beekeeper works without a signal. Its operations wait until a push of them is answered. Answers get lost, so that a push
// is sent again, and pushes arrive twice, late, and in another order than they were sent.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { Phone } from './phone.js';
import { Copies, OPERATIONS, type Recorded } from './phone-operations.js';
import { below, pick, type Random, sample } from './random.js';

const PUSH = `mutation ($operations: [SyncOperation!]!, $atomic: Boolean) {
  executeOperations(input: { operations: $operations, atomic: $atomic }) { results { key status ids error { code reason message } } } }`;
const REFUSALS = ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'BAD_USER_INPUT'];
/** Until all answers have arrived, of which every second one is lost. */
const MAX_ROUNDS = 100;
/** The operation itself was not refused. */
const NOT_REFUSED = ['OPERATIONS_ABORTED', 'CHANGED_CONCURRENTLY'];

interface Result {
  key: string;
  status: 'APPLIED' | 'DUPLICATE' | 'CONFLICT' | 'REJECTED';
  ids: string[];
  error: { code: string; reason: string | null; message: string } | null;
}
interface Delivery {
  operations: Operation[];
  atomic: boolean;
}

/** An operation, and what the service has answered to all its deliveries, whether the phone has got the answers or not. */
export class Operation {
  /** Once it has been executed. */
  ids: string[] | undefined;
  private isApplied = false;

  constructor(
    readonly key: string,
    readonly name: string,
    readonly recorded: Recorded,
  ) {}

  get sent(): object {
    return { key: this.key, mutation: { [this.name]: this.recorded.input } };
  }

  /** @param wasDone whether an earlier answer had said that it was executed, before this delivery was sent */
  note(result: Result, wasDone: boolean): void {
    const { key, status, ids, error } = result;
    const { code = '', reason } = error ?? {};
    const isExpected = error
      ? REFUSALS.includes(code) && (!wasDone || NOT_REFUSED.includes(reason ?? ''))
      : status === 'DUPLICATE' || (!wasDone && !this.isApplied);
    expect({ sent: this.sent, wasDone, result, isExpected }).toMatchObject({ isExpected: true });
    expect(key).toBe(this.key);
    if (error) return;
    expect(ids).toEqual(this.ids ?? ids);
    this.ids = ids;
    this.isApplied ||= status === 'APPLIED';
  }
}

export class WorkingPhone extends Phone {
  /** All that it has recorded. */
  readonly operations: Operation[] = [];
  private waiting: Operation[] = [];
  private readonly deliveries: Delivery[] = [];

  constructor(
    app: ConstructorParameters<typeof Phone>[0],
    who: Phone['who'],
    readonly random: Random,
    pageSize: number,
  ) {
    super(app, who, () => random() < 0.5, pageSize);
  }

  /** Records something that its copies allow. @param kept see `Copies` */
  record(kept: string): void {
    const copies = new Copies(this.records, this.random, randomUUID(), kept);
    // In random order: most mutations need records of a kind.
    const names = sample(this.random, Object.keys(OPERATIONS), Number.POSITIVE_INFINITY);
    for (const name of names) {
      const recorded = OPERATIONS[name]!(copies);
      if (!recorded) continue;
      const operation = new Operation(copies.key, name, recorded);
      this.operations.push(operation);
      this.waiting.push(operation);
      return;
    }
  }

  /** Sends what waits, in one push or in several at once. What is not answered waits for the next time. */
  async send(): Promise<void> {
    const operations = this.waiting.slice(0, 100);
    const size = below(this.random, 2) === 0 ? 100 : 1 + below(this.random, 5);
    const deliveries: Delivery[] = [];
    for (let i = 0; i < operations.length; i += size)
      deliveries.push({ operations: operations.slice(i, i + size), atomic: below(this.random, 8) === 0 });
    this.deliveries.push(...deliveries);
    await Promise.all(sample(this.random, deliveries, deliveries.length).map((one) => this.deliver(one)));
  }

  /** An earlier push arrives again. */
  async deliverAgain(): Promise<void> {
    const delivery = pick(this.random, this.deliveries);
    if (delivery) await this.deliver(delivery);
  }

  /** Sends until everything is answered. */
  async finish(): Promise<void> {
    for (let rounds = 0; this.waiting.length > 0; rounds++) {
      expect(rounds < MAX_ROUNDS ? [] : this.waiting.map(({ sent }) => sent)).toEqual([]);
      await this.send();
    }
  }

  private async deliver({ operations, atomic }: Delivery): Promise<void> {
    const wereDone = operations.map(({ ids }) => ids !== undefined);
    const {
      executeOperations: { results: push },
    } = await this.who.ask<{ executeOperations: { results: Result[] } }>(PUSH, {
      operations: operations.map(({ sent }) => sent),
      atomic,
    });
    expect(push).toHaveLength(operations.length);
    for (const [i, operation] of operations.entries()) operation.note(push[i]!, wereDone[i]!);
    if (this.isLost()) return;
    const isFinal = ({ error }: Result): boolean => !NOT_REFUSED.includes(error?.reason ?? '');
    const answered = new Set(push.filter(isFinal).map(({ key }) => key));
    this.waiting = this.waiting.filter(({ key }) => !answered.has(key));
  }
}
