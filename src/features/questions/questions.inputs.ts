import { IsEnum } from 'class-validator';
import { ArgsType, ID, InputType, Int } from 'type-graphql';
import {
  ClientId,
  ExpectedVersion,
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
import { EachText, States, says } from '../../graphql/validators.js';
import { createMessage } from '../../shared/message.js';
import { INT_MAX } from '../../shared/text.js';
import { AnswerType } from './answer-type.js';
import { OPTION_BOUNDS } from './question-rules.js';
import { TemplateCategory } from './question-template.entity.js';

const INT_MIN = -2_147_483_648;

@InputType()
abstract class QuestionFields {
  @OptionalText(100, 'Its group, in free text, at most 100 characters.')
  category?: string | null;

  @States(OPTION_BOUNDS)
  @OptionalField(
    () => [String],
    'For CHOICE: 1 to 50 different texts of 1 to 200 characters, case and accents ignored. While they are omitted or null, any text is accepted.',
    EachText(),
  )
  options?: string[] | null;

  @OptionalInt(INT_MIN, INT_MAX, 'For NUMBER: the minimum, not above the maximum.')
  min?: number | null;

  @OptionalInt(INT_MIN, INT_MAX, 'For NUMBER: the maximum.')
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
  @ClientId()
  id?: string | null;

  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;

  @RequiredText(500, 'The text of the question, 1 to 500 characters.')
  text!: string;

  @OptionalField(() => AnswerType, 'The type of answer that it expects. If omitted, TEXT.')
  answerType?: AnswerType | null;

  @OptionalBoolean('Whether an answer is required. If omitted, false.')
  required?: boolean | null;

  @OptionalBoolean('Whether inspections include it. If omitted, true.')
  active?: boolean | null;
}

@InputType({
  description: 'Changes to a question: omitted fields keep their values. Existing answers keep the question as it was.',
})
export class UpdateQuestionInput extends QuestionFields {
  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableText(500, 'The text of the question, 1 to 500 characters.')
  text?: string;

  @OmittableField(
    () => AnswerType,
    'The type of answer that it expects.',
    IsEnum(AnswerType, says(createMessage('must be one of {values}', { values: Object.values(AnswerType) }))),
  )
  answerType?: AnswerType;

  @OmittableField(
    () => AnswerType,
    'Exists for `/api/v1`: as `answerType`, but CHOICE without options, or with `Sí` and `No`, leaves a YES_NO question as it is.',
    IsEnum(AnswerType, says(createMessage('must be one of {values}', { values: Object.values(AnswerType) }))),
  )
  formType?: AnswerType;

  @OmittableBoolean('Whether an answer is required.')
  required?: boolean;

  @OmittableBoolean('Whether inspections include it.')
  active?: boolean;
}

@InputType({ description: 'A new question for the global bank, in both languages.' })
export class AddQuestionTemplateInput {
  @RequiredText(100, 'A unique key of lower-case letters, digits and _, which never changes.')
  key!: string;

  @RequiredField(() => TemplateCategory, 'Its topic.')
  category!: TemplateCategory;

  @RequiredText(500, 'The text of the question in Spanish.')
  textEs!: string;

  @RequiredText(500, 'The text of the question in English.')
  textEn!: string;

  @RequiredText(100, 'The category of the questions that are created from it, in Spanish.')
  groupEs!: string;

  @RequiredText(100, 'The same category in English.')
  groupEn!: string;

  @RequiredField(() => AnswerType, 'The type of answer that it expects.')
  answerType!: AnswerType;

  @OptionalBoolean('Whether an answer is required. If omitted, false.')
  required?: boolean | null;

  @OptionalField(() => [String], 'For CHOICE: the options in Spanish.', EachText())
  optionsEs?: string[] | null;

  @OptionalField(() => [String], 'For CHOICE: the same options in English, in the same order.', EachText())
  optionsEn?: string[] | null;

  @OptionalField(() => Int, 'For NUMBER: the minimum, not above the maximum.')
  min?: number | null;

  @OptionalField(() => Int, 'For NUMBER: the maximum.')
  max?: number | null;

  @OptionalInt(1, 10, 'From 1 to 10; higher values come first. If omitted, 5.')
  importance?: number | null;

  @OptionalBoolean('Whether `loadDefaultQuestions` adds it to an apiary. If omitted, false.')
  isDefault?: boolean | null;
}

@ArgsType()
export class ReorderQuestionsArgs {
  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @States({ uniqueItems: true })
  @RequiredField(
    () => [ID],
    'The ids of questions of the apiary that come first, in this order; the others follow in their previous order.',
  )
  order!: string[];
}
