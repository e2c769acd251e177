import { ValidateNested } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { PageArgs } from '../../graphql/page-args.js';
import { Clearable, NotInFuture, Text, Whole } from '../../graphql/validators.js';
import { DateTime } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { HiveStateFields } from '../beehives/beehives.inputs.js';

@InputType({
  description: 'An answer to a question: in the way that the question wants, or as text to be understood so.',
})
export class AnswerInput {
  @Field(() => ID, { description: 'The question, or its assignment to the hive.' })
  questionId!: string;

  @Field(() => String, { nullable: true, description: 'To a TEXT: at most 5,000 characters.' })
  @Clearable()
  @Text(0, 5000)
  text?: string | null;

  @Field(() => Float, { nullable: true, description: 'To a NUMBER: a number within its bounds.' })
  number?: number | null;

  @Field(() => String, { nullable: true, description: 'To a CHOICE: one of its options.' })
  @Clearable()
  @Text(0, 200)
  choice?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'To a YES_NO.' })
  yesNo?: boolean | null;

  @Field(() => String, { nullable: true, description: 'To any: as text, such as `5`, `si` or an option in any case.' })
  @Clearable()
  @Text(0, 5000)
  spoken?: string | null;

  @Field(() => Int, { nullable: true, description: 'How good that is, where you rate answers.' })
  @Clearable()
  @Whole(-INT_MAX, INT_MAX)
  score?: number | null;
}

@InputType({
  description: 'What the inspection found of the hive: recorded in the hive with it. What is left out stays.',
})
export class HiveStateInput extends HiveStateFields {}

/** What every form of an inspection says. */
@InputType()
abstract class InspectionFields {
  @Field(() => [AnswerInput], { description: 'The answers, at most 200; no question twice.' })
  @ValidateNested({ each: true })
  answers!: AnswerInput[];

  @Field(() => String, { nullable: true, description: 'Notes, at most 10,000 characters.' })
  @Clearable()
  @Text(0, 10_000)
  notes?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the hive was inspected, if not just now.' })
  @Clearable()
  @NotInFuture()
  occurredAt?: Date | null;
}

@InputType({ description: 'An inspection of a hive.' })
export class RecordInspectionInput extends InspectionFields {
  @Field(() => ID, { description: 'The hive that was inspected.' })
  beehiveId!: string;

  @Field(() => HiveStateInput, { nullable: true, description: 'What was found of the hive, to be recorded in it.' })
  @Clearable()
  @ValidateNested()
  hive?: HiveStateInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Save it as a draft: required questions may lack an answer, and it may still change.',
  })
  draft?: boolean | null;
}

@InputType({ description: 'A hive of a visit.' })
export class VisitedHiveInput {
  @Field(() => ID, { description: 'The hive.' })
  beehiveId!: string;

  @Field(() => [AnswerInput], {
    nullable: true,
    description: 'Its own answers, in place of those of the visit to the same questions.',
  })
  @Clearable()
  @ValidateNested({ each: true })
  answers?: AnswerInput[] | null;

  @Field(() => String, { nullable: true, description: 'Its own notes, in place of those of the visit.' })
  @Clearable()
  @Text(0, 10_000)
  notes?: string | null;

  @Field(() => HiveStateInput, { nullable: true, description: 'What was found of it, to be recorded in it.' })
  @Clearable()
  @ValidateNested()
  hive?: HiveStateInput | null;
}

@InputType({ description: 'The same visit to several hives: recorded for all of them, or for none.' })
export class RecordVisitInput extends InspectionFields {
  @Field(() => [VisitedHiveInput], { description: 'The hives, 1 to 100.' })
  @ValidateNested({ each: true })
  hives!: VisitedHiveInput[];
}

@InputType({ description: 'A draft as it is to be: what it had is replaced.' })
export class UpdateDraftInput extends InspectionFields {}

@InputType({ description: 'A completed inspection as it should have been. The revision before is kept as it was.' })
export class AmendInspectionInput extends InspectionFields {
  @Field(() => String, { description: 'Why.' })
  @Text(1, 500)
  reason!: string;
}

@ArgsType()
export class InspectionsArgs extends PageArgs {
  @Field(() => DateTime, { nullable: true, description: 'Only those that occurred then or later.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only those that occurred before then.' })
  to?: Date | null;
}

@ArgsType()
export class InspectionsOfArgs extends InspectionsArgs {
  @Field(() => ID, { nullable: true, description: 'Of this hive only.' })
  beehiveId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of this apiary only.' })
  apiaryId?: string | null;
}
