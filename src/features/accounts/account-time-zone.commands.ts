import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { readTimeZone, TIME_ZONE_RULE, UTC } from '../../shared/time-zone.js';
import type { User } from './user.entity.js';

/** The time zone in the header of a log-in or a registration. @throws BAD_USER_INPUT */
export function readZoneOfClient({ client }: Context): string | undefined {
  if (client.timeZone === undefined) return undefined;
  const zone = readTimeZone(client.timeZone);
  if (zone === undefined) throw AppError.badInput([{ field: 'Time-Zone', message: TIME_ZONE_RULE }]);
  return zone;
}

/** An apiary is in UTC as long as nobody has said where it is: the first time zone of its owner is the best guess. */
const FOLLOW = `update apiaries set time_zone = $2, updated_at = now() where owner_id = $1 and time_zone = '${UTC}'`;

const LOCK = 'select time_zone as "timeZone" from users where id = $1 for no key update';

/** The first one that arrives counts, of log-ins at the same time. */
export async function setFirstTimeZone(context: Context, user: User, zone: string): Promise<void> {
  const [locked] = await runStatement<{ timeZone: string }>(context, { text: LOCK, values: [user.id] });
  if (locked) user.timeZone = locked.timeZone;
  if (user.timeZone === UTC) await setTimeZone(context, user, zone);
}

export async function setTimeZone(context: Context, user: User, zone: string): Promise<void> {
  if (user.timeZone === UTC && zone !== UTC) await runStatement(context, { text: FOLLOW, values: [user.id, zone] });
  user.timeZone = zone;
}
