// HOW LONG something may take while something else is broken: what is aimed at, and the bound beyond which a test fails. The bounds
// leave room for a busy machine; FAULTS=strict takes the aims for bounds, with a quarter more for the clock.
import { expect } from '@jest/globals';

export const FAULT_TIMINGS = {
  /** An answer that says that the database is away. */
  outageAnswer: { aim: 2000, bound: 10_000 },
  livenessInOutage: { aim: 200, bound: 1000 },
  recovery: { aim: 1000, bound: 15_000 },
  lockGivenUp: { aim: 5000, bound: 20_000 },
  /** What has nothing to do with the fault. */
  unaffected: { aim: 1000, bound: 1500 },
  poolWait: { aim: 2500, bound: 10_000 },
  shutdown: { aim: 10_000, bound: 15_000 },
  slowClientClosed: { aim: 30_000, bound: 35_000 },
} as const;

const isStrict = process.env.FAULTS === 'strict';

/** Tells what was measured, too: a figure that creeps up is seen before it fails. */
export function expectWithin(what: string, ms: number, { aim, bound }: { aim: number; bound: number }): void {
  const limit = isStrict ? aim * 1.25 : bound;
  process.stderr.write(
    `    ${what}: ${Math.round(ms)} ms (aim ${aim}, bound ${bound})${ms > aim ? ' OVER THE AIM' : ''}\n`,
  );
  expect({ what, ms, isWithin: ms <= limit }).toEqual({ what, ms, isWithin: true });
}
