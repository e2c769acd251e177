import { ArgsType, ID, InputType } from 'type-graphql';
import { DaysFilter, filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalField,
  OptionalInt,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { DayNotInFuture, States } from '../../graphql/validators.js';
import { Harvest, MAX_GRAMS, MAX_SOURCES } from './harvest.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { HarvestStatus, HoneyDestination } from './harvest-status.enums.js';

@InputType({ description: 'What a harvest takes from one hive.' })
export class HarvestSourceInput {
  @RequiredField(
    () => ID,
    'The id of a hive of the owner of the apiary, which may stand elsewhere by now, or have ended since.',
  )
  beehiveId!: string;

  @RequiredValue(HarvestSource, `The number of frames, {bounds}.`)
  frames!: number;

  @OptionalValue(
    HarvestSource,
    'The honey in grams, at most 10 tonnes. Omitted if a total is given, and in a draft that has not been weighed.',
  )
  grams?: number | null;
}

@InputType({ description: 'Permits closing a harvest although a hive is in a withdrawal period.' })
export class WithdrawalOverrideInput {
  @RequiredValue(Harvest, 'Why, {min} to {max} characters.', 'overrideReason')
  reason!: string;

  @RequiredField(
    () => HoneyDestination,
    'NOT_FOR_SALE, the only destination of such honey, and of every lot with some of it, forever.',
  )
  destination!: HoneyDestination;
}

@InputType()
abstract class HarvestFields {
  @OptionalInt(
    1,
    MAX_GRAMS,
    'The honey of all hives in grams. It is spread over them by frames, in whole grams that add up to it.',
  )
  totalGrams?: number | null;

  @OptionalValue(Harvest, 'The country of origin.')
  country?: string | null;

  @OptionalValue(Harvest, 'The kind of honey, such as the plants that it is from.')
  honeyKind?: string | null;

  @OptionalValue(Harvest, 'Notes, {bounds}.')
  notes?: string | null;
}

const HARVESTED_ON = 'The day on which the honey was taken from the hives, not in the future.';
const OVERRIDE =
  'Closes it although a hive is in a withdrawal period, or has one that is not known: the honey is not for sale.';

@InputType({ description: 'A harvest.' })
export class RecordHarvestInput extends HarvestFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @DayNotInFuture()
  @RequiredValue(Harvest, HARVESTED_ON)
  harvestedOn!: string;

  @States({ minItems: 1, maxItems: MAX_SOURCES })
  @RequiredField(() => [HarvestSourceInput], 'What was taken from each hive, 1 to 100 hives.')
  sources!: HarvestSourceInput[];

  @DefaultedBoolean(false, 'Whether it is a draft; otherwise it is closed.')
  draft?: boolean | null;

  @OptionalField(() => WithdrawalOverrideInput, OVERRIDE)
  override?: WithdrawalOverrideInput | null;
}

@InputType()
abstract class HarvestChanges extends HarvestFields {
  @ExpectedVersion()
  expectedVersion?: number | null;

  @DayNotInFuture()
  @OmittableValue(Harvest, HARVESTED_ON)
  harvestedOn?: string;

  @States({ minItems: 1, maxItems: MAX_SOURCES })
  @OptionalField(
    () => [HarvestSourceInput],
    'What was taken from each hive, 1 to 100 hives. If omitted or null, as before.',
  )
  sources?: HarvestSourceInput[] | null;
}

@InputType({
  description:
    'Changes of a draft. Omitted fields are unchanged; null clears a field. `totalGrams` alone is spread over the hives as they are.',
})
export class UpdateHarvestDraftInput extends HarvestChanges {
  @RequiredField(() => ID, 'The id of the draft.')
  id!: string;
}

@InputType({
  description:
    'An amendment of a closed harvest. Omitted fields are unchanged; null clears a field. `totalGrams` alone is spread over the hives as they are.',
})
export class AmendHarvestInput extends HarvestChanges {
  @RequiredField(() => ID, 'The id of the harvest.')
  id!: string;

  @RequiredValue(Harvest, 'The reason for the amendment, {min} to {max} characters.')
  reason!: string;

  @OptionalField(() => WithdrawalOverrideInput, OVERRIDE)
  override?: WithdrawalOverrideInput | null;
}

@InputType({ description: 'How a draft is closed.' })
export class CloseHarvestInput {
  @RequiredField(() => ID, 'The id of the draft.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OptionalInt(
    1,
    MAX_GRAMS,
    'The honey of all hives in grams, spread over them by frames. If omitted, each hive has its own grams.',
  )
  totalGrams?: number | null;

  @OptionalField(() => WithdrawalOverrideInput, OVERRIDE)
  override?: WithdrawalOverrideInput | null;
}

/** All but voided ones. */
export const SHOWN_HARVESTS = [HarvestStatus.DRAFT, HarvestStatus.CLOSED];

@InputType({ description: 'Which harvests are listed: by their day.' })
export class HarvestFilter extends DaysFilter {
  @DefaultedField(() => [HarvestStatus], SHOWN_HARVESTS, 'Only harvests with one of these statuses.')
  statuses?: HarvestStatus[] | null;
}

@ArgsType()
export class HarvestsArgs extends filteredBy(HarvestFilter) {
  @OptionalField(() => ID, 'Only harvests of this apiary. If omitted, all of your own.')
  apiaryId?: string | null;
}

@InputType({ description: 'Voids a record, which is kept.' })
export class VoidHarvestInput {
  @RequiredField(() => ID, 'The id of the harvest.')
  id!: string;

  @RequiredValue(Harvest, 'Why the record is void, {min} to {max} characters.')
  reason!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;
}
