// What every change of the members of an apiary begins with. It locks the apiary, so that the changes of its members and invitations follow
// one after the other. Where accounts are locked too, they are locked before apiaries, as in the deletion of an account.
import { v7 as uuidv7 } from 'uuid';
import { ApiaryRole } from '../../access/apiary-role.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { nameDeletedTable } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import { revokeIssued } from './revocation.commands.js';

export const MAX_MEMBERS = 50;
export const MAX_MEMBERSHIPS = 200;

export interface ApiaryWithRole {
  apiary: Pick<Row<Apiary>, 'id' | 'userId' | 'name'>;
  /** The role of the viewer. */
  role: ApiaryRole;
}

/** @throws NOT_FOUND, or FORBIDDEN (ROLE_TOO_LOW) for a member without the role `least` */
export async function lockMembers(context: Context, apiaryId: string, least: ApiaryRole): Promise<ApiaryWithRole> {
  const { id } = await context.access.one(Apiary, apiaryId, ['id'], least);
  await runStatement(context, { text: LOCK_APIARY, values: [id] });
  // The role may have changed while the statement waited for the lock.
  return readWithRole(context, id, least);
}

/** Without the lock, for what can be refused before it. @throws as `lockMembers` */
export async function readWithRole(context: Context, apiaryId: string, least: ApiaryRole): Promise<ApiaryWithRole> {
  const { access, viewer } = context;
  const apiary = await access.one(Apiary, apiaryId, ['id', 'userId', 'name'], least);
  if (apiary.userId === viewer.id) return { apiary, role: ApiaryRole.OWNER };
  return { apiary, role: (await requireMember(context, apiary.id, viewer.id)).role };
}

/** Records are created in the apiary meanwhile: they lock its key only. */
const LOCK_APIARY = 'select 1 from apiaries where id = $1 for no key update';

/** @throws NOT_FOUND for an account that is not a member */
export async function requireMember(context: Context, apiaryId: string, userId: string): Promise<Row<ApiaryMember>> {
  const member = await findMember(context, apiaryId, userId);
  if (!member) throw AppError.notFound('Apiary member');
  return member;
}

async function findMember(
  { access }: Context,
  apiaryId: string,
  userId: string,
): Promise<Row<ApiaryMember> | undefined> {
  if (!isUuid(userId)) return undefined;
  return (await access.list(ApiaryMember, { where: { apiary: apiaryId, user: userId } })).nodes[0];
}

/** Locks accounts in the order of their ids. @throws NOT_FOUND if one has been deleted or deactivated: it takes part in nothing */
export async function lockAccounts(context: Context, ids: string[]): Promise<void> {
  const locked = await runStatement(context, {
    text: 'select id from users where id = any($1) and is_active order by id for no key update',
    values: [ids],
  });
  if (locked.length < new Set(ids).size) throw AppError.notFound('Apiary member');
}

export interface Grant {
  apiaryId: string;
  ownerId: string;
  userId: string;
  role: ApiaryRole;
  until: Date | string | null;
  invitedBy: string | null;
}

/**
 * Makes an account a member, or changes its role. Requires the locks of the account and of the apiary: so the limits hold under any
 * concurrency. The policy is not asked, because the account need not be the viewer.
 * @throws CONFLICT (TOO_MANY_MEMBERS, TOO_MANY_MEMBERSHIPS)
 */
export async function grantRole(context: Context, grant: Grant): Promise<void> {
  const { apiaryId, ownerId, userId, role, until, invitedBy } = grant;
  const { sessions, viewer } = context;
  context.afterCommit.push(() => sessions.invalidateUser(userId));
  // The rest of this request, too, reads the memberships.
  if (userId === viewer.id) viewer.isMember = true;
  const changed = await runStatement(context, {
    text: `update apiary_members set role = $3, member_until = $4::timestamptz, invited_by = $5::uuid, updated_at = now()
      where apiary_id = $1 and user_id = $2 returning id`,
    values: [apiaryId, userId, role, until, invitedBy],
  });
  if (changed.length > 0) return;
  const { members, memberships } = (await readCounts(context, apiaryId, userId))!;
  if (members >= MAX_MEMBERS) throw tooManyMembers();
  if (memberships >= MAX_MEMBERSHIPS) throw tooManyMemberships();
  await runStatement(context, {
    text: `insert into apiary_members (id, created_at, updated_at, owner_id, apiary_id, user_id, role, member_until, invited_by)
      values ($1, now(), now(), $2, $3, $4, $5, $6::timestamptz, $7::uuid)`,
    values: [uuidv7(), ownerId, apiaryId, userId, role, until, invitedBy],
  });
}

/**
 * Deletes a membership, and revokes the invitations that the account can no longer issue. Requires the lock of the apiary.
 * @param next the role that the account has in the apiary afterwards. The activity does not list the deletion of the new owner's membership.
 */
export async function endMembership(
  context: Context,
  { id, apiaryId, userId }: Row<ApiaryMember>,
  next: ApiaryRole | null = null,
): Promise<string> {
  await nameDeletedTable(context, next === null ? ApiaryMember : Apiary);
  await runStatement(context, { text: 'delete from apiary_members where id = $1', values: [id] });
  await revokeIssued(context, apiaryId, userId, next);
  context.afterCommit.push(() => context.sessions.invalidateUser(userId));
  return id;
}

async function readCounts(context: Context, apiaryId: string, userId: string) {
  const [counts] = await runStatement<{ members: number; memberships: number }>(context, {
    text: `select (select count(*)::int from apiary_members where apiary_id = $1) as members,
      (select count(*)::int from apiary_members where user_id = $2) as memberships`,
    values: [apiaryId, userId],
  });
  return counts;
}

const tooManyMembers = (): AppError =>
  new AppError('CONFLICT', createMessage('An apiary can have at most {max} members', { max: MAX_MEMBERS }), {
    reason: 'TOO_MANY_MEMBERS',
  });
const tooManyMemberships = (): AppError =>
  new AppError(
    'CONFLICT',
    createMessage('An account can be a member of at most {max} apiaries', { max: MAX_MEMBERSHIPS }),
    { reason: 'TOO_MANY_MEMBERSHIPS' },
  );
