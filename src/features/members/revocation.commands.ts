// An invitation grants a role when it is accepted: it must not outlive the right of its issuer to grant that role. Requires the lock of the
// apiary, which an acceptance takes too.
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { isBelow, rolesBelow } from './roles.rules.js';

/** What is used up or has expired stays as it is: its revocation would be an entry of the activity that means nothing. */
const REVOKE_OPEN = `update apiary_invitations set revoked_at = now(), updated_at = now()
  where apiary_id = $1 and revoked_at is null and uses_left > 0 and expires_at > now()`;
const REVOKE_ISSUED = `${REVOKE_OPEN} and invited_by = $2 and role <> all($3)`;
/** Where the role or the end of the access that it grants is higher or later than what the account has now. */
const REVOKE_ACCEPTED = `${REVOKE_OPEN} and $2 = any(accepted_by) and (role <> all($3) or member_until > $4::timestamptz)`;
const REVOKE_ADDRESSED = `${REVOKE_OPEN} and email = (select email from users where id = $2) and role = any($3)`;

/**
 * Revokes the invitations of an account that it could not issue now.
 * @param role the new role of the account in the apiary; null if it has none
 */
export async function revokeIssued(
  context: Context,
  apiaryId: string,
  userId: string,
  role: ApiaryRole | null,
): Promise<void> {
  const issuable = role === null || isBelow(role, ApiaryRole.MANAGER) ? [] : rolesBelow(role);
  await runStatement(context, { text: REVOKE_ISSUED, values: [apiaryId, userId, issuable] });
}

/** Revokes the invitations to the address of an account, as far as somebody with the role `own` revokes them. */
export async function revokeAddressed(
  context: Context,
  apiaryId: string,
  userId: string,
  own: ApiaryRole,
): Promise<void> {
  await runStatement(context, { text: REVOKE_ADDRESSED, values: [apiaryId, userId, rolesBelow(own)] });
}

/**
 * Revokes the invitations that an account has accepted and that would give more than it has now: the same person could use what is left of
 * them with another account.
 * @param role the new role of the account in the apiary; null if it has none
 */
export async function revokeAccepted(
  context: Context,
  apiaryId: string,
  userId: string,
  role: ApiaryRole | null,
  until: Date | null = null,
): Promise<void> {
  const kept = role === null ? [] : [role, ...rolesBelow(role)];
  await runStatement(context, { text: REVOKE_ACCEPTED, values: [apiaryId, userId, kept, until] });
}
