import { Arg, Args, Ctx, Field, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { ApiaryRole } from '../../access/apiary-role.js';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Page } from '../../database/page.js';
import type { Row, Selected } from '../../database/row.js';
import { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { PageArgs, readPageArgs } from '../../graphql/page-args.js';
import { ApiaryDeleteMutation, PayloadMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { Url } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ApiaryInvitation } from '../apiaries/apiary-invitation.entity.js';
import { loadViewerRole } from '../apiaries/viewer-role.queries.js';
import { acceptInvitation } from './accept-invitation.commands.js';
import { type CreatedInvitation, inviteToApiary, revokeInvitation } from './invitations.commands.js';
import { AcceptInvitationInput, InviteToApiaryInput } from './members.inputs.js';
import { findOpenInvitation, OpenInvitation } from './open-invitation.queries.js';
import { isBelow, rolesBelow } from './roles.rules.js';

const ApiaryInvitationConnection = connectionOf(ApiaryInvitation, 'ApiaryInvitation');

@ObjectType('InviteToApiaryPayload', { simpleResolvers: true, description: 'A new invitation with its link.' })
class InviteToApiaryPayload {
  @Field(() => ApiaryInvitation, { description: 'The invitation.' })
  apiaryInvitation!: ApiaryInvitation;

  @Field(() => Url, {
    description:
      'The link to give to those whom you invite; its last part is the token for `acceptInvitation`. It is returned only here: the service does not store it.',
  })
  link!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payload below: no type of the schema.' })
export class AcceptedInvitation {
  @Field(() => Apiary)
  apiary!: Selected<Apiary>;

  apiaryId!: string;
}

@Resolver(() => ApiaryInvitation)
export class InvitationsResolver {
  @Public()
  @CredentialAttempt()
  @Query(() => OpenInvitation, {
    nullable: true,
    description: 'What the link of an invitation offers, for everybody who has it, without a session.',
  })
  invitation(
    @Arg('token', () => String, { description: 'The last part of the link.' }) token: string,
    @Ctx() context: Context,
  ): Promise<OpenInvitation> {
    return findOpenInvitation(context, token);
  }

  // It sends mails to addresses that the client chooses, and its response contains a secret, which is not stored under an Idempotency-Key.
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => InviteToApiaryPayload, {
    description:
      'Invites to an apiary, by a link or by mail. The owner invites to every role, managers to WORKER, VIEWER and INSPECTOR. An apiary has at most 20 open invitations.',
  })
  inviteToApiary(
    @Arg('input', () => InviteToApiaryInput) input: InviteToApiaryInput,
    @Ctx() context: Context,
  ): Promise<CreatedInvitation> {
    return inviteToApiary(context, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @PayloadMutation(AcceptedInvitation, 'apiary', {
    description:
      'Accepts an invitation with the token of its link: you become a member of the apiary, or your role is raised to that of the invitation. A higher role is kept. A repetition has the same response.',
  })
  async acceptInvitation(
    @Arg('input', () => AcceptInvitationInput) { token }: AcceptInvitationInput,
    @Ctx() context: Context,
    @Columns(Apiary) fields: Columns<Apiary>,
  ): Promise<AcceptedInvitation> {
    const apiaryId = await acceptInvitation(context, token);
    return { apiary: await context.access.one(Apiary, apiaryId, fields), apiaryId };
  }

  @AllowOverQuota()
  @ApiaryDeleteMutation({
    description:
      'Revokes an invitation to a role below your own. Those who have accepted it stay members. Returns its id, also if it has been revoked already.',
  })
  revokeInvitation(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return revokeInvitation(context, id);
  }
}

@Resolver(() => Apiary)
export class ApiaryInvitationsResolver {
  @FieldResolver(() => ApiaryInvitationConnection, {
    nullable: true,
    description:
      'Its open invitations to roles below your own, the newest first; null for others than the owner and managers.',
  })
  async invitations(
    @Root() apiary: Row<Apiary>,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
    @Columns(ApiaryInvitation) fields: Columns<ApiaryInvitation>,
  ): Promise<Page<Selected<ApiaryInvitation>> | null> {
    const role = await loadViewerRole(context, apiary);
    if (isBelow(role, ApiaryRole.MANAGER)) return null;
    const where = { revokedAt: null, usesLeft: { $gt: 0 }, role: rolesBelow(role) };
    const list = { ...readPageArgs(args), where, order: { createdAt: 'desc' }, fields } as const;
    return context.loaders.listOf(ApiaryInvitation, 'apiary', list).load(apiary.id);
  }
}
