import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { ApiaryDeleteMutation, PayloadMutation, PayloadOf, RecordMutation } from '../../graphql/payload.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryMember } from '../apiaries/apiary-member.entity.js';
import * as commands from './members.commands.js';
import { ChangeMemberRoleInput, LeaveApiaryInput, RemoveMemberInput, TransferApiaryInput } from './members.inputs.js';

@PayloadOf('apiary')
@ObjectType({ simpleResolvers: true, description: 'The result of a transfer.' })
class TransferApiaryPayload {
  @Field(() => Apiary, { nullable: true, description: 'The apiary; null if you keep no role in it.' })
  apiary!: Apiary | null;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
class LeftApiary {
  @Field(() => ID)
  apiaryId!: string;
}

@Resolver(() => ApiaryMember)
export class MembersResolver {
  @RecordMutation(ApiaryMember, {
    description:
      'Changes the role of a member. Both roles must be below your own. Invitations that the member can no longer issue are revoked.',
  })
  changeMemberRole(
    @Arg('input', () => ChangeMemberRoleInput)
    args: ChangeMemberRoleInput,
    @Ctx() context: Context,
  ): Promise<Row<ApiaryMember>> {
    return commands.changeMemberRole(context, args);
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Removes a member whose role is below your own, from the next request on. Invitations that the member issued or accepted are revoked; revoke others that the member may know. Returns the id of the membership.',
  })
  removeMember(
    @Arg('input', () => RemoveMemberInput) { apiaryId, userId }: RemoveMemberInput,
    @Ctx() context: Context,
  ): Promise<string> {
    return commands.removeMember(context, apiaryId, userId);
  }

  @AllowOverQuota()
  @PayloadMutation(LeftApiary, undefined, {
    description:
      'Ends your own membership of an apiary that is shared with you. Your open invitations to it are revoked.',
  })
  async leaveApiary(
    @Arg('input', () => LeaveApiaryInput) { id }: LeaveApiaryInput,
    @Ctx() context: Context,
  ): Promise<LeftApiary> {
    return { apiaryId: await commands.leaveApiary(context, id) };
  }

  @Mutation(() => TransferApiaryPayload, {
    description:
      'Makes a member the owner of your apiary, with everything in it. The records of treatments leave your register: download it before (`/api/v1/treatments/register/csv`). Harvests and lots stay with you, without the apiary. Of more than 10,000 answers, movements and log entries, the new owner gets the rest within minutes; until then you can read it.',
  })
  async transferApiary(
    @Arg('input', () => TransferApiaryInput)
    { id, userId, keepRole }: TransferApiaryInput,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<{ apiary: Selected<Apiary> | null }> {
    const transferred = await commands.transferApiary(context, id, userId, keepRole);
    return { apiary: keepRole ? await context.access.one(Apiary, transferred, fields) : null };
  }
}
