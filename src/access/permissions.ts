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
    BEEKEEPER: { description: 'Keeps bees: does everything with their own things.' },
    ADMIN: { description: 'Runs the service: may also do what is everybody’s, such as changing the question bank.' },
  },
});

export type Permission = 'templates:write';

const GRANTED: Record<Role, readonly Permission[]> = {
  [Role.BEEKEEPER]: [],
  [Role.ADMIN]: ['templates:write'],
};

export const mayDo = (role: Role, permission: Permission): boolean => GRANTED[role].includes(permission);
