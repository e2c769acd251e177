// Jars that were filled from lots, and what lots contain.
import { Arg, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RecordMutation } from '../../graphql/payload.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { LotPack } from './lot-pack.entity.js';
import { PackLotInput, VoidLotPackInput } from './lots.inputs.js';
import * as commands from './packs.commands.js';

@Resolver(() => LotPack)
export class PacksResolver {
  @RecordMutation(LotPack, {
    description:
      'Fills jars of one size from a lot, never more than it contains, and takes the jars and labels from the stock: all of it or nothing. At most 1,000 packs of each lot.',
  })
  packLot(
    @Arg('input', () => PackLotInput) input: PackLotInput,
    @Ctx() context: Context,
  ): Promise<LotPack | Row<LotPack>> {
    return createOnce(context, LotPack, input, (id) => commands.packLot(context, id, input));
  }

  @RecordMutation(LotPack, {
    description:
      'Voids a mistaken pack. Its honey is left in the lot again, and its jars and labels return to the stock.',
  })
  voidLotPack(
    @Arg('input', () => VoidLotPackInput) { id, reason, expectedVersion }: VoidLotPackInput,
    @Ctx() context: Context,
  ): Promise<LotPack> {
    return commands.voidLotPack(context, id, reason, { expectedVersion });
  }
}
