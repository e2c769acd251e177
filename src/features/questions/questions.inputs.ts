import { IsBoolean, IsEnum } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { Clearable, EachText, Text, WhenGiven, Whole } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { AnswerType } from './answer-type.js';
import { TemplateCategory } from './question-template.entity.js';

const INT_MIN = -2_147_483_648;

@InputType()
abstract class QuestionFields {
  @Field(() => String, { nullable: true, description: 'The group it belongs to, at most 100 characters.' })
  @Clearable()
  @Text(0, 100)
  category?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Of a CHOICE: at most 50 different texts. Left out or null while they are still to be written.',
  })
  @Clearable()
  @EachText()
  options?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the least that is accepted.' })
  @Clearable()
  @Whole(INT_MIN, INT_MAX)
  min?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the most that is accepted.' })
  @Clearable()
  @Whole(INT_MIN, INT_MAX)
  max?: number | null;
}

@InputType({ description: 'What a new question is made of. It comes after those that are there.' })
export class CreateQuestionInput extends QuestionFields {
  @Field(() => ID, { description: 'The apiary that asks it: one of your own.' })
  apiaryId!: string;

  @Field(() => String, { description: 'What is asked, 1 to 500 characters.' })
  @Text(1, 500)
  text!: string;

  @Field(() => AnswerType, { nullable: true, description: 'What kind of answer it wants; if not said, TEXT.' })
  answerType?: AnswerType | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it must be answered; if not said, no.' })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  required?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is being asked; if not said, yes.' })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  active?: boolean | null;
}

@InputType({
  description:
    'What to change about a question: what is left out stays as it is. Answers given before keep the question as it was.',
})
export class UpdateQuestionInput extends QuestionFields {
  @Field(() => String, { nullable: true, description: 'What is asked, 1 to 500 characters.' })
  @WhenGiven()
  @Text(1, 500)
  text?: string;

  @Field(() => AnswerType, { nullable: true, description: 'What kind of answer it wants.' })
  @WhenGiven()
  @IsEnum(AnswerType, { message: `must be one of ${Object.values(AnswerType).join(', ')}` })
  answerType?: AnswerType;

  @Field(() => Boolean, { nullable: true, description: 'Whether it must be answered.' })
  @WhenGiven()
  @IsBoolean({ message: 'must be true or false' })
  required?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is being asked.' })
  @WhenGiven()
  @IsBoolean({ message: 'must be true or false' })
  active?: boolean;
}

@InputType({ description: 'A new question for the global bank, in both languages.' })
export class AddQuestionTemplateInput {
  @Field(() => String, {
    description: 'A stable name of lower-case letters, digits and _, unlike that of any other template.',
  })
  @Text(1, 100)
  key!: string;

  @Field(() => TemplateCategory, { description: 'What it is about.' })
  category!: TemplateCategory;

  @Field(() => String, { description: 'The question in Spanish.' })
  @Text(1, 500)
  textEs!: string;

  @Field(() => String, { description: 'The question in English.' })
  @Text(1, 500)
  textEn!: string;

  @Field(() => String, { description: 'The group of the questions made from it, in Spanish.' })
  @Text(1, 100)
  groupEs!: string;

  @Field(() => String, { description: 'The same group in English.' })
  @Text(1, 100)
  groupEn!: string;

  @Field(() => AnswerType, { description: 'What kind of answer it wants.' })
  answerType!: AnswerType;

  @Field(() => Boolean, { nullable: true, description: 'Whether it must be answered; if not said, no.' })
  required?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Of a CHOICE: the options in Spanish.' })
  @Clearable()
  @EachText()
  optionsEs?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Of a CHOICE: as many options in English, in the same order.' })
  @Clearable()
  @EachText()
  optionsEn?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the least that is accepted.' })
  min?: number | null;

  @Field(() => Int, { nullable: true, description: 'Of a NUMBER: the most that is accepted.' })
  max?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'From 1 to 10; the most important ones come first. If not said, 5.',
  })
  @Clearable()
  @Whole(1, 10)
  importance?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is loaded into an apiary as a start; if not said, no.',
  })
  isDefault?: boolean | null;
}
