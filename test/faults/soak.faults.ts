// An hour of mixed traffic with faults. SOAK_MINUTES sets another duration, SOAK_SEED another sequence.
import { it, jest } from '@jest/globals';
import { expectExactAfterFaults } from '../support/soak/expect-exact.js';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const SEED = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
const REMAINDER_MS = 300_000;

jest.setTimeout(MINUTES * 60_000 + REMAINDER_MS);

it('50 accounts, two processes, faults all the time: the database equals the model, and nothing has leaked', async () => {
  process.stderr.write(`    ${MINUTES} minutes, SOAK_SEED=${SEED}\n`);
  const options = { accounts: 50, durationMs: MINUTES * 60_000, seed: SEED, pauseMs: 2500, idleMs: 12_000 };
  await expectExactAfterFaults(options);
});
