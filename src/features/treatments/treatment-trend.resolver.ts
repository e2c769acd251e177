import { Args, ArgsType, Ctx, Field, FieldResolver, Int, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { RequiredField } from '../../graphql/input-fields.js';
import { CalendarPeriod } from '../../shared/period.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { isWithin, MiteTrendArgs, readPeriod } from './mite-trend.queries.js';
import { Treatment } from './treatment.entity.js';

@ArgsType()
class TreatmentTrendArgs extends MiteTrendArgs {
  @RequiredField(() => CalendarPeriod, 'The length of the periods.')
  period!: CalendarPeriod;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The treatments of one product that began within a week or a month.',
})
class TreatmentPoint {
  @Field(() => LocalDate, { description: 'The first day of the period.' })
  from!: string;

  @Field(() => String, { description: 'The name of the product.' })
  productName!: string;

  @Field(() => Int, { description: 'The number of treatments.' })
  treatmentsCount!: number;

  @Field(() => Int, { description: 'The number of hives that were treated, deleted ones included.' })
  beehivesCount!: number;
}

@Resolver(() => Apiary)
export class ApiaryTreatmentTrendResolver {
  @FieldResolver(() => [TreatmentPoint], {
    description:
      'The treatments in the apiary over time, for a chart: by period, then by product. Voided ones do not count.',
  })
  treatmentTrend(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => TreatmentTrendArgs) { period: length, ...args }: TreatmentTrendArgs,
    @Ctx() { loaders }: Context,
  ): Promise<TreatmentPoint[]> {
    const period = readPeriod(args);
    const rows = loaders.readModel<TreatmentPoint & { parent: string }>(
      Treatment,
      ({ table, ownership, parents, bind }) =>
        `select apiary_id as parent, date_trunc('${length}', started_on::timestamp)::date as "from", product_name as "productName",
           count(*)::int as "treatmentsCount", count(distinct treated_beehive_id)::int as "beehivesCount"
         from ${table} where ${ownership} and apiary_id = any(${parents}) and current and status <> 'VOIDED'
           and ${isWithin(period, `${table}.started_on`, bind)}
         group by 1, 2, 3 order by 2, 3`,
    );
    return rows.load(apiaryId);
  }
}
