// An invitation grants a role when it is accepted: it must not outlive the right of its issuer to grant that role. Requires the lock of the
// apiary, which an acceptance takes too.
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { isBelow, rolesBelow } from './roles.js';

const REVOKE_ISSUED = `update apiary_invitations set revoked_at = now(), updated_at = now()
  where apiary_id = $1 and invited_by = $2 and revoked_at is null and role <> all($3)`;
const REVOKE_ADDRESSED = `update apiary_invitations set revoked_at = now(), updated_at = now()
  where apiary_id = $1 and email = (select email from users where id = $2) and revoked_at is null and role = any($3)`;

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
