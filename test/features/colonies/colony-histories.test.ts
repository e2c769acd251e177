// Random histories of colonies, through two services on one database: back-dated, corrected and concurrent. After every step, the hives are
// compared with a model of the rules. Whatever happens, a hive stands in one apiary at a time, no frame comes from nowhere, and no event contradicts
// another: each happened while there was the hive, with frames that it had on that day.
import { expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import {
  ALL_FRAMES,
  EARLY,
  ENDED,
  FEW,
  INVALID,
  LATE,
  LIVING,
  MAX_HIVES,
  OVERDUE,
  PREMATURE,
  services,
  steps,
  Yard,
} from './colony-histories.fixture.js';

it('a history is what the rules say, step by step', async () => {
  await fc.assert(
    fc.asyncProperty(steps(40), async (history) => {
      const yard = await Yard.start();
      const log: string[] = [];
      for (const step of history) {
        if (step.kind === 'split' && yard.hives.length >= MAX_HIVES) continue;
        const { outcome, id } = await yard.send(step);
        log.push(`${JSON.stringify(step)}: ${outcome}`);
        expect({ log, outcome }).toEqual({ log, outcome: yard.apply(step, id) });
      }
      await yard.expectModel(log);
      await yard.expectConsistent(ALL_FRAMES);
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 240_000);

it('concurrent steps leave each hive in one apiary, with the frames that there were, and without a deadlock', async () => {
  const { sql } = services[0]!.database;
  const deadlocks = () => sql('select deadlocks from pg_stat_database where datname = current_database()');
  const before = await deadlocks();
  await fc.assert(
    fc.asyncProperty(fc.array(steps(8), { minLength: 5, maxLength: 5 }), async (rounds) => {
      const yard = await Yard.start();
      for (const round of rounds) {
        const answers = await Promise.all(round.map((step) => yard.send(step)));
        yard.learn(answers.flatMap(({ id }) => id ?? []));
        for (const { outcome } of answers)
          expect([
            undefined,
            ENDED,
            LIVING,
            EARLY,
            LATE,
            PREMATURE,
            OVERDUE,
            FEW,
            INVALID,
            'CHANGED_CONCURRENTLY',
          ]).toContain(outcome);
        await yard.expectConsistent(ALL_FRAMES);
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
  expect(await deadlocks()).toEqual(before);
}, 240_000);
