// Fields of hives and apiaries that return inspections; beehives/ and apiaries/ do not import inspections/.
import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import { InspectionConnection, inspectionListArgs } from './inspection-lists.js';
import { InspectionsArgs } from './inspections.inputs.js';

@Resolver(() => Beehive)
export class BeehiveInspectionsResolver {
  @FieldResolver(() => InspectionConnection, { description: 'Its inspections, newest first.' })
  inspections(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => InspectionsArgs) args: InspectionsArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    return context.loaders.listOf(Inspection, 'beehive', inspectionListArgs(args, fields)).load(beehiveId);
  }

  @FieldResolver(() => Inspection, {
    nullable: true,
    description: 'The latest completed inspection; null if there is none.',
  })
  async lastInspection(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Row<Inspection> | null> {
    const where = { current: true, status: InspectionStatus.COMPLETED };
    const list = { where, order: { occurredAt: 'desc' }, first: 1, fields } as const;
    return (await context.loaders.listOf(Inspection, 'beehive', list).load(beehiveId)).nodes[0] ?? null;
  }
}

@Resolver(() => Apiary)
export class ApiaryInspectionsResolver {
  @FieldResolver(() => InspectionConnection, {
    description:
      'The inspections of hives that were in the apiary at that time, newest first. Of a hive that has moved since, you see them if you see the apiary where it stands now.',
  })
  inspections(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => InspectionsArgs) args: InspectionsArgs,
    @Ctx() context: Context,
    @Columns(Inspection) fields: Columns<Inspection>,
  ): Promise<Page<Row<Inspection>>> {
    return context.loaders.listOf(Inspection, 'apiary', inspectionListArgs(args, fields)).load(apiaryId);
  }
}
