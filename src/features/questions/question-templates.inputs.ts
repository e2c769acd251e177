import { InputType, Int } from 'type-graphql';
import {
  DefaultedBoolean,
  DefaultedValue,
  OptionalField,
  RequiredField,
  RequiredString,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { EachText } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { AnswerType } from './answer-type.enums.js';
import { Question } from './question.entity.js';
import { QuestionTemplate, TemplateCategory } from './question-template.entity.js';

export const DEFAULT_IMPORTANCE = 5;

@InputType({ description: 'The texts of a question of the bank in one language.' })
export class QuestionTranslationInput {
  @RequiredField(() => Language, 'The language.')
  language!: Language;

  @RequiredValue(Question, 'The text of the question.')
  text!: string;

  @RequiredValue(Question, 'The category of the questions that are created from it.', 'category')
  group!: string;

  @OptionalField(() => [String], 'For CHOICE: the options, in the same order in each language.', EachText())
  options?: string[] | null;
}

@InputType({ description: 'A new question for the global bank.' })
export class AddQuestionTemplateInput {
  @RequiredValue(QuestionTemplate, 'A unique key of lower-case letters, digits and _, which never changes.')
  key!: string;

  @RequiredField(() => TemplateCategory, 'Its topic.')
  category!: TemplateCategory;

  @RequiredField(() => [QuestionTranslationInput], 'Its texts, once in each language.')
  translations!: QuestionTranslationInput[];

  @RequiredField(() => AnswerType, 'The type of answer that it expects.')
  answerType!: AnswerType;

  @DefaultedBoolean(false, 'Whether an answer is required.')
  required?: boolean | null;

  @OptionalField(() => Int, 'For NUMBER: the minimum, not above the maximum.')
  min?: number | null;

  @OptionalField(() => Int, 'For NUMBER: the maximum.')
  max?: number | null;

  @DefaultedValue(DEFAULT_IMPORTANCE, QuestionTemplate, 'From {min} to {max}; higher values come first.')
  importance?: number | null;

  @DefaultedBoolean(false, 'Whether `loadDefaultQuestions` adds it to an apiary.')
  isDefault?: boolean | null;
}

@InputType({ description: 'Names a question of the global bank.' })
export class RetireQuestionTemplateInput {
  @RequiredString('The key of the template.')
  key!: string;
}
