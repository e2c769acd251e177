import { ArgsType, ID, InputType } from 'type-graphql';
import { TIME } from '../../graphql/bounds.js';
import { DaysFilter, filteredBy } from '../../graphql/filter.js';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OptionalBoolean,
  OptionalField,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { VersionedIdInput } from '../../graphql/record-input.js';
import { type Seen, SeenId } from '../../graphql/seen-ids.js';
import { NotInFuture, Pattern, States, Within } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { UUID } from '../../shared/text.js';
import { BeehiveStateInput } from '../beehives/beehives.inputs.js';
import { AnswerInput } from './answer.inputs.js';
import { MAX_ANSWERS } from './answer-set.rules.js';
import { Inspection, InspectionStatus, SHOWN_INSPECTIONS } from './inspection.entity.js';

const STATE =
  'The state of the hive at the inspection, which is stored in the hive, unless a later inspection of it is completed.';

const InspectedAt = (omitted: string): PropertyDecorator =>
  OptionalField(
    () => DateTime,
    `When the hive was inspected, not in the future. If omitted, ${omitted}.`,
    NotInFuture(),
    Within(TIME),
  );

@InputType()
abstract class InspectionFields {
  @States({ maxItems: MAX_ANSWERS })
  @DefaultedField(() => [AnswerInput], [], 'The answers, at most 200 and at most one for each question.')
  answers?: AnswerInput[] | null;

  @OptionalValue(Inspection, 'Notes, {bounds}.')
  notes?: string | null;

  @InspectedAt('now')
  occurredAt?: Date | null;
}

/** What an update omits stays, and null clears the notes. */
@InputType()
abstract class InspectionChanges {
  @States({ maxItems: MAX_ANSWERS })
  @OptionalField(
    () => [AnswerInput],
    'The answers, at most 200 and at most one for each question; one without a value withdraws it.',
  )
  answers?: AnswerInput[] | null;

  @OptionalField(
    () => [ID],
    'The questions whose answers are withdrawn, none of which is in `answers`. One without an answer changes nothing.',
  )
  withdrawnQuestionIds?: string[] | null;

  @OptionalValue(Inspection, 'Notes, {bounds}.')
  notes?: string | null;

  @InspectedAt('it stays')
  occurredAt?: Date | null;
}

@InputType({
  description:
    'An inspection of a hive. Unless it is a draft, every required question of `Beehive.questionnaire` needs an answer, except those that were created after the day of the inspection; `recordAnswers` takes fewer.',
})
export class RecordInspectionInput extends InspectionFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @OptionalField(() => BeehiveStateInput, `${STATE} Must be omitted for a draft.`)
  state?: BeehiveStateInput | null;

  @ExpectedVersion('hive')
  beehiveExpectedVersion?: number | null;

  @DefaultedBoolean(false, 'Whether to save a draft: it may change, and required answers may be missing.')
  draft?: boolean | null;
}

@InputType({ description: 'A hive of a visit.' })
export class VisitedBeehiveInput {
  @OptionalField(
    () => ID,
    'A UUID that you choose as the id of the inspection. The whole visit must be the same if it is sent again.',
    Pattern(UUID, 'must be a UUID'),
  )
  newId?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @OptionalField(() => [AnswerInput], 'Answers for this hive, which replace those of the visit to the same questions.')
  answers?: AnswerInput[] | null;

  @OptionalValue(Inspection, 'Notes for this hive, which replace those of the visit.')
  notes?: string | null;

  @OptionalField(() => BeehiveStateInput, STATE)
  state?: BeehiveStateInput | null;

  @ExpectedVersion('hive')
  beehiveExpectedVersion?: number | null;
}

@InputType({
  description:
    'A visit to several hives: recorded for all of them, or for none. Required questions bind as in `recordInspection`.',
})
export class RecordVisitInput extends InspectionFields {
  @RequiredField(() => [VisitedBeehiveInput], 'The hives, 1 to 100.')
  beehives!: VisitedBeehiveInput[];
}

