// WHAT ADMINISTRATORS DO TO ACCOUNTS. Each act is recorded; nobody grants what they lack, and one administrator always remains.
import { LockMode } from '@mikro-orm/core';
import { mayDo, type Permission, Role } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { AuditEntry } from './audit-entry.entity.js';
import { endSessionsOf } from './sessions.commands.js';
import { User } from './user.entity.js';

export interface StatusChange {
  isActive?: boolean | undefined;
  isVerified?: boolean | undefined;
}
export interface RightsChange {
  role?: Role | undefined;
  permissions?: Permission[] | undefined;
}

/** Activates, deactivates or verifies. The sessions of who is deactivated end at once. */
export async function setUserStatus(context: Context, id: string, change: StatusChange): Promise<User> {
  if (change.isActive === false) await requireAnotherAdministrator(context, id);
  const user = await lockUser(context, id);
  requireRank(context, user);
  set(context, user, 'isActive', change.isActive);
  set(context, user, 'isVerified', change.isVerified);
  if (!user.isActive) await endSessionsOf(context, user.id);
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

/** Gives and takes rights; they hold from the next request of the account on. */
export async function setUserPermissions(context: Context, id: string, change: RightsChange): Promise<User> {
  const { viewer } = context;
  if (change.role === Role.BEEKEEPER) await requireAnotherAdministrator(context, id);
  const user = await lockUser(context, id);
  requireRank(context, user);
  const given = (change.permissions ?? []).filter((permission) => !user.permissions.includes(permission));
  const lacked = given.filter((permission) => !mayDo(viewer, permission));
  if (lacked.length > 0) throw new AppError('FORBIDDEN', `You cannot grant what you lack: ${lacked.join(', ')}`);
  if (change.role === Role.ADMIN && viewer.role !== Role.ADMIN) {
    throw new AppError('FORBIDDEN', 'Only an administrator makes another one');
  }
  set(context, user, 'role', change.role);
  set(context, user, 'permissions', change.permissions && [...new Set(change.permissions)].sort());
  // Other processes learn it from the triggers; this one at once.
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

/** The account, locked. */
async function lockUser({ em }: Context, id: string): Promise<User> {
  const user = await em.findOne(User, { id }, { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user) throw AppError.notFound('User');
  return user;
}

/** Who may write accounts but is no administrator has no say over one who is. */
function requireRank({ viewer }: Context, user: User): void {
  if (user.role === Role.ADMIN && viewer.role !== Role.ADMIN)
    throw new AppError('FORBIDDEN', 'Your account may not do this');
}

/**
 * Before an account may stop being an administrator. Locks all of them, in one order and before anything else, so that two can neither
 * remove each other at the same moment nor wait for each other.
 */
export async function requireAnotherAdministrator({ em }: Context, id: string): Promise<void> {
  const administrators = await em.find(
    User,
    { role: Role.ADMIN, isActive: true },
    { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  const isOne = administrators.some((administrator) => administrator.id === id.toLowerCase());
  if (!isOne || administrators.length > 1) return;
  throw new AppError('CONFLICT', 'There would be no administrator left', { reason: 'LAST_ADMINISTRATOR' });
}

function set<K extends 'isActive' | 'isVerified' | 'role' | 'permissions'>(
  context: Context,
  user: User,
  field: K,
  value: User[K] | undefined,
): void {
  const before = JSON.stringify(user[field]);
  const after = JSON.stringify(value);
  if (value === undefined || before === after) return;
  user[field] = value;
  context.em.create(AuditEntry, { actorId: context.viewer.id, subjectId: user.id, field, before, after });
}
