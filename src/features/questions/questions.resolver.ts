import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from './question.entity.js';
import * as commands from './questions.commands.js';
import {
  CreateQuestionInput,
  LoadDefaultQuestionsInput,
  ReorderQuestionsInput,
  UpdateQuestionInput,
} from './questions.inputs.js';

@Resolver()
export class QuestionsResolver {
  @Query(() => [Question], {
    nullable: true,
    description: `The questions of an apiary by position, including inactive ones; at most ${commands.MAX_QUESTIONS}.`,
  })
  async questions(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Ctx() context: Context,
    @Columns(Question) fields: Columns<Question>,
  ): Promise<Selected<Question>[]> {
    const list = { order: { position: 'asc' }, fields } as const;
    return (await context.loaders.listBelow(Question, 'apiary', { type: Apiary, id: apiaryId }, list)).nodes;
  }

  @RecordMutation(Question, { description: 'Creates a question of an apiary.' })
  createQuestion(
    @Arg('input', () => CreateQuestionInput) input: CreateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question | Row<Question>> {
    return createOnce(context, Question, input, (id) => commands.createQuestion(context, id, input));
  }

  @RecordMutation(Question, { description: 'Changes a question. Existing answers keep it as it was.' })
  updateQuestion(
    @Arg('input', () => UpdateQuestionInput) { id, ...input }: UpdateQuestionInput,
    @Ctx() context: Context,
  ): Promise<Question> {
    return commands.updateQuestion(context, id, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes a question; existing answers stay. Returns its id, also if it has been deleted already.',
  })
  deleteQuestion(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteQuestion(context, id, { expectedVersion });
  }

  @RecordMutation([Question], {
    description: 'Reorders the questions of an apiary. Returns all of them in the new order.',
  })
  reorderQuestions(
    @Arg('input', () => ReorderQuestionsInput) { apiaryId, order }: ReorderQuestionsInput,
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.reorderQuestions(context, apiaryId, order);
  }

  @RecordMutation([Question], {
    description: 'Adds the default questions of the bank that the apiary lacks. Returns all its questions.',
  })
  loadDefaultQuestions(
    @Arg('input', () => LoadDefaultQuestionsInput)
    { apiaryId, language }: LoadDefaultQuestionsInput,
    @Ctx() context: Context,
  ): Promise<Row<Question>[]> {
    return commands.loadDefaultQuestions(context, apiaryId, language ?? context.viewer.language);
  }
}
