import { ArgsType, ID, InputType, Int } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableBoolean,
  OmittableField,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  OptionalValue,
  RequiredField,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { type OrderBy, OrderDirection, orderBy } from '../../graphql/order-by.js';
import { SeenIds, seenRecords } from '../../graphql/seen-ids.js';
import { DayNotInFuture, NotNull } from '../../graphql/validators.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import { BeehivePlacement } from './beehive-placement.entity.js';
import { EndCause } from './end-cause.enums.js';
import { ActivityLevel, BeehiveStatus, ColonySize, HealthCondition } from './vocabulary.enums.js';

@InputType({
  description:
    'The recorded condition of a hive. Omitted fields keep their values; null clears a field. An enum is stored as a word in the language of its other words or, without any, of its owner.',
})
export class BeehiveStateInput {
  @OptionalValue(Beehive, 'Flight activity: Low, Medium, High or other words, {bounds}.')
  activityLevel?: string | null;

  @OptionalValue(Beehive, 'The size of the colony: Small, Medium, Large or other words, {bounds}.')
  beePopulation?: string | null;

  @OptionalValue(Beehive, `The number of frames with honey or nectar, {bounds}.`)
  foodFrames?: number | null;

  @OptionalValue(Beehive, `The number of frames with eggs, larvae or pupae, {bounds}.`)
  broodFrames?: number | null;

  @OptionalValue(Beehive, 'The status of the hive: Active, Inactive, Queenless or other words, {bounds}.')
  hiveStatus?: string | null;

  @OptionalValue(Beehive, 'The health of the colony: Healthy, At Risk, Unhealthy or other words, {bounds}.')
  healthStatus?: string | null;

  @OptionalValue(Beehive, 'Whether the hive has a honey super: Yes, No or other words, {bounds}.')
  hasProductionChamber?: string | null;

  @OptionalField(() => ActivityLevel, 'Flight activity as an enum, instead of `activityLevel`.')
  activity?: ActivityLevel | null;

  @OptionalField(() => ColonySize, 'The size of the colony as an enum, instead of `beePopulation`.')
  population?: ColonySize | null;

  @OptionalField(() => BeehiveStatus, 'The status of the hive as an enum, instead of `hiveStatus`.')
  status?: BeehiveStatus | null;

  @OptionalField(() => HealthCondition, 'The health of the colony as an enum, instead of `healthStatus`.')
  health?: HealthCondition | null;

  @OptionalBoolean('Whether the hive has a honey super, instead of `hasProductionChamber`.')
  productionChamber?: boolean | null;

  @OptionalValue(Beehive, 'Notes as free text, {bounds}.')
  observations?: string | null;
}

@InputType()
export abstract class BeehiveFields {
  @OptionalValue(Beehive, 'The number of the hive, 0 or more, unique among the living hives of its apiary.')
  beehiveNumber?: number | null;

  @OptionalValue(
    Beehive,
    'What is written on the hive, {bounds} in one line, such as `Maple` or `3A`: unique among the living hives of its apiary, ignoring case. Blank is none.',
  )
  name?: string | null;

  @OptionalField(() => BeehiveStateInput, 'Its condition.')
  state?: BeehiveStateInput | null;
}

@InputType({ description: 'The data of a new hive.' })
export class CreateBeehiveInput extends BeehiveFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;

  @DefaultedBoolean(false, 'Whether the hive is being treated.')
  isTreated?: boolean | null;

  @DayNotInFuture()
  @OptionalValue(
    BeehivePlacement,
    'The day on which the hive came to the apiary, not in the future: its first placement begins then. If omitted, today.',
  )
  placedOn?: string | null;
}

@InputType({ description: 'New hives.' })
export class CreateBeehivesInput {
  @RequiredField(() => [CreateBeehiveInput], 'The hives, 1 to 100.')
  beehives!: CreateBeehiveInput[];
}

