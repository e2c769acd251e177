import { Arg, Args, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import * as commands from './members.commands.js';
import { ChangeMemberRoleArgs } from './members.inputs.js';

@Resolver(() => ApiaryMember)
export class MembersResolver {
  @Mutation(() => ApiaryMember, {
    description:
      'Changes the role of a member. Both roles must be below your own: managers change workers, viewers and inspectors. Open invitations that the member can no longer issue, or has accepted and that grant more than the new role, are revoked.',
  })
  changeMemberRole(
    @Args(() => ChangeMemberRoleArgs) args: ChangeMemberRoleArgs,
    @Ctx() context: Context,
  ): Promise<Row<ApiaryMember>> {
    return commands.changeMemberRole(context, args);
  }

  @AllowOverQuota()
  @Mutation(() => ID, {
    description:
      'Removes a member whose role is below your own, from the next request on. Open invitations that the member issued or has accepted, or that were sent to the member’s address, are revoked, and stand in `Apiary.activity`. Others stay valid, for everybody who has their link: `Apiary.invitations` lists them; revoke those that the member may know. Returns the id of the membership.',
  })
  removeMember(
    @Arg('apiaryId', () => ID, { description: 'The id of the apiary.' }) apiaryId: string,
    @Arg('userId', () => ID, { description: 'The id of the member’s account.' }) userId: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.removeMember(context, apiaryId, userId);
  }

  @AllowOverQuota()
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
  ): Promise<Selected<Apiary> | null> {
    const id = await commands.transferApiary(context, apiaryId, userId, keepRole);
    return keepRole ? context.access.one(Apiary, id, fields) : null;
  }
}
