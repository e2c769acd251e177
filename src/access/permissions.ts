// Permissions beyond an account's own data. A root field that needs one is decorated with @Requires(…) (guard.ts).
import { registerEnumType } from 'type-graphql';

export enum Role {
  BEEKEEPER = 'BEEKEEPER',
  ADMIN = 'ADMIN',
}
registerEnumType(Role, {
  name: 'Role',
  description: 'The role of an account.',
  valuesConfig: {
    BEEKEEPER: { description: 'Manages their own data, and has the permissions that were granted.' },
    ADMIN: { description: 'Has every permission.' },
  },
});

/** The values are stored and used over REST. */
export enum Permission {
  USERS_READ = 'users:read',
  USERS_WRITE = 'users:write',
  TEMPLATES_WRITE = 'templates:write',
}
registerEnumType(Permission, {
  name: 'Permission',
  description: 'A permission beyond the account’s own data.',
  valuesConfig: {
    USERS_READ: { description: 'Read all accounts and the audit log.' },
    USERS_WRITE: { description: 'Activate, deactivate and verify accounts, and grant permissions that one has.' },
    TEMPLATES_WRITE: { description: 'Add templates to the question bank and retire them.' },
  },
});

export interface PermissionHolder {
  role: Role;
  permissions: readonly Permission[];
}

export const hasPermission = ({ role, permissions }: PermissionHolder, permission: Permission): boolean =>
  role === Role.ADMIN || permissions.includes(permission);
