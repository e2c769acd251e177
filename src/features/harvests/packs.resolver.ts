// Jars that were filled from lots, and what lots contain.
import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LotPack } from './lot-pack.entity.js';
import { PackLotInput, VoidPackArgs } from './lots.inputs.js';
import * as commands from './packs.commands.js';

@Resolver(() => LotPack)
export class PacksResolver {
  @Mutation(() => LotPack, {
    description:
      'Fills jars of one size from a lot, never more than it contains, and takes the jars and labels from the stock: all of it or nothing. At most 1,000 packs of each lot.',
  })
  packLot(
    @Arg('input', () => PackLotInput, { description: 'The jars.' }) input: PackLotInput,
    @Ctx() context: Context,
  ): Promise<LotPack | Row<LotPack>> {
    return createOnce(context, LotPack, input, (id) => commands.packLot(context, id, input));
  }

  @Mutation(() => LotPack, {
    description:
      'Voids a mistaken pack. Its honey is left in the lot again, and its jars and labels return to the stock, for which you need the role in the apiaries of both items. Voiding it again changes nothing.',
  })
  voidPack(
    @Args(() => VoidPackArgs) { id, reason, expectedVersion }: VoidPackArgs,
    @Ctx() context: Context,
  ): Promise<LotPack> {
    return commands.voidPack(context, id, reason, { expectedVersion });
  }
}
