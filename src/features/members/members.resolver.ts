import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row } from '../../database/row.js';
import { changedConcurrently } from '../../errors.js';
import { Columns, RootColumn } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { loadPerson, Person } from '../accounts/person.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import * as commands from './members.commands.js';
import { ChangeMemberRoleArgs } from './members.inputs.js';

const ApiaryMemberConnection = connectionOf(ApiaryMember, 'ApiaryMember', 'members');

@Resolver(() => ApiaryMember)
export class MembersResolver {
  @Mutation(() => ApiaryMember, {
    description:
      'Changes the role of a member. Both roles must be below your own: managers change workers, viewers and inspectors. Open invitations that the member can no longer issue are revoked.',
  })
  changeMemberRole(
    @Args(() => ChangeMemberRoleArgs) args: ChangeMemberRoleArgs,
    @Ctx() context: Context,
  ): Promise<Row<ApiaryMember>> {
    return commands.changeMemberRole(context, args);
  }

  @Mutation(() => ID, {
    description:
      'Removes a member whose role is below your own, from the next request on. Open invitations that the member issued, or that were sent to the member’s address, are revoked; links of others without an address stay valid for everybody: revoke them if necessary. Returns the id of the membership.',
  })
  removeMember(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Arg('userId', () => ID, { description: 'The id of the member’s account.' }) userId: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.removeMember(context, apiaryId, userId);
  }

  @Mutation(() => ID, {
    description:
      'Ends your own membership of an apiary that is shared with you. Your open invitations to it are revoked. Returns the id of the apiary.',
  })
  leaveApiary(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.leaveApiary(context, apiaryId);
  }

  @Mutation(() => Apiary, {
    nullable: true,
    description:
      'Makes a member the owner of your apiary, with everything in it. Your open invitations that you can no longer issue are revoked. The records of treatments go along and leave your register, which you may have to keep: download it before (`/api/v1/treatments/register/csv`). Harvests and lots stay with you, without the apiary. Returns the apiary; null if you keep no role in it.',
  })
  async transferApiary(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Arg('userId', () => ID, { description: 'The id of the account of a member, who becomes the owner.' })
    userId: string,
    @Arg('keepRole', () => Boolean, { defaultValue: true, description: 'Whether you become a manager of the apiary.' })
    keepRole: boolean,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<Row<Apiary> | null> {
    const id = await commands.transferApiary(context, apiaryId, userId, keepRole);
    return keepRole ? context.access.one(Apiary, id, fields) : null;
  }

  @FieldResolver(() => Person, { description: 'The account.' })
  user(@RootColumn(ApiaryMember, 'userId') userId: string, @Ctx() context: Context): Promise<Person> {
    return requirePerson(context, userId);
  }

  @FieldResolver(() => Person, {
    nullable: true,
    description: 'The account that invited it; null if that has been deleted.',
  })
  invitedBy(
    @RootColumn(ApiaryMember, 'invitedBy') invitedBy: string | null,
    @Ctx() context: Context,
  ): Promise<Person | null> {
    return loadPerson(context, invitedBy);
  }
}

@Resolver(() => Apiary)
export class ApiaryMembersResolver {
  @FieldResolver(() => ApiaryMemberConnection, {
    description:
      'The accounts with which it is shared, the oldest membership first; the owner is not among them. Inspectors stay in the list for 30 days after their access has ended.',
  })
  members(
    @RootColumn(Apiary, 'id') apiaryId: string,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(ApiaryMember) fields: Columns<ApiaryMember>,
  ): Promise<Page<Row<ApiaryMember>>> {
    const list = { ...readPageArgs(args), order: { createdAt: 'asc' }, fields } as const;
    return context.loaders.listOf(ApiaryMember, 'apiary', list).load(apiaryId);
  }

  @FieldResolver(() => Person, { description: 'Its owner.' })
  owner(@RootColumn(Apiary, 'userId') userId: string, @Ctx() context: Context): Promise<Person> {
    return requirePerson(context, userId);
  }
}

/** @throws CONFLICT (CHANGED_CONCURRENTLY) if the account was deleted after the record that refers to it had been read */
async function requirePerson(context: Context, id: string): Promise<Person> {
  const person = await loadPerson(context, id);
  if (!person) throw changedConcurrently();
  return person;
}
