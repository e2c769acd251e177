// What was weighed in the demo account.
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Beehive, Measurement } from '../entities.js';
import { MeasurementKind, MeasurementUnit } from '../features/measurements/measurement.enums.js';
import { DAY_MS } from '../shared/days.js';
import { EXAMPLE } from '../shared/example-ids.js';

/** Kilograms of the first hive, by days ago: a flow, the harvest and the winter feed. */
const WEIGHTS: [days: number, kilograms: number][] = [
  [120, 38.2],
  [106, 45.9],
  [92, 52.4],
  [60, 34.1],
  [30, 36.8],
  [2, 35.5],
];

export function createMeasurements(em: EntityManager, beehive: Beehive, actorId: string): void {
  const { apiary } = beehive;
  for (const [i, [days, value]] of WEIGHTS.entries())
    em.create(Measurement, {
      ...(i === 0 && { id: EXAMPLE.measurement }),
      ...{ beehive, apiary, value, actorId },
      kind: MeasurementKind.WEIGHT,
      unit: MeasurementUnit.KILOGRAMS,
      measuredAt: new Date(Date.now() - days * DAY_MS),
    });
}
