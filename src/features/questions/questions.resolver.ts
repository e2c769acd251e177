import { Arg, Args, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AllowOverQuota, Requires } from '../../access/guard.js';
import { Permission } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from './question.entity.js';
import { QuestionShape } from './question-shape.js';
import { TemplateCategory } from './question-template.entity.js';
import * as commands from './questions.commands.js';
import {
  AddQuestionTemplateInput,
  CreateQuestionInput,
  ReorderQuestionsArgs,
  UpdateQuestionInput,
} from './questions.inputs.js';
import {
  addTemplate,
  type LocalizedTemplate,
  listActiveTemplates,
  localizeTemplate,
  retireTemplate,
} from './templates.js';

@ObjectType('QuestionTemplate', {
  simpleResolvers: true,
  description: 'A question of the global bank, in one language.',
})
class QuestionTemplateType extends QuestionShape {
  @Field(() => String, { description: 'Its key, which never changes.' })
  key!: string;

  @Field(() => Language, { description: 'The language of the texts.' })
  language!: Language;

  @Field(() => TemplateCategory, { description: 'Its topic.' })
  category!: TemplateCategory;

  @Field(() => String, { description: 'The text of the question.' })
  text!: string;

  @Field(() => String, { description: 'The category of the questions that are created from it.' })
  group!: string;

  @Field(() => Int, { description: 'From 1 to 10; higher values come first.' })
  importance!: number;

  @Field(() => Boolean, { description: 'Whether `loadDefaultQuestions` adds it to an apiary.' })
  isDefault!: boolean;

  @Field(() => Int, { description: 'Its position in the list, from 1; 0 outside a list.' })
  position!: number;

  @Field(() => Boolean, { description: 'Whether it is in the bank: false after it has been retired.' })
  active!: boolean;
}

@Resolver()
export class QuestionsResolver {
  @Query(() => [Question], {
    nullable: true,
    description: 'The questions of an apiary by position, including inactive ones.',
  })
  async questions(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Ctx() context: Context,
    @Columns(Question) fields: Columns<Question>,
  ): Promise<Selected<Question>[]> {
    const list = { order: { position: 'asc' }, fields } as const;
    return (await context.loaders.listBelow(Question, 'apiary', { type: Apiary, id: apiaryId }, list)).nodes;
  }

  @Query(() => [QuestionTemplateType], {
    description: 'The global question bank: the default questions first, then by importance.',
  })
  async questionTemplates(
    @Arg('language', () => Language, {
      nullable: true,
      description: 'The language of the texts. If omitted, Spanish.',
    })
    language: Language | null,
    @Arg('category', () => TemplateCategory, { nullable: true, description: 'Only questions with this topic.' })
    category: TemplateCategory | null,
    @Ctx() context: Context,
  ): Promise<LocalizedTemplate[]> {
    const templates = await listActiveTemplates(context, category ? { category } : {});
    return templates.map((template, i) => localizeTemplate(template, language ?? Language.ES, i + 1));
  }

  @Mutation(() => Question, { description: 'Creates a question of an apiary.' })
  createQuestion(
    @Arg('input', () => CreateQuestionInput, { description: 'The new question.' }) input: CreateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question | Row<Question>> {
    return createOnce(context, Question, input, (id) => commands.createQuestion(context, id, input));
  }

  @Mutation(() => Question, { description: 'Changes a question. Existing answers keep it as it was.' })
  updateQuestion(
    @Arg('id', () => ID, { description: 'The id of the question.' }) id: string,
    @Arg('input', () => UpdateQuestionInput, { description: 'The changes.' }) input: UpdateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question> {
    return commands.updateQuestion(context, id, input);
  }

  @AllowOverQuota()
  @Mutation(() => ID, {
    description:
      'Deletes a question permanently; existing answers stay. Returns its id, also if it has been deleted already.',
  })
  deleteQuestion(
    @Arg('id', () => ID, { description: 'The id of the question.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQuestion(context, id, { expectedVersion });
  }

  @Mutation(() => [Question], {
    description: 'Reorders the questions of an apiary. Returns all of them in the new order.',
  })
  reorderQuestions(
    @Args(() => ReorderQuestionsArgs) { apiaryId, order }: ReorderQuestionsArgs,
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.reorderQuestions(context, apiaryId, order);
  }

  @Mutation(() => [Question], {
    description: 'Adds the default questions of the bank that the apiary lacks. Returns all its questions.',
  })
  loadDefaultQuestions(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Arg('language', () => Language, {
      nullable: true,
      description: 'The language of the texts. If omitted, Spanish.',
    })
    language: Language | null,
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.loadDefaultQuestions(context, apiaryId, language ?? Language.ES);
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @Mutation(() => QuestionTemplateType, { description: 'Adds a question to the global bank. For administrators only.' })
  addQuestionTemplate(
    @Arg('input', () => AddQuestionTemplateInput, { description: 'The new template.' }) input: AddQuestionTemplateInput,
    @Ctx() context: Context,
  ): LocalizedTemplate {
    return localizeTemplate(addTemplate(context, input), Language.ES);
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @Mutation(() => QuestionTemplateType, {
    description: 'Retires a question of the global bank; the questions created from it stay. For administrators only.',
  })
  async retireQuestionTemplate(
    @Arg('key', () => String, { description: 'The key of the template.' }) key: string,
    @Ctx() context: Context,
  ): Promise<LocalizedTemplate> {
    return localizeTemplate(await retireTemplate(context, key), Language.ES);
  }
}
