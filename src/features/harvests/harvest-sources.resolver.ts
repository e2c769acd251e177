import { Ctx, FieldResolver, ID, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { INSPECTIONS, loadTrace, MAX_TRACED, TRACED_DAYS, TREATMENTS } from './trace.queries.js';

@Resolver(() => HarvestSource)
export class HarvestSourcesResolver {
  @FieldResolver(() => ID, { description: lastingId('hive') })
  beehiveId(@RootColumn(HarvestSource, 'harvestedBeehiveId') id: string): string {
    return id;
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
