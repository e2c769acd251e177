import { daysAgo } from '../colonies.js';
import { change, create, type Operations, remove } from './choice.js';
import { DISPOSABLE, FIRST_DAY, FRAMES, type Hive } from './farm.js';

const MAX_LIVING = 50;
const UPDATED = 5;

/** Hives of which a deletion is under way: only one operation deletes a hive, so that it is known which frames it had. */
const deleting = new Set<string>();

const framesOf = ({ food: foodFrames, brood: broodFrames }: Hive) => ({ foodFrames, broodFrames });

export const COLONY_OPERATIONS: Operations = {
  createBeehive: [
    3,
    ({ apiaries, catalog, farm, with: pickOne }) =>
      pickOne(
        apiaries.filter(({ name }) => name === DISPOSABLE || catalog.hives.length < MAX_LIVING),
        ({ id: apiaryId }) => ({
          ...create('createBeehive', 'CreateBeehiveInput', { apiaryId, state: FRAMES }),
          done: () => farm.ledger.created(apiaryId, FRAMES),
        }),
      ),
  ],
  updateBeehive: [
    4,
    ({ living, below, farm, with: pickOne }) =>
      pickOne(living, (hive) => {
        const frames = {
          foodFrames: Math.max(0, hive.food + below(UPDATED) - 2),
          broodFrames: Math.max(0, hive.brood + below(UPDATED) - 2),
        };
        const input = { state: frames, expectedVersion: hive.version };
        const by = { foodFrames: frames.foodFrames - hive.food, broodFrames: frames.broodFrames - hive.brood };
        return {
          ...change('updateBeehive', 'UpdateBeehiveInput', hive.id, input),
          done: () => farm.ledger.changed(by),
        };
      }),
  ],
  splitBeehive: [
    6,
    ({ catalog, living, below, chance, one, dayOrNone, with: pickOne }) =>
      pickOne(living.length < MAX_LIVING ? living : [], ({ id: beehiveId, apiary, owner }) => {
        const frames = { foodFrames: below(4), broodFrames: below(4) };
        const other = one(catalog.apiaries.filter(({ name }) => name !== DISPOSABLE))!.id;
        const where = chance(40) ? {} : { apiaryId: chance(50) ? apiary : other };
        const queen = chance(40) ? one(catalog.queens.filter((one) => one.owner === owner)) : undefined;
        const input = {
          id: beehiveId,
          ...where,
          state: frames,
          ...(queen && { queenId: queen.id }),
          ...dayOrNone('splitOn'),
        };
        return create('splitBeehive', 'SplitBeehiveInput', input);
      }),
  ],
  uniteBeehives: [
    5,
    ({ living, below, chance, dayOrNone, one, with: pickOne }) =>
      pickOne(living, (hive) => {
        const into = one(living.filter(({ owner }) => owner === hive.owner))!;
        const frames = { foodFrames: below(hive.food + 2), broodFrames: below(hive.brood + 2) };
        const queens = chance(40) ? { queenFrom: 'SOURCE' } : {};
        const input = { id: hive.id, intoBeehiveId: into.id, ...frames, ...queens, ...dayOrNone('unitedOn') };
        return create('uniteBeehives', 'UniteBeehivesInput', input);
      }),
  ],
  moveBeehive: [
    7,
    ({ catalog, living, one, dayOrNone, with: pickOne }) =>
      pickOne(living, ({ id: beehiveId, apiary }) => {
        const to = one(catalog.apiaries.filter(({ id, name }) => name !== DISPOSABLE && id !== apiary))!;
        return create('moveBeehive', 'MoveBeehiveInput', { id: beehiveId, apiaryId: to.id, ...dayOrNone('movedOn') });
      }),
  ],
  recordLoss: [
    3,
    ({ catalog, dayOrNone, with: pickOne }) =>
      pickOne(
        catalog.hives.filter(({ isEnded }) => !isEnded),
        ({ id: beehiveId }) =>
          create('recordLoss', 'RecordLossInput', { id: beehiveId, cause: 'MITES', ...dayOrNone('lostOn') }),
      ),
  ],
  correctBeehiveEnd: [
    3,
    ({ ended, day, with: pickOne }) =>
      pickOne(ended, ({ id }) =>
        change('correctBeehiveEnd', 'CorrectBeehiveEndInput', id, { endedOn: day(), notes: 'Corrected' }),
      ),
  ],
  reviveBeehive: [
    5,
    ({ catalog, with: pickOne }) =>
      pickOne(
        catalog.hives.filter(({ isEnded }) => isEnded),
        ({ id }) => change('reviveBeehive', 'ReviveBeehiveInput', id, {}),
      ),
  ],
  correctBeehivePlacement: [
    6,
    ({ catalog, below, with: pickOne }) =>
      pickOne(catalog.placements, ({ id }) =>
        change('correctBeehivePlacement', 'CorrectBeehivePlacementInput', id, { placedOn: daysAgo(below(FIRST_DAY)) }),
      ),
  ],
  deleteBeehive: [
    1,
    ({ hives, farm, with: pickOne }) =>
      pickOne(
        hives.filter(({ id }) => !deleting.has(id)),
        (hive) => {
          deleting.add(hive.id);
          return {
            ...remove('deleteBeehive', hive.id, hive.version),
            done: () => farm.ledger.deletedHive(hive.id, framesOf(hive)),
            refused: () => deleting.delete(hive.id),
          };
        },
      ),
  ],
  createApiary: [1, () => create('createApiary', 'CreateApiaryInput', { name: DISPOSABLE })],
  deleteApiary: [
    1,
    ({ apiaries, farm, with: pickOne }) =>
      pickOne(
        apiaries.filter(({ name }) => name === DISPOSABLE),
        ({ id }) => ({ ...remove('deleteApiary', id), done: () => farm.ledger.deletedApiary(id) }),
      ),
  ],
  transferApiary: [
    1,
    ({ catalog, farm, with: pickOne }) =>
      pickOne(
        catalog.apiaries.filter(({ name }) => name === 'Traded'),
        ({ id: apiaryId, owner }) => ({
          query: `mutation ($apiaryId: ID!, $userId: ID!) { result: transferApiary(input: { id: $apiaryId, userId: $userId }) { apiary { id } } }`,
          variables: { apiaryId, userId: (owner === farm.owner.id ? farm.manager : farm.owner).id },
        }),
      ),
  ],
};
