import type { ApiaryRole } from '../../access/apiary-role.js';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { createRandomToken } from '../../shared/random-token.js';
import { countMail, enqueueMail } from '../accounts/mails.commands.js';
import { isMailbox, normalizeEmail } from '../accounts/passwords.rules.js';
import { User } from '../accounts/user.entity.js';
import { ApiaryInvitation } from '../apiaries/apiary-invitation.entity.js';
import { composeInvitationMail } from './invitation.mail.js';
import { DEFAULT_INVITATION_DAYS, type InviteToApiaryInput } from './members.inputs.js';
import { lockMembers, readWithRole } from './membership.commands.js';
import { invalid, requireBelow, requireGrantable, rolesBelow } from './roles.rules.js';

export const MAX_OPEN_INVITATIONS = 20;
const DAY_MS = 86_400_000;

export interface CreatedInvitation {
  apiaryInvitation: ApiaryInvitation;
  link: string;
}

/** Creates an invitation and, with an e-mail address, sends its link there. The link is not stored: only a hash of its token is. */
export async function inviteToApiary(context: Context, input: InviteToApiaryInput): Promise<CreatedInvitation> {
  const { access, em, viewer, links } = context;
  const { role, memberUntil } = input;
  requireGrantable(role, memberUntil, 'memberUntil');
  const email = readAddress(input);
  await countInvitation(context, input, email);
  return unitOfWork(context, async () => {
    const { apiary, role: own } = await lockMembers(context, input.apiaryId, roleTo('create', ApiaryInvitation));
    requireBelow(role, own);
    if (email !== null) await revokeEarlier(context, apiary.id, email, own);
    await requireCapacity(context, apiary.id);
    const { secret, hash } = createRandomToken();
    const days = input.expiresInDays ?? DEFAULT_INVITATION_DAYS;
    const invitation = em.create(ApiaryInvitation, {
      apiary: apiary.id,
      role,
      email,
      tokenHash: hash,
      expiresAt: new Date(Date.now() + days * DAY_MS),
      memberUntil: memberUntil ?? null,
      usesLeft: input.uses ?? 1,
      invitedBy: viewer.id,
    });
    const link = links.acceptInvitation(secret);
    if (email !== null) {
      const { username } = await access.one(User, viewer.id, ['username']);
      const mail = composeInvitationMail(viewer.language, { inviter: username, apiary: apiary.name, role, days, link });
      await enqueueMail(context, email, mail);
    }
    return { apiaryInvitation: invitation, link };
  });
}

function readAddress({ email, uses }: InviteToApiaryInput): string | null {
  if (email == null) return null;
  const address = normalizeEmail(email);
  if (!isMailbox(address)) throw invalid('email', 'must be an e-mail address');
  if ((uses ?? 1) > 1) throw invalid('uses', createMessage('must not be combined with `{field}`', { field: 'email' }));
  return address;
}

/** What is refused anyway does not use up the limits of the account or the recipient. The checks are repeated under the lock. */
async function countInvitation(context: Context, input: InviteToApiaryInput, email: string | null): Promise<void> {
  const { apiary, role: own } = await readWithRole(context, input.apiaryId, roleTo('create', ApiaryInvitation));
  requireBelow(input.role, own);
  await requireCapacity(context, apiary.id, email === null ? undefined : { email, role: rolesBelow(own) });
  const { rateLimiter, viewer } = context;
  await rateLimiter.countOf(viewer.id, 'invitations');
  if (email === null) return;
  await rateLimiter.countOf(viewer.id, 'invitationMails');
  await countMail(context, email);
}

/** A new invitation to an address replaces those before it, so that a mail that was lost can be sent again. */
async function revokeEarlier({ access }: Context, id: string, email: string, own: ApiaryRole): Promise<void> {
  await access.execute(
    ApiaryInvitation,
    ({ table, ownership, bind }) =>
      `update ${table} set revoked_at = now(), updated_at = now() where apiary_id = ${bind(id)} and email = ${bind(email)}
         and revoked_at is null and uses_left > 0 and expires_at > now() and role = any(${bind(rolesBelow(own))}) and ${ownership} returning id`,
  );
}

/**
 * @param replaced those that the new invitation replaces
 * @throws CONFLICT (TOO_MANY_INVITATIONS)
 */
async function requireCapacity(
  { access }: Context,
  id: string,
  replaced?: { email: string; role: ApiaryRole[] },
): Promise<void> {
  const open = { apiary: id, revokedAt: null, usesLeft: { $gt: 0 }, expiresAt: { $gt: new Date() } };
  const places = MAX_OPEN_INVITATIONS + (replaced ? await access.count(ApiaryInvitation, { ...open, ...replaced }) : 0);
  if ((await access.count(ApiaryInvitation, open)) < places) return;
  const message = createMessage('An apiary can have at most {max} open invitations', { max: MAX_OPEN_INVITATIONS });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_INVITATIONS' });
}

/** Revokes an invitation; a repetition changes nothing. @returns its id */
export async function revokeInvitation(context: Context, id: string): Promise<string> {
  const { access } = context;
  const { apiaryId } = await access.one(ApiaryInvitation, id, ['apiaryId'], roleTo('delete', ApiaryInvitation));
  const { role } = await lockMembers(context, apiaryId, roleTo('delete', ApiaryInvitation));
  const invitation = await access.forUpdate(ApiaryInvitation, id, roleTo('delete', ApiaryInvitation));
  requireBelow(invitation.role, role);
  invitation.revokedAt ??= new Date();
  return invitation.id;
}
