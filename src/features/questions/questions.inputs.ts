import { IsEnum } from 'class-validator';
import { ID, InputType, Int } from 'type-graphql';
import {
  OmittableBoolean,
  OmittableField,
  OmittableText,
  OptionalBoolean,
  OptionalField,
  OptionalInt,
  OptionalText,
  RequiredField,
  RequiredText,
} from '../../graphql/input-fields.js';
import { EachText } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { AnswerType } from './answer-type.js';
import { TemplateCategory } from './question-template.entity.js';

const INT_MIN = -2_147_483_648;

@InputType()
abstract class QuestionFields {
  @OptionalText(100, 'The group it belongs to, at most 100 characters.')
  category?: string | null;

  @OptionalField(
    () => [String],
    'Of a CHOICE: at most 50 different texts. Left out or null while they are still to be written.',
    EachText(),
  )
  options?: string[] | null;

  @OptionalInt(INT_MIN, INT_MAX, 'Of a NUMBER: the least that is accepted.')
  min?: number | null;

  @OptionalInt(INT_MIN, INT_MAX, 'Of a NUMBER: the most that is accepted.')
  max?: number | null;

  @OptionalInt(
    0,
    INT_MAX,
    'Position among the questions of the apiary, from 1; a number beyond the last one means the end. If omitted, null or 0, a new question comes last and an existing one keeps its position.',
  )
  position?: number | null;
}

@InputType({ description: 'A new question.' })
export class CreateQuestionInput extends QuestionFields {
  @RequiredField(() => ID, 'The apiary that asks it: one of your own.')
  apiaryId!: string;

  @RequiredText(500, 'What is asked, 1 to 500 characters.')
  text!: string;

  @OptionalField(() => AnswerType, 'What kind of answer it wants; if not said, TEXT.')
  answerType?: AnswerType | null;

  @OptionalBoolean('Whether it must be answered; if not said, no.')
  required?: boolean | null;

  @OptionalBoolean('Whether it is being asked; if not said, yes.')
  active?: boolean | null;
}

@InputType({
  description:
    'What to change about a question: what is left out stays as it is. Answers given before keep the question as it was.',
})
export class UpdateQuestionInput extends QuestionFields {
  @OmittableText(500, 'What is asked, 1 to 500 characters.')
  text?: string;

  @OmittableField(
    () => AnswerType,
    'What kind of answer it wants.',
    IsEnum(AnswerType, { message: `must be one of ${Object.values(AnswerType).join(', ')}` }),
  )
  answerType?: AnswerType;

  @OmittableBoolean('Whether it must be answered.')
  required?: boolean;

  @OmittableBoolean('Whether it is being asked.')
  active?: boolean;
}

@InputType({ description: 'A new question for the global bank, in both languages.' })
export class AddQuestionTemplateInput {
  @RequiredText(100, 'A stable name of lower-case letters, digits and _, unlike that of any other template.')
  key!: string;

  @RequiredField(() => TemplateCategory, 'What it is about.')
  category!: TemplateCategory;

  @RequiredText(500, 'The question in Spanish.')
  textEs!: string;

  @RequiredText(500, 'The question in English.')
  textEn!: string;

  @RequiredText(100, 'The group of the questions made from it, in Spanish.')
  groupEs!: string;

  @RequiredText(100, 'The same group in English.')
  groupEn!: string;

  @RequiredField(() => AnswerType, 'What kind of answer it wants.')
  answerType!: AnswerType;

  @OptionalBoolean('Whether it must be answered; if not said, no.')
  required?: boolean | null;

  @OptionalField(() => [String], 'Of a CHOICE: the options in Spanish.', EachText())
  optionsEs?: string[] | null;

  @OptionalField(() => [String], 'Of a CHOICE: as many options in English, in the same order.', EachText())
  optionsEn?: string[] | null;

  @OptionalField(() => Int, 'Of a NUMBER: the least that is accepted.')
  min?: number | null;

  @OptionalField(() => Int, 'Of a NUMBER: the most that is accepted.')
  max?: number | null;

  @OptionalInt(1, 10, 'From 1 to 10; the most important ones come first. If not said, 5.')
  importance?: number | null;

  @OptionalBoolean('Whether it is loaded into an apiary as a start; if not said, no.')
  isDefault?: boolean | null;
}
