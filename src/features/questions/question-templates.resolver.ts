import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../access/guard.js';
import { Permission } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { InLanguage } from '../../graphql/in-language.js';
import { Legacy } from '../../graphql/legacy.js';
import { RecordMutation } from '../../graphql/payload.js';
import { Language } from '../../shared/language.js';
import { formOf } from './form-type.enums.js';
import { QuestionShape } from './question-shape.types.js';
import { TemplateCategory } from './question-template.entity.js';
import { AddQuestionTemplateInput, RetireQuestionTemplateInput } from './question-templates.inputs.js';
import {
  addTemplate,
  describeTemplate,
  listActiveTemplates,
  type PresentedTemplate,
  retireTemplate,
} from './templates.commands.js';

@ObjectType({ simpleResolvers: true, description: 'The texts of a question of the bank in one language.' })
class QuestionTranslation {
  @Field(() => Language, { description: 'The language.' })
  language!: Language;

  @Field(() => String, { description: 'The text of the question.' })
  text!: string;

  @Field(() => String, { description: 'The category of the questions that are created from it.' })
  group!: string;

  @Field(() => [String], { nullable: true, description: 'For CHOICE: the options.' })
  options!: string[] | null;
}

@ObjectType('QuestionTemplate', { simpleResolvers: true, description: 'A question of the global bank.' })
class QuestionTemplateType extends QuestionShape {
  @Field(() => String, { description: 'Its key, which never changes.' })
  key!: string;

  @Field(() => TemplateCategory, { description: 'Its topic.' })
  category!: TemplateCategory;

  @Field(() => [QuestionTranslation], { description: 'Its texts in each language.' })
  translations!: QuestionTranslation[];

  @Field(() => Int, { description: 'From 1 to 10; higher values come first.' })
  importance!: number;

  @Field(() => Boolean, { description: 'Whether `loadDefaultQuestions` adds it to an apiary.' })
  isDefault!: boolean;

  @Field(() => Int, { description: 'Its position in the list, from 1; 0 outside a list.' })
  position!: number;

  @Field(() => Boolean, { description: 'Whether it is in the bank: false after it has been retired.' })
  active!: boolean;
}

@Resolver(() => QuestionTemplateType)
export class QuestionTemplatesResolver {
  @Query(() => [QuestionTemplateType], {
    description: 'The global question bank: the default questions first, then by importance.',
  })
  async questionTemplates(
    @Arg('category', () => TemplateCategory, { nullable: true, description: 'Only questions with this topic.' })
    category: TemplateCategory | null,
    @Ctx() context: Context,
  ): Promise<PresentedTemplate[]> {
    const templates = await listActiveTemplates(context, category ? { category } : {});
    return templates.map((template, i) => describeTemplate(template, i + 1));
  }

  @FieldResolver(() => String, { description: 'The text of the question.' })
  text(@Root() template: PresentedTemplate, @InLanguage() language: Language | null, @Ctx() context: Context): string {
    return translationOf(template, language, context).text;
  }

  @FieldResolver(() => String, { description: 'The category of the questions that are created from it.' })
  group(@Root() template: PresentedTemplate, @InLanguage() language: Language | null, @Ctx() context: Context): string {
    return translationOf(template, language, context).group;
  }

  @FieldResolver(() => [String], { nullable: true, description: 'For CHOICE: the options.' })
  options(
    @Root() template: PresentedTemplate,
    @InLanguage() language: Language | null,
    @Ctx() context: Context,
  ): string[] | null {
    return translationOf(template, language, context).options;
  }

  @Legacy()
  @FieldResolver(() => [String], { nullable: true, description: 'The options, with two for YES_NO.' })
  formOptions(
    @Root() template: PresentedTemplate,
    @InLanguage() language: Language | null,
    @Ctx() context: Context,
  ): string[] | null {
    const { options } = translationOf(template, language, context);
    return formOf({ answerType: template.answerType, options }).formOptions;
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @RecordMutation(QuestionTemplateType, { description: 'Adds a question to the global bank. For administrators only.' })
  addQuestionTemplate(
    @Arg('input', () => AddQuestionTemplateInput) input: AddQuestionTemplateInput,
    @Ctx() context: Context,
  ): PresentedTemplate {
    return describeTemplate(addTemplate(context, input));
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @RecordMutation(QuestionTemplateType, {
    description: 'Retires a question of the global bank; the questions created from it stay. For administrators only.',
  })
  async retireQuestionTemplate(
    @Arg('input', () => RetireQuestionTemplateInput)
    { key }: RetireQuestionTemplateInput,
    @Ctx() context: Context,
  ): Promise<PresentedTemplate> {
    return describeTemplate(await retireTemplate(context, key));
  }
}

function translationOf({ translations }: PresentedTemplate, language: Language | null, { viewer }: Context) {
  return translations.find((one) => one.language === (language ?? viewer.language))!;
}
