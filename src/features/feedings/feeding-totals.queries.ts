import { Field, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { isWithinDays } from '../../database/days.js';
import type { DaysArgs } from '../../graphql/filter.js';
import { BigInteger, LocalDate } from '../../shared/scalars.js';
import { Feeding } from './feeding.entity.js';

@ObjectType({ simpleResolvers: true, description: 'What was fed in a time.' })
export class FeedingTotals {
  @Field(() => BigInteger, { description: 'The sugar in grams, of feedings of which it is known.' })
  sugarGrams!: number;

  @Field(() => BigInteger, { description: 'The feed in grams, of feedings of which the weight is known.' })
  grams!: number;

  @Field(() => Int, { description: 'The number of feedings.' })
  feedingsCount!: number;

  @Field(() => Int, { description: 'The number of feedings whose sugar is not known.' })
  uncountedFeedingsCount!: number;

  @Field(() => Int, { description: 'The number of hives that were fed.' })
  beehivesCount!: number;

  @Field(() => LocalDate, { nullable: true, description: 'The day of the last feeding; null if there was none.' })
  lastFedOn!: string | null;
}

const NONE: FeedingTotals = {
  sugarGrams: 0,
  grams: 0,
  feedingsCount: 0,
  uncountedFeedingsCount: 0,
  beehivesCount: 0,
  lastFedOn: null,
};

/** @param parent the column by which the feedings are grouped */
export async function loadFeedingTotals(
  { loaders }: Context,
  parent: 'beehive_id' | 'apiary_id',
  id: string,
  days: DaysArgs,
): Promise<FeedingTotals> {
  const rows = loaders.readModel<FeedingTotals & { parent: string }>(
    Feeding,
    ({ table, ownership, parents, bind }) =>
      `select ${parent} as parent, coalesce(sum(sugar_grams), 0)::float8 as "sugarGrams", coalesce(sum(grams), 0)::float8 as grams,
         count(*)::int as "feedingsCount", count(*) filter (where sugar_grams is null)::int as "uncountedFeedingsCount",
         count(distinct beehive_id)::int as "beehivesCount", max(fed_on)::text as "lastFedOn"
       from ${table} where ${ownership} and ${parent} = any(${parents})
         and ${isWithinDays('fed_on', days, bind)}
       group by 1`,
  );
  return (await rows.load(id))[0] ?? NONE;
}
