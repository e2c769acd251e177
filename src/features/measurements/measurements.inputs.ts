import { ID, InputType } from 'type-graphql';
import {
  DefaultedBoolean,
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { NotInFuture } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementKind, MeasurementUnit } from './measurement.enums.js';

const UNIT = 'The unit of the value, one of its kind. If omitted: kilograms, degrees Celsius, percent or decibels.';

@InputType({ description: 'A value that was measured at a hive.' })
export class RecordMeasurementInput {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @RequiredField(() => MeasurementKind, 'What was measured.')
  kind!: MeasurementKind;

  @RequiredValue(Measurement, 'The value, in its unit.')
  value!: number;

  @OptionalField(() => MeasurementUnit, UNIT)
  unit?: MeasurementUnit | null;

  @OptionalValue(Measurement, 'What was measured, {bounds}: required for the kind CUSTOM, otherwise omitted.')
  quantity?: string | null;

  @OptionalValue(Measurement, 'The unit of a CUSTOM kind, {bounds}.')
  customUnit?: string | null;

  @DefaultedBoolean(false, 'For a WEIGHT: whether one side of the hive was lifted. Series have twice the weight.')
  isOneSide?: boolean | null;

  @NotInFuture()
  @OptionalValue(Measurement, 'When it was measured, not in the future. If omitted, now.')
  measuredAt?: Date | null;

  @OptionalValue(Measurement, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'What changes in a measurement. What is omitted stays as it is.' })
export class UpdateMeasurementInput {
  @RequiredField(() => ID, 'The id of the measurement.')
  id!: string;

  @ExpectedVersion('measurement')
  expectedVersion?: number | null;

  @OmittableValue(Measurement, 'The value, in its unit.')
  value?: number;

  @OmittableValue(Measurement, 'When it was measured, not in the future.')
  measuredAt?: Date;

  @OptionalValue(Measurement, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'Which measurements are listed.' })
export class MeasurementFilter {
  @OptionalField(() => MeasurementKind, 'Only those of this kind.')
  kind?: MeasurementKind | null;

  @OptionalField(() => DateTime, 'Only those measured at this time or later.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'Only those measured before this time.')
  before?: Date | null;
}
