import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FairShare, RoundRobin } from '../../src/admission/fair-share.js';
import * as fc from '../support/fast-check.js';

const refuse = (): Error => new Error('refused');
const create = (capacity: number, waitMs = 20_000, maxWaiting = 100_000, modest = 1, factor = 1): FairShare =>
  new FairShare(capacity, { waitMs, refuse, maxWaiting, modest, factor });

describe('a share', () => {
  const take = (share: FairShare, client: string): number => {
    let count = 0;
    while (share.tryTake(client)) count += 1;
    return count;
  };

  it('of one client is half, and there is always something for another client', () => {
    const share = create(10);
    expect(['ana', 'bea', 'eva'].map((client) => take(share, client))).toEqual([5, 2, 1]);
    expect(take(share, 'new')).toBe(1);
    for (let n = 0; n < 5; n++) share.give('ana');
    expect(share.heldBy('ana')).toBe(0);
    expect(take(share, 'ana')).toBe(3);
  });

  it('is more than half with a factor, for what is soon given back', () => {
    const share = create(10, 20_000, 100, 1, 3);
    expect(['ana', 'bea', 'eva'].map((client) => take(share, client))).toEqual([7, 2, 1]);
  });

  it('that a modest client waits for comes before a large one of a client that holds nothing', async () => {
    const share = create(80, 20_000, 100, 8);
    share.add('ana', 80);
    share.add('modest', 4);
    const served: string[] = [];
    const large = share.take('large', 50)!.then(() => served.push('large'));
    const modest = share.take('modest', 4)!.then(() => served.push('modest'));
    share.give('ana', 80);
    await Promise.all([large, modest]);
    expect(served).toEqual(['modest', 'large']);
  });

  it('is all of it, however much is asked for, as long as nobody has any', () => {
    const share = create(10);
    expect(share.tryTake('ana', 50)).toBe(true);
    expect(share.tryTake('bea')).toBe(false);
    share.give('ana', 50);
    expect(share.tryTake('bea', 10)).toBe(true);
  });

  it('of a client that holds nothing comes before those of clients that hold something', async () => {
    const share = create(4);
    const served: string[] = [];
    const wait = (client: string): Promise<unknown> => share.take(client)!.then(() => served.push(client));
    for (const client of ['ana', 'ana', 'bea', 'eva']) expect(share.tryTake(client)).toBe(true);
    const all = Promise.all([wait('ana'), wait('bea'), wait('new')]);
    share.give('eva');
    await nextTurn();
    expect(served).toEqual(['new']);
    for (const client of ['ana', 'ana', 'bea']) share.give(client);
    await all;
    expect(served).toEqual(['new', 'ana', 'bea']);
  });

  it('that is modest is kept for the client that has waited longest for it', async () => {
    const share = create(10, 20_000, 100, 8);
    for (const client of ['ana', 'bea', 'eva']) expect(share.tryTake(client, 2)).toBe(true);
    const first = share.take('first', 8)!;
    expect(share.tryTake('new', 1)).toBe(false);
    const small = share.take('new', 1)!;
    for (const client of ['ana', 'bea']) share.give(client, 2);
    await first;
    expect(share.tryTake('newer', 1)).toBe(false);
    share.give('eva', 2);
    await small;
    expect(share.used).toBe(9);
  });

  it('that is large is not kept: others receive what is free meanwhile', async () => {
    const share = create(10);
    expect(share.tryTake('ana', 5)).toBe(true);
    const large = share.take('large', 4)!;
    expect(share.tryTake('bea')).toBe(true);
    share.give('ana', 5);
    await large;
    expect(share.used).toBe(5);
  });

  it('is refused after a while, and those behind are served then', async () => {
    const share = create(4, 50, 100, 4);
    share.tryTake('ana', 3);
    const large = share.take('large', 4)!;
    const behind = share.take('small', 1)!;
    await expect(large).rejects.toThrow('refused');
    await behind;
    expect(share.heldBy('small')).toBe(1);
  });

  it('is refused to the client that waits for most, if too much is waited for', async () => {
    const share = create(1, 1000, 10);
    share.tryTake('eva');
    const greedy = Array.from({ length: 10 }, () => share.take('greedy')!);
    const ana = share.take('ana')!;
    await expect(greedy.at(-1)).rejects.toThrow('refused');
    share.give('eva');
    await greedy[0];
    share.give('greedy');
    await ana;
    for (const one of greedy.slice(1)) await expect(one).rejects.toThrow('refused');
  });
});

