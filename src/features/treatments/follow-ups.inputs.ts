import { ID, InputType } from 'type-graphql';
import {
  ExpectedVersion,
  NewId,
  OmittableValue,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { TreatmentFollowUp } from './treatment-follow-up.entity.js';

@InputType()
abstract class FollowUpFields {
  @OptionalValue(TreatmentFollowUp, 'The condition of the hive, {bounds}.')
  hiveCondition?: string | null;

  @OptionalValue(TreatmentFollowUp, 'The changes that were observed, {bounds}.')
  observedChanges?: string | null;

  @OptionalValue(TreatmentFollowUp, 'The results so far, {bounds}.')
  partialResults?: string | null;

  @OptionalValue(TreatmentFollowUp, 'The level of infestation, in free text.')
  infestationLevel?: string | null;

  @OptionalValue(TreatmentFollowUp, 'Notes, {bounds}.')
  notes?: string | null;

  @OptionalValue(TreatmentFollowUp, 'The person who reviewed it.')
  reviewer?: string | null;
}

@InputType({ description: 'A review of a treatment.' })
export class RecordTreatmentFollowUpInput extends FollowUpFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the treatment.')
  treatmentId!: string;

  @RequiredValue(TreatmentFollowUp, 'The day of the review. A day in the future plans it.')
  reviewedOn!: string;
}

@InputType({ description: 'Changes of a follow-up. Omitted fields are unchanged; null clears a field.' })
export class UpdateTreatmentFollowUpInput extends FollowUpFields {
  @RequiredField(() => ID, 'The id of the follow-up.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(TreatmentFollowUp, 'The day of the review.')
  reviewedOn?: string;
}
