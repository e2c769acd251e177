/** Returns a number from 0 to 1, below 1. */
export type Random = () => number;

/** A generator of the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);
export const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[below(random, list.length)];
/** A part of a list, in random order. */
export const sample = <T>(random: Random, list: readonly T[], size: number): T[] =>
  list
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, size)
    .map(({ one }) => one);
