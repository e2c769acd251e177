// The treatments and mite counts of the demo account: days are relative to the day on which it is created.
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import {
  type Apiary,
  type Beehive,
  InventoryItem,
  MiteCount,
  type StockMovement,
  Treatment,
  TreatmentFollowUp,
  type User,
} from '../entities.js';
import { MiteCountMethod } from '../features/treatments/mite-count.entity.js';
import { TreatmentStatus } from '../features/treatments/treatment-status.enums.js';
import type { EXAMPLE } from '../shared/example-ids.js';
import { daysAgo } from './days-ago.js';
import { createMovements } from './demo-history.js';

/** Mites in samples of 300 bees over the season, by month, the latest last: of the latest, only that of the second hive is above the thresholds. */
const SEASON = [
  [1, 1, 2, 3, 5, 7, 4, 2],
  [0, 2, 2, 4, 6, 8, 9, 10],
  [2, 3, 5, 6, 8, 11, 14, 5],
];
const SAMPLE = 300;

const SUPPLIED = {
  kind: 'Varroa',
  target: 'Varroosis',
  supplier: 'Apícola del Sur',
  supplierAddress: 'Carrera 7 # 12-30, Pasto',
};
const OXALIC = {
  ...SUPPLIED,
  productName: 'Ácido oxálico 57 mg/ml',
  activeIngredient: 'Ácido oxálico',
  method: 'Goteo',
  dose: '50',
  doseUnit: 'ml',
  batchNumber: 'OX-2207',
  purchaseProof: 'Factura 1182',
  withdrawalDays: 0,
};
const FORMIC = {
  ...SUPPLIED,
  productName: 'Ácido fórmico 68,2 g',
  activeIngredient: 'Ácido fórmico',
  method: 'Tiras',
  dose: '2',
  doseUnit: 'tiras',
  batchNumber: 'FO-0311',
  purchaseProof: 'Factura 1231',
  plannedDays: 7,
  withdrawalDays: 7,
};
const THYMOL = {
  ...SUPPLIED,
  productName: 'Timol 15 g',
  activeIngredient: 'Timol',
  method: 'Tabletas',
  dose: '2',
  doseUnit: 'tabletas',
  batchNumber: 'TI-0419',
  purchaseProof: 'Factura 1247',
  plannedDays: 14,
  withdrawalDays: 7,
};
const TABLETS_PER_HIVE = 2;
const THYMOL_STARTED = 12;

/** A treatment with thymol, the tablets of which were taken from the stock for all its hives together. */
export interface Course {
  courseId: string;
  item: InventoryItem;
  stockMovement: StockMovement;
}

/** The tablets that are left expire soon. */
export function createCourse(em: EntityManager, apiary: Apiary, owner: User, hives: number): Course {
  const { productName: itemName, batchNumber, supplier } = THYMOL;
  const stock = { itemName, unit: 'Tabletas', quantity: 6, minimumStock: 4, unitCost: 180, currency: 'EUR' };
  const bought = { purchaseDate: daysAgo(100), expiryDate: daysAgo(-5), category: 'Medicamentos' };
  const item = em.create(InventoryItem, { ...stock, ...bought, batchNumber, supplier, apiary });
  const [stockMovement] = createMovements(em, item, owner, [[THYMOL_STARTED, TABLETS_PER_HIVE * hives]]);
  return { courseId: uuidv7(), item, stockMovement: stockMovement! };
}

interface Recorded {
  id?: string | undefined;
  startedOn: string;
  endedOn?: string;
}
/** What a second revision changes. */
interface Revised {
  reason: string;
  status?: TreatmentStatus;
  withdrawalDays?: number;
}

/**
 * Creates treatments and mite counts of a hive: treatments that have ended, one of them corrected and one voided, and those under way.
 * @param i the index of the hive in its apiary
 * @param ids the fixed ids of the records in the API examples
 * @param course that of the hives that are being treated; without one, the apiary has only a treatment that has ended
 */
export function createTreatments(
  em: EntityManager,
  beehive: Beehive,
  i: number,
  actorId: string,
  ids: Partial<Pick<typeof EXAMPLE, 'treatment' | 'followUp'>>,
  course: Course | undefined,
): void {
  const create = (
    details: typeof SUPPLIED & { productName: string; withdrawalDays: number },
    { id = uuidv7(), ...days }: Recorded,
    revised?: Revised,
  ): Treatment => {
    const first = {
      courseId: uuidv7(),
      ...details,
      ...days,
      seriesId: id,
      beehive,
      treatedBeehiveId: beehive.id,
      beehiveLabel: beehive.label,
      apiary: beehive.apiary,
      apiaryLabel: beehive.apiary.unwrap().name,
      status: days.endedOn ? TreatmentStatus.COMPLETED : TreatmentStatus.ACTIVE,
      actorId,
    };
    if (!revised) return em.create(Treatment, { ...first, id });
    em.create(Treatment, { ...first, id: uuidv7(), current: false });
    return em.create(Treatment, { ...first, ...revised, id, revision: 2 });
  };
  const once = { startedOn: daysAgo(75), endedOn: daysAgo(75) };
  if (i === 0) {
    const treatment = create(OXALIC, { id: ids.treatment, ...once });
    const review = { reviewedOn: daysAgo(60), infestationLevel: 'Baja', observedChanges: 'Caída de ácaros normal.' };
    em.create(TreatmentFollowUp, { ...(ids.followUp && { id: ids.followUp }), ...review, treatment, actorId });
  }
  if (!course) return;
  if (i === 3) {
    const reason = 'Registrado en la colmena equivocada';
    create(OXALIC, once, { status: TreatmentStatus.VOIDED, reason });
  }
  if (i === 5) {
    const { withdrawalDays } = FORMIC;
    const days = { startedOn: daysAgo(10), endedOn: daysAgo(3) };
    create({ ...FORMIC, withdrawalDays: 0 }, days, { withdrawalDays, reason: 'Faltaba el tiempo de espera' });
  }
  if (beehive.isTreated) {
    const { expiryDate } = course.item;
    const taken = { ...course, expiryDate, stockQuantity: TABLETS_PER_HIVE };
    const treatment = create({ ...THYMOL, ...taken }, { startedOn: daysAgo(THYMOL_STARTED) });
    // The review is due today.
    em.create(TreatmentFollowUp, { treatment, reviewedOn: daysAgo(0), actorId });
  }
  for (const [month, mites] of (SEASON[i] ?? []).entries()) {
    const countedOn = daysAgo((SEASON[i]!.length - month) * 30 - 20);
    const method = MiteCountMethod.ALCOHOL_WASH;
    em.create(MiteCount, { beehive, apiary: beehive.apiary, countedOn, method, bees: SAMPLE, mites, actorId });
  }
}
