import { randomUUID } from 'node:crypto';
import { daysAgo } from '../colonies.js';
import { OVERRIDE } from '../harvests.js';
import { annul, type Choice, change, create, type Operations, remove } from './choice.js';

const treated = ({ below, chance }: Choice) => {
  const start = below(45);
  return {
    startedOn: daysAgo(start),
    endedOn: chance(75) ? daysAgo(below(start + 1)) : null,
    withdrawalDays: chance(85) ? below(12) : null,
  };
};
const overridden = ({ chance }: Choice) => (chance(30) ? { override: OVERRIDE } : {});
const weighed = ({ below }: Choice): number => 100 + below(20_000);

/** Hives of one account, living or not, from which honey was taken. */
function sources(choice: Choice, owner: string) {
  const hives = choice.hives.filter((hive) => hive.owner === owner || choice.chance(2));
  return choice.some(hives, 3).map(({ id: beehiveId }) => ({ beehiveId, frames: 1 + choice.below(5) }));
}

export const HONEY_OPERATIONS: Operations = {
  recordTreatment: [
    3,
    (choice) => {
      const beehiveIds = choice.some(choice.catalog.hives, 2).map(({ id }) => id);
      const product = { kind: 'Varroa', productName: 'Thymol' };
      return create('recordTreatment', 'RecordTreatmentInput', { beehiveIds, ...product, ...treated(choice) });
    },
  ],
  correctTreatment: [
    4,
    (choice) =>
      choice.with(choice.catalog.treatments, ({ id }) =>
        change('correctTreatment', 'CorrectTreatmentInput', id, { ...treated(choice), reason: 'Misread' }),
      ),
  ],
  voidTreatment: [
    3,
    ({ catalog, with: pickOne }) => pickOne(catalog.treatments, ({ id }) => annul('voidTreatment', id)),
  ],
  recordHarvest: [
    7,
    (choice) =>
      choice.with(choice.apiaries, ({ id: apiaryId, owner }) => {
        const from = sources(choice, owner);
        if (from.length === 0) return undefined;
        const day = { apiaryId, harvestedOn: choice.day(), sources: from };
        if (choice.chance(35)) return create('recordHarvest', 'RecordHarvestInput', { ...day, draft: true });
        const closed = { ...day, totalGrams: weighed(choice), ...overridden(choice) };
        return create('recordHarvest', 'RecordHarvestInput', closed);
      }),
  ],
  closeHarvest: [
    4,
    (choice) =>
      choice.with(
        choice.seen(choice.catalog.harvests).filter(({ status }) => status === 'DRAFT'),
        ({ id }) =>
          change('closeHarvest', 'CloseHarvestInput', id, { totalGrams: weighed(choice), ...overridden(choice) }),
      ),
  ],
  amendHarvest: [
    5,
    (choice) =>
      choice.with(
        choice.seen(choice.catalog.harvests).filter(({ status }) => status === 'CLOSED'),
        ({ id, owner }) => {
          const content = { sources: sources(choice, owner), totalGrams: weighed(choice) };
          const input = choice.chance(50) && content.sources.length > 0 ? content : { harvestedOn: choice.day() };
          return change('amendHarvest', 'AmendHarvestInput', id, {
            ...input,
            ...overridden(choice),
            reason: 'Misread',
          });
        },
      ),
  ],
  voidHarvest: [
    1,
    ({ catalog, chance, with: pickOne }) =>
      pickOne(
        catalog.harvests.filter(({ status, inLots }) => status === 'CLOSED' && (inLots === 0 || chance(10))),
        ({ id }) => annul('voidHarvest', id),
      ),
  ],
  createLot: [
    6,
    (choice) =>
      choice.with(choice.apiaries, ({ id: apiaryId, owner }) => {
        const left = choice
          .seen(choice.catalog.harvests)
          .filter((harvest) => harvest.owner === owner && harvest.status === 'CLOSED' && harvest.left > 0);
        const chosen = choice.some(left, 3);
        if (chosen.length === 0) return undefined;
        const harvests = chosen.map(({ id: harvestId, left: grams }) =>
          choice.chance(30) ? { harvestId } : { harvestId, grams: 1 + choice.below(grams + 1) },
        );
        const isForSale = chosen.every(({ destination }) => destination === 'FOR_SALE') || choice.chance(20);
        const destination = isForSale ? 'FOR_SALE' : 'NOT_FOR_SALE';
        return create('createLot', 'CreateLotInput', {
          apiaryId,
          code: randomUUID().toUpperCase(),
          harvests,
          destination,
        });
      }),
  ],
  deleteLot: [
    2,
    ({ catalog, chance, with: pickOne }) =>
      pickOne(
        catalog.lots.filter(({ packed }) => packed === 0 || chance(10)),
        ({ id }) => remove('deleteLot', id),
      ),
  ],
  packLot: [
    8,
    (choice) =>
      choice.with(choice.seen(choice.catalog.lots), ({ id: lotId, left }) => {
        const [jarItemId, labelItemId] = choice.farm.items as [string, string];
        const jars = 1 + choice.below(5);
        const gramsPerJar = 1 + choice.below(1 + Math.ceil(left / jars));
        const items = choice.chance(40) ? { jarItemId, labelItemId } : { jarItemId };
        const input = { id: lotId, jars, gramsPerJar, ...items };
        const operation = create('packLot', 'PackLotInput', input, 'id jarMovementId labelMovementId');
        return {
          ...operation,
          done: ({ id, jarMovementId, labelMovementId }) => {
            const taken = [{ item: jarItemId, isReturned: jarMovementId !== null }];
            if (items.labelItemId) taken.push({ item: labelItemId, isReturned: labelMovementId !== null });
            choice.farm.ledger.packed(id, { taken, jars });
          },
        };
      }),
  ],
  voidLotPack: [
    4,
    ({ catalog, chance, farm, with: pickOne }) =>
      pickOne(
        catalog.packs.filter(({ isOpen }) => isOpen || chance(10)),
        ({ id }) => ({ ...annul('voidLotPack', id), done: () => farm.ledger.unpacked(id) }),
      ),
  ],
};
