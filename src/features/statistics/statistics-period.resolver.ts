import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Statistics } from './statistics.queries.js';
import {
  loadStatisticsPeriod,
  requirePeriod,
  StatisticsPeriod,
  StatisticsPeriodArgs,
  yearBefore,
} from './statistics-period.queries.js';

@Resolver(() => Statistics)
export class PeriodOfStatisticsResolver {
  @FieldResolver(() => StatisticsPeriod, { description: 'What happened within a period, such as a season.' })
  async period(
    @Root() { apiaryId }: Statistics,
    @Args(() => StatisticsPeriodArgs) args: StatisticsPeriodArgs,
    @Ctx() context: Context,
  ): Promise<StatisticsPeriod> {
    requirePeriod(args);
    return loadStatisticsPeriod(context, apiaryId, args);
  }
}

@Resolver(() => StatisticsPeriod)
export class StatisticsPeriodResolver {
  @FieldResolver(() => StatisticsPeriod, { description: 'The same days of the year before, to compare with.' })
  yearBefore(@Root() period: StatisticsPeriod, @Ctx() context: Context): Promise<StatisticsPeriod> {
    return loadStatisticsPeriod(context, period.apiaryId, yearBefore(period));
  }
}
