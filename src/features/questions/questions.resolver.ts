import { Arg, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../access/guard.js';
import { Permission } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from './question.entity.js';
import { QuestionShape } from './question-shape.js';
import { TemplateCategory } from './question-template.entity.js';
import * as commands from './questions.commands.js';
import { AddQuestionTemplateInput, CreateQuestionInput, UpdateQuestionInput } from './questions.inputs.js';
import { addTemplate, type LocalizedTemplate, listActiveTemplates, localize, retireTemplate } from './templates.js';

const BY_POSITION = { position: 'asc' } as const;

@ObjectType('QuestionTemplate', {
  simpleResolvers: true,
  description: 'A question of the global bank, in one language.',
})
class QuestionTemplateType extends QuestionShape {
  @Field(() => String, { description: 'Its stable name.' })
  key!: string;

  @Field(() => Language, { description: 'The language of the texts.' })
  language!: Language;

  @Field(() => TemplateCategory, { description: 'What it is about.' })
  category!: TemplateCategory;

  @Field(() => String, { description: 'The question.' })
  text!: string;

  @Field(() => String, { description: 'The group that questions made from it are put into.' })
  group!: string;

  @Field(() => Int, { description: 'From 1 to 10.' })
  importance!: number;

  @Field(() => Boolean, { description: 'Whether it is loaded into an apiary as a start.' })
  isDefault!: boolean;
}

@Resolver()
export class QuestionsResolver {
  @Query(() => [Question], {
    description: 'The questions of an apiary in their order, those that are not being asked included.',
  })
  async questions(
    @Arg('apiaryId', () => ID, { description: 'Which apiary.' }) apiaryId: string,
    @Ctx() context: Context,
    @Columns(Question) fields: Columns<Question>,
  ): Promise<Row<Question>[]> {
    const list = { order: BY_POSITION, fields };
    return (await context.access.listOf(Question, 'apiary', { type: Apiary, id: apiaryId }, list)).nodes;
  }

  @Query(() => [QuestionTemplateType], {
    description: 'The global question bank: the defaults first, then the most important.',
  })
  async questionTemplates(
    @Arg('language', () => Language, {
      nullable: true,
      description: 'The language of the texts; if not said, Spanish.',
    })
    language: Language | null,
    @Arg('category', () => TemplateCategory, { nullable: true, description: 'Only questions about this.' })
    category: TemplateCategory | null,
    @Ctx() context: Context,
  ): Promise<LocalizedTemplate[]> {
    const templates = await listActiveTemplates(context, category ? { category } : {});
    return templates.map((template) => localize(template, language ?? Language.ES));
  }

  @Mutation(() => Question, { description: 'Adds a question after those that an apiary has.' })
  createQuestion(
    @Arg('input', () => CreateQuestionInput, { description: 'The new question.' }) input: CreateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question> {
    return commands.createQuestion(context, input);
  }

  @Mutation(() => Question, { description: 'Changes a question. Answers that were given keep it as it was.' })
  updateQuestion(
    @Arg('id', () => ID, { description: 'Which question.' }) id: string,
    @Arg('input', () => UpdateQuestionInput, { description: 'What to change.' }) input: UpdateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question> {
    return commands.updateQuestion(context, id, input);
  }

  @Mutation(() => ID, {
    description:
      'Deletes a question for good; answers that were given stay. Gives its id, also when it is gone already.',
  })
  deleteQuestion(
    @Arg('id', () => ID, { description: 'Which question.' }) id: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQuestion(context, id);
  }

  @Mutation(() => [Question], { description: "Orders an apiary's questions. Gives all of them in the new order." })
  reorderQuestions(
    @Arg('apiaryId', () => ID, { description: 'Which apiary.' }) apiaryId: string,
    @Arg('order', () => [ID], {
      description: 'The questions that come first, in this order; the others keep theirs after them.',
    })
    order: string[],
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.reorderQuestions(context, apiaryId, order);
  }

  @Mutation(() => [Question], {
    description:
      'Adds the default questions of the bank to an apiary, except those that it has. Gives all its questions.',
  })
  loadDefaultQuestions(
    @Arg('apiaryId', () => ID, { description: 'Which apiary.' }) apiaryId: string,
    @Arg('language', () => Language, {
      nullable: true,
      description: 'The language of the texts; if not said, Spanish.',
    })
    language: Language | null,
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.loadDefaultQuestions(context, apiaryId, language ?? Language.ES);
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @Mutation(() => QuestionTemplateType, { description: 'Adds a question to the global bank. For administrators.' })
  addQuestionTemplate(
    @Arg('input', () => AddQuestionTemplateInput, { description: 'The new template.' }) input: AddQuestionTemplateInput,
    @Ctx() context: Context,
  ): LocalizedTemplate {
    return localize(addTemplate(context, input), Language.ES);
  }

  @Requires(Permission.TEMPLATES_WRITE)
  @Mutation(() => QuestionTemplateType, {
    description: 'Takes a question out of the global bank; those made from it stay. For administrators.',
  })
  async retireQuestionTemplate(
    @Arg('key', () => String, { description: 'Which template.' }) key: string,
    @Ctx() context: Context,
  ): Promise<LocalizedTemplate> {
    return localize(await retireTemplate(context, key), Language.ES);
  }
}

@Resolver(() => Apiary)
export class ApiaryQuestionsResolver {
  @FieldResolver(() => [Question], { description: 'What is asked when its hives are inspected, in order.' })
  async questions(
    @Root() apiary: Row<Apiary>,
    @Ctx() context: Context,
    @Columns(Question) fields: Columns<Question>,
  ): Promise<Row<Question>[]> {
    const list = { order: BY_POSITION, fields };
    return (await context.loaders.listOf(Question, 'apiary', list).load(apiary.id)).nodes;
  }
}
