import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import type { ChangeMemberRoleInput } from './members.inputs.js';
import { endMembership, grantRole, lockAccounts, lockMembers, requireMember } from './membership.commands.js';
import { passOn } from './pass-on.commands.js';
import { revokeAccepted, revokeAddressed, revokeIssued } from './revocation.commands.js';
import { requireBelow, requireGrantable } from './roles.rules.js';

/** Changes the role of a member. @throws FORBIDDEN (ROLE_TOO_LOW) unless both roles are below that of the viewer */
export async function changeMemberRole(
  context: Context,
  { apiaryId, userId, role, memberUntil }: ChangeMemberRoleInput,
): Promise<Row<ApiaryMember>> {
  requireGrantable(role, memberUntil, 'memberUntil');
  const { apiary, role: own } = await lockMembers(context, apiaryId, ApiaryRole.MANAGER);
  requireBelow(role, own);
  const member = await requireMember(context, apiary.id, userId);
  requireBelow(member.role, own);
  await revokeIssued(context, apiary.id, member.userId, role);
  await revokeAccepted(context, apiary.id, member.userId, role, memberUntil);
  return context.access.update(ApiaryMember, member.id, { role, memberUntil: memberUntil ?? null });
}

/** Removes a member, who cannot return by an invitation to their address or by a link that they have accepted. @returns the id of the membership */
export async function removeMember(context: Context, apiaryId: string, userId: string): Promise<string> {
  const { apiary, role } = await lockMembers(context, apiaryId, ApiaryRole.MANAGER);
  const member = await requireMember(context, apiary.id, userId);
  requireBelow(member.role, role);
  await revokeAddressed(context, apiary.id, member.userId, role);
  await revokeAccepted(context, apiary.id, member.userId, null);
  return endMembership(context, member);
}

/** Ends the membership of the viewer. @returns the id of the apiary */
export async function leaveApiary(context: Context, apiaryId: string): Promise<string> {
  const { apiary, role } = await lockMembers(context, apiaryId, ApiaryRole.VIEWER);
  if (role === ApiaryRole.OWNER)
    throw new AppError('CONFLICT', 'The owner cannot leave the apiary: transfer or delete it', {
      reason: 'OWNER_CANNOT_LEAVE',
    });
  await endMembership(context, await requireMember(context, apiary.id, context.viewer.id));
  return apiary.id;
}

/** Makes a member the owner of the apiary, with everything in it. */
export async function transferApiary(
  context: Context,
  apiaryId: string,
  userId: string,
  keepRole: boolean,
): Promise<string> {
  const { access, viewer, sessions } = context;
  // Accounts are locked before the apiary, but not by a request that is refused anyway.
  const { id } = await access.one(Apiary, apiaryId, ['id'], ApiaryRole.OWNER);
  const newOwner = (await requireMember(context, id, userId)).userId;
  await lockAccounts(context, [viewer.id, newOwner]);
  await lockMembers(context, id, ApiaryRole.OWNER);
  const member = await requireMember(context, id, newOwner);
  if (member.memberUntil !== null && member.memberUntil <= new Date().toISOString())
    throw AppError.notFound('Apiary member');
  await endMembership(context, member, ApiaryRole.OWNER);
  await revokeIssued(context, id, viewer.id, keepRole ? ApiaryRole.MANAGER : null);
  await passOn(context, id, newOwner);
  const previous = { userId: viewer.id, role: ApiaryRole.MANAGER, until: null, invitedBy: newOwner };
  if (keepRole) await grantRole(context, { apiaryId: id, ownerId: newOwner, ...previous });
  context.afterCommit.push(() => sessions.invalidateUser(viewer.id));
  return id;
}
