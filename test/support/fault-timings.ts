// The time that an operation may take during a fault, in milliseconds: the aim, and the bound beyond which a test fails. The bounds leave
// room for a busy machine; with FAULTS=strict, the bound is 125% of the aim.
import { expect } from '@jest/globals';

export const FAULT_TIMINGS_MS = {
  /** A response that reports that the database is unavailable. */
  outageResponse: { aim: 2000, bound: 10_000 },
  /** The same for more requests than are served at once. */
  queuedInOutage: { aim: 5000, bound: 15_000 },
  livenessInOutage: { aim: 200, bound: 1000 },
  livenessUnderAttack: { aim: 1000, bound: 5000 },
  recovery: { aim: 1000, bound: 15_000 },
  lockGivenUp: { aim: 5000, bound: 20_000 },
  /** Requests that the fault does not concern. */
  unaffected: { aim: 1000, bound: 1500 },
  poolWait: { aim: 2500, bound: 10_000 },
  shutdown: { aim: 10_000, bound: 15_000 },
  slowClientClosed: { aim: 30_000, bound: 35_000 },
} as const;

const isStrict = process.env.FAULTS === 'strict';

/** Also prints the measurement, so that a slow increase is visible before a test fails. */
export function expectWithin(name: string, ms: number, { aim, bound }: { aim: number; bound: number }): void {
  const limit = isStrict ? aim * 1.25 : bound;
  process.stderr.write(
    `    ${name}: ${Math.round(ms)} ms (aim ${aim}, bound ${bound})${ms > aim ? ' OVER THE AIM' : ''}\n`,
  );
  expect({ name, ms, isWithin: ms <= limit }).toEqual({ name, ms, isWithin: true });
}
