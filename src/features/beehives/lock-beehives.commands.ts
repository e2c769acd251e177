import type { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { changedConcurrently } from '../../errors.js';
import { Beehive } from './beehive.entity.js';

export interface LockedBeehive {
  id: string;
  ownerId: string;
  beehiveNumber: number | null;
  name: string | null;
  label: string;
  endedOn: string | null;
  apiaryId: string;
  apiaryName: string;
}

/**
 * Locks hives by id, so that two requests cannot deadlock. Returns them in the order of the ids that were sent.
 * @param role the least role of a member of their apiaries
 * @throws NOT_FOUND and FORBIDDEN as `access.one` does
 */
export async function lockBeehives(
  { access }: Context,
  sent: readonly string[],
  role: ApiaryRole,
): Promise<LockedBeehive[]> {
  for (const id of sent) access.requireId(Beehive, id);
  const ids = sent.map((id) => id.toLowerCase());
  const rows = (await access.execute(
    Beehive,
    ({ table, ownership, bind }) =>
      `select b.id, b.owner_id as "ownerId", b.beehive_number as "beehiveNumber", b.name, b.label, b.ended_on as "endedOn", a.id as "apiaryId", a.name as "apiaryName"
       from (select * from ${table} where id = any(${bind(ids)}) and ${ownership} order by id for update) b
         join apiaries a on a.id = b.apiary_id`,
    role,
  )) as unknown as LockedBeehive[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.find((id) => !byId.has(id));
  if (missing === undefined) return ids.map((id) => byId.get(id)!);
  await access.one(Beehive, missing, ['id'], role);
  throw changedConcurrently();
}

/**
 * Locks a few hives as managed entities, by id. Returns them in the order of the ids that were sent.
 * @param role the least role of a member of their apiaries; that of an update if omitted
 * @throws NOT_FOUND and FORBIDDEN as `access.forUpdate` does
 */
export async function lockBeehivesForUpdate<const T extends readonly string[]>(
  { access }: Context,
  sent: T,
  role?: ApiaryRole,
): Promise<{ -readonly [K in keyof T]: Beehive }> {
  return (await access.allForUpdate(Beehive, sent, role)) as { -readonly [K in keyof T]: Beehive };
}
