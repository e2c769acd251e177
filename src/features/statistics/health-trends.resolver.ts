import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { HealthTrend, HealthTrendsArgs, loadHealthTrends } from './health-trends.js';

@Resolver(() => HealthTrend)
export class HealthTrendsResolver {
  @Query(() => [HealthTrend], {
    nullable: true,
    description:
      'The ratings of the hives of one of your apiaries over time: of those that have any, the oldest hive first. Of a hive that has moved since, you see them if you see the apiary where it stands now.',
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
      'The ratings of the hives that were in the apiary at that time: of those that have any, the oldest hive first. Of a hive that has moved since, you see them if you see the apiary where it stands now.',
  })
  healthTrends(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => HealthTrendsArgs) args: HealthTrendsArgs,
    @Ctx() context: Context,
  ): Promise<HealthTrend[]> {
    return loadHealthTrends(context, apiaryId, args);
  }
}
