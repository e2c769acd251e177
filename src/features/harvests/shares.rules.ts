/**
 * Spreads a whole number over weights by largest remainder: the parts are whole and add up to it, and each differs from its exact share by
 * less than 1. Of equal remainders, the first counts.
 * @param weights not all 0
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const parts = weights.map((weight) => BigInt(total) * BigInt(weight));
  const floors = parts.map((part) => Number(part / sum));
  const rest = total - floors.reduce((all, part) => all + part, 0);
  const byRemainder = parts
    .map((part, i) => ({ i, remainder: part % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  const isRaised = new Set(byRemainder.slice(0, rest).map(({ i }) => i));
  return floors.map((part, i) => part + (isRaised.has(i) ? 1 : 0));
}
