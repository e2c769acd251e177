import { daysAgo } from '../colonies.js';
import { change, create, type Operations, remove } from './choice.js';

export const QUEEN_OPERATIONS: Operations = {
  createQueen: [
    3,
    ({ apiaries, catalog, chance, one, with: pickOne }) =>
      pickOne(apiaries, ({ id: apiaryId, owner }) => {
        const mother = chance(50) ? one(catalog.queens.filter((queen) => queen.owner === owner)) : undefined;
        return create('createQueen', 'CreateQueenInput', {
          apiaryId,
          year: 2025,
          ...(mother && { motherId: mother.id }),
        });
      }),
  ],
  installQueen: [
    9,
    ({ catalog, below, chance, one, dayOrNone }) => {
      const hive = one(catalog.hives.filter(({ isEnded }) => !isEnded || chance(30)));
      const queen = one(catalog.queens.filter(({ owner }) => owner === hive?.owner));
      if (!hive || !queen) return undefined;
      const start = 1 + below(40);
      const past = { startedOn: daysAgo(start), endedOn: daysAgo(below(start)) };
      const days = chance(60) ? dayOrNone('startedOn') : past;
      return create('installQueen', 'InstallQueenInput', { beehiveId: hive.id, queenId: queen.id, ...days });
    },
  ],
  endQueenReign: [
    3,
    ({ catalog, dayOrNone, with: pickOne }) =>
      pickOne(
        catalog.reigns.filter(({ isOpen }) => isOpen),
        ({ id }) => change('endQueenReign', 'EndQueenReignInput', id, dayOrNone('endedOn')),
      ),
  ],
  updateQueenReign: [
    4,
    ({ catalog, chance, day, dayOrNone, with: pickOne }) =>
      pickOne(catalog.reigns, ({ id }) => {
        const end = chance(40) ? { endedOn: chance(30) ? null : day() } : {};
        return change('updateQueenReign', 'UpdateQueenReignInput', id, { ...dayOrNone('startedOn'), ...end });
      }),
  ],
  deleteQueenReign: [
    2,
    ({ catalog, with: pickOne }) => pickOne(catalog.reigns, ({ id }) => remove('deleteQueenReign', id)),
  ],
};
