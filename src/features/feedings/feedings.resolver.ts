import { Arg, Args, Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { DaysArgs } from '../../graphql/filter.js';
import { Legacy } from '../../graphql/legacy.js';
import { ApiaryDeleteMutation, PayloadMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { feedingList } from './feeding.edges.js';
import { Feeding } from './feeding.entity.js';
import { FeedingTotals, loadFeedingTotals } from './feeding-totals.queries.js';
import { recordFeeding, updateFeeding } from './feedings.commands.js';
import { FeedingsArgs, RecordFeedingInput, UpdateFeedingInput } from './feedings.inputs.js';
import { RecordedFeedings } from './recorded-feedings.types.js';

@Resolver(() => Feeding)
export class FeedingsResolver {
  @Legacy()
  @Query(() => feedingList.page, { nullable: true, description: 'The feedings of a hive, newest first.' })
  feedings(
    @Args(() => FeedingsArgs) { beehiveId, ...args }: FeedingsArgs,
    @Ctx() { loaders }: Context,
    @Columns(Feeding) fields: Columns<Feeding>,
  ): Promise<Page<Selected<Feeding>>> {
    return loaders.listBelow(Feeding, 'beehive', { type: Beehive, id: beehiveId }, feedingList.read(args, fields));
  }

  @PayloadMutation(RecordedFeedings, 'feedings', {
    description:
      'Records a feeding of 1 to 500 hives: of all of them, or of none. With `stock`, the feed for all hives is taken from the stock in one movement; if there is not enough, nothing is recorded.',
  })
  async recordFeeding(
    @Arg('input', () => RecordFeedingInput) input: RecordFeedingInput,
    @Ctx() context: Context,
  ): Promise<RecordedFeedings> {
    return { feedings: await recordFeeding(context, input) };
  }

  @RecordMutation(Feeding, { description: 'Corrects a feeding. The stock does not change.' })
  updateFeeding(
    @Arg('input', () => UpdateFeedingInput) input: UpdateFeedingInput,
    @Ctx() context: Context,
  ): Promise<Feeding> {
    return updateFeeding(context, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes a feeding; the stock does not change. Returns its id, also if it has been deleted already.',
  })
  deleteFeeding(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Feeding, id, { expectedVersion });
  }
}

@Resolver(() => Beehive)
export class BeehiveFeedingsResolver {
  @FieldResolver(() => FeedingTotals, { description: 'What it was fed with in a time.' })
  feedingTotals(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => DaysArgs) args: DaysArgs,
    @Ctx() context: Context,
  ): Promise<FeedingTotals> {
    return loadFeedingTotals(context, 'beehive_id', beehiveId, args);
  }
}

@Resolver(() => Apiary)
export class ApiaryFeedingsResolver {
  @FieldResolver(() => FeedingTotals, {
    description: 'What hives that were in the apiary at that time were fed with in a time.',
  })
  feedingTotals(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => DaysArgs) args: DaysArgs,
    @Ctx() context: Context,
  ): Promise<FeedingTotals> {
    return loadFeedingTotals(context, 'apiary_id', apiaryId, args);
  }
}
