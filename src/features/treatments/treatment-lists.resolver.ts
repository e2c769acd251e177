// Fields of hives and apiaries that return treatments; beehives/ and apiaries/ do not import treatments/.
import { Args, Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Treatment } from './treatment.entity.js';
import { TreatmentConnection, treatmentListArgs } from './treatment-lists.js';
import { TreatmentsArgs } from './treatments.inputs.js';
import { loadWithdrawal, UNKNOWN_DAYS } from './withdrawal.js';

@Resolver(() => Beehive)
export class BeehiveTreatmentsResolver {
  @FieldResolver(() => TreatmentConnection, { description: 'Its treatments, newest first.' })
  treatmentRecords(
    @RootColumn(Beehive, 'id') beehiveId: string,
    @Args(() => TreatmentsArgs) args: TreatmentsArgs,
    @Ctx() { loaders }: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Page<Row<Treatment>>> {
    return loaders.listOf(Treatment, 'beehive', treatmentListArgs(args, fields)).load(beehiveId);
  }

  @FieldResolver(() => LocalDate, {
    nullable: true,
    description:
      'The last day of the withdrawal periods of its treatments: honey may be taken from the day after, unless `withdrawalUnknown`. The period of a treatment begins at its end. That of an active one begins at its announced or planned end, and not before today: it moves on until the treatment is ended. 9999-12-31 while an active treatment has neither end; null if no treatment states a period.',
  })
  async withdrawalUntil(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<string | null> {
    return (await loadWithdrawal(context, beehiveId)).until;
  }

  @FieldResolver(() => Boolean, {
    description: `Whether a treatment that is active, or has ended within the last ${UNKNOWN_DAYS} days, does not state its withdrawal period, so that \`withdrawalUntil\` omits it. The mobile app states none.`,
  })
  async withdrawalUnknown(@RootColumn(Beehive, 'id') beehiveId: string, @Ctx() context: Context): Promise<boolean> {
    return (await loadWithdrawal(context, beehiveId)).unknown;
  }
}

@Resolver(() => Apiary)
export class ApiaryTreatmentsResolver {
  @FieldResolver(() => TreatmentConnection, {
    description: 'The treatments of hives that were in the apiary at that time, newest first.',
  })
  treatmentRecords(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => TreatmentsArgs) args: TreatmentsArgs,
    @Ctx() { loaders }: Context,
    @Columns(Treatment) fields: Columns<Treatment>,
  ): Promise<Page<Row<Treatment>>> {
    return loaders.listOf(Treatment, 'apiary', treatmentListArgs(args, fields)).load(apiaryId);
  }
}
