// The honey of the demo account: days are relative to the day on which it is created.
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type Apiary,
  type Beehive,
  Harvest,
  HarvestSource,
  InventoryItem,
  Lot,
  LotHarvest,
  LotPack,
  type User,
} from '../entities.js';
import { HarvestStatus } from '../features/harvests/harvest-status.enums.js';
import { spread } from '../features/harvests/shares.rules.js';
import { EXAMPLE_LOT } from '../shared/example-ids.js';
import { daysAgo } from './days-ago.js';
import { createMovements } from './demo-history.js';

/** The hives, by their index, were in no withdrawal period on these days. */
const HARVESTS = [
  { days: 45, hives: [0, 1, 4], frames: [6, 4, 3], grams: 21_400, honeyKind: 'Encina' },
  { days: 30, hives: [0, 1, 3, 4], frames: [5, 5, 2, 3], grams: 24_050, honeyKind: 'Milflores' },
];
const JARS = 24;
const GRAMS_PER_JAR = 500;

/** Creates two harvests and a draft, a lot of both, and a pack with jars from the stock. */
export function createHarvests(em: EntityManager, apiary: Apiary, owner: User, hives: readonly Beehive[]): void {
  const ownerId = owner.id;
  const common = { ownerId, apiary, apiaryLabel: apiary.name, country: 'ES', actorId: ownerId };
  const addSources = (harvest: Harvest, indexes: number[], frames: number[], grams: number[] | undefined): void => {
    for (const [position, index] of indexes.entries()) {
      const beehive = hives[index]!;
      const label = { harvestedBeehiveId: beehive.id, beehiveLabel: beehive.label };
      const amounts = { frames: frames[position]!, grams: grams?.[position] ?? null };
      em.create(HarvestSource, { harvest, beehive, ...label, ...amounts, ownerId, position });
    }
  };
  const harvests = HARVESTS.map(({ days, hives: indexes, frames, grams, honeyKind }) => {
    const details = { harvestedOn: daysAgo(days), status: HarvestStatus.CLOSED, grams, honeyKind };
    const harvest = em.create(Harvest, { ...common, ...details });
    addSources(harvest, indexes, frames, spread(grams, frames));
    return harvest;
  });
  const draft = em.create(Harvest, { ...common, harvestedOn: daysAgo(1), status: HarvestStatus.DRAFT, grams: 0 });
  addSources(draft, [0, 3], [4, 4], undefined);

  const [first, second] = [harvests[0]!, harvests[1]!];
  const contents = [
    { harvest: first, grams: first.grams },
    { harvest: second, grams: 10_000 },
  ];
  const grams = contents.reduce((sum, content) => sum + content.grams, 0);
  const lot = em.create(Lot, {
    ownerId,
    apiary,
    code: EXAMPLE_LOT,
    grams,
    bestBefore: daysAgo(-700),
    actorId: ownerId,
  });
  for (const content of contents) em.create(LotHarvest, { ...content, lot, ownerId });
  const stock = { itemName: 'Tarros de 500 g', unit: 'Unidades', quantity: 60, minimumStock: 24 };
  const item = em.create(InventoryItem, { ...stock, unitCost: 65, currency: 'EUR', apiary });
  const [jarMovement] = createMovements(em, item, owner, [[28, JARS]]);
  const jars = { jars: JARS, gramsPerJar: GRAMS_PER_JAR, jarMovement: jarMovement! };
  em.create(LotPack, { ...jars, lot, ownerId, packedOn: daysAgo(28), actorId: ownerId });
}
