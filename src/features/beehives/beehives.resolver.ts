import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver } from 'type-graphql';
import { AllowOverQuota, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { requireSeen } from '../../graphql/seen-ids.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from './beehive.entity.js';
import { beehiveList } from './beehive.lists.js';
import * as commands from './beehives.commands.js';
import { CreateBeehiveInput, CreateBeehivesInput, UpdateBeehiveInput, ViewerBeehivesArgs } from './beehives.inputs.js';
import { LIVING } from './living.commands.js';

@Resolver(() => Beehive)
export class BeehivesResolver {
  @Query(() => beehiveList.page, {
    nullable: true,
    description: 'Your hives, in one apiary or in all: living ones, unless the filter asks for others.',
  })
  async beehives(
    @Args(() => ViewerBeehivesArgs) args: ViewerBeehivesArgs,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Page<Selected<Beehive>>> {
    await requireSeen(context, args);
    const list = beehiveList.read(args, fields);
    if (args.apiaryId == null) return context.access.list(Beehive, list);
    return context.loaders.listBelow(Beehive, 'apiary', { type: Apiary, id: args.apiaryId }, list);
  }

  @Query(() => Beehive, { nullable: true, description: 'One of your hives, also if it has ended.' })
  beehive(
    @Arg('id', () => ID, { description: 'The id of the hive.' }) id: string,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Selected<Beehive>> {
    return context.loaders.one(Beehive, id, fields);
  }

  @RecordMutation(Beehive, { description: 'Creates a hive in an apiary.' })
  createBeehive(
    @Arg('input', () => CreateBeehiveInput) input: CreateBeehiveInput,
    @Ctx() context: Context,
  ): Promise<Beehive | Row<Beehive>> {
    return createOnce(context, Beehive, input, (id) => commands.createBeehive(context, id, input));
  }

  @RecordMutation([Beehive], {
    description:
      'Creates 1 to 100 hives: all of them, or none. Returns them in the same order. If numbers or names are taken, `fields` of the error names them: `beehives.7.beehiveNumber`.',
  })
  createBeehives(
    @Arg('input', () => CreateBeehivesInput) { beehives }: CreateBeehivesInput,
    @Ctx() context: Context,
  ): Promise<(Beehive | Row<Beehive>)[]> {
    return commands.createBeehives(context, beehives);
  }

  @RecordMutation(Beehive, { description: 'Updates a hive, or moves it to another apiary.' })
  @ManualTransaction()
  updateBeehive(
    @Arg('input', () => UpdateBeehiveInput) { id, ...input }: UpdateBeehiveInput,
    @Ctx() context: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Selected<Beehive>> {
    return commands.updateBeehive(context, id, input, fields);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a hive, with its history: for one that was created by mistake. If its colony was lost or united, use `recordLoss` or `uniteBeehives`. Of a hive that was split off, its frames and its queen are gone, too. Returns its id, also if it has been deleted already.',
  })
  deleteBeehive(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return deleteRow(context, Beehive, id, { expectedVersion });
  }
}

/** A field of Apiary; apiaries/ does not import beehives/. */
@Resolver(() => Apiary)
export class ApiaryBeehivesResolver {
  @FieldResolver(() => Int, { description: 'The number of its living hives.' })
  beehivesCount(@RootColumn(Apiary, 'id') apiaryId: string, @Ctx() { loaders }: Context): Promise<number> {
    return loaders.countOf(Beehive, 'apiary', LIVING).load(apiaryId);
  }
}
