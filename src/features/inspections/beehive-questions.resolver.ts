import { Arg, Ctx, Field, FieldResolver, ID, InputType, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { DefaultedBoolean, OptionalValue, RequiredField } from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';
import * as commands from './beehive-questions.commands.js';
import { applyOverrides } from './questionnaire.queries.js';

@InputType({ description: 'An override of a question for one hive.' })
export class OverrideQuestionInput {
  @RequiredField(() => ID, 'The id of the hive.')
  beehiveId!: string;

  @RequiredField(() => ID, 'The id of a question of the apiary of the hive.')
  questionId!: string;

  @OptionalValue(
    BeehiveQuestion,
    'Its position among the overrides of the hive. If omitted, 0 for a new one, otherwise unchanged.',
  )
  position?: number | null;

  @DefaultedBoolean(true, 'Whether inspections of this hive include the question.')
  active?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'The questions of an inspection of a hive.' })
class Questionnaire {
  @Field(() => [Question], { description: 'The questions by position.' })
  questions!: Question[];
}

const BY_POSITION = { position: 'asc' } as const;

@Resolver(() => Beehive)
export class BeehiveQuestionnaireResolver {
  @FieldResolver(() => Questionnaire, {
    description:
      'The questions of an inspection of the hive: the active questions of its apiary, with the overrides of the hive applied.',
  })
  async questionnaire(
    @Root() beehive: Row<Beehive>,
    @Ctx() { loaders }: Context,
  ): Promise<{ questions: Row<Question>[] }> {
    const [questions, overrides] = await Promise.all([
      loaders.listOf(Question, 'apiary', { order: BY_POSITION }).load(beehive.apiaryId),
      loaders.listOf(BeehiveQuestion, 'beehive', { order: BY_POSITION }).load(beehive.id),
    ]);
    return { questions: applyOverrides(questions.nodes, overrides.nodes) };
  }
}

@Resolver(() => BeehiveQuestion)
export class BeehiveQuestionsResolver {
  @Legacy()
  @Query(() => Questionnaire, {
    nullable: true,
    description:
      'The questions of an inspection of a hive: the active questions of its apiary, with the overrides of the hive applied.',
  })
  async questionnaire(
    @Arg('beehiveId', () => ID, { description: 'The id of the hive.' }) beehiveId: string,
    @Ctx() { loaders }: Context,
  ): Promise<{ questions: Row<Question>[] }> {
    const { id, apiaryId } = await loaders.one(Beehive, beehiveId, ['apiaryId']);
    const [questions, overrides] = await Promise.all([
      loaders.named(Question, 'apiary', { order: BY_POSITION }).load(apiaryId),
      loaders.named(BeehiveQuestion, 'beehive', { order: BY_POSITION }).load(id),
    ]);
    return { questions: applyOverrides(questions.nodes, overrides.nodes) };
  }

  @Legacy()
  @Query(() => [BeehiveQuestion], {
    nullable: true,
    description: 'The overrides of questions for one hive, by position.',
  })
  async beehiveQuestions(
    @Arg('beehiveId', () => ID, { description: 'The id of the hive.' }) beehiveId: string,
    @Ctx() { loaders }: Context,
  ): Promise<Row<BeehiveQuestion>[]> {
    const beehive = { type: Beehive, id: beehiveId };
    return (await loaders.listBelow(BeehiveQuestion, 'beehive', beehive, { order: BY_POSITION })).nodes;
  }

  @RecordMutation(BeehiveQuestion, {
    description: 'Overrides, for one hive, whether inspections include a question. Repeating it replaces the override.',
  })
  overrideQuestion(
    @Arg('input', () => OverrideQuestionInput)
    input: OverrideQuestionInput,
    @Ctx() context: Context,
  ): Promise<BeehiveQuestion> {
    return commands.overrideQuestion(context, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes an override. Returns its id, also if it has been deleted already.',
  })
  deleteQuestionOverride(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, BeehiveQuestion, id, { expectedVersion });
  }
}
