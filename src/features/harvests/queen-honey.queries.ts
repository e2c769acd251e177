// The honey of queens: of the hives in which they were on the day of a harvest. It follows from the reigns as they are now, and only
// reigns and harvests that the viewer sees count.
import type { Context } from '../../context.js';
import { QueenReign } from '../queens/queen-reign.entity.js';
import { Harvest } from './harvest.entity.js';
import { HarvestSource } from './harvest-source.entity.js';

/** The condition of the reign `r` on the day of the harvest `h`: at most one of a hive, by the constraint of reigns. */
export const REIGNED_ON_DAY = 'daterange(r.started_on, r.ended_on) @> h.harvested_on';

/** The id of the queen of the hive of a source on the day of the harvest. */
export async function loadQueenOfSource({ loaders }: Context, sourceId: string): Promise<string | null> {
  const rows = loaders.readModel<{ parent: string; queenId: string | null }>(
    HarvestSource,
    ({ table, ownership, parents, of }) => {
      const reigns = of(QueenReign);
      return `select s.id as parent, r.queen_id as "queenId"
        from (select * from ${table} where ${ownership} and id = any(${parents})) s
          join harvests h on h.id = s.harvest_id,
          lateral (select * from ${reigns.table} where beehive_id = s.beehive_id and ${reigns.ownership}) r
        where ${REIGNED_ON_DAY}`;
    },
  );
  return (await rows.load(sourceId))[0]?.queenId ?? null;
}

export interface HoneyOfQueen {
  grams: number;
  harvests: number;
}

/** Adds up the closed harvests during the reigns of a queen, in one statement for all queens of a request. */
export async function loadHoneyOfQueen({ loaders }: Context, queenId: string): Promise<HoneyOfQueen> {
  const rows = loaders.readModel<HoneyOfQueen & { parent: string }>(QueenReign, ({ table, ownership, parents, of }) => {
    const harvests = of(Harvest);
    return `select r.queen_id as parent, sum(s.grams)::float8 as grams, count(distinct s.harvest_id)::int as harvests
        from (select * from ${table} where ${ownership} and queen_id = any(${parents})) r
          join harvest_sources s on s.beehive_id = r.beehive_id,
          lateral (select * from ${harvests.table} where id = s.harvest_id and status = 'CLOSED' and ${harvests.ownership}) h
        where ${REIGNED_ON_DAY} group by 1`;
  });
  return (await rows.load(queenId))[0] ?? { grams: 0, harvests: 0 };
}
