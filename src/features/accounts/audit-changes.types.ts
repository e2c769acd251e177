// What an audit entry says of a change, by its field. The database has the old and the new value as JSON, in the words of REST.
import { Field, Int, InterfaceType, ObjectType } from 'type-graphql';
import { Permission, Role } from '../../access/permissions.js';
import type { Row } from '../../database/row.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import type { AuditEntry } from './audit-entry.entity.js';

export const AuditField = defineEnum('AuditField', 'What was changed, or done with an account.', {
  IS_ACTIVE: ['isActive', 'The account was activated or deactivated.'],
  IS_VERIFIED: ['isVerified', 'Its e-mail address was verified, or is no longer.'],
  ROLE: ['role', 'Its role.'],
  PERMISSIONS: ['permissions', 'Its permissions.'],
  SESSIONS: ['sessions', 'All its sessions were ended.'],
  EXPORT: ['export', 'Its data was exported.'],
  ACCOUNT: ['account', 'It was deleted.'],
  SECOND_FACTOR: ['secondFactor', 'Its second factor was removed.'],
  RESTRICTED_ZONE: ['restrictedZone', 'A restricted zone for all was created, changed or deleted.'],
});
export type AuditField = EnumOf<typeof AuditField>;

interface TypedChange {
  __typename: string;
  field: AuditField;
}

@InterfaceType({
  description: 'What an audit entry says of a change. What was done without values has the type `AuditAct`.',
  resolveType: ({ __typename }: TypedChange) => __typename,
})
export abstract class AuditChange {
  @Field(() => AuditField, { description: 'What was changed, or done.' })
  field!: AuditField;
}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'An act: EXPORT, ACCOUNT, SECOND_FACTOR.' })
export class AuditAct extends AuditChange {}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'A change of IS_ACTIVE or IS_VERIFIED.' })
export class AuditStatusChange extends AuditChange {
  @Field(() => Boolean, { description: 'The new value: before, it was the other one.' })
  value!: boolean;
}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'A change of the ROLE.' })
export class AuditRoleChange extends AuditChange {
  @Field(() => Role, { description: 'Before the change.' })
  oldRole!: Role;

  @Field(() => Role, { description: 'After the change.' })
  newRole!: Role;
}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'A change of the PERMISSIONS.' })
export class AuditPermissionsChange extends AuditChange {
  @Field(() => [Permission], { description: 'What the account got.' })
  granted!: Permission[];

  @Field(() => [Permission], { description: 'What it lost.' })
  revoked!: Permission[];
}

@ObjectType({ implements: AuditChange, simpleResolvers: true, description: 'The end of all SESSIONS.' })
export class AuditSessionsEnd extends AuditChange {
  @Field(() => Int, { description: 'How many were ended.' })
  endedSessionsCount!: number;
}

/** What is read of the old and the new value. */
const READ: Record<AuditField, (before: never, after: never) => { __typename: string }> = {
  isActive: toStatus,
  isVerified: toStatus,
  role: (oldRole: Role, newRole: Role) => ({ __typename: 'AuditRoleChange', oldRole, newRole }),
  permissions: (before: Permission[], after: Permission[]) => ({
    __typename: 'AuditPermissionsChange',
    granted: after.filter((permission) => !before.includes(permission)),
    revoked: before.filter((permission) => !after.includes(permission)),
  }),
  sessions: (endedSessionsCount: number) => ({ __typename: 'AuditSessionsEnd', endedSessionsCount }),
  export: toAct,
  account: toAct,
  secondFactor: toAct,
  // Its type is in the feature of zones.
  restrictedZone: (before: object | null, after: object | null) => ({ __typename: 'AuditZoneChange', before, after }),
};

function toStatus(_before: boolean, value: boolean): { __typename: string; value: boolean } {
  return { __typename: 'AuditStatusChange', value };
}

function toAct(): { __typename: string } {
  return { __typename: 'AuditAct' };
}

export function readAuditChange({ field, before, after }: Row<AuditEntry>): TypedChange {
  return { field, ...READ[field](JSON.parse(before) as never, JSON.parse(after) as never) };
}
