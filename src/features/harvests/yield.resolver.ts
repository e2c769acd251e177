import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import { type HoneyYield, HoneyYieldConnection, loadYield, YieldArgs } from './yield.queries.js';

@Resolver()
export class YieldResolver {
  @Query(() => HoneyYieldConnection, {
    nullable: true,
    description:
      'The honey of closed harvests, added up by hive, queen, apiary or year, the most first; groups without honey are left out. `Statistics.period` compares with the year before.',
  })
  honeyYield(@Args(() => YieldArgs) args: YieldArgs, @Ctx() context: Context): Promise<Page<HoneyYield>> {
    return loadYield(context, args);
  }
}
