import { InputType, Int } from 'type-graphql';
import {
  DefaultedBoolean,
  DefaultedInt,
  OptionalField,
  RequiredField,
  RequiredString,
  RequiredText,
} from '../../graphql/input-fields.js';
import { EachText } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { AnswerType } from './answer-type.js';
import { TemplateCategory } from './question-template.entity.js';

export const DEFAULT_IMPORTANCE = 5;

@InputType({ description: 'The texts of a question of the bank in one language.' })
export class QuestionTranslationInput {
  @RequiredField(() => Language, 'The language.')
  language!: Language;

  @RequiredText(500, 'The text of the question.')
  text!: string;

  @RequiredText(100, 'The category of the questions that are created from it.')
  group!: string;

  @OptionalField(() => [String], 'For CHOICE: the options, in the same order in each language.', EachText())
  options?: string[] | null;
}

@InputType({ description: 'A new question for the global bank.' })
export class AddQuestionTemplateInput {
  @RequiredText(100, 'A unique key of lower-case letters, digits and _, which never changes.')
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

  @DefaultedInt(1, 10, DEFAULT_IMPORTANCE, 'From 1 to 10; higher values come first.')
  importance?: number | null;

  @DefaultedBoolean(false, 'Whether `loadDefaultQuestions` adds it to an apiary.')
  isDefault?: boolean | null;
}

@InputType({ description: 'Names a question of the global bank.' })
export class RetireQuestionTemplateInput {
  @RequiredString('The key of the template.')
  key!: string;
}
