// Which zones apply to an apiary: those of its owner and those for all. PostgreSQL decides what they contain (`zones_around`, docs/zones.md).
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { dayIn } from '../../shared/days.js';
import { Apiary } from '../apiaries/apiary.entity.js';

/** The zones around the row `a` of an apiary, as an item of a `from` clause. @param day SQL; null for every day */
export const zonesAround = (day: string): string => `zones_around(a.owner_id, a.latitude, a.longitude, ${day})`;

/** An apiary in more of them is in trouble enough. */
export const MAX_SHOWN = 100;

/** The ids of the zones in which an apiary lies, the earliest first: for all apiaries of a request in one statement. */
export async function loadZoneIds(
  { loaders }: Context,
  apiaryId: string,
  day: string | null | undefined,
): Promise<string[]> {
  const rows = loaders.readModel<{ parent: string; id: string }>(Apiary, ({ table, ownership, parents, bind }) => {
    const on = day === undefined ? dayIn('a.time_zone') : `${bind(day)}::date`;
    return `select a.id as parent, z.id
        from (select id, owner_id, latitude, longitude, time_zone from ${table} where ${ownership} and id = any(${parents})) a,
          lateral (select * from ${zonesAround(on)} z order by active_from, id limit ${MAX_SHOWN}) z
        order by a.id, z.active_from, z.id`;
  });
  return (await rows.load(apiaryId)).map(({ id }) => id);
}

/** A colony that goes from one apiary to another, otherwise than by a move of its hive, which a trigger checks. */
export interface Departure {
  /** The owner of the hive that it leaves. */
  ownerId: string;
  from: string;
  to: string;
  day: string;
  reason: string | null | undefined;
}

/** @throws CONFLICT (RESTRICTED_ZONE) if it leaves a zone, and there is no reason */
export async function requireZoneReason(
  context: Context,
  { ownerId, from, to, day, reason }: Departure,
): Promise<void> {
  if (from === to || reason?.trim()) return;
  const text = 'select require_zone_reason($1, $2, $3, $4)';
  await runStatement(context, { text, values: [ownerId, from, to, day] });
}
