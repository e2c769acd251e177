import { ArgsType, ID, InputType } from 'type-graphql';
import { filteredBy } from '../../graphql/filter.js';
import { OptionalField, OptionalValue } from '../../graphql/input-fields.js';
import { IdInput } from '../../graphql/record-input.js';
import { OneOf } from '../../graphql/validators.js';
import { DELETED_KINDS, listKinds, RecordKind } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Lot } from '../harvests/lot.entity.js';

@InputType({ description: 'Which deletions are listed.' })
export class DeletionFilter {
  @OptionalField(
    () => [RecordKind],
    `Only deletions of records of these kinds: ${listKinds(DELETED_KINDS)}.`,
    OneOf(DELETED_KINDS),
  )
  kinds?: RecordName[] | null;
}

@ArgsType()
export class DeletionsArgs extends filteredBy(DeletionFilter) {
  @OptionalField(() => ID, 'Only deletions in this apiary, or of it. It may be gone.')
  apiaryId?: string | null;
}

@InputType({ description: 'What is restored. A name that is taken can be changed.' })
export class RestoreDeletionInput extends IdInput {
  @OptionalValue(Beehive, 'For a hive: another number, {bounds}, as a hive of the apiary may have its number now.')
  beehiveNumber?: number | null;

  @OptionalValue(Beehive, 'For a hive: another name, {bounds}, as a hive of the apiary may have its name now.')
  name?: string | null;

  @OptionalValue(Lot, 'For a lot: another code, as another lot may have its code now.')
  code?: string | null;
}
