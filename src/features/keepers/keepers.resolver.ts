import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { AllowOverQuota, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { DeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { loadOwnDay } from '../apiaries/apiary-days.queries.js';
import { Keeper } from './keeper.entity.js';
import * as commands from './keepers.commands.js';
import { CreateKeeperInput, KeeperArgs, KeepersArgs, UpdateKeeperInput } from './keepers.inputs.js';

const KeeperConnection = connectionOf(Keeper, 'Keeper');

@Resolver(() => Keeper)
export class KeepersResolver {
  @Query(() => KeeperConnection, { description: 'Your keepers, the latest first day first.' })
  keepers(
    @Args(() => KeepersArgs) args: KeepersArgs,
    @Ctx() { access }: Context,
    @Columns(Keeper) fields: Columns<Keeper>,
  ): Promise<Page<Selected<Keeper>>> {
    return access.list(Keeper, { ...readPageArgs(args), order: { validFrom: 'desc' }, fields });
  }

  @Query(() => Keeper, {
    nullable: true,
    description: 'Your keeper of a day; null if none had been recorded for it.',
  })
  async keeper(
    @Args(() => KeeperArgs) { on }: KeeperArgs,
    @Ctx() context: Context,
    @Columns(Keeper) fields: Columns<Keeper>,
  ): Promise<Selected<Keeper> | null> {
    const validFrom = { $lte: on ?? (await loadOwnDay(context)) };
    const { nodes } = await context.access.list(Keeper, {
      where: { validFrom },
      order: { validFrom: 'desc' },
      first: 1,
      fields,
    });
    return nodes[0] ?? null;
  }

  @RecordMutation(Keeper, {
    description: `Records who keeps your bees from a day on (KEEPER_DAY_TAKEN): registers of treatments name the keeper of each day. An account has at most ${commands.MAX_KEEPERS} (TOO_MANY_KEEPERS).`,
  })
  createKeeper(
    @Arg('input', () => CreateKeeperInput) input: CreateKeeperInput,
    @Ctx() context: Context,
  ): Promise<Keeper | Row<Keeper>> {
    return createOnce(context, Keeper, input, (id) => commands.createKeeper(context, id, input));
  }

  @RecordMutation(Keeper, { description: 'Corrects a keeper.' })
  @ManualTransaction()
  updateKeeper(
    @Arg('input', () => UpdateKeeperInput) { id, ...input }: UpdateKeeperInput,
    @Ctx() { access }: Context,
    @Columns(Keeper) fields: Columns<Keeper>,
  ): Promise<Selected<Keeper>> {
    return access.update(Keeper, id, input, fields);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description:
      'Deletes a keeper that was recorded by mistake: its days are those of the keeper before. Returns its id, also if it has been deleted already.',
  })
  deleteKeeper(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteKeeper(context, id, { expectedVersion });
  }
}
