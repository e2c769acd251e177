import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ResponseBudget, ResponseMemory } from '../../src/database/response-budget.js';

const TOO_LARGE = 'x'.repeat(17 * 1024 * 1024);

it('statements that wait for others do not start if the rows of those are too many', async () => {
  const budget = new ResponseBudget(new ResponseMemory());
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
});
