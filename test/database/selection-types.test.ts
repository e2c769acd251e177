// What the compiler knows of rows that have been read.
import { expect, it } from '@jest/globals';
import type { Loaders } from '../../src/database/loaders.js';
import type { Selection } from '../../src/database/row.js';
import { Treatment } from '../../src/features/treatments/treatment.entity.js';

/** Only compiled: each line that the compiler must refuse is marked. */
async function readTreatments(loaders: Loaders, selection: Selection<Treatment>): Promise<unknown[]> {
  const [whole] = (await loaders.listOf(Treatment, 'apiary', {}).load('')).nodes;
  const [named] = (await loaders.listOf(Treatment, 'apiary', { fields: ['startedOn'] }).load('')).nodes;
  const [selected] = (await loaders.listOf(Treatment, 'apiary', { fields: selection }).load('')).nodes;
  // @ts-expect-error there is no such column
  await loaders.one(Treatment, '', ['started']);
  return [
    whole!.startedOn,
    whole!.status,
    named!.id,
    named!.startedOn,
    // @ts-expect-error the column was not named
    named!.status,
    // @ts-expect-error only the response reads what a client has selected
    selected!.startedOn,
  ];
}

it('rows have the columns that were named, and those of a selection none', () => {
  expect(readTreatments).toBeInstanceOf(Function);
});
