// Administration of accounts. Every change is recorded in the audit log, nobody can grant a permission that they do not have, and at least
// one active administrator always remains.
import { LockMode } from '@mikro-orm/core';
import { ADMINISTRATORS_ONLY, hasPermission, Permission, Role, requirePermission } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { endSessionsOf } from './sessions.commands.js';
import { User } from './user.entity.js';

export interface StatusChange {
  isActive?: boolean | undefined;
  isVerified?: boolean | undefined;
  reason?: string | null;
}
export interface PermissionsChange {
  role?: Role | null;
  /** All that the account shall have. */
  permissions?: Permission[] | null;
  grant?: Permission[] | null;
  revoke?: Permission[] | null;
}

/** @throws BAD_USER_INPUT without any field */
export function requireStatus({ isActive, isVerified }: StatusChange): void {
  if (isActive !== undefined || isVerified !== undefined) return;
  const message = createMessage('is required, or `{field}`', { field: 'isVerified' });
  throw AppError.badInput([{ field: 'isActive', message }]);
}

/** The trigger that writes the audit entry reads it in the same transaction (write_audit_entries.sql). */
const STATE_REASON = `select set_config('beekeeping.reason', $1, true)`;

/** Activates, deactivates or verifies an account. Deactivation ends its sessions. */
export async function setUserStatus(context: Context, id: string, change: StatusChange): Promise<User> {
  if (change.isActive === false) await requireAnotherAdministrator(context, id);
  const user = await lockUser(context, id);
  requireAdminFor(context, user);
  await runStatement(context, { text: STATE_REASON, values: [change.reason ?? ''] });
  requireEffect(context, [
    setField(user, 'isActive', change.isActive),
    setField(user, 'isVerified', change.isVerified),
  ]);
  if (!user.isActive) await endSessionsOf(context, user.id);
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

/** Changes the role and the permissions, effective from the account's next request. Two changes at once add up. */
export async function setUserPermissions(context: Context, id: string, change: PermissionsChange): Promise<User> {
  const { viewer } = context;
  if (change.role === Role.BEEKEEPER) await requireAnotherAdministrator(context, id);
  const user = await lockUser(context, id);
  requireAdminFor(context, user);
  const permissions = new Set(change.permissions ?? user.permissions);
  for (const permission of change.revoke ?? []) permissions.delete(permission);
  for (const permission of change.grant ?? []) permissions.add(permission);
  const added = [...permissions].filter((permission) => !user.permissions.includes(permission));
  const missing = added.filter((permission) => !hasPermission(viewer, permission));
  if (missing.length > 0)
    throw new AppError(
      'FORBIDDEN',
      createMessage('You cannot grant permissions that you do not have: {permissions}', { permissions: missing }),
    );
  if (change.role === Role.ADMIN && viewer.role !== Role.ADMIN) {
    throw new AppError('FORBIDDEN', 'Only an administrator can appoint another administrator');
  }
  requireEffect(context, [
    setField(user, 'role', change.role ?? undefined),
    setField(
      user,
      'permissions',
      change.permissions || change.grant || change.revoke ? [...permissions].sort() : undefined,
    ),
  ]);
  // Other processes learn of it from the triggers (session-cache.ts).
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

export async function lockUser({ em }: Context, id: string): Promise<User> {
  const user = await em.findOne(User, { id }, { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user) throw AppError.notFound('User');
  return user;
}

/** Only an administrator may change an administrator; the permission to change accounts is not enough. */
function requireAdminFor({ viewer }: Context, user: User): void {
  if (user.role === Role.ADMIN) requirePermission(viewer, ADMINISTRATORS_ONLY);
}

/**
 * Call it before an account stops being an administrator. It locks all administrators in the order of their ids, before any other row, so
 * that two of them can neither remove each other concurrently nor deadlock.
 * @throws CONFLICT (LAST_ADMINISTRATOR)
 */
export async function requireAnotherAdministrator({ em }: Context, id: string): Promise<void> {
  const administrators = await em.find(
    User,
    { role: Role.ADMIN, isActive: true },
    { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true },
  );
  const isAdministrator = administrators.some((administrator) => administrator.id === id.toLowerCase());
  if (!isAdministrator || administrators.length > 1) return;
  throw new AppError('CONFLICT', 'At least one active administrator must remain', { reason: 'LAST_ADMINISTRATOR' });
}

/** The response contains the account: without an entry in the audit log, only who may read accounts may see it. */
function requireEffect({ viewer }: Context, hasChanged: boolean[]): void {
  if (!hasChanged.includes(true) && !hasPermission(viewer, Permission.USERS_READ))
    throw new AppError(
      'FORBIDDEN',
      'Nothing would change, and your account does not have permission to read accounts',
      { permission: Permission.USERS_READ },
    );
}

/** @returns whether the field has changed, which a trigger then writes to the audit log */
function setField<K extends 'isActive' | 'isVerified' | 'role' | 'permissions'>(
  user: User,
  field: K,
  value: User[K] | undefined,
): boolean {
  if (value === undefined || JSON.stringify(user[field]) === JSON.stringify(value)) return false;
  user[field] = value;
  return true;
}
