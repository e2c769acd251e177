import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import {
  DefaultedField,
  ExpectedVersion,
  NewId,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { DayNotInFuture, States, Text } from '../../graphql/validators.js';
import { HoneyDestination } from './harvest-status.enums.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { LotPack } from './lot-pack.entity.js';

export const MAX_LOT_HARVESTS = 20;

const BEST_BEFORE = 'The best-before date.';

@InputType({ description: 'What a lot takes from one harvest.' })
export class LotHarvestInput {
  @RequiredField(() => ID, 'The id of the harvest, which is closed.')
  harvestId!: string;

  @OptionalValue(LotHarvest, 'The honey in grams. If omitted, all that is left of the harvest.')
  grams?: number | null;
}

@InputType()
abstract class LotFields {
  @OptionalValue(Lot, BEST_BEFORE)
  bestBefore?: string | null;

  @OptionalValue(Lot, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'A lot of honey.' })
export class CreateLotInput extends LotFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the apiary whose members see the lot.')
  apiaryId!: string;

  @RequiredValue(
    Lot,
    'The code, unique among the lots of the owner: 1 to 40 capital letters, digits and `.`, `/`, `-`, `_`, such as `L2026-07`.',
  )
  code!: string;

  @States({ minItems: 1, maxItems: MAX_LOT_HARVESTS })
  @RequiredField(() => [LotHarvestInput], 'What it contains, of 1 to 20 harvests of the owner of the apiary.')
  harvests!: LotHarvestInput[];

  @DefaultedField(
    () => HoneyDestination,
    HoneyDestination.FOR_SALE,
    'NOT_FOR_SALE is permanent, and required if a harvest is not for sale.',
  )
  destination?: HoneyDestination | null;
}

@InputType({ description: 'Changes of a lot. Omitted fields are unchanged; null clears a field.' })
export class UpdateLotInput extends LotFields {
  @RequiredField(() => ID, 'The id of the lot.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'Jars of one size that are filled from a lot.' })
export class PackLotInput {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the lot.')
  id!: string;

  @RequiredValue(LotPack, 'The number of jars.')
  jars!: number;

  @RequiredValue(LotPack, 'The honey in one jar in grams.')
  gramsPerJar!: number;

  @DayNotInFuture()
  @OptionalValue(LotPack, 'The day on which they were filled, not in the future. If omitted, today.')
  packedOn?: string | null;

  @OptionalField(() => ID, 'The inventory item from which the jars are taken: one unit for each, whatever the unit is.')
  jarItemId?: string | null;

  @OptionalField(() => ID, 'The inventory item from which the labels are taken: one unit for each jar.')
  labelItemId?: string | null;

  @OptionalValue(LotPack, 'Notes, such as the customer, {bounds}.')
  notes?: string | null;
}

@InputType({ description: 'Voids a record, which is kept.' })
export class VoidLotPackInput {
  @RequiredField(() => ID, 'The id of the pack.')
  id!: string;

  @RequiredValue(LotPack, 'Why it is void, {min} to {max} characters.')
  reason!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'Which lots are listed.' })
export class LotFilter {
  @OptionalField(() => HoneyDestination, 'Only lots with this destination.')
  destination?: HoneyDestination | null;
}

@ArgsType()
export class LotsArgs extends filteredBy(LotFilter) {
  @OptionalField(() => ID, 'Only lots of this apiary. If omitted, all of your own.')
  apiaryId?: string | null;
}

@ArgsType()
export class LotByCodeArgs {
  @RequiredField(() => String, 'The code of the lot, as it is printed on the jar.', Text(1, 40))
  code!: string;

  @OptionalField(() => ID, 'The apiary of the lot. If omitted, your own lot comes first, then the newest.')
  apiaryId?: string | null;
}
