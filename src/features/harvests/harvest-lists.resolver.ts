// Fields of apiaries that return harvests and lots; apiaries/ does not import harvests/.
import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Harvest } from './harvest.entity.js';
import { HarvestConnection, harvestListArgs, LotConnection, lotListArgs } from './harvest-lists.js';
import { HarvestsArgs } from './harvests.inputs.js';
import { Lot } from './lot.entity.js';
import { LotsArgs } from './lots.inputs.js';

@Resolver(() => Apiary)
export class ApiaryHarvestsResolver {
  @FieldResolver(() => HarvestConnection, { description: 'Its harvests, newest first.' })
  harvests(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => HarvestsArgs) args: HarvestsArgs,
    @Ctx() { loaders }: Context,
    @Columns(Harvest) fields: Columns<Harvest>,
  ): Promise<Page<Row<Harvest>>> {
    return loaders.listOf(Harvest, 'apiary', harvestListArgs(args, fields)).load(apiaryId);
  }

  @FieldResolver(() => LotConnection, { description: 'Its lots of honey, newest first.' })
  lots(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => LotsArgs) args: LotsArgs,
    @Ctx() { loaders }: Context,
    @Columns(Lot) fields: Columns<Lot>,
  ): Promise<Page<Row<Lot>>> {
    return loaders.listOf(Lot, 'apiary', lotListArgs(args, fields)).load(apiaryId);
  }
}
