import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { OptionalField, OptionalValue, RequiredField, RequiredValue } from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementKind, MeasurementUnit } from './measurement.enums.js';

/** Those of a GraphQL mutation: its body is shorter than that of the REST API. */
export const MAX_MUTATION_READINGS = 500;

@InputType({ description: 'What a device has measured at a hive.' })
export class ReadingInput {
  @OptionalField(
    () => ID,
    'The id of the hive. It may be omitted by a token that is limited to one hive, which is then the hive.',
  )
  beehiveId?: string | null;

  @RequiredField(() => MeasurementKind, 'What was measured.')
  kind!: MeasurementKind;

  @RequiredValue(Measurement, 'The value, in its unit.')
  value!: number;

  @OptionalField(
    () => MeasurementUnit,
    'The unit of the value, one of its kind. If omitted: kilograms, degrees Celsius, percent or decibels.',
  )
  unit?: MeasurementUnit | null;

  @OptionalValue(Measurement, 'What was measured, {bounds}: required for the kind CUSTOM, otherwise omitted.')
  quantity?: string | null;

  @OptionalValue(Measurement, 'The unit of a CUSTOM kind, {bounds}.')
  customUnit?: string | null;

  @OptionalValue(Measurement, 'When it was measured. If omitted, now: then a repetition is another reading.')
  measuredAt?: Date | null;
}

@InputType({ description: 'What devices have measured.' })
export class RecordReadingsInput {
  @States({ minItems: 1, maxItems: MAX_MUTATION_READINGS })
  @RequiredField(() => [ReadingInput], `The readings, 1 to ${MAX_MUTATION_READINGS}. The REST API takes 10,000.`)
  readings!: ReadingInput[];
}

@InputType({ description: 'Readings of devices that are to be deleted: of one series, in a time.' })
export class DeleteReadingsInput {
  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @RequiredField(() => MeasurementKind, 'What was measured.')
  kind!: MeasurementKind;

  @OptionalValue(Measurement, 'What was measured, {bounds}: required for the kind CUSTOM, otherwise omitted.')
  quantity?: string | null;

  @OptionalValue(Measurement, 'The unit of a CUSTOM kind, {bounds}; if omitted, a number without a unit.')
  customUnit?: string | null;

  @OptionalField(() => DateTime, 'The beginning of the time. If omitted, all before its end.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'The end of the time, which is not part of it. If omitted, all since its beginning.')
  before?: Date | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The fields of the payload of `deleteReadings`: no type of the schema.',
})
export class DeletedReadings {
  @Field(() => Int, { description: 'How many were deleted: 0, if it has been done already.' })
  deletedCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'A reading that was not recorded.' })
export class RefusedReading {
  @Field(() => Int, { description: 'Its number among those that were sent, from 1.' })
  line!: number;

  @Field(() => String, { nullable: true, description: 'The field with the problem; null if it is the reading.' })
  field!: string | null;

  @Field(() => String, { description: 'What is wrong with it, for people, in the language of the request.' })
  message!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The fields of the payload of `recordReadings`: no type of the schema.',
})
export class RecordedReadings {
  @Field(() => Int, { description: 'How many were recorded.' })
  recordedCount!: number;

  @Field(() => Int, {
    description: 'How many were there already: readings of the same hive, kind and time. Nothing changes them.',
  })
  knownCount!: number;

  @Field(() => Int, { description: 'How many were refused.' })
  refusedCount!: number;

  @Field(() => [RefusedReading], { description: 'The first 100 that were refused.' })
  refused!: RefusedReading[];
}
