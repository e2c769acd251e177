import { expect, it } from '@jest/globals';
import { spread } from '../../src/features/harvests/shares.rules.js';
import * as fc from '../support/fast-check.js';

it('spreads a total by largest remainder; of equal remainders, the first counts', () => {
  expect(spread(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(spread(100, [2, 0, 1])).toEqual([67, 0, 33]);
  expect(spread(1, [1, 2])).toEqual([0, 1]);
  expect(spread(0, [1, 2])).toEqual([0, 0]);
});

it('has whole parts that add up to the total, each less than 1 from its exact share', () => {
  const weights = fc
    .array(fc.nat(10_000_000), { minLength: 1, maxLength: 100 })
    .filter((all) => all.some((n) => n > 0));
  fc.assert(
    fc.property(fc.nat(1_000_000_000), weights, (total, parts) => {
      const sum = parts.reduce((all, part) => all + part, 0);
      const result = spread(total, parts);
      expect(result.reduce((all, part) => all + part, 0)).toBe(total);
      for (const [i, part] of result.entries()) {
        expect(Number.isInteger(part)).toBe(true);
        expect(Math.abs(part - (total * parts[i]!) / sum)).toBeLessThan(1 + 1e-6);
      }
    }),
  );
});