@InputType({ description: 'Changes of a hive. Omitted fields are unchanged; null clears a field.' })
export class UpdateBeehiveInput extends BeehiveFields {
  @RequiredField(() => ID, 'The id of the hive.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableField(
    () => ID,
    'The id of another of your apiaries, to move the hive there. To one of another account, its treatments leave your register: download it before.',
    NotNull('must be an id'),
  )
  apiaryId?: string;

  @OmittableBoolean('Whether the hive is being treated. It stays true while the hive has an active treatment.')
  isTreated?: boolean;
}

export const BeehiveLife = defineEnum('BeehiveLife', 'Whether hives have ended.', {
  LIVING: 'Hives that have not ended.',
  ENDED: 'Hives whose colony was lost or united with another one.',
  ANY: 'Both.',
});
export type BeehiveLife = EnumOf<typeof BeehiveLife>;

@InputType({
  description:
    'Which hives are listed: if omitted, all living ones. What is compared are the enums, not the recorded words.',
})
export class BeehiveFilter {
  @OptionalField(() => BeehiveLife, 'Living hives, those that have ended, or both. If omitted, living ones.')
  life?: BeehiveLife | null;

  @OptionalField(
    () => [EndCause],
    'Only hives that have ended for one of these causes: `life` is then ENDED, if it is omitted.',
  )
  endCauses?: EndCause[] | null;

  @OptionalField(() => LocalDate, 'Only hives that ended on or after this day: `life` is then ENDED, if it is omitted.')
  endedFrom?: string | null;

  @OptionalField(
    () => LocalDate,
    'Only hives that ended on or before this day: `life` is then ENDED, if it is omitted.',
  )
  endedTo?: string | null;

  @Legacy()
  @OptionalInt(0, INT_MAX, 'Only the hive with this number.')
  beehiveNumber?: number | null;

  @OptionalField(() => [Int], 'Only hives with one of these numbers.')
  beehiveNumbers?: number[] | null;

  @SeenIds(seenRecords(Apiary), 'Only hives in one of these apiaries.')
  apiaryIds?: string[] | null;

  @OptionalField(() => DateTime, 'Only hives without a completed inspection at or after this time.')
  notInspectedSince?: Date | null;

  @OptionalText(200, 'Only hives whose name or notes contain this text, ignoring case, or whose number it is.')
  search?: string | null;

  @OptionalField(() => [HealthCondition], 'Only hives in one of these health conditions.')
  health?: HealthCondition[] | null;

  @OptionalField(() => [ActivityLevel], 'Only hives with one of these levels of activity.')
  activity?: ActivityLevel[] | null;

  @OptionalField(() => [ColonySize], 'Only hives with a colony of one of these sizes.')
  population?: ColonySize[] | null;

  @OptionalField(() => [BeehiveStatus], 'Only hives in one of these states.')
  statuses?: BeehiveStatus[] | null;

  @OptionalBoolean('Only hives with (true) or without (false) a honey super.')
  productionChamber?: boolean | null;

  @OptionalBoolean('Only hives that are (true) or are not (false) being treated.')
  isTreated?: boolean | null;
}

const BeehiveOrder = orderBy<Beehive>('Beehive', 'hives', {
  BEEHIVE_NUMBER: ['beehiveNumber', 'By number, then by label.'],
  CREATED_AT: ['createdAt', 'By creation time.'],
  LAST_INSPECTED_AT: ['lastInspectedAt', 'By the time of the last inspection.'],
  UPDATED_AT: ['updatedAt', 'By the time of the last change.'],
});

export const BY_NUMBER: OrderBy<Beehive> = { field: 'beehiveNumber', direction: OrderDirection.ASC };

/** The arguments of every list of hives. */
@ArgsType()
export class BeehivesArgs extends filteredBy(BeehiveFilter) {
  @DefaultedField(() => BeehiveOrder, BY_NUMBER, 'The order of the list.')
  orderBy?: OrderBy<Beehive> | null;
}

@ArgsType()
export class ViewerBeehivesArgs extends BeehivesArgs {
  @OptionalField(() => ID, 'Only the hives of this apiary.')
  apiaryId?: string | null;
}
