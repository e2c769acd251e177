import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from '../questions/question.entity.js';
import { loadTrends, QuestionTrend, TrendsArgs } from './trends.queries.js';

@Resolver(() => Apiary)
export class ApiaryTrendsResolver {
  @FieldResolver(() => [QuestionTrend], {
    description: 'The answers over time, grouped by question: of hives that were in the apiary at that time.',
  })
  answerTrends(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => TrendsArgs) args: TrendsArgs,
    @Ctx() context: Context,
  ): Promise<QuestionTrend[]> {
    if (args.questionId != null) context.access.requireId(Question, args.questionId);
    return loadTrends(context, apiaryId, args);
  }
}
