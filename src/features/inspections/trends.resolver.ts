import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { RootColumn } from '../../graphql/columns.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Question } from '../questions/question.entity.js';
import { loadTrends, QuestionTrend, TrendsArgs } from './trends.queries.js';

@Resolver(() => Apiary)
export class ApiaryTrendsResolver {
  @FieldResolver(() => [QuestionTrend], {
    description: 'The answers over time, grouped by question: of hives that were in the apiary at that time.',
  })
  async answerTrends(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => TrendsArgs) args: TrendsArgs,
    @Ctx() context: Context,
  ): Promise<QuestionTrend[]> {
    const { questionId } = args;
    if (questionId != null && !isUuid(questionId)) throw AppError.notFound('Question', ['questionId']);
    const trends = await loadTrends(context, apiaryId, args);
    // A question that is gone is known by its answers.
    if (questionId != null && trends.length === 0) await context.loaders.idOf(Question, questionId, 'questionId');
    return trends;
  }
}
