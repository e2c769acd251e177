import { describe, expect, it } from '@jest/globals';
import { type Entry, LinkedList } from '../../src/admission/linked-list.js';
import { Semaphore } from '../../src/admission/semaphore.js';
import { ValuesByKey } from '../../src/admission/values-by-key.js';
import * as fc from '../support/fast-check.js';

describe('a linked list', () => {
  it('has the members that were added and not removed, in order', () => {
    const steps = fc.array(fc.record({ isAddition: fc.boolean(), at: fc.nat(50) }), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (all) => {
        const list = new LinkedList<number>();
        const entries: Entry<number>[] = [];
        const expected = new Set<number>();
        for (const [i, { isAddition, at }] of all.entries()) {
          if (isAddition || entries.length === 0) {
            entries.push(list.add(i));
            expected.add(i);
          } else {
            const entry = entries[at % entries.length]!;
            expect(list.remove(entry)).toBe(expected.delete(entry.value));
            expect([entry.previous, entry.next]).toEqual([undefined, undefined]);
          }
          expect([...list]).toEqual([...expected]);
          expect(list.first?.value).toBe([...expected][0]);
        }
      }),
    );
  });

  it('can be iterated while the member of the iteration is removed', () => {
    const list = new LinkedList<string>();
    const entries = ['a', 'b', 'c'].map((value) => list.add(value));
    const seen: string[] = [];
    for (const value of list) {
      seen.push(value);
      list.remove(entries.find((entry) => entry.value === value)!);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(list.first).toBeUndefined();
  });
});

describe('values by key', () => {
  class Use {
    isUnused = true;
  }

  it('are the same as long as they are used, however many others come and go', () => {
    const values = new ValuesByKey(() => new Use());
    const used = values.get('used');
    used.isUnused = false;
    const first = values.get('unused 0');
    for (let i = 1; i < 2000; i++) values.get(`unused ${i}`);
    expect(values.get('used')).toBe(used);
    expect(values.get('unused 0')).not.toBe(first);
  });

  it('may be many, if all are used', () => {
    const values = new ValuesByKey(() => Object.assign(new Use(), { isUnused: false }));
    const getAll = () => Array.from({ length: 5000 }, (_, i) => values.get(`used ${i}`));
    const all = getAll();
    expect(getAll().every((one, i) => one === all[i])).toBe(true);
  });
});

describe('a semaphore', () => {
  it('gives a permit to the work that has waited longest', async () => {
    const semaphore = new Semaphore(1);
    const order: string[] = [];
    expect([semaphore.tryAcquire(), semaphore.tryAcquire()]).toEqual([true, false]);
    const first = semaphore.wait().then(() => order.push('first'));
    const second = semaphore.wait().then(() => order.push('second'));
    semaphore.release();
    await first;
    expect(semaphore.tryAcquire()).toBe(false);
    semaphore.release();
    await second;
    expect(order).toEqual(['first', 'second']);
    semaphore.release();
    expect(semaphore.tryAcquire()).toBe(true);
  });
});
