import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Admission, type ResponseBudget } from '../../src/admission/admission.js';
import type { BudgetClient } from '../../src/admission/response-budget.js';
import type { ResponseMemory } from '../../src/admission/response-memory.js';
import { refusals } from '../../src/refusals.js';

const admission = new Admission({ isOn: true, connections: 10, maxBodyBytes: 1024, refusals, sizeOf: () => undefined });
const clientOf = (clientKey: string): BudgetClient => ({
  clientKey,
  requestLog: { operation: undefined, rootField: undefined },
  nextTurn: () => undefined,
  whileWaiting: (waiting) => waiting,
});
const createBudget = (memory: ResponseMemory, clientKey = 'ana', isQuery = false): ResponseBudget =>
  admission.createBudget(memory, clientOf(clientKey), 1, isQuery);
const TOO_LARGE = 'x'.repeat(17 * 1024 * 1024);

it('statements that wait for others do not start if the rows of those are too many', async () => {
  const memory = admission.createMemory();
  const budget = createBudget(memory);
  let started = 0;
  const read = async (): Promise<object[]> => {
    started += 1;
    await nextTurn();
    return [{ text: TOO_LARGE }];
  };
  /** Rows pass through several functions before they are counted. */
  const load = async (): Promise<void> => {
    const rows = await Promise.all([budget.query(read)]).then(([first]) => first);
    await Promise.resolve();
    await (budget.spendOrAbandon(rows!) ?? Promise.resolve());
  };
  const loads = Promise.all(Array.from({ length: 10 }, load));
  await expect(budget.limit(loads)).rejects.toThrow('would exceed 16 MB');
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(started).toBe(3);
  memory.close(true);
});

it('a column that is JSON counts as it is written', () => {
  const memory = admission.createMemory();
  const budget = createBudget(memory);
  const ring = Array.from({ length: 1000 }, (_, i) => [-3.70001, 40 + i / 1000]);
  const rows = Array.from({ length: 100 }, () => ({ area: { type: 'Polygon', coordinates: [ring] } }));
  budget.spend(rows);
  expect(() => {
    for (let i = 0; i < 10; i++) budget.spend(rows);
  }).toThrow('would exceed 16 MB');
  memory.close(true);
});

it('a query that takes longer than ten seconds is abandoned, and a mutation must not be committed then', async () => {
  const [ofQuery, ofMutation] = [admission.createMemory(), admission.createMemory()];
  const query = createBudget(ofQuery, 'ana', true);
  const mutation = createBudget(ofMutation);
  const completed = new Promise((resolve) => setTimeout(resolve, 10_500, 'completed'));
  mutation.requireTime();
  await expect(query.limit(new Promise(() => {}))).rejects.toMatchObject({
    extensions: { code: 'UNAVAILABLE', reason: 'OPERATION_TIMEOUT', retryAfter: 10 },
  });
  let started = false;
  void query.query(async () => {
    started = true;
  });
  expect(await mutation.limit(completed)).toBe('completed');
  expect(() => mutation.requireTime()).toThrow('longer than 10 seconds');
  expect(started).toBe(false);
  ofQuery.close(true);
  ofMutation.close(true);
}, 20_000);

it('a mutation that is completed after its client has disconnected keeps no memory', async () => {
  const memory = admission.createMemory();
  const mutation = createBudget(memory, 'gone');
  memory.close(false);
  const rows = await mutation.query(async () => [{ text: 'x'.repeat(15 * 1024 * 1024) }]);
  mutation.spend(rows);
  const isScarce = admission.isMemoryScarce;
  // For the tests that follow.
  memory.written(0);
  expect(isScarce).toBe(false);
});

