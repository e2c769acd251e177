import type { Context } from '../../context.js';
import type { Picked } from '../../database/row.js';
import { dayIn } from '../../shared/days.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { QueenReign } from './queen-reign.entity.js';

/** The reign of a hive or a queen that has not ended: the constraints allow one. */
async function loadOpenReign(
  { loaders }: Context,
  of: 'beehive' | 'queen',
  id: string,
): Promise<Picked<QueenReign, 'beehiveId' | 'queenId'> | undefined> {
  const list = { where: { endedOn: null }, fields: ['beehiveId', 'queenId'] } as const;
  return (await loaders.listOf(QueenReign, of, list).load(id)).nodes[0];
}

/** The id of the hive in which a queen is. */
export const loadHiveOfQueen = async (context: Context, queenId: string): Promise<string | null> =>
  (await loadOpenReign(context, 'queen', queenId))?.beehiveId ?? null;

/** The id of the queen of a hive. */
export const loadQueenOfHive = async (context: Context, beehiveId: string): Promise<string | null> =>
  (await loadOpenReign(context, 'beehive', beehiveId))?.queenId ?? null;

/** The day on which the last reign of a hive ended, if none has begun since; null for a hive with a queen, or without any reign. */
export async function loadQueenlessSince({ loaders }: Context, beehiveId: string): Promise<string | null> {
  const rows = loaders.readModel<{ parent: string; since: string }>(
    QueenReign,
    ({ table, ownership, parents }) =>
      `select beehive_id as parent, max(ended_on) as since from ${table}
       where ${ownership} and beehive_id = any(${parents}) group by 1 having bool_and(ended_on is not null)`,
  );
  return (await rows.load(beehiveId))[0]?.since ?? null;
}

/** The id of the queen of the hive on the day of an inspection, where that was. Who sees an inspection sees its hive and the reigns. */
export async function loadQueenOfInspection({ loaders }: Context, inspectionId: string): Promise<string | null> {
  const rows = loaders.readModel<{ parent: string; queenId: string | null }>(
    Inspection,
    ({ table, ownership, parents }) =>
      `select i.id as parent, r.queen_id as "queenId"
       from (select id, beehive_id, ${dayIn(zoneOf('apiary_id'), 'occurred_at')} as day from ${table} where ${ownership} and id = any(${parents})) i
         join queen_reigns r on r.beehive_id = i.beehive_id and daterange(r.started_on, r.ended_on) @> i.day`,
  );
  return (await rows.load(inspectionId))[0]?.queenId ?? null;
}
