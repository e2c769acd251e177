import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';

/** In the order of those who accept an invitation: the apiary first. */
const LOCK_APIARIES = `select 1 from apiaries where id in (select apiary_id from apiary_invitations
  where invited_by = $1 and created_at >= $2 and revoked_at is null) order by id for no key update`;
const END_SINCE = [
  'delete from webhooks where user_id = $1 and created_at >= $2',
  'delete from identities where user_id = $1 and created_at >= $2',
  'update calendar_feeds set revoked_at = now(), updated_at = now() where user_id = $1 and created_at >= $2 and revoked_at is null',
  `update apiary_invitations set revoked_at = now(), updated_at = now() where invited_by = $1 and created_at >= $2
    and revoked_at is null and uses_left > 0 and expires_at > now()`,
];

/**
 * Ends what somebody else may have set up since a moment, to come back or to go on reading when the sessions of the account have ended. Call it
 * with the lock of the account.
 */
export async function endOtherAccess(context: Context, userId: string, since: Date): Promise<void> {
  for (const text of [LOCK_APIARIES, ...END_SINCE]) await runStatement(context, { text, values: [userId, since] });
}
