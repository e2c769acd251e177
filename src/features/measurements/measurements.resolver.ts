import { Arg, Ctx, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { Measurement } from './measurement.entity.js';
import { createMeasurement, updateMeasurement } from './measurements.commands.js';
import { RecordMeasurementInput, UpdateMeasurementInput } from './measurements.inputs.js';

@Resolver(() => Measurement)
export class MeasurementsResolver {
  @RecordMutation(Measurement, {
    description: 'Records what a person has measured at a hive: a weight, a temperature, or anything else.',
  })
  recordMeasurement(
    @Arg('input', () => RecordMeasurementInput) input: RecordMeasurementInput,
    @Ctx() context: Context,
  ): Promise<Measurement | Row<Measurement>> {
    return createOnce(context, Measurement, input, (id) => createMeasurement(context, id, input));
  }

  @RecordMutation(Measurement, { description: 'Corrects a measurement.' })
  updateMeasurement(
    @Arg('input', () => UpdateMeasurementInput) input: UpdateMeasurementInput,
    @Ctx() context: Context,
  ): Promise<Measurement> {
    return updateMeasurement(context, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes a measurement. Returns its id, also if it has been deleted already.',
  })
  deleteMeasurement(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Measurement, id, { expectedVersion });
  }
}
