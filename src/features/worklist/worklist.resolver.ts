import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import { OnlyTotal } from '../../graphql/columns.js';
import { loadWorklist, WorklistArgs, WorklistConnection, WorklistItem } from './worklist.js';

@Resolver(() => WorklistItem)
export class WorklistResolver {
  @Query(() => WorklistConnection, {
    description:
      'What needs you, in all your apiaries: the most severe first, then the earliest due date. Continue a page with the same arguments.',
  })
  worklist(
    @Args(() => WorklistArgs) args: WorklistArgs,
    @Ctx() context: Context,
    @OnlyTotal() onlyTotal: boolean,
  ): Promise<Page<WorklistItem>> {
    return loadWorklist(context, args, onlyTotal);
  }
}
