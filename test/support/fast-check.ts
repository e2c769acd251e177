// fast-check with the seed that CI sets: the same cases are generated for each change, so that one fails for what it has changed.
// Without PROPERTY_SEED, as in `npm test`, each run generates new cases.
import * as fc from 'fast-check';

const seed = process.env.PROPERTY_SEED;
if (seed) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

/** But for `npm run test:all`, a property is tried with fewer cases: one of the first finds what a change breaks. */
const SHARE = process.env.SLOW_TESTS === 'on' ? 1 : 4;
/** Returns the share of what a test expects all cases to contain. */
export const share = (cases: number): number => Math.ceil(cases / SHARE);
/** How often a property is tried that asks for so many runs. */
export const runs = (numRuns: number): number => Math.max(Math.min(numRuns, 6), share(numRuns));
export const assert: typeof fc.assert = ((property: never, { numRuns = 100, ...parameters }: fc.Parameters = {}) =>
  fc.assert(property, { ...parameters, numRuns: runs(numRuns) })) as never;
/** For a test whose cases must contain everything of a kind: all of them are tried. */
export const assertAll = fc.assert;

export * from 'fast-check';
