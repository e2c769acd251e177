import { Arg, Args, ArgsType, Ctx, ID, InputType, Query, Resolver } from 'type-graphql';
import { Requires } from '../../access/guard.js';
import { hasPermission, Permission, Role } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { ofDaysIn } from '../../database/days.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { containsAnyCase } from '../../database/where.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { DaysFilter, type Filtered, filteredBy } from '../../graphql/filter.js';
import {
  DefaultedField,
  OmittableBoolean,
  OptionalBoolean,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredField,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { type OrderBy, OrderDirection, orderBy, readOrder } from '../../graphql/order-by.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { RecordMutation } from '../../graphql/payload.js';
import { requireSeen, type Seen, SeenId } from '../../graphql/seen-ids.js';
import * as commands from './administration.commands.js';
import { loadersOfAll } from './all-accounts.queries.js';
import { AuditField } from './audit-changes.types.js';
import { AuditEntry } from './audit-entry.entity.js';
import { User } from './user.entity.js';

const UserOrder = orderBy<User>('User', 'accounts', {
  CREATED_AT: ['createdAt', 'By creation time.'],
  EMAIL: ['email', 'By e-mail address.'],
  USERNAME: ['username', 'By display name.'],
});
const OLDEST_FIRST: OrderBy<User> = { field: 'createdAt', direction: OrderDirection.ASC };

const UserConnection = connectionOf(User, 'User');
const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry');

@InputType({ description: 'Which accounts are listed.' })
class UserFilter {
  @OptionalText(200, 'Text that the e-mail address, the username or the full name contains. Case is ignored.')
  search?: string | null;

  @OptionalField(() => Role, 'Only accounts with this role.')
  role?: Role | null;

  @OptionalBoolean('Only active (true) or only deactivated (false) accounts.')
  isActive?: boolean | null;

  @OptionalBoolean('Only accounts with a verified (true) or an unverified (false) e-mail address.')
  isVerified?: boolean | null;
}

@ArgsType()
class UsersArgs extends filteredBy(UserFilter) {
  @DefaultedField(() => UserOrder, OLDEST_FIRST, 'The order of the list.')
  orderBy?: OrderBy<User> | null;
}

/** All accounts, also those of which only entries are left. */
const seenInAudit: Seen = {
  record: 'User',
  write: (_, ids) => `select id from unnest(${ids}) id where exists (select from users u where u.id = id.id)
    or exists (select from audit_entries e where id.id in (e.subject_id, e.actor_id))`,
};

@InputType({ description: 'Which entries of the audit log are listed: by their day where your account is.' })
class AuditEntryFilter extends DaysFilter {
  @SeenId(seenInAudit, 'Only changes of this account, or of this zone for all.')
  subjectId?: string | null;

  @SeenId(seenInAudit, 'Only changes by this account.')
  actorId?: string | null;

  @OptionalField(() => [AuditField], 'Only these kinds of changes.')
  fields?: AuditField[] | null;
}

const AuditArgs = filteredBy(AuditEntryFilter);

@InputType({ description: 'Changes of the status of an account. Omitted fields are unchanged.' })
class SetUserStatusInput {
  @RequiredField(() => ID, 'The id of the account.')
  id!: string;

  @OmittableBoolean('Whether the account is active. Deactivating it ends its sessions.')
  isActive?: boolean;

  @OmittableBoolean('Whether the e-mail address is verified.')
  isVerified?: boolean;

  @OptionalValue(AuditEntry, 'Why, for the audit log: {bounds}. It outlives the account, so it should name no person.')
  reason?: string | null;

  @Legacy()
  @OptionalBoolean('Whether a request that changes nothing is accepted.')
  mayBeEmpty?: boolean | null;
}

@InputType({ description: 'Changes of the role and permissions of an account. Omitted fields are unchanged.' })
class SetUserPermissionsInput {
  @RequiredField(() => ID, 'The id of the account.')
  id!: string;

  @OptionalField(() => Role, 'The new role. Only an administrator can appoint another one.')
  role?: Role | null;

  @Legacy()
  @OptionalField(() => [Permission], 'The complete list of permissions. You can only grant those that you have.')
  permissions?: Permission[] | null;

  @OptionalField(() => [Permission], 'Permissions that it gets. You can only grant those that you have.')
  grant?: Permission[] | null;

  @OptionalField(() => [Permission], 'Permissions that it loses; one that is in `grant`, too, stays.')
  revoke?: Permission[] | null;
}

@Resolver()
export class AdministrationResolver {
  @Requires(Permission.USERS_READ)
  @Query(() => UserConnection, { description: 'All accounts, the oldest first. Requires the permission `USERS_READ`.' })
  users(
    @Args(() => UsersArgs) args: UsersArgs,
    @Ctx() context: Context,
    @Columns(User) fields: Columns<User>,
  ): Promise<Page<Selected<User>>> {
    const { role, isActive, isVerified, search } = args.filter ?? {};
    const matches = search ? containsAnyCase(search) : undefined;
    const where = {
      ...(matches && { $or: [{ email: matches }, { username: matches }, { fullName: matches }] }),
      ...(role && { role }),
      ...(isActive != null && { isActive }),
      ...(isVerified != null && { isVerified }),
    };
    return context.unscoped.list(User, {
      ...readPageArgs(args),
      where,
      order: readOrder(args.orderBy, OLDEST_FIRST),
      fields,
    });
  }

  @Query(() => User, {
    nullable: true,
    description: 'One account: your own or, with the permission `USERS_READ`, any.',
  })
  user(
    @Arg('id', () => ID, { description: 'The id of the account.' }) id: string,
    @Ctx() context: Context,
  ): Promise<Row<User>> {
    const isOfAll = hasPermission(context.viewer, Permission.USERS_READ);
    return (isOfAll ? loadersOfAll(context) : context.loaders).one(User, id);
  }

  @Requires(Permission.USERS_READ)
  @Query(() => AuditEntryConnection, {
    nullable: true,
    description: 'The audit log of administration, the latest entry first. Requires the permission `USERS_READ`.',
  })
  async auditEntries(
    @Args(() => AuditArgs) { filter, ...args }: Filtered<AuditEntryFilter>,
    @Ctx() context: Context,
  ): Promise<Page<Row<AuditEntry>>> {
    const { subjectId, actorId, fields, from, to } = filter ?? {};
    await requireSeen(context, { filter });
    const where = {
      ...(subjectId != null && { subjectId }),
      ...(actorId != null && { actorId }),
      ...(fields && { field: fields }),
      $written: ofDaysIn(
        (bind) => `(select u.time_zone from users u where u.id = ${bind(context.viewer.id)})`,
        'created_at',
        from,
        to,
      ),
    };
    return context.unscoped.list(AuditEntry, { ...readPageArgs(args), where, order: { createdAt: 'desc' } });
  }

  @Requires(Permission.USERS_WRITE)
  @RecordMutation(User, {
    description:
      'Activates, deactivates or verifies an account. Deactivation ends its sessions. Requires the permission `USERS_WRITE`.',
  })
  setUserStatus(
    @Arg('input', () => SetUserStatusInput) { id, mayBeEmpty, ...input }: SetUserStatusInput,
    @Ctx() context: Context,
  ): Promise<User> {
    if (!mayBeEmpty) commands.requireStatus(input);
    context.unscoped.requireId(User, id);
    return commands.setUserStatus(context, id, input);
  }

  @Requires(Permission.USERS_WRITE)
  @RecordMutation(User, {
    description:
      'Sets the role and permissions of an account, effective from its next request. Requires the permission `USERS_WRITE`.',
  })
  setUserPermissions(
    @Arg('input', () => SetUserPermissionsInput) { id, ...input }: SetUserPermissionsInput,
    @Ctx() context: Context,
  ): Promise<User> {
    context.unscoped.requireId(User, id);
    return commands.setUserPermissions(context, id, input);
  }
}
