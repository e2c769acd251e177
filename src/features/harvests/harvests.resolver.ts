import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest } from './harvest.entity.js';
import { harvestList } from './harvest.lists.js';
import * as commands from './harvests.commands.js';
import {
  AmendHarvestInput,
  CloseHarvestInput,
  HarvestsArgs,
  RecordHarvestInput,
  UpdateHarvestDraftInput,
  VoidHarvestInput,
} from './harvests.inputs.js';

@Resolver(() => Harvest)
export class HarvestsResolver {
  @Query(() => harvestList.page, {
    nullable: true,
    description: 'Harvests, newest first: of one apiary, or all of your own, those of deleted apiaries included.',
  })
  async harvests(
    @Args(() => HarvestsArgs) { apiaryId, ...args }: HarvestsArgs,
    @Ctx() { loaders, own }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Page<Selected<Harvest>>> {
    const list = harvestList.read(args, fields);
    if (apiaryId == null) return own.list(Harvest, list);
    return loaders.listBelow(Harvest, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Harvest, { nullable: true, description: 'One of your harvests.' })
  harvest(
    @Arg('id', () => ID, { description: 'The id of the harvest.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Selected<Harvest>> {
    return loaders.one(Harvest, id, fields);
  }

  @RecordMutation(Harvest, {
    description:
      'Records a harvest, closed or as a draft. Without `override`, a closed one is refused if a hive was in a withdrawal period on that day (WITHDRAWAL_ACTIVE), or in one that is not stated (WITHDRAWAL_UNKNOWN).',
  })
  recordHarvest(
    @Arg('input', () => RecordHarvestInput) input: RecordHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest | Row<Harvest>> {
    return createOnce(context, Harvest, input, (id) => commands.recordHarvest(context, id, input));
  }

  @RecordMutation(Harvest, { description: 'Updates the draft of a harvest.' })
  updateHarvestDraft(
    @Arg('input', () => UpdateHarvestDraftInput) { id, ...input }: UpdateHarvestDraftInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.updateDraft(context, id, input);
  }

  @RecordMutation(Harvest, {
    description:
      'Closes the draft of a harvest, with the checks of `recordHarvest`. A closed harvest is returned as it is.',
  })
  closeHarvest(
    @Arg('input', () => CloseHarvestInput) { id, ...input }: CloseHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.closeHarvest(context, id, input);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description: 'Deletes the draft of a harvest. Returns its id, also if it has been deleted already.',
  })
  discardHarvestDraft(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.discardDraft(context, id, { expectedVersion });
  }

  @RecordMutation(Harvest, {
    description:
      'Amends a closed harvest, which keeps its id and its earlier revisions. It cannot have less honey than its lots contain. Added hives, and another day, are checked as by `recordHarvest`.',
  })
  amendHarvest(
    @Arg('input', () => AmendHarvestInput) { id, ...input }: AmendHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.amendHarvest(context, id, input);
  }

  @RecordMutation(Harvest, {
    description:
      'Voids a closed harvest that was recorded by mistake and is in no lot. The record is kept, and counts for nothing. Voiding it again changes nothing.',
  })
  voidHarvest(
    @Arg('input', () => VoidHarvestInput) { id, reason, expectedVersion }: VoidHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.voidHarvest(context, id, reason, { expectedVersion });
  }
}
