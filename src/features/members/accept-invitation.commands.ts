import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { hashToken } from '../../shared/random-token.js';
import { invalidToken } from '../accounts/recovery.commands.js';
import { User } from '../accounts/user.entity.js';
import { grantRole } from './membership.commands.js';
import { IS_OPEN } from './open-invitation.queries.js';
import { isBelow } from './roles.rules.js';

/** An invitation as the account that accepts it finds it. The policy hides it from accounts that are not members. */
interface Found {
  id: string;
  apiary_id: string;
  owner_id: string;
  role: ApiaryRole;
  email: string | null;
  member_until: string | null;
  invited_by: string | null;
  is_open: boolean;
  /** Whether this account has accepted it before. */
  is_accepted: boolean;
  /** The present role of the account as a member. */
  present: ApiaryRole | null;
  present_until: string | null;
}

const LOCK_APIARY = `select 1 from apiary_invitations i join apiaries a on a.id = i.apiary_id where i.token_hash = $1
  for no key update of a`;
const FIND = `select i.id, i.apiary_id, i.owner_id, i.role, i.email, i.member_until, i.invited_by, ${IS_OPEN} as is_open,
    $2 = any(i.accepted_by) as is_accepted, m.role as present, m.member_until as present_until
  from apiary_invitations i left join apiary_members m on m.apiary_id = i.apiary_id and m.user_id = $2
    and coalesce(m.member_until > now(), true)
  where i.token_hash = $1`;
const USE = `update apiary_invitations set uses_left = uses_left - $3, accepted_by = accepted_by || $2::uuid, updated_at = now()
  where id = $1`;

/**
 * Makes the viewer a member. A repetition by the same account has the same response and uses nothing up; a higher role is kept.
 * @returns the id of the apiary
 * @throws BAD_USER_INPUT (TOKEN_INVALID) alike for a token that is unknown, expired, revoked or used up, or whose issuer can no longer invite
 */
export async function acceptInvitation(context: Context, token: string): Promise<string> {
  const { rateLimiter, client, access, viewer } = context;
  await rateLimiter.count('logIns', client.address);
  const hash = hashToken(token);
  return unitOfWork(context, async () => {
    const { email } = await access.forUpdate(User, viewer.id);
    await runStatement(context, { text: LOCK_APIARY, values: [hash] });
    // Read after the locks, so that of two requests for the last use, or for the last place, the second finds none.
    const [invitation] = await runStatement<Found>(context, { text: FIND, values: [hash, viewer.id] });
    if (!invitation) throw invalidToken();
    // An equal request may have made the account a member a moment ago: the rest of this one, too, reads the memberships.
    if (invitation.present !== null) viewer.isMember = true;
    const { id, apiary_id: apiaryId, owner_id: ownerId, role, member_until: until } = invitation;
    const present = ownerId === viewer.id ? ApiaryRole.OWNER : invitation.present;
    if (invitation.is_accepted && present !== null) return apiaryId;
    if (!invitation.is_open || invitation.is_accepted) throw invalidToken();
    if (invitation.email !== null && invitation.email !== email)
      throw new AppError('FORBIDDEN', 'The invitation is for an account with another e-mail address', {
        reason: 'INVITATION_FOR_ANOTHER',
      });
    const raises = isRaised(present, invitation);
    if (raises)
      await grantRole(context, { apiaryId, ownerId, userId: viewer.id, role, until, invitedBy: invitation.invited_by });
    // Also if it has no effect: a removal revokes the links that the member is known to have (revocation.ts).
    await runStatement(context, { text: USE, values: [id, viewer.id, raises ? 1 : 0] });
    return apiaryId;
  });
}

/** Whether the invitation gives more than the account has: a higher role, or a later end for an inspector. */
function isRaised(present: ApiaryRole | null, { role, member_until: until, present_until }: Found): boolean {
  if (present === null || isBelow(present, role)) return true;
  return present === role && until !== null && present_until !== null && until > present_until;
}
