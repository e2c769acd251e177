// Jars that were filled from lots, and what lots contain.
import { Arg, Args, Ctx, FieldResolver, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { loadPerson, Person } from '../accounts/person.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Harvest } from './harvest.entity.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { LotPack } from './lot-pack.entity.js';
import { PackLotInput, VoidPackArgs } from './lots.inputs.js';
import * as commands from './packs.commands.js';

const LotPackConnection = connectionOf(LotPack, 'LotPack', 'packs');

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

  @FieldResolver(() => Lot, { description: 'The lot.' })
  lot(
    @RootColumn(LotPack, 'lotId') lotId: string,
    @Ctx() { loaders }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Row<Lot>> {
    return loaders.parent(Lot, fields).load(lotId);
  }

  @FieldResolver(() => StockMovement, {
    nullable: true,
    description:
      'The stock movement of the jars; null if none, or if the item has been deleted or is of another owner.',
  })
  async jarMovement(
    @RootColumn(LotPack, 'jarMovementId') jarMovementId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(StockMovement) fields: Columns<StockMovement>,
  ): Promise<Row<StockMovement> | null> {
    return jarMovementId == null ? null : loaders.byId(StockMovement, fields).load(jarMovementId);
  }

  @FieldResolver(() => StockMovement, {
    nullable: true,
    description:
      'The stock movement of the labels; null if none, or if the item has been deleted or is of another owner.',
  })
  async labelMovement(
    @RootColumn(LotPack, 'labelMovementId') labelMovementId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(StockMovement) fields: Columns<StockMovement>,
  ): Promise<Row<StockMovement> | null> {
    return labelMovementId == null ? null : loaders.byId(StockMovement, fields).load(labelMovementId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'Who recorded it; null if the account has been deleted.',
  })
  actor(@RootColumn(LotPack, 'actorId') actorId: string, @Ctx() context: Context): Promise<Person | null> {
    return loadPerson(context, actorId);
  }
}

@Resolver(() => Lot)
export class LotPacksResolver {
  @FieldResolver(() => LotPackConnection, {
    description: 'The jars that were filled from it, newest first, voided ones included.',
  })
  packs(
    @RootColumn(Lot, 'id') lotId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: Context,
    @Columns(LotPack) fields: Columns<LotPack>,
  ): Promise<Page<Row<LotPack>>> {
    const list = { ...readPageArgs(args), order: { packedOn: 'desc' }, fields } as const;
    return loaders.listOf(LotPack, 'lot', list).load(lotId);
  }
}

@Resolver(() => LotHarvest)
export class LotContentsResolver {
  @FieldResolver(() => Lot, { nullable: true, description: 'The lot; null if you do not see it.' })
  lot(
    @RootColumn(LotHarvest, 'lotId') lotId: string,
    @Ctx() { loaders }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Row<Lot> | null> {
    return loaders.byId(Lot, fields).load(lotId);
  }

  @FieldResolver(() => Harvest, { nullable: true, description: 'The harvest; null if you do not see its apiary.' })
  harvest(
    @RootColumn(LotHarvest, 'harvestId') harvestId: string,
    @Ctx() { loaders }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Row<Harvest> | null> {
    return loaders.byId(Harvest, fields).load(harvestId);
  }
}
