import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireLivingAt } from '../beehives/living.commands.js';
import { findMeasuredProblem, type Measured, quantityOf } from './measured-values.rules.js';
import { Measurement } from './measurement.entity.js';
import { unitOf } from './measurement.enums.js';
import type { RecordMeasurementInput, UpdateMeasurementInput } from './measurements.inputs.js';

/** @throws NOT_FOUND and FORBIDDEN for the hive, as every write; BAD_USER_INPUT; CONFLICT (BEEHIVE_ENDED) */
export async function createMeasurement(
  context: Context,
  id: string,
  input: RecordMeasurementInput,
): Promise<Measurement> {
  const { beehiveId, kind, value, unit, notes } = input;
  const { access, em, viewer } = context;
  const isOneSide = input.isOneSide ?? false;
  if (isOneSide && kind !== 'WEIGHT')
    throw AppError.badInput([{ field: 'isOneSide', message: 'is possible for weights only' }]);
  requireMeasured(input);
  // The lock keeps the hive from going to another owner meanwhile, to whom the measurement would not go along.
  const beehive = await access.forUpdate(Beehive, beehiveId, roleTo('create', Measurement));
  const measuredAt = input.measuredAt ?? new Date();
  await requireLivingAt(context, beehive, measuredAt);
  return em.create(Measurement, {
    ...quantityOf(input),
    ...{ id, beehive, value, unit: unit ?? unitOf(kind), isOneSide, measuredAt },
    notes: notes ?? null,
    apiary: beehive.apiary,
    ownerId: beehive.ownerId,
    actorId: viewer.id,
  });
}

function requireMeasured(measured: Measured): void {
  const problem = findMeasuredProblem(measured);
  if (problem) throw AppError.badInput([problem]);
}

/** @throws as every update; BAD_USER_INPUT; CONFLICT (BEEHIVE_ENDED) */
export async function updateMeasurement(
  context: Context,
  { id, expectedVersion, ...changes }: UpdateMeasurementInput,
): Promise<Measurement> {
  const { access, em } = context;
  // The hive is locked first, as where a loss of it is recorded.
  const { beehiveId } = await access.one(Measurement, id, ['beehiveId'], roleTo('update', Measurement));
  const beehive = changes.measuredAt && (await access.forUpdate(Beehive, beehiveId, roleTo('update', Measurement)));
  const measurement = await access.forUpdate(Measurement, id);
  await access.requireVersion(Measurement, measurement, { expectedVersion });
  if (beehive) await requireLivingAt(context, beehive, changes.measuredAt!);
  em.assign(measurement, changes);
  if (changes.value !== undefined) requireMeasured(measurement);
  return measurement;
}
