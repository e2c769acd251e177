import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { DateTime } from '../../shared/scalars.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { QueenReign } from './queen-reign.entity.js';

@ObjectType({
  simpleResolvers: true,
  description: 'What was recorded of the hives of a queen during her reigns. Only hives that you see count.',
})
export class QueenPerformance {
  /** By which harvests/ finds her honey. */
  queenId!: string;

  @Field(() => Int, { description: 'The number of her reigns.' })
  reignsCount!: number;

  @Field(() => Int, { description: 'The days of her reigns, up to today.' })
  days!: number;

  @Field(() => Int, { description: 'The number of completed inspections.' })
  inspectionsCount!: number;

  @Field(() => DateTime, { nullable: true, description: 'When her hive was inspected last; null if it was not.' })
  lastInspectedAt!: string | null;

  @Field(() => Int, { description: 'The number of treatments that began. Voided ones are left out.' })
  treatmentsCount!: number;

  @Field(() => Int, { description: 'The number of mite counts in samples of bees.' })
  miteCountsCount!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Mites per 100 bees in all these samples together, to two decimals; null without any.',
  })
  mitesPer100!: number | null;

  @Field(() => Float, { nullable: true, description: 'The most mites per 100 bees in one of them; null without any.' })
  highestMitesPer100!: number | null;
}

const NOTHING = {
  reignsCount: 0,
  days: 0,
  inspectionsCount: 0,
  lastInspectedAt: null,
  treatmentsCount: 0,
  miteCountsCount: 0,
  mitesPer100: null,
  highestMitesPer100: null,
};

const ofDay = (day: string): string => day;
const ofTime = (day: string): string => startOfDayIn('r.time_zone', day);
/**
 * What is recorded of the hive of the reign `r` between its days, found by the index of the hive and the time. Who sees a reign sees its
 * hive with all of these.
 */
const recordsOf = (table: string, at: string, condition: string, limit = ofDay): string =>
  `from ${table} where beehive_id = r.beehive_id and ${condition}
     and ${at} >= ${limit('r.started_on')} and ${at} < ${limit("coalesce(r.ended_on, date 'infinity')")}`;

/** That of the hive of a reign. */
const ZONE = zoneOf('(select apiary_id from beehives where id = beehive_id)');

/** A part is a select of one row. */
const PARTS = `
  (select count(*) as inspections, max(occurred_at) as inspected_at
   ${recordsOf('inspections', 'occurred_at', "current and status = 'COMPLETED'", ofTime)}) i,
  (select count(*) as treatments ${recordsOf('treatments', 'started_on', "current and status <> 'VOIDED'")}) t,
  (select count(*) as counts, sum(mites) as mites, sum(bees) as bees, max(mites * 100.0 / bees) as highest
   ${recordsOf('mite_counts', 'counted_on', 'bees is not null')}) m`;

/** One statement for all queens of a request. */
export async function loadPerformance({ loaders }: Context, queenId: string): Promise<QueenPerformance> {
  const rows = loaders.readModel<Omit<QueenPerformance, 'queenId'> & { parent: string }>(
    QueenReign,
    ({ table, ownership, parents }) => `
      select r.queen_id as parent, count(*)::int as "reignsCount",
        sum(greatest(coalesce(r.ended_on, ${dayIn('r.time_zone')}) - r.started_on, 0))::int as days,
        sum(inspections)::int as "inspectionsCount", max(inspected_at) as "lastInspectedAt", sum(treatments)::int as "treatmentsCount",
        sum(counts)::int as "miteCountsCount", round(sum(mites) * 100.0 / sum(bees), 2)::float8 as "mitesPer100",
        round(max(highest), 2)::float8 as "highestMitesPer100"
      from (select *, ${ZONE} as time_zone from ${table} where ${ownership} and queen_id = any(${parents})) r,
        lateral (select * from ${PARTS}) parts
      group by 1`,
  );
  return { ...((await rows.load(queenId))[0] ?? NOTHING), queenId };
}
