import { ID, InputType } from 'type-graphql';
import { ClientId, ExpectedVersion, OmittableField, OptionalText, RequiredField } from '../../graphql/input-fields.js';
import { NotNull } from '../../graphql/validators.js';
import { LocalDate } from '../../shared/scalars.js';

@InputType()
abstract class FollowUpFields {
  @OptionalText(500, 'The condition of the hive, at most 500 characters.')
  hiveCondition?: string | null;

  @OptionalText(2000, 'The changes that were observed, at most 2,000 characters.')
  observedChanges?: string | null;

  @OptionalText(2000, 'The results so far, at most 2,000 characters.')
  partialResults?: string | null;

  @OptionalText(200, 'The level of infestation, in free text.')
  infestationLevel?: string | null;

  @OptionalText(2000, 'Notes, at most 2,000 characters.')
  notes?: string | null;

  @OptionalText(200, 'The person who reviewed it.')
  reviewer?: string | null;
}

@InputType({ description: 'A review of a treatment.' })
export class RecordFollowUpInput extends FollowUpFields {
  @ClientId()
  id?: string | null;

  @RequiredField(() => ID, 'The id of the treatment.')
  treatmentId!: string;

  @RequiredField(() => LocalDate, 'The day of the review. A day in the future plans it.')
  reviewedOn!: string;
}

@InputType({ description: 'Changes of a follow-up. Omitted fields are unchanged; null clears a field.' })
export class UpdateFollowUpInput extends FollowUpFields {
  @RequiredField(() => ID, 'The id of the follow-up.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableField(() => LocalDate, 'The day of the review.', NotNull('is required'))
  reviewedOn?: string;
}
