// The treatments and mite counts of the demo account: days are relative to the day on which it is created.
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { type Beehive, MiteCount, Treatment, TreatmentFollowUp } from '../entities.js';
import { MiteCountMethod } from '../features/treatments/mite-count.entity.js';
import { TreatmentStatus } from '../features/treatments/treatment-status.js';
import type { EXAMPLE } from '../shared/example-ids.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Mites in samples of 300 bees over the season, by month, the latest last: one hive is above both thresholds. */
const SEASON = [
  [1, 1, 2, 3, 5, 7, 4, 2],
  [0, 2, 2, 4, 6, 8, 9, 10],
  [2, 3, 5, 6, 8, 11, 14, 9],
];
const SAMPLE = 300;

const COMPLETED = {
  kind: 'Varroa',
  productName: 'Ácido oxálico 57 mg/ml',
  activeIngredient: 'Ácido oxálico',
  target: 'Varroosis',
  method: 'Goteo',
  dose: '50',
  doseUnit: 'ml',
  batchNumber: 'OX-2207',
  supplier: 'Apícola del Sur',
  supplierAddress: 'Carrera 7 # 12-30, Pasto',
  purchaseProof: 'Factura 1182',
  withdrawalDays: 0,
};
const RUNNING = {
  kind: 'Varroa',
  productName: 'Timol 15 g',
  activeIngredient: 'Timol',
  target: 'Varroosis',
  method: 'Tabletas',
  dose: '2',
  doseUnit: 'tabletas',
  batchNumber: 'TI-0419',
  supplier: 'Apícola del Sur',
  supplierAddress: 'Carrera 7 # 12-30, Pasto',
  purchaseProof: 'Factura 1247',
  plannedDays: 28,
  withdrawalDays: 7,
};

/**
 * Creates a treatment that has ended and one that runs, and mite counts of eight months.
 * @param i the index of the hive in its apiary
 * @param ids the fixed ids of the records in the API examples
 */
export function createTreatments(
  em: EntityManager,
  beehive: Beehive,
  i: number,
  actorId: string,
  ids: Partial<Pick<typeof EXAMPLE, 'treatment' | 'followUp'>>,
): void {
  const create = (id: string, details: Omit<typeof COMPLETED, 'withdrawalDays'>, startedOn: string, endedOn?: string) =>
    em.create(Treatment, {
      ...details,
      id,
      seriesId: id,
      courseId: uuidv7(),
      beehive,
      treatedBeehiveId: beehive.id,
      beehiveLabel: String(beehive.beehiveNumber),
      apiary: beehive.apiary,
      apiaryLabel: beehive.apiary.unwrap().name,
      startedOn,
      endedOn: endedOn ?? null,
      status: endedOn ? TreatmentStatus.COMPLETED : TreatmentStatus.ACTIVE,
      actorId,
    });
  if (i === 0) {
    const treatment = create(ids.treatment ?? uuidv7(), COMPLETED, daysAgo(75), daysAgo(75));
    const review = { reviewedOn: daysAgo(60), infestationLevel: 'Baja', observedChanges: 'Caída de ácaros normal.' };
    em.create(TreatmentFollowUp, { ...(ids.followUp && { id: ids.followUp }), ...review, treatment, actorId });
  }
  if (beehive.isTreated) create(uuidv7(), RUNNING, daysAgo(12));
  for (const [month, mites] of (SEASON[i] ?? []).entries()) {
    const countedOn = daysAgo((SEASON[i]!.length - month) * 30 - 20);
    const method = MiteCountMethod.ALCOHOL_WASH;
    em.create(MiteCount, { beehive, apiary: beehive.apiary, countedOn, method, bees: SAMPLE, mites, actorId });
  }
}
