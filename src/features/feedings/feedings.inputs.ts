import { ArgsType, ID, InputType } from 'type-graphql';
import { DaysFilter, filteredBy } from '../../graphql/filter.js';
import {
  ExpectedVersion,
  OmittableValue,
  OptionalField,
  OptionalInt,
  OptionalValue,
  RequiredField,
  RequiredInt,
} from '../../graphql/input-fields.js';
import { ExactlyOne } from '../../graphql/one-of.js';
import { DayNotInFuture, States } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { FeedKind } from '../products/product.enums.js';
import { Feeding, MAX_FED } from './feeding.entity.js';

export const MAX_FED_BEEHIVES = 500;
const MAX_SHARED = MAX_FED_BEEHIVES * MAX_FED;

@ExactlyOne()
@InputType({ description: 'How much is fed. What hives share is divided evenly, to the last gram.' })
export class FeedAmountInput {
  @OptionalInt(1, MAX_FED, 'What each hive gets, in grams.')
  gramsPerHive?: number | null;

  @OptionalInt(1, MAX_FED, 'What each hive gets, in millilitres.')
  millilitresPerHive?: number | null;

  @OptionalInt(1, MAX_SHARED, 'What all hives share, in grams; at least one for each.')
  sharedGrams?: number | null;

  @OptionalInt(1, MAX_SHARED, 'What all hives share, in millilitres; at least one for each.')
  sharedMillilitres?: number | null;
}

@InputType({ description: 'What a feeding takes from the inventory, for all hives together.' })
export class FeedStockInput {
  @RequiredField(() => ID, 'The inventory item from which the feed is taken.')
  itemId!: string;

  @RequiredInt(1, INT_MAX, 'The quantity that is taken, in the unit of the item.')
  quantity!: number;
}

@InputType({ description: 'A feeding of one hive or of several.' })
export class RecordFeedingInput {
  @States({ minItems: 1, maxItems: MAX_FED_BEEHIVES })
  @OptionalField(
    () => [ID],
    'UUIDs that you choose as the ids of the feedings, one for each hive and in the same order.',
  )
  newIds?: string[] | null;

  @States({ minItems: 1, maxItems: MAX_FED_BEEHIVES })
  @RequiredField(() => [ID], 'The ids of the hives, 1 to 500.')
  beehiveIds!: string[];

  @RequiredField(() => FeedAmountInput, 'How much is fed.')
  amount!: FeedAmountInput;

  @DayNotInFuture()
  @OptionalValue(Feeding, 'The day, not in the future. If omitted, today.')
  fedOn?: string | null;

  @OptionalField(
    () => ID,
    'The id of a feed, of which a copy is kept. If it and `kind` are omitted, the product of the item in stock.',
  )
  productId?: string | null;

  @OptionalField(() => FeedKind, 'What they are fed with: required without a product, and not to be given with one.')
  kind?: FeedKind | null;

  @OptionalValue(Feeding, 'The sugar in percent by weight, {bounds}. If omitted, that of the product.')
  sugarPercent?: string | null;

  @OptionalValue(
    Feeding,
    'Grams in one millilitre, {bounds}: what is stated in millilitres is weighed by it. If omitted, that of the product.',
  )
  density?: string | null;

  @OptionalField(() => FeedStockInput, 'What is taken from the inventory. If omitted, nothing.')
  stock?: FeedStockInput | null;

  @OptionalValue(Feeding, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({
  description:
    'Corrections of a feeding. Fields that are omitted stay as they are; null clears a value. The stock does not change.',
})
export class UpdateFeedingInput {
  @RequiredField(() => ID, 'The id of the feeding.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @DayNotInFuture()
  @OmittableValue(Feeding, 'The day, not in the future.')
  fedOn?: string;

  @OmittableValue(Feeding, 'What the hive got in grams, {bounds}; in place of `millilitres`.')
  grams?: number;

  @OmittableValue(Feeding, 'What the hive got in millilitres, {bounds}; in place of `grams`, which then follow.')
  millilitres?: number;

  @OptionalValue(Feeding, 'Grams in one millilitre, {bounds}: what is stated in millilitres is weighed by it.')
  density?: string | null;

  @OptionalValue(Feeding, 'The sugar in percent by weight, {bounds}.')
  sugarPercent?: string | null;

  @OptionalValue(Feeding, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'Which feedings are listed: by their day.' })
export class FeedingFilter extends DaysFilter {}

@ArgsType()
export class FeedingsArgs extends filteredBy(FeedingFilter) {
  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;
}
