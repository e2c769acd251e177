import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { DefaultedInt } from '../../graphql/input-fields.js';
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { groupBy } from '../../shared/group-by.js';
import { LocalDate } from '../../shared/scalars.js';
import { Inspection } from '../inspections/inspection.entity.js';

const DEFAULT_DAYS = 365;

@ArgsType()
export class HealthTrendsArgs {
  @DefaultedInt(1, 3650, DEFAULT_DAYS, 'The number of days before today, 1 to 3650.')
  days?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'The ratings of a hive on one day.' })
export class HealthPoint {
  @Field(() => LocalDate, { description: 'The day, in the time zone of the apiary.' })
  date!: string;

  @Field(() => Float, {
    description:
      'The average of the ratings (`Answer.score`) that the client gave to answers, on its own scale, with two decimals.',
  })
  score!: number;

  @Field(() => Int, { description: 'The number of rated answers.' })
  answersCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The ratings of a hive over time, as points of a chart.' })
export class HealthTrend {
  @Field(() => ID, { description: lastingId('hive') })
  beehiveId!: string;

  @Field(() => [HealthPoint], { description: 'A point for each day with rated answers, oldest first.' })
  points!: HealthPoint[];
}

interface PointRow extends HealthPoint {
  parent: string;
  beehiveId: string;
}

/** The trends of the living hives that have points. Like other trends, they follow the apiary in which the hive stood at that time. */
export async function loadHealthTrends(
  { loaders }: Context,
  apiaryId: string,
  { days }: HealthTrendsArgs,
): Promise<HealthTrend[]> {
  const rows = loaders.readModel<PointRow>(Inspection, ({ table, ownership, parents, bind }) => {
    const from = startOfDayIn('z.time_zone', `${dayIn('z.time_zone')} - ${bind(days ?? DEFAULT_DAYS)}::int`);
    return `select i.apiary_id as parent, i.beehive_id as "beehiveId", to_char(i.occurred_at at time zone z.time_zone, 'YYYY-MM-DD') as date,
      round(avg(a.score), 2)::float8 as score, count(*)::int as "answersCount"
    from (select * from ${table} where ${ownership} and current and status = 'COMPLETED' and apiary_id = any(${parents})) i
      join apiaries z on z.id = i.apiary_id and i.occurred_at >= ${from} join answers a on a.inspection_id = i.id join beehives b on b.id = i.beehive_id
    where a.score is not null and b.ended_on is null group by 1, 2, 3, b.created_at order by b.created_at, 2, 3`;
  });
  return [...groupBy(await rows.load(apiaryId), ({ beehiveId }) => beehiveId)].map(([beehiveId, points]) => ({
    beehiveId,
    points,
  }));
}
