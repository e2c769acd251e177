import { ArgsType, Field, Float, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Bind } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { OptionalField } from '../../graphql/input-fields.js';
import { createMessage } from '../../messages/message.js';
import { dayAt, dayIn, lastDay } from '../../shared/days.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { MiteCount } from './mite-count.entity.js';

/** Mites per 100 bees, in a sample of 300 (docs/treatments.md). */
export const WATCH_PER_100 = 2;
export const TREAT_PER_100 = 3;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 365;
const MAX_DAYS = 3660;

@ArgsType()
export class MiteTrendArgs {
  @OptionalField(() => LocalDate, 'The first day. If omitted, 365 days before the last one.')
  from?: string | null;

  @OptionalField(() => LocalDate, 'The last day, at most ten years after the first. If omitted, today.')
  to?: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The mite counts of a day, of one hive or of the hives of an apiary.',
})
export class MitePoint {
  @Field(() => LocalDate, { description: 'The day.' })
  date!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Mites per 100 bees in all samples of the day together, to two decimals; null if there was none.',
  })
  per100!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mites per 100 bees in the sample with the most, to two decimals; null if there was none.',
  })
  highestPer100!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mites per day on the sticky boards, on average, to two decimals; null if there was none.',
  })
  perDay!: number | null;

  @Field(() => Int, { description: 'The number of counts.' })
  miteCountsCount!: number;

  @Field(() => Int, { description: 'The number of hives in which mites were counted.' })
  beehivesCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'Mite counts over time, with the thresholds to draw beside them.' })
export class MiteTrend {
  @Field(() => [MitePoint], { description: 'The days that have counts, oldest first.' })
  points!: MitePoint[];

  @Field(() => Float, {
    description: 'From this number of mites per 100 bees on, a hive needs attention: that of its apiary, else 2.',
  })
  mitesToWatch!: number;

  @Field(() => Float, {
    description: 'From this number of mites per 100 bees on, a hive needs treatment: that of its apiary, else 3.',
  })
  mitesToTreat!: number;
}

/** @param parent the column by which the counts are grouped */
export async function loadMiteTrend(
  { loaders }: Context,
  parent: 'beehive_id' | 'apiary_id',
  id: string,
  args: MiteTrendArgs,
): Promise<MiteTrend> {
  const period = readPeriod(args);
  const rows = loaders.readModel<MitePoint & { parent: string }>(
    MiteCount,
    ({ table, ownership, parents, bind }) =>
      `select ${parent} as parent, counted_on as date, count(*)::int as "miteCountsCount", count(distinct beehive_id)::int as "beehivesCount",
         round(sum(mites) filter (where bees > 0) * 100.0 / sum(bees), 2)::float8 as "per100",
         round(max(mites * 100.0 / bees), 2)::float8 as "highestPer100", round(avg(mites::numeric / days), 2)::float8 as "perDay"
       from ${table} where ${ownership} and ${parent} = any(${parents}) and ${isWithin(period, `${table}.counted_on`, bind)}
       group by 1, 2 order by 2`,
  );
  const apiary = parent === 'apiary_id' ? id : (await loaders.parent(Beehive, ['apiaryId']).load(id)).apiaryId;
  const [points, { mitesToWatch, mitesToTreat }] = await Promise.all([
    rows.load(id),
    loaders.parent(Apiary, ['mitesToWatch', 'mitesToTreat']).load(apiary),
  ]);
  return { points, mitesToWatch: mitesToWatch ?? WATCH_PER_100, mitesToTreat: mitesToTreat ?? TREAT_PER_100 };
}

interface ChartPeriod {
  from: string;
  to: string;
  /** Whether it is the year before today, which begins on another day in each time zone; `from` and `to` contain them all. */
  endsToday: boolean;
}

/** @throws BAD_USER_INPUT for a period that is too long, so that a chart has a bounded number of points */
export function readPeriod({ from, to }: MiteTrendArgs): ChartPeriod {
  const last = to ?? lastDay();
  const endsToday = from == null && to == null;
  const days = endsToday ? DEFAULT_DAYS + 2 : DEFAULT_DAYS;
  const first = from ?? dayAt(Math.max(Date.parse(last) - days * DAY_MS, FIRST_DAY));
  if (Date.parse(last) - Date.parse(first) <= MAX_DAYS * DAY_MS) return { from: first, to: last, endsToday };
  throw AppError.badInput([
    {
      field: 'from',
      message: createMessage('must not be more than {max} days before the last day', { max: MAX_DAYS }),
    },
  ]);
}

/** The condition, as SQL, that a day of a row in an apiary is within the period. @param day the column, with the name of its table */
export function isWithin({ from, to, endsToday }: ChartPeriod, day: string, bind: Bind): string {
  const isBetween = `${day} between ${bind(from)} and ${bind(to)}`;
  if (!endsToday) return isBetween;
  const [table] = day.split('.');
  const first = `select ${dayIn('z.time_zone')} - ${DEFAULT_DAYS} from apiaries z where z.id = ${table}.apiary_id`;
  return `${isBetween} and ${day} >= (${first})`;
}

/** PostgreSQL has no year 0. */
const FIRST_DAY = Date.parse('0001-01-01');
