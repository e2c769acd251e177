import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { Requires } from '../../access/guard.js';
import { ADMINISTRATORS_ONLY } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { DateTime } from '../../shared/scalars.js';
import { EXPORT_MINUTES, endUserSessions, requestUserExport } from './administer-user.commands.js';
import { ReasonedInput } from './administration-acts.inputs.js';
import { User } from './user.entity.js';

@InputType({ description: 'The end of all sessions of another account.' })
class EndUserSessionsInput extends ReasonedInput {}

@InputType({ description: 'The export of the data of an account.' })
class RequestUserExportInput extends ReasonedInput {}

@ObjectType({ simpleResolvers: true, description: 'The result of ending the sessions of another account.' })
class EndUserSessionsPayload {
  @Field(() => Int, { description: 'How many sessions were ended.' })
  endedSessionsCount!: number;
}

@ObjectType({ simpleResolvers: true, description: 'An export that can be downloaded.' })
class RequestUserExportPayload {
  @Field(() => String, {
    description: 'The path that serves the export, to the administrator who requested it: send the access token.',
  })
  path!: string;

  @Field(() => DateTime, { description: 'Until when it can be downloaded.' })
  expiresAt!: Date;
}

@Resolver()
export class AdministrationActsResolver {
  @Requires(ADMINISTRATORS_ONLY)
  @Mutation(() => EndUserSessionsPayload, {
    description:
      'Ends all sessions of another account, and writes an audit entry. Its tokens are refused from the next request on, and its subscriptions end. Requires the role ADMIN.',
  })
  async endUserSessions(
    @Arg('input', () => EndUserSessionsInput)
    { id, reason }: EndUserSessionsInput,
    @Ctx() context: Context,
  ): Promise<EndUserSessionsPayload> {
    context.unscoped.requireId(User, id);
    return { endedSessionsCount: await endUserSessions(context, id, reason) };
  }

  @Requires(ADMINISTRATORS_ONLY)
  @Mutation(() => RequestUserExportPayload, {
    description:
      'Writes an audit entry that lets you download all data of an account, which is the same document as its own export. Requires the role ADMIN.',
  })
  async requestUserExport(
    @Arg('input', () => RequestUserExportInput)
    { id, reason }: RequestUserExportInput,
    @Ctx() context: Context,
  ): Promise<RequestUserExportPayload> {
    context.unscoped.requireId(User, id);
    const entry = await requestUserExport(context, id, reason);
    return { path: `/exports/${entry.id}`, expiresAt: new Date(Date.now() + EXPORT_MINUTES * 60_000) };
  }
}
