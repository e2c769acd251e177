import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { OnlyTotal } from '../../graphql/columns.js';
import {
  loadWorklist,
  WorklistArgs,
  WorklistConnection,
  WorklistCount,
  WorklistItem,
  type WorklistPage,
} from './worklist.js';

@Resolver(() => WorklistItem)
export class WorklistResolver {
  @Query(() => WorklistConnection, {
    description: 'What needs you, in all your apiaries: the most severe first, then the earliest due date.',
  })
  worklist(
    @Args(() => WorklistArgs) args: WorklistArgs,
    @Ctx() context: Context,
    @OnlyTotal('counts') onlyCounts: boolean,
  ): Promise<WorklistPage> {
    return loadWorklist(context, args, onlyCounts);
  }
}

@Resolver(() => WorklistConnection)
export class WorklistCountsResolver {
  @FieldResolver(() => [WorklistCount], {
    description:
      'How many items of each kind are in the whole list: of all kinds, or of those asked for. Select it without `nodes` and no item is read.',
  })
  counts(@Root() page: WorklistPage): Promise<WorklistCount[]> {
    return page.loadCounts();
  }
}
