import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AccountQueue } from '../../src/database/account-queue.js';

/** Mutations that run until endAll. */
class Mutations {
  running = 0;
  most = 0;
  readonly started: string[] = [];
  private readonly ends: (() => void)[] = [];

  begin = (name: string) => async (): Promise<void> => {
    this.started.push(name);
    this.running++;
    this.most = Math.max(this.most, this.running);
    await new Promise<void>((resolve) => this.ends.push(resolve));
    this.running--;
  };

  async endAll(): Promise<void> {
    while (this.running > 0) {
      for (const end of this.ends.splice(0)) end();
      await sleep(1);
    }
  }
}

describe('the account queue', () => {
  it('limits the mutations of one account', async () => {
    const queue = new AccountQueue(2, 4);
    const mutations = new Mutations();
    const all = ['ana', 'ana', 'ana', 'bea'].map((name) => queue.run(name, mutations.begin(name)));
    await sleep(1);
    expect(mutations.started).toEqual(['ana', 'ana', 'bea']);
    await mutations.endAll();
    await Promise.all(all);
    expect(mutations.started).toEqual(['ana', 'ana', 'bea', 'ana']);
  });

  it('limits the mutations of all accounts, and of clients that are not signed in', async () => {
    const queue = new AccountQueue(2, 3);
    const mutations = new Mutations();
    const names = ['ana', undefined, 'bea', 'eva', undefined];
    const all = names.map((name) => queue.run(name, mutations.begin(String(name))));
    await sleep(1);
    expect(mutations.started).toHaveLength(3);
    await mutations.endAll();
    await Promise.all(all);
    expect(mutations.started).toHaveLength(names.length);
    expect(mutations.most).toBe(3);
  });

  it('D7: never runs a waiting and a new mutation together', async () => {
    const queue = new AccountQueue(1, 2);
    const mutations = new Mutations();
    const first = queue.run('ana', mutations.begin('first'));
    const waiting = queue.run('ana', mutations.begin('waiting'));
    let newOne: Promise<void> | undefined;
    // Comes as soon as the first has ended, before the waiting one has started.
    const arriving = first.then(() => {
      newOne = queue.run('ana', mutations.begin('new'));
    });
    await sleep(1);
    await mutations.endAll();
    await Promise.all([arriving, waiting, newOne]);
    expect(mutations.started).toEqual(['first', 'waiting', 'new']);
    expect(mutations.most).toBe(1);
  });

  it('rejects a mutation that could not start in time, and removes it from the queue', async () => {
    const queue = new AccountQueue(1, 2);
    const mutations = new Mutations();
    const first = queue.run('ana', mutations.begin('first'));
    const started = performance.now();
    await expect(queue.run('ana', mutations.begin('late'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - started).toBeGreaterThan(2400);
    await mutations.endAll();
    await first;
    const next = queue.run('ana', mutations.begin('next'));
    await sleep(1);
    await mutations.endAll();
    await next;
    expect(mutations.started).toEqual(['first', 'next']);
  });
});
