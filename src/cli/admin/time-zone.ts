import type { Pool } from 'pg';
import { requireTimeZone } from '../../database/time-zones.js';
import { readTimeZone, TIME_ZONE_RULE, UTC } from '../../shared/time-zone.js';

/** Apiaries first: those whose owner has a time zone keep theirs. In one statement, both see the accounts as they were. */
const SET = `
  with chosen as (select id from users where time_zone = '${UTC}' and ($2 = '' or email = $2)),
    moved as (update apiaries set time_zone = $1, updated_at = now()
      where time_zone = '${UTC}' and owner_id in (select id from chosen) returning 1),
    changed as (update users set time_zone = $1, updated_at = now() where id in (select id from chosen) returning 1)
  select (select count(*)::int from changed) as accounts, (select count(*)::int from moved) as apiaries`;

/**
 * Sets the time zone of accounts of which nobody has said any, with their apiaries: those of the released app, which says none.
 * @param email of one account; all, if it is empty
 */
export async function setTimeZones({
  pool,
  zone,
  email,
}: {
  pool: Pool;
  zone: string;
  email: string;
}): Promise<string> {
  if (readTimeZone(zone) === undefined) throw new Error(`--zone ${TIME_ZONE_RULE}.`);
  await requireTimeZone({ pool }, zone, '--zone');
  const { rows } = await pool.query<{ accounts: number; apiaries: number }>(SET, [zone, email]);
  return `Accounts: ${rows[0]!.accounts}, apiaries: ${rows[0]!.apiaries}.`;
}