@InputType({
  description:
    'Changes of a draft: omitted fields keep their values, null clears the notes. An answer replaces that of its question, and leaves the others.',
})
export class UpdateInspectionDraftInput extends InspectionChanges {
  @RequiredField(() => ID, 'The id of the draft.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @Legacy()
  @OptionalBoolean('Whether the answers and notes are all of the draft: what is omitted goes.')
  replace?: boolean | null;
}

@InputType({
  description:
    'Completes a draft, with the state of the hive at the inspection. With `expectedVersion`, a repetition needs the `Idempotency-Key` of the first request.',
})
export class CompleteInspectionInput extends VersionedIdInput {
  @OptionalField(() => BeehiveStateInput, STATE)
  state?: BeehiveStateInput | null;

  @ExpectedVersion('hive')
  beehiveExpectedVersion?: number | null;
}

@InputType({
  description:
    'Corrections of a completed inspection, as those of a draft in `UpdateInspectionDraftInput`. The previous revision is kept.',
})
export class AmendInspectionInput extends InspectionChanges {
  @RequiredField(() => ID, 'The id of the latest revision.')
  id!: string;

  @RequiredValue(Inspection, 'The reason for the amendment, {min} to {max} characters.')
  reason!: string;
}

@InputType({ description: 'Voids an inspection that was recorded by mistake. The record is kept.' })
export class VoidInspectionInput {
  @RequiredField(() => ID, 'The id of the latest revision.')
  id!: string;

  @RequiredValue(Inspection, 'Why the inspection is void, {min} to {max} characters.')
  reason!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'Moves an inspection to the hive that was inspected.' })
export class MoveInspectionInput extends VoidInspectionInput {
  @RequiredField(
    () => ID,
    'The id of the hive that was inspected: another one, of the same owner, with no other inspection of the visit.',
  )
  beehiveId!: string;
}

const seenVisits: Seen = {
  record: 'Visit',
  write: ({ of }, ids) => {
    const { table, ownership } = of(Inspection);
    return `select visit_id as id from ${table} where ${ownership} and visit_id = any(${ids})`;
  },
};

@InputType({ description: 'Which inspections are listed: by their day where they were done.' })
export class InspectionFilter extends DaysFilter {
  @DefaultedField(() => [InspectionStatus], SHOWN_INSPECTIONS, 'Only inspections with one of these statuses.')
  statuses?: InspectionStatus[] | null;

  @SeenId(seenVisits, 'Only inspections of this visit to several hives: their `visitId`.')
  visitId?: string | null;

  @Legacy()
  @OptionalField(() => DateTime, 'Only inspections at or after this time.')
  since?: Date | null;

  @Legacy()
  @OptionalField(() => DateTime, 'Only inspections before this time.')
  before?: Date | null;

  @Legacy()
  @OptionalField(() => InspectionStatus, 'Only inspections with this status. If omitted, all but voided ones.')
  status?: InspectionStatus | null;
}

@ArgsType()
export class InspectionsArgs extends filteredBy(InspectionFilter) {
  @OptionalField(() => ID, 'Only inspections of this hive.')
  beehiveId?: string | null;

  @OptionalField(() => ID, 'Only inspections in this apiary.')
  apiaryId?: string | null;
}

export const BEEHIVE_OF_ANSWERS =
  'The id of the hive. If omitted, the hive of the first override that an answer refers to, or the only hive of the apiary of the question.';

@InputType({ description: 'Answers for a hive, as a completed inspection. Required answers may be missing.' })
export class RecordAnswersInput {
  @NewId()
  newId?: string | null;

  @OptionalField(() => ID, BEEHIVE_OF_ANSWERS)
  beehiveId?: string | null;

  @States({ minItems: 1, maxItems: MAX_ANSWERS })
  @RequiredField(
    () => [AnswerInput],
    'The answers, 1 to 200, at most one for each question, and at least one of them with a value.',
  )
  answers!: AnswerInput[];

  @InspectedAt('now')
  occurredAt?: Date | null;
}
