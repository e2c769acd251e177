import { Arg, Args, ArgsType, Ctx, ID, InputType, Mutation, Query, Resolver } from 'type-graphql';
import { Requires } from '../../access/guard.js';
import { mayDo, Permission, Role } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { containsAnyCase } from '../../database/where.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { OmittableBoolean, OptionalBoolean, OptionalField, OptionalText } from '../../graphql/input-fields.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import * as commands from './administration.commands.js';
import { AuditEntry } from './audit-entry.entity.js';
import { User } from './user.entity.js';

const UserConnection = connectionOf(User, 'User', 'accounts');
const AuditEntryConnection = connectionOf(AuditEntry, 'AuditEntry', 'acts of administrators');

@ArgsType()
class UsersArgs extends PageArgs {
  @OptionalText(200, 'Text in the e-mail address or the name, whatever its case.')
  search?: string | null;

  @OptionalField(() => Role, 'Only accounts of this kind.')
  role?: Role | null;

  @OptionalBoolean('Only accounts that are (true) or are not (false) active.')
  isActive?: boolean | null;

  @OptionalBoolean('Only accounts whose address is (true) or is not (false) verified.')
  isVerified?: boolean | null;
}

@ArgsType()
class AuditArgs extends PageArgs {
  @OptionalField(() => ID, 'Only what was done to this account.')
  subjectId?: string | null;
}

@InputType({ description: 'What to change about the state of an account: what is left out stays.' })
class SetUserStatusInput {
  @OmittableBoolean('Whether it may be used.')
  isActive?: boolean;

  @OmittableBoolean('Whether its address counts as its own.')
  isVerified?: boolean;
}

@InputType({ description: 'What to change about the rights of an account: what is left out stays.' })
class SetUserPermissionsInput {
  @OptionalField(() => Role, 'What kind of account it is to be.')
  role?: Role | null;

  @OptionalField(() => [Permission], 'All that it is to be permitted. You grant only what you have.')
  permissions?: Permission[] | null;
}

@Resolver()
export class AdministrationResolver {
  @Requires(Permission.USERS_READ)
  @Query(() => UserConnection, { description: 'All accounts, the oldest first. For administrators.' })
  users(
    @Args(() => UsersArgs) args: UsersArgs,
    @Ctx() context: Context,
    @Columns(User) fields: Columns<User>,
  ): Promise<Page<Row<User>>> {
    const { role, isActive, isVerified, search } = args;
    const found = search ? containsAnyCase(search) : undefined;
    const where = {
      ...(found && { $or: [{ email: found }, { username: found }, { fullName: found }] }),
      ...(role && { role }),
      ...(isActive != null && { isActive }),
      ...(isVerified != null && { isVerified }),
    };
    return context.unscoped.list(User, {
      ...readPageArgs(args),
      where,
      order: { createdAt: 'asc' },
      fields,
    });
  }

  @Query(() => User, { nullable: true, description: 'One account: one’s own, or anybody’s for administrators.' })
  user(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() { access, unscoped, viewer }: Context,
  ): Promise<Row<User>> {
    return (mayDo(viewer, Permission.USERS_READ) ? unscoped : access).one(User, id);
  }

  @Requires(Permission.USERS_READ)
  @Query(() => AuditEntryConnection, { description: 'What administrators did, the latest first. For administrators.' })
  auditEntries(@Args(() => AuditArgs) args: AuditArgs, @Ctx() { unscoped }: Context): Promise<Page<Row<AuditEntry>>> {
    if (args.subjectId != null) unscoped.requireId(User, args.subjectId);
    const where = args.subjectId == null ? {} : { subjectId: args.subjectId };
    return unscoped.list(AuditEntry, { ...readPageArgs(args), where, order: { createdAt: 'desc' } });
  }

  @Requires(Permission.USERS_WRITE)
  @Mutation(() => User, {
    description: 'Activates, deactivates or verifies an account. The sessions of who is deactivated end at once.',
  })
  setUserStatus(
    @Arg('id', () => ID, { description: 'Which account.' }) id: string,
    @Arg('input', () => SetUserStatusInput, { description: 'What to change.' }) input: SetUserStatusInput,
    @Ctx() context: Context,
  ): Promise<User> {
    context.unscoped.requireId(User, id);
    return commands.setUserStatus(context, id, input);
  }

  @Requires(Permission.USERS_WRITE)
  @Mutation(() => User, { description: 'Gives and takes rights, from the next request of the account on.' })
  setUserPermissions(
    @Arg('id', () => ID, { description: 'Which account.' }) id: string,
    @Arg('input', () => SetUserPermissionsInput, { description: 'What to change.' }) input: SetUserPermissionsInput,
    @Ctx() context: Context,
  ): Promise<User> {
    context.unscoped.requireId(User, id);
    return commands.setUserPermissions(context, id, {
      role: input.role ?? undefined,
      permissions: input.permissions ?? undefined,
    });
  }
}
