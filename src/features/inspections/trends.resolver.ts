import { Args, ArgsType, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { RequiredInt } from '../../graphql/input-fields.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { loadOverdueBeehives, loadTrends, QuestionTrend, TrendsArgs } from './trends.queries.js';

@ArgsType()
class OverdueArgs {
  @RequiredInt(1, 3650, 'The number of days without an inspection, 1 to 3650.')
  days!: number;
}

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

  @FieldResolver(() => [Beehive], { description: 'The hives without a completed inspection in the last `days` days.' })
  overdueBeehives(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => OverdueArgs) { days }: OverdueArgs,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Selected<Beehive>[]> {
    return loadOverdueBeehives(context, apiaryId, days, fields);
  }
}
