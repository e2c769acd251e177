import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { loadQueenOfSource } from './queen-honey.js';
import { INSPECTIONS, loadTrace, MAX_TRACED, TRACED_DAYS, TREATMENTS } from './trace.js';

@Resolver(() => HarvestSource)
export class HarvestSourcesResolver {
  @FieldResolver(() => Beehive, {
    nullable: true,
    description: 'The hive; null if it has been deleted or given away, or is in an apiary that you do not see.',
  })
  async beehive(
    @RootColumn(HarvestSource, 'beehiveId') beehiveId: string | null,
    @Ctx() { loaders }: Context,
    @Columns(Beehive) fields: Columns<Beehive>,
  ): Promise<Row<Beehive> | null> {
    return beehiveId === null ? null : loaders.byId(Beehive, fields).load(beehiveId);
  }

  @FieldResolver(() => Queen, {
    nullable: true,
    description:
      'The queen of the hive on the day of the harvest, as the reigns say now; null if none is recorded for that day, you do not see the hive or her, or the hive has been given to another account.',
  })
  async queen(
    @RootColumn(HarvestSource, 'id') id: string,
    @Ctx() context: Context,
    @Columns(Queen) fields: Columns<Queen>,
  ): Promise<Row<Queen> | null> {
    const queenId = await loadQueenOfSource(context, id);
    return queenId === null ? null : context.loaders.byId(Queen, fields).load(queenId);
  }

  @FieldResolver(() => [Treatment], {
    description: `The treatments of the hive that may concern this honey, the latest first, at most ${MAX_TRACED}: those that began until the day of the harvest and had not ended for ${TRACED_DAYS} days, or for their withdrawal period if that is longer. Of a hive that was given away, its new owner has them.`,
  })
  treatments(@RootColumn(HarvestSource, 'id') id: string, @Ctx() context: Context): Promise<Row<Treatment>[]> {
    return loadTrace(context, id, TREATMENTS);
  }

  @FieldResolver(() => [Inspection], {
    description: `The completed inspections of the hive within the ${TRACED_DAYS} days before the harvest, the latest first, at most ${MAX_TRACED}. Inspections are deleted with their hive.`,
  })
  inspections(@RootColumn(HarvestSource, 'id') id: string, @Ctx() context: Context): Promise<Row<Inspection>[]> {
    return loadTrace(context, id, INSPECTIONS);
  }
}
