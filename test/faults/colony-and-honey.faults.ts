// Colonies, queens and honey together, by several people through two processes. FARM_SECONDS sets how long they record, FARM_SEED their decisions.
import { it, jest } from '@jest/globals';
import { expectColoniesAndHoneyExact } from '../support/colony-and-honey/expect-exact.js';

const SECONDS = Number(process.env.FARM_SECONDS ?? 60);
const SEED = Number(process.env.FARM_SEED ?? Math.floor(Math.random() * 2 ** 31));

jest.setTimeout(SECONDS * 1000 + 600_000);

it(`colonies, queens and honey stay consistent, whatever is recorded at once (FARM_SEED=${SEED})`, async () => {
  process.stderr.write(`    ${SECONDS} seconds, FARM_SEED=${SEED}\n`);
  await expectColoniesAndHoneyExact({ durationMs: SECONDS * 1000, seed: SEED });
});
