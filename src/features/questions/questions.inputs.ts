import { ID, InputType } from 'type-graphql';
import {
  DefaultedBoolean,
  DefaultedField,
  ExpectedVersion,
  NewId,
  OmittableBoolean,
  OmittableField,
  OmittableValue,
  OptionalField,
  OptionalInt,
  OptionalValue,
  RequiredField,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { EachText, OneOf, States } from '../../graphql/validators.js';
import { createMessage } from '../../messages/message.js';
import { Language } from '../../shared/language.js';
import { INT_MAX } from '../../shared/text.js';
import { AnswerType } from './answer-type.enums.js';
import { Question } from './question.entity.js';
import { OPTIONS } from './question.rules.js';

@InputType()
abstract class QuestionFields {
  @OptionalValue(Question, 'Its group, in free text, {bounds}.')
  category?: string | null;

  @States(OPTIONS.keywords)
  @OptionalField(
    () => [String],
    'For CHOICE: 1 to 50 different texts of 1 to 200 characters, case and accents ignored. Without them, any text is accepted.',
    EachText(),
  )
  options?: string[] | null;

  @OptionalValue(Question, 'For NUMBER: the minimum, not above the maximum.')
  min?: number | null;

  @OptionalValue(Question, 'For NUMBER: the maximum.')
  max?: number | null;

  @OptionalInt(
    0,
    INT_MAX,
    'Position among the questions of the apiary, from 1. If omitted or 0, a new question comes last and an existing one stays.',
  )
  position?: number | null;
}

@InputType({ description: 'A new question.' })
export class CreateQuestionInput extends QuestionFields {
  @NewId()
  newId?: string | null;

  @RequiredField(() => ID, 'The id of one of your apiaries.')
  apiaryId!: string;

  @RequiredValue(Question, 'The text of the question, {min} to {max} characters.')
  text!: string;

  @DefaultedField(() => AnswerType, AnswerType.TEXT, 'The type of answer that it expects.')
  answerType?: AnswerType | null;

  @DefaultedBoolean(false, 'Whether an answer is required.')
  required?: boolean | null;

  @DefaultedBoolean(true, 'Whether inspections include it.')
  active?: boolean | null;
}

@InputType({
  description: 'Changes to a question: omitted fields keep their values. Existing answers keep the question as it was.',
})
export class UpdateQuestionInput extends QuestionFields {
  @RequiredField(() => ID, 'The id of the question.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(Question, 'The text of the question, {min} to {max} characters.')
  text?: string;

  @OmittableField(
    () => AnswerType,
    'The type of answer that it expects.',
    OneOf(AnswerType, createMessage('must be one of {values}', { values: Object.values(AnswerType) })),
  )
  answerType?: AnswerType;

  @Legacy()
  @OmittableField(
    () => AnswerType,
    'The type. CHOICE without options, or with `Sí` and `No`, leaves a YES_NO question as it is.',
    OneOf(AnswerType, createMessage('must be one of {values}', { values: Object.values(AnswerType) })),
  )
  formType?: AnswerType;

  @OmittableBoolean('Whether an answer is required.')
  required?: boolean;

  @OmittableBoolean('Whether inspections include it.')
  active?: boolean;
}

@InputType({ description: 'A new order of the questions of an apiary.' })
export class ReorderQuestionsInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @States({ uniqueItems: true })
  @RequiredField(
    () => [ID],
    'The ids of questions of the apiary that come first, in this order; the others follow in their previous order.',
  )
  order!: string[];
}

@InputType({ description: 'Which default questions an apiary gets.' })
export class LoadDefaultQuestionsInput {
  @RequiredField(() => ID, 'The id of the apiary.')
  apiaryId!: string;

  @OptionalField(() => Language, 'The language of the texts. If omitted, that of your account.')
  language?: Language | null;
}
