import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { Legacy } from '../../graphql/legacy.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { HealthTrend, HealthTrendsArgs, loadHealthTrends } from './health-trends.queries.js';

@Resolver(() => HealthTrend)
export class HealthTrendsResolver {
  @Legacy()
  @Query(() => [HealthTrend], {
    nullable: true,
    description:
      'The ratings of the hives of one of your apiaries over time: of those that have any, the oldest hive first.',
  })
  async healthTrends(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Args(() => HealthTrendsArgs) args: HealthTrendsArgs,
    @Ctx() context: Context,
  ): Promise<HealthTrend[]> {
    const { id } = await context.loaders.one(Apiary, apiaryId, ['id']);
    return loadHealthTrends(context, id, args);
  }
}

@Resolver(() => Apiary)
export class ApiaryHealthTrendsResolver {
  @FieldResolver(() => [HealthTrend], {
    description:
      'The ratings of the hives that were in the apiary at that time: of those that have any, the oldest hive first.',
  })
  healthTrends(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => HealthTrendsArgs) args: HealthTrendsArgs,
    @Ctx() context: Context,
  ): Promise<HealthTrend[]> {
    return loadHealthTrends(context, apiaryId, args);
  }
}
