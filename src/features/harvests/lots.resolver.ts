import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, RecordMutation } from '../../graphql/payload.js';
import { InputOf, VersionedIdInput } from '../../graphql/record-input.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { lotList } from './harvest.lists.js';
import { Lot } from './lot.entity.js';
import * as commands from './lots.commands.js';
import { CreateLotInput, LotByCodeArgs, LotsArgs, UpdateLotInput } from './lots.inputs.js';
import { LotOrigin, loadOrigins } from './origins.queries.js';

@Resolver(() => Lot)
export class LotsResolver {
  @Query(() => lotList.page, {
    nullable: true,
    description: 'Lots of honey, newest first: of one apiary, or all of your own, those of deleted apiaries included.',
  })
  async lots(
    @Args(() => LotsArgs) { apiaryId, ...args }: LotsArgs,
    @Ctx() { loaders, own }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Page<Selected<Lot>>> {
    const list = lotList.read(args, fields);
    if (apiaryId == null) return own.list(Lot, list);
    return loaders.listBelow(Lot, 'apiary', { type: Apiary, id: apiaryId }, list);
  }

  @Query(() => Lot, { nullable: true, description: 'One of your lots of honey.' })
  lot(
    @Arg('id', () => ID, { description: 'The id of the lot.' }) id: string,
    @Ctx() { loaders }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Selected<Lot>> {
    return loaders.one(Lot, id, fields);
  }

  @Query(() => Lot, {
    nullable: true,
    description:
      'The lot with this code. `contents { harvest { sources } }` leads back to hives, treatments and inspections; `packs` leads forward.',
  })
  async lotByCode(
    @Args(() => LotByCodeArgs) { code, apiaryId }: LotByCodeArgs,
    @Ctx() { access, loaders, own }: Context,
  ): Promise<Row<Lot>> {
    const newest = { where: { code }, order: { createdAt: 'desc' }, first: 1 } as const;
    const find = async (): Promise<Row<Lot> | undefined> => {
      if (apiaryId != null)
        return (await loaders.listBelow(Lot, 'apiary', { type: Apiary, id: apiaryId }, newest)).nodes[0];
      return (await own.list(Lot, newest)).nodes[0] ?? (await access.list(Lot, newest)).nodes[0];
    };
    const lot = await find();
    if (!lot) throw AppError.notFound('Lot');
    return lot;
  }

  @RecordMutation(Lot, {
    description:
      'Creates a lot from closed harvests, of which it never takes more than there is. Honey that is not for sale can only be in a lot that is not for sale.',
  })
  createLot(
    @Arg('input', () => CreateLotInput) input: CreateLotInput,
    @Ctx() context: Context,
  ): Promise<Lot | Row<Lot>> {
    return createOnce(context, Lot, input, (id) => commands.createLot(context, id, input));
  }

  @RecordMutation(Lot, {
    description: 'Updates a lot. Its code and its contents never change: delete it while nothing is packed.',
  })
  updateLot(
    @Arg('input', () => UpdateLotInput) { id, ...input }: UpdateLotInput,
    @Ctx() { access }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Selected<Lot>> {
    return access.update(Lot, id, input, fields);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Deletes a lot of which nothing is packed; its honey is left in its harvests again. Returns its id, also if it has been deleted already.',
  })
  deleteLot(
    @InputOf(VersionedIdInput) { id, expectedVersion }: VersionedIdInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.deleteLot(context, id, { expectedVersion });
  }

  @FieldResolver(() => [LotOrigin], {
    description:
      'The countries of origin for the label, the largest share first, as Directive (EU) 2024/1438 demands of blends. The percentages are whole numbers that add up to 100.',
  })
  origins(@RootColumn(Lot, 'id') lotId: string, @Ctx() context: Context): Promise<LotOrigin[]> {
    return loadOrigins(context, lotId);
  }
}
