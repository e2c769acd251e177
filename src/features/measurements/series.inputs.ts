import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import { DefaultedInt, OptionalField, OptionalValue, RequiredField } from '../../graphql/input-fields.js';
import { DateTime } from '../../shared/scalars.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementKind, MeasurementUnit } from './measurement.enums.js';

export const MAX_POINTS = 500;

@ArgsType()
export class SeriesArgs {
  @RequiredField(() => MeasurementKind, 'What was measured.')
  kind!: MeasurementKind;

  @OptionalValue(Measurement, 'What was measured, if the kind is CUSTOM: required then.')
  quantity?: string | null;

  @OptionalValue(Measurement, 'The unit of that; if omitted, a number without a unit.')
  customUnit?: string | null;

  @OptionalField(() => DateTime, 'The beginning. If omitted, 30 days before the end.')
  from?: Date | null;

  @OptionalField(
    () => DateTime,
    'The end, which is not part of it, at most 20,000 days after the beginning. If omitted, now.',
  )
  before?: Date | null;

  @DefaultedInt(1, MAX_POINTS, 200, 'How many points there may be, 1 to 500. The time is divided evenly.')
  points?: number | null;

  @OptionalField(
    () => MeasurementUnit,
    'The unit of the values, one of the kind. If omitted, that in which they are stored.',
  )
  unit?: MeasurementUnit | null;
}

@ObjectType({ simpleResolvers: true, description: 'What was measured in a part of the time.' })
export class SeriesPoint {
  @Field(() => DateTime, { description: 'The beginning of the part.' })
  at!: string;

  @Field(() => Float, { description: 'The lowest value.' })
  min!: number;

  @Field(() => Float, { description: 'The mean of all values.' })
  mean!: number;

  @Field(() => Float, { description: 'The highest value.' })
  max!: number;

  @Field(() => Int, { description: 'The number of values.' })
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What was measured at a hive over time.' })
export class MeasurementSeries {
  @Field(() => MeasurementUnit, { nullable: true, description: 'The unit of the values; null if the kind is CUSTOM.' })
  unit!: MeasurementUnit | null;

  @Field(() => Int, {
    description:
      'The length of a part in seconds. A time of more than a week, or longer ago than readings are kept as they were sent (89 days), is read by whole hours, or days in UTC, at both ends: by days, if parts are that long or hours are not kept any more (after two years).',
  })
  seconds!: number;

  @Field(() => [SeriesPoint], { description: 'The parts of the time that have values, oldest first.' })
  points!: SeriesPoint[];

  @Field(() => Float, {
    nullable: true,
    description: 'The mean of the last part less that of the first one; null with less than two.',
  })
  gain!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'The latest value of a kind that was measured at a hive.' })
export class LatestMeasurement {
  @Field(() => MeasurementKind, { description: 'What was measured.' })
  kind!: MeasurementKind;

  @Field(() => String, { nullable: true, description: 'What was measured, if the kind is CUSTOM.' })
  quantity!: string | null;

  @Field(() => Float, { description: 'The value, in the unit in which values of its kind are stored.' })
  value!: number;

  @Field(() => MeasurementUnit, { nullable: true, description: 'That unit; null if the kind is CUSTOM.' })
  unit!: MeasurementUnit | null;

  @Field(() => String, { nullable: true, description: 'The unit, if the kind is CUSTOM and has one.' })
  customUnit!: string | null;

  @Field(() => DateTime, { description: 'When it was measured.' })
  measuredAt!: string;

  @Field(() => Boolean, { description: 'Whether a device measured it, and not a person.' })
  isOfDevice!: boolean;
}
