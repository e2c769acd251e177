// A load of the movement book: hives that stand in one apiary, and came from another one, with a plate and a document.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Apiary } from '../entities.js';
import { daysAgo } from './days-ago.js';

const [FIRST, LAST] = [3, 8];
const [CAME, MOVED] = [800, 240];
const TRANSPORT = ['4821 KLM', 'GTA-2026-00317'];

/** Their hives have been written, with a placement each. */
export async function createLoad(em: EntityManager, from: Apiary, to: Apiary, actorId: string): Promise<void> {
  const moved = await em.execute<{ beehiveId: string }[]>(
    `update beehive_placements p set placed_on = ?, vehicle_plate = ?, health_document = ?, actor_id = ? from beehives b
     where b.id = p.beehive_id and b.apiary_id = ? and b.beehive_number between ? and ? and b.ended_on is null returning p.beehive_id as "beehiveId"`,
    [daysAgo(MOVED), ...TRANSPORT, actorId, to.id, FIRST, LAST],
  );
  await em.execute(
    `insert into beehive_placements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, placed_on, left_on, actor_id)
     select gen_random_uuid(), b.created_at, b.created_at, b.owner_id, b.id, ?, ?, ?, ?
     from beehives b where b.id = any(?::uuid[]) order by b.beehive_number`,
    [from.id, daysAgo(CAME), daysAgo(MOVED), actorId, `{${moved.map(({ beehiveId }) => beehiveId).join(',')}}`],
  );
}
