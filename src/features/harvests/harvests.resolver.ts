import { Arg, Args, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest } from './harvest.entity.js';
import { harvestList } from './harvest-lists.js';
import * as commands from './harvests.commands.js';
import {
  AmendHarvestInput,
  CloseHarvestInput,
  HarvestsOfArgs,
  RecordHarvestInput,
  UpdateHarvestDraftInput,
  VoidHarvestArgs,
} from './harvests.inputs.js';

@Resolver(() => Harvest)
export class HarvestsResolver {
  @Query(() => harvestList.page, {
    nullable: true,
    description: 'Harvests, newest first: of one apiary, or all of your own, those of deleted apiaries included.',
  })
  async harvests(
    @Args(() => HarvestsOfArgs) { apiaryId, ...args }: HarvestsOfArgs,
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

  @Mutation(() => Harvest, {
    description:
      'Records a harvest, closed or as a draft. A closed one is refused while a hive was in a withdrawal period on that day (WITHDRAWAL_ACTIVE, with each hive and its last day), or was treated with a product whose period is not stated (WITHDRAWAL_UNKNOWN: correct the treatment); only with `override` it is recorded, as not for sale. Honey of a day after the end of a hive is always refused (BEEHIVE_ENDED).',
  })
  recordHarvest(
    @Arg('input', () => RecordHarvestInput, { description: 'The harvest.' }) input: RecordHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest | Row<Harvest>> {
    return createOnce(context, Harvest, input, (id) => commands.recordHarvest(context, id, input));
  }

  @Mutation(() => Harvest, { description: 'Updates the draft of a harvest.' })
  updateHarvestDraft(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('input', () => UpdateHarvestDraftInput, { description: 'The changes.' }) input: UpdateHarvestDraftInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.updateDraft(context, id, input);
  }

  @Mutation(() => Harvest, {
    description:
      'Closes the draft of a harvest, with the checks of `recordHarvest`. A closed harvest is returned as it is.',
  })
  closeHarvest(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('input', () => CloseHarvestInput, { nullable: true, description: 'How it is closed. If omitted, as it is.' })
    input: CloseHarvestInput | null,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.closeHarvest(context, id, input ?? {});
  }

  @AllowOverQuota()
  @Mutation(() => ID, {
    description: 'Deletes the draft of a harvest permanently. Returns its id, also if it has been deleted already.',
  })
  discardHarvestDraft(
    @Arg('id', () => ID, { description: 'The id of the draft.' }) id: string,
    @Arg('expectedVersion', () => Int, EXPECTED_VERSION) expectedVersion: number | null,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.discardDraft(context, id, { expectedVersion });
  }

  @Mutation(() => Harvest, {
    description:
      'Amends a closed harvest, which keeps its id; what it was is kept as an earlier revision. It cannot have less honey than its lots contain. An amendment that changes nothing is not recorded. Hives that it had on that day stay, also if they have ended before it since; added hives, and another day, are checked as by `recordHarvest`. If a hive was deleted or given away, its treatments are not known, so another day needs an `override`.',
  })
  amendHarvest(
    @Arg('id', () => ID, { description: 'The id of the harvest.' }) id: string,
    @Arg('input', () => AmendHarvestInput, { description: 'The amendment, and the reason.' }) input: AmendHarvestInput,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.amendHarvest(context, id, input);
  }

  @Mutation(() => Harvest, {
    description:
      'Voids a closed harvest that was recorded by mistake and is in no lot. The record is kept, and counts for nothing. Voiding it again changes nothing.',
  })
  voidHarvest(
    @Args(() => VoidHarvestArgs) { id, reason, expectedVersion }: VoidHarvestArgs,
    @Ctx() context: Context,
  ): Promise<Harvest> {
    return commands.voidHarvest(context, id, reason, { expectedVersion });
  }
}
