// Permissions beyond an account's own data. A root field that needs one is decorated with @Requires(…) (guard.ts).
import { AppError } from '../errors.js';
import { defineEnum, type EnumOf } from '../shared/define-enum.js';

export const Role = defineEnum('Role', 'The role of an account.', {
  BEEKEEPER: 'Manages their own data, and has the permissions that were granted.',
  ADMIN: 'Has every permission.',
});
export type Role = EnumOf<typeof Role>;

/** The values are stored and used over REST. */
export const Permission = defineEnum('Permission', 'A permission beyond the account’s own data.', {
  USERS_READ: ['users:read', 'Read all accounts and the audit log.'],
  USERS_WRITE: ['users:write', 'Activate, deactivate and verify accounts, and grant permissions that one has.'],
  TEMPLATES_WRITE: ['templates:write', 'Add templates to the question bank and retire them.'],
});
export type Permission = EnumOf<typeof Permission>;

/** What no permission grants: only administrators have it. */
export const ADMINISTRATORS_ONLY = 'administrators-only';
/** What a root field can require of an account. */
export type Requirement = Permission | typeof ADMINISTRATORS_ONLY;

export interface PermissionHolder {
  role: Role;
  permissions: readonly Permission[];
}

export const hasPermission = ({ role, permissions }: PermissionHolder, required: Requirement): boolean =>
  role === Role.ADMIN || (permissions as readonly Requirement[]).includes(required);

/** @throws FORBIDDEN, which names the permission */
export function requirePermission(holder: PermissionHolder, permission: Requirement): void {
  if (hasPermission(holder, permission)) return;
  throw permission === ADMINISTRATORS_ONLY
    ? new AppError('FORBIDDEN', 'Only administrators can do this')
    : new AppError('FORBIDDEN', 'Your account does not have permission to do this', { permission });
}

/** As the schema names it. */
export const nameOfPermission = (permission: string): string | undefined =>
  Object.entries(Permission).find(([, value]) => value === permission)?.[0];