/** A run in steps of a clock of its own: what is held is given back after at most `maxHold` steps. */
interface Run {
  capacity: number;
  maxHold: number;
  modest: number;
  greedy: number;
  /** Requests that a greedy client always has under way or waiting. */
  greed: number;
  maxAmount: number;
  factor: number;
  seed: number;
}

/** @returns the longest wait of a modest client, in steps */
async function simulate({ capacity, maxHold, modest, greedy, greed, maxAmount, factor, seed }: Run): Promise<number> {
  const share = create(capacity, 20_000, 100_000, maxAmount, factor);
  const ends = new Map<number, (() => void)[]>();
  const holding = new Map<string, number>();
  const underWay = new Map<string, number>();
  let random = seed;
  const next = (max: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return random % max;
  };
  let step = 0;
  let longest = 0;
  const request = async (client: string, isModest: boolean): Promise<void> => {
    const amount = 1 + next(maxAmount);
    underWay.set(client, (underWay.get(client) ?? 0) + 1);
    const since = step;
    const waiting = share.take(client, amount);
    if (waiting) await waiting;
    if (isModest) longest = Math.max(longest, step - since);
    holding.set(client, (holding.get(client) ?? 0) + amount);
    const end = step + 1 + next(maxHold);
    const give = (): void => {
      holding.set(client, holding.get(client)! - amount);
      underWay.set(client, underWay.get(client)! - 1);
      share.give(client, amount);
    };
    ends.set(end, [...(ends.get(end) ?? []), give]);
  };
  const requests: Promise<void>[] = [];
  for (; step < 300; step++) {
    for (const give of ends.get(step) ?? []) give();
    ends.delete(step);
    for (let n = 0; n < greedy; n++)
      while ((underWay.get(`greedy ${n}`) ?? 0) < greed) requests.push(request(`greedy ${n}`, false));
    for (let n = 0; n < modest; n++)
      if ((underWay.get(`modest ${n}`) ?? 0) === 0 && next(3) === 0) requests.push(request(`modest ${n}`, true));
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    const held = [...holding.values()].reduce((sum, one) => sum + one, 0);
    expect(share.used).toBe(held);
    expect(held).toBeLessThanOrEqual(capacity + Math.floor(capacity / 8));
  }
  for (; ends.size > 0; step++) {
    for (const give of ends.get(step) ?? []) give();
    ends.delete(step);
    await nextTurn();
  }
  await Promise.all(requests);
  expect(share.used).toBe(0);
  return longest;
}

describe('in a simulation of random clients, greedy ones among them', () => {
  const runs = fc.record({
    capacity: fc.integer({ min: 1, max: 40 }),
    maxHold: fc.integer({ min: 1, max: 6 }),
    modest: fc.integer({ min: 1, max: 8 }),
    greedy: fc.integer({ min: 0, max: 4 }),
    greed: fc.constantFrom(1, 5, 50),
    maxAmount: fc.integer({ min: 1, max: 10 }),
    factor: fc.integer({ min: 1, max: 4 }),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });

  it('nobody waits longer than each other client needs for one request, however much the greedy ask for', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const amount = Math.min(run.maxAmount, run.capacity);
        const longest = await simulate({ ...run, maxAmount: amount });
        expect(longest).toBeLessThanOrEqual(run.maxHold * (run.modest + run.greedy));
      }),
      { numRuns: 150 },
    );
  });

  it('with more room than clients, nobody waits for the greedy', async () => {
    const waits = await Promise.all(
      [1, 10, 100].map((greed) =>
        simulate({ capacity: 60, maxHold: 5, modest: 5, greedy: 4, greed, maxAmount: 1, factor: 1, seed: 7 }),
      ),
    );
    expect(waits).toEqual([0, 0, 0]);
  });
});

it('clients that come for the first time do not go before one that waits already', async () => {
  const turns = new RoundRobin({ waitMs: 20_000, refuse });
  const before = turns.wait('ana');
  turns.next();
  await before;
  const served: string[] = [];
  const wait = (client: string): void => void turns.wait(client).then(() => served.push(client));
  wait('ana');
  for (let n = 0; n < 50; n++) {
    wait(`new ${n}`);
    turns.next();
  }
  await nextTurn();
  const byThen = [...served];
  while (!turns.isEmpty) turns.next();
  expect(byThen).toContain('ana');
});
