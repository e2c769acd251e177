// WHAT AN ACCOUNT MAY DO beyond its own things. A root field that needs one of these says @Requires(…) (guard.ts).
import { registerEnumType } from 'type-graphql';

export enum Role {
  BEEKEEPER = 'BEEKEEPER',
  ADMIN = 'ADMIN',
}
registerEnumType(Role, {
  name: 'Role',
  description: 'What kind of account it is.',
  valuesConfig: {
    BEEKEEPER: {
      description: 'Keeps bees: does everything with their own things, and what they were permitted beside.',
    },
    ADMIN: { description: 'Runs the service: has every permission.' },
  },
});

/** The values are what REST clients send and what is stored. */
export enum Permission {
  USERS_READ = 'users:read',
  USERS_WRITE = 'users:write',
  TEMPLATES_WRITE = 'templates:write',
}
registerEnumType(Permission, {
  name: 'Permission',
  description: 'What an account may be permitted beyond its own things.',
  valuesConfig: {
    USERS_READ: { description: 'See the accounts, and what administrators did.' },
    USERS_WRITE: { description: 'Activate and deactivate accounts, verify them, and grant what one has oneself.' },
    TEMPLATES_WRITE: { description: 'Add to the question bank and retire from it.' },
  },
});

export interface Entitled {
  role: Role;
  permissions: readonly Permission[];
}

export const mayDo = ({ role, permissions }: Entitled, permission: Permission): boolean =>
  role === Role.ADMIN || permissions.includes(permission);
