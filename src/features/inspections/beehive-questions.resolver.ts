import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { OptionalBoolean, OptionalInt, RequiredField } from '../../graphql/input-fields.js';
import { deleteRow } from '../../idempotency/tombstones.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';
import * as commands from './beehive-questions.commands.js';
import { loadQuestionnaire } from './questionnaire.js';

@InputType({ description: 'A question for a single hive.' })
export class AssignQuestionInput {
  @RequiredField(() => ID, 'The hive.')
  beehiveId!: string;

  @RequiredField(() => ID, 'A question of the apiary in which it stands.')
  questionId!: string;

  @OptionalInt(0, 10_000, 'Its place among those assigned to the hive; if not said, 0.')
  position?: number | null;

  @OptionalBoolean('Whether it is asked of this hive, whatever the apiary does; if not said, yes.')
  active?: boolean | null;
}

@ObjectType({ simpleResolvers: true, description: 'What is to be asked of a hive.' })
class Questionnaire {
  @Field(() => [Question], { description: 'The questions, in their order.' })
  questions!: Question[];
}

@Resolver(() => BeehiveQuestion)
export class BeehiveQuestionsResolver {
  @Query(() => Questionnaire, {
    description: 'What is to be asked of a hive: the active questions of its apiary, and what is assigned otherwise.',
  })
  async questionnaire(
    @Arg('beehiveId', () => ID, { description: 'Which hive.' }) beehiveId: string,
    @Ctx() context: Context,
  ): Promise<{ questions: Row<Question>[] }> {
    return { questions: (await loadQuestionnaire(context, beehiveId)).asked };
  }

  @Query(() => [BeehiveQuestion], { description: 'What is assigned to a hive otherwise than to its apiary.' })
  async beehiveQuestions(
    @Arg('beehiveId', () => ID, { description: 'Which hive.' }) beehiveId: string,
    @Ctx() { access }: Context,
  ): Promise<Row<BeehiveQuestion>[]> {
    return (
      await access.listOf(BeehiveQuestion, 'beehive', { type: Beehive, id: beehiveId }, { order: { position: 'asc' } })
    ).nodes;
  }

  @Mutation(() => BeehiveQuestion, {
    description: 'Says of a single hive whether a question is asked. A second time changes what was said.',
  })
  assignQuestion(
    @Arg('input', () => AssignQuestionInput, { description: 'Which question to which hive.' })
    input: AssignQuestionInput,
    @Ctx() context: Context,
  ): Promise<BeehiveQuestion> {
    return commands.assignQuestion(context, input);
  }

  @Mutation(() => ID, {
    description:
      'Takes an assignment back: the hive is asked what its apiary asks. Gives its id, also when it is gone already.',
  })
  unassignQuestion(
    @Arg('id', () => ID, { description: 'Which assignment.' }) id: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, BeehiveQuestion, id);
  }

  @FieldResolver(() => Question, { description: 'The question.' })
  question(
    @Root() assignment: Row<BeehiveQuestion>,
    @Ctx() context: Context,
    @Columns(Question) fields: Columns<Question>,
  ): Promise<Row<Question> | null> {
    return context.loaders.byId(Question, fields).load(assignment.questionId);
  }
}
