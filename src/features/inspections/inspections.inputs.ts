import { ValidateNested } from 'class-validator';
import { ArgsType, Float, ID, InputType } from 'type-graphql';
import {
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { PageArgs } from '../../graphql/page-args.js';
import { NotInFuture } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { BeehiveStateFields } from '../beehives/beehives.inputs.js';

@InputType({
  description: 'An answer to a question: in the way that the question wants, or as text to be understood so.',
})
export class AnswerInput {
  @RequiredField(() => ID, 'The question, or its assignment to the hive.')
  questionId!: string;

  @OptionalText(5000, 'To a TEXT: at most 5,000 characters.')
  text?: string | null;

  @OptionalField(() => Float, 'To a NUMBER: a number within its bounds.')
  number?: number | null;

  @OptionalText(200, 'To a CHOICE: one of its options.')
  choice?: string | null;

  @OptionalBoolean('To a YES_NO.')
  yesNo?: boolean | null;

  @OptionalText(5000, 'To any: as text, such as `5`, `si` or an option in any case.')
  spoken?: string | null;

  @OptionalInt(-INT_MAX, INT_MAX, 'How good that is, where you rate answers.')
  score?: number | null;
}

@InputType({
  description: 'What the inspection found of the hive: recorded in the hive with it. What is left out stays.',
})
export class BeehiveStateInput extends BeehiveStateFields {}

/** What every form of an inspection says. */
@InputType()
abstract class InspectionFields {
  @RequiredField(() => [AnswerInput], 'The answers, at most 200; no question twice.', ValidateNested({ each: true }))
  answers!: AnswerInput[];

  @OptionalText(10_000, 'Notes, at most 10,000 characters.')
  notes?: string | null;

  @OptionalField(() => DateTime, 'When the hive was inspected, if not just now.', NotInFuture())
  occurredAt?: Date | null;
}

@InputType({ description: 'An inspection of a hive.' })
export class RecordInspectionInput extends InspectionFields {
  @RequiredField(() => ID, 'The hive that was inspected.')
  beehiveId!: string;

  @OptionalField(() => BeehiveStateInput, 'What was found of the hive, to be recorded in it.', ValidateNested())
  beehive?: BeehiveStateInput | null;

  @OptionalBoolean('Save it as a draft: required questions may lack an answer, and it may still change.')
  draft?: boolean | null;
}

@InputType({ description: 'A hive of a visit.' })
export class VisitedBeehiveInput {
  @RequiredField(() => ID, 'The hive.')
  beehiveId!: string;

  @OptionalField(
    () => [AnswerInput],
    'Its own answers, in place of those of the visit to the same questions.',
    ValidateNested({ each: true }),
  )
  answers?: AnswerInput[] | null;

  @OptionalText(10_000, 'Its own notes, in place of those of the visit.')
  notes?: string | null;

  @OptionalField(() => BeehiveStateInput, 'What was found of it, to be recorded in it.', ValidateNested())
  beehive?: BeehiveStateInput | null;
}

@InputType({ description: 'The same visit to several hives: recorded for all of them, or for none.' })
export class RecordVisitInput extends InspectionFields {
  @RequiredField(() => [VisitedBeehiveInput], 'The hives, 1 to 100.', ValidateNested({ each: true }))
  beehives!: VisitedBeehiveInput[];
}

@InputType({ description: 'A draft as it is to be: what it had is replaced.' })
export class UpdateInspectionDraftInput extends InspectionFields {}

@InputType({ description: 'A completed inspection as it should have been. The revision before is kept as it was.' })
export class AmendInspectionInput extends InspectionFields {
  @RequiredText(500, 'Why.')
  reason!: string;
}

@ArgsType()
export class InspectionsArgs extends PageArgs {
  @OptionalField(() => DateTime, 'Only those that occurred then or later.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'Only those that occurred before then.')
  to?: Date | null;
}

@ArgsType()
export class InspectionsOfArgs extends InspectionsArgs {
  @OptionalField(() => ID, 'Of this hive only.')
  beehiveId?: string | null;

  @OptionalField(() => ID, 'Of this apiary only.')
  apiaryId?: string | null;
}
