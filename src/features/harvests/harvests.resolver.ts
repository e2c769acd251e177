import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { EXPECTED_VERSION } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest } from './harvest.entity.js';
import { HarvestConnection, harvestListArgs, LotHarvestConnection } from './harvest-lists.js';
import { HarvestRevision } from './harvest-revision.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import * as commands from './harvests.commands.js';
import {
  AmendHarvestInput,
  CloseHarvestInput,
  HarvestsOfArgs,
  RecordHarvestInput,
  UpdateHarvestDraftInput,
  VoidHarvestArgs,
} from './harvests.inputs.js';
import { LotHarvest } from './lot-harvest.entity.js';

@Resolver(() => Harvest)
export class HarvestsResolver {
  @Query(() => HarvestConnection, {
    nullable: true,
    description: 'Harvests, newest first: of one apiary, or all of your own, those of deleted apiaries included.',
  })
  async harvests(
    @Args(() => HarvestsOfArgs) { apiaryId, ...args }: HarvestsOfArgs,
    @Ctx() { access, own }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Page<Row<Harvest>>> {
    const list = harvestListArgs(args, fields);
    if (apiaryId == null) return own.list(Harvest, list);
    return access.listOf(Harvest, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Harvest, { nullable: true, description: 'One of your harvests.' })
  harvest(
    @Arg('id', () => ID, { description: 'The id of the harvest.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Row<Harvest>> {
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

  @FieldResolver(() => [HarvestSource], { description: 'What was taken from each hive; at most 100.' })
  async sources(
    @RootColumn(Harvest, 'id') harvestId: string,
    @Ctx() { loaders }: Context,
    @Columns(HarvestSource) fields: Columns<HarvestSource>,
  ): Promise<Row<HarvestSource>[]> {
    const list = { order: { position: 'asc' }, fields } as const;
    return (await loaders.listOf(HarvestSource, 'harvest', list).load(harvestId)).nodes;
  }

  @FieldResolver(() => [HarvestRevision], { description: 'Its earlier revisions, the latest first; at most 201.' })
  async revisions(
    @RootColumn(Harvest, 'id') harvestId: string,
    @Ctx() { loaders }: Context,
    @Columns(HarvestRevision) fields: Columns<HarvestRevision>,
  ): Promise<Row<HarvestRevision>[]> {
    const list = { order: { revision: 'desc' }, fields } as const;
    return (await loaders.listOf(HarvestRevision, 'harvest', list).load(harvestId)).nodes;
  }

  @FieldResolver(() => LotHarvestConnection, {
    description: 'What lots contain of it, of those that you see, the first lot first.',
  })
  lots(
    @RootColumn(Harvest, 'id') harvestId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: Context,
    @Columns(LotHarvest) fields: Columns<LotHarvest>,
  ): Promise<Page<Row<LotHarvest>>> {
    const list = { ...readPageArgs(args), order: { id: 'asc' }, fields } as const;
    return loaders.listOf(LotHarvest, 'harvest', list).load(harvestId);
  }

  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary; null if it has been deleted or is no longer yours.',
  })
  async apiary(
    @RootColumn(Harvest, 'apiaryId') apiaryId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary> | null> {
    return apiaryId === null ? null : loaders.byId(Apiary, fields).load(apiaryId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who recorded, closed, amended or voided it last; null if the account has been deleted.',
  })
  actor(@RootColumn(Harvest, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }
}

@Resolver(() => HarvestRevision)
export class HarvestRevisionsResolver {
  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who made this revision; null if the account has been deleted.',
  })
  actor(@RootColumn(HarvestRevision, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }
}
