// A table of everything by which records leave the service. One, three and eight accounts, whose records are as many as the limits allow, with
// texts at the bounds of their columns, read all of it: without reading a byte of the responses, slowly, and as fast as they can. The process
// stays within its memory, and an honest client is served. `BYTES_SECONDS` sets the time of each kind of reading, `BYTES_ACCOUNTS` the accounts.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Crowd } from '../support/bytes/crowd.js';
import { WAYS_OUT } from '../support/bytes/ways-out.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';

jest.setTimeout(180_000);

const READING_MS = Number(process.env.BYTES_SECONDS ?? 3) * 1000;
const ACCOUNTS = (process.env.BYTES_ACCOUNTS ?? '1,3,8').split(',').map(Number);
const MAX_SLOWDOWN = 5;
/** The adversaries, the probe and the honest client run on the cores of the service. FAULTS=strict holds the aim itself. */
const BUSY_MACHINE = 3;

let crowd: Crowd;
beforeAll(async () => {
  crowd = await Crowd.gather(Math.max(...ACCOUNTS));
  process.stderr.write(`    alone: p95 ${JSON.stringify(crowd.alone)}\n`);
});
afterAll(() => crowd?.end());

describe.each(ACCOUNTS)('read by %i accounts', (accounts) => {
  it.each(WAYS_OUT.map((way) => [way.name, way] as const))('%s', async (_name, way) => {
    const { victim, livenessMs } = await crowd.read(way, accounts, READING_MS);
    expectWithin('/livez', livenessMs, FAULT_TIMINGS_MS.livenessUnderAttack);
    const aim = crowd.alone.round! * MAX_SLOWDOWN;
    expectWithin('a round of the honest client', victim.round!, { aim, bound: aim * BUSY_MACHINE });
  });
});

it('the ways out are those that there are', () => {
  expect(WAYS_OUT.length).toBeGreaterThan(90);
});
