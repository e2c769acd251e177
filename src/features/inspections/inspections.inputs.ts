import { ArgsType, ID, InputType } from 'type-graphql';
import { TIME } from '../../graphql/bounds.js';
import {
  ClientId,
  DefaultedBoolean,
  ExpectedVersion,
  OptionalBoolean,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { NotInFuture, Pattern, States, Within } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX, UUID } from '../../shared/text.js';
import { BeehiveStateFields } from '../beehives/beehives.inputs.js';
import { Answer } from './answer.entity.js';
import { MAX_ANSWERS } from './answer-set.rules.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';

@InputType({
  description: 'An answer to a question: the value in the field for the type of the question, or as text in `spoken`.',
})
export class AnswerInput {
  @RequiredField(() => ID, 'The id of the question, or of its override for the hive.')
  questionId!: string;

  @OptionalValue(Answer, 'For TEXT: {bounds}.')
  text?: string | null;

  @States({ minimum: -INT_MAX - 1, maximum: INT_MAX })
  @OptionalValue(Answer, 'For NUMBER: a number within the bounds of the question.')
  number?: number | null;

  @OptionalValue(Answer, `For CHOICE: one of the options. While the question has none, any text of {bounds}.`)
  choice?: string | null;

  @OptionalBoolean('For YES_NO: true for yes.')
  yesNo?: boolean | null;

  @OptionalText(
    5000,
    'For any type: text that is parsed according to the type, such as `5`, `si` or an option in any case.',
  )
  spoken?: string | null;

  @OptionalValue(Answer, 'A rating of the answer, for clients that rate answers.')
  score?: number | null;
}

@InputType({
  description:
    'The state of the hive at the inspection, which is stored in the hive, unless a later inspection of it is completed. Omitted fields keep their values.',
})
export class BeehiveStateInput extends BeehiveStateFields {
  @ExpectedVersion('hive')
  expectedVersion?: number | null;
}

const InspectedAt = (): PropertyDecorator =>
  OptionalField(
    () => DateTime,
    'When the hive was inspected, not in the future. If omitted, now.',
    NotInFuture(),
    Within(TIME),
  );

@InputType()
abstract class InspectionFields {
  @States({ maxItems: MAX_ANSWERS })
  @RequiredField(() => [AnswerInput], 'The answers, at most 200 and at most one for each question.')
  answers!: AnswerInput[];

  @OptionalValue(Inspection, 'Notes, {bounds}.')
  notes?: string | null;

  @InspectedAt()
  occurredAt?: Date | null;
}

@InputType({
  description:
    'An inspection of a hive. Unless it is a draft, every required question of `Beehive.questionnaire` needs an answer, except those that were created after the day of the inspection; `recordAnswers` takes fewer.',
})
export class RecordInspectionInput extends InspectionFields {
  @ClientId()
  id?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @OptionalField(() => BeehiveStateInput, 'The state of the hive, which is stored in it. Must be omitted for a draft.')
  beehive?: BeehiveStateInput | null;

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
  id?: string | null;

  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @OptionalField(() => [AnswerInput], 'Answers for this hive, which replace those of the visit to the same questions.')
  answers?: AnswerInput[] | null;

  @OptionalValue(Inspection, 'Notes for this hive, which replace those of the visit.')
  notes?: string | null;

  @OptionalField(() => BeehiveStateInput, 'The state of the hive, which is stored in it.')
  beehive?: BeehiveStateInput | null;
}

@InputType({
  description:
    'A visit to several hives: recorded for all of them, or for none. Required questions bind as in `recordInspection`.',
})
export class RecordVisitInput extends InspectionFields {
  @RequiredField(() => [VisitedBeehiveInput], 'The hives, 1 to 100.')
  beehives!: VisitedBeehiveInput[];
}

@InputType({ description: 'The new content of a draft. It replaces all answers and notes.' })
export class UpdateInspectionDraftInput extends InspectionFields {
  @RequiredField(() => ID, 'The id of the draft.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;
}

@InputType({ description: 'The corrected content of a completed inspection. The previous revision is kept.' })
export class AmendInspectionInput extends InspectionFields {
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

@ArgsType()
export class InspectionsArgs extends PageArgs {
  @OptionalField(() => DateTime, 'Only inspections at or after this time.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'Only inspections before this time.')
  to?: Date | null;

  @OptionalField(() => InspectionStatus, 'Only inspections with this status. If omitted, all but voided ones.')
  status?: InspectionStatus | null;
}

@ArgsType()
export class InspectionsOfArgs extends InspectionsArgs {
  @OptionalField(() => ID, 'Only inspections of this hive.')
  beehiveId?: string | null;

  @OptionalField(() => ID, 'Only inspections in this apiary.')
  apiaryId?: string | null;
}

export const BEEHIVE_OF_ANSWERS =
  'The id of the hive. If omitted, the hive of the first override that an answer refers to, or the only hive of the apiary of the question.';

@InputType({ description: 'Answers for a hive, as a completed inspection. Required answers may be missing.' })
export class RecordAnswersInput {
  @ClientId()
  id?: string | null;

  @OptionalField(() => ID, BEEHIVE_OF_ANSWERS)
  beehiveId?: string | null;

  @States({ minItems: 1, maxItems: MAX_ANSWERS })
  @RequiredField(
    () => [AnswerInput],
    'The answers, 1 to 200, at most one for each question, and at least one of them with a value.',
  )
  answers!: AnswerInput[];

  @InspectedAt()
  occurredAt?: Date | null;
}