describe('the memory of all responses', () => {
  const MB = 1024 * 1024;
  const refused = (memory: ResponseMemory, bytes: number, client: string): boolean => !memory.tryTake(bytes, client);

  it('is waited for, for a moment, and by few responses', async () => {
    const [first, ...others] = Array.from({ length: 10 }, () => admission.createMemory()) as [
      ResponseMemory,
      ...ResponseMemory[],
    ];
    const bea = admission.createMemory();
    expect(refused(bea, MB, 'bea')).toBe(false);
    expect(refused(first, 14 * MB, 'ana')).toBe(false);
    const waiting = others[0]!.take(14 * MB, 'ana');
    expect(waiting).toBeInstanceOf(Promise);
    expect(() => others[1]!.take(14 * MB, 'ana')).toThrow('not available');
    first.close(true);
    await waiting;
    for (const memory of [bea, ...others]) memory.close(true);
  });

  it('one client has half of, and gets more when its responses have been written', () => {
    const [first, second, other] = [admission.createMemory(), admission.createMemory(), admission.createMemory()];
    expect(refused(first, 12 * MB, 'ana')).toBe(false);
    expect(refused(second, 12 * MB, 'ana')).toBe(true);
    expect(refused(other, 10 * MB, 'bea')).toBe(false);
    other.close(true);
    first.written(MB);
    expect(refused(second, 12 * MB, 'ana')).toBe(false);
    for (const memory of [first, second]) memory.close(true);
  });

  it('an operation that took much waits until there is as much, before its rows are read', async () => {
    const before = admission.createMemory();
    await before.awaitRoom('ana', 'list', true);
    expect(refused(before, 10 * MB, 'ana')).toBe(false);
    before.close(true);
    const [other, again, small] = [admission.createMemory(), admission.createMemory(), admission.createMemory()];
    expect(refused(other, 24 * MB, 'bea')).toBe(false);
    expect(small.awaitRoom('ana', 'small', true)).toBeUndefined();
    small.close(true);
    const waiting = again.awaitRoom('ana', 'list', true);
    expect(waiting).toBeInstanceOf(Promise);
    other.close(true);
    await waiting;
    expect(refused(again, 10 * MB, 'ana')).toBe(false);
    again.close(true);
  });

  it('what is remembered of operations takes little, however long their names are', async () => {
    const remember = async (name: string): Promise<void> => {
      const large = admission.createMemory();
      await large.awaitRoom('ana', name, true);
      expect(refused(large, 2 * MB, 'ana')).toBe(false);
      large.close(true);
    };
    const heapUsed = (): number => {
      gc!();
      return process.memoryUsage().heapUsed;
    };
    await remember('first');
    const before = heapUsed();
    for (let i = 0; i < 1000; i++) await remember(Buffer.from(`${i}`.padEnd(8000, 'N')).toString());
    expect(heapUsed() - before).toBeLessThan(MB);
  });

  it('a response that is alone has its own limits, and leaves room for ordinary ones', () => {
    const [alone, ordinary, large] = [admission.createMemory(), admission.createMemory(), admission.createMemory()];
    expect(refused(alone, 30 * MB, 'ana')).toBe(false);
    expect(ordinary.awaitRoom('bea', 'list', true)).toBeUndefined();
    expect(refused(ordinary, MB / 2, 'bea')).toBe(false);
    expect(refused(alone, 30 * MB, 'ana')).toBe(false);
    expect(refused(large, 4 * MB, 'eva')).toBe(true);
    for (const memory of [alone, ordinary]) memory.close(true);
    expect(refused(large, 4 * MB, 'eva')).toBe(false);
    large.close(true);
  });

  it('a response counts to one client, also if its account becomes known meanwhile', () => {
    const other = admission.createMemory();
    other.tryTake(MB, 'eva');
    const memory = admission.createMemory();
    memory.awaitRoom('network', 'invitation', true);
    expect(refused(memory, MB / 4, 'network')).toBe(false);
    memory.awaitRoom('ana', 'invitation', true);
    expect(refused(memory, MB / 4, 'ana')).toBe(false);
    memory.close(true);
    // What the network held, it has again: half of what there is.
    const again = admission.createMemory();
    expect(refused(again, 15 * MB, 'network')).toBe(false);
    for (const one of [again, other]) one.close(true);
  });
});
