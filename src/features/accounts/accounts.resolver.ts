import { Arg, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { sessionOver } from '../../access/access-tokens.js';
import { AllowOverQuota, AllowUnverified, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { RootColumn } from '../../graphql/columns.js';
import { DeleteMutation, SuccessMutation } from '../../graphql/payload.js';
import { IdInput, InputOf } from '../../graphql/record-input.js';
import { DateTime } from '../../shared/scalars.js';
import * as commands from './accounts.commands.js';
import { LogInInput, RefreshSessionInput, RegisterInput } from './accounts.inputs.js';
import { AuthPayload } from './auth-payload.types.js';
import { Session } from './session.entity.js';
import { endOtherSessions, endSession, refreshSession } from './sessions.commands.js';
import { loadLastUse } from './usage.queries.js';
import { User } from './user.entity.js';

@ObjectType({ simpleResolvers: true, description: 'The result of ending sessions.' })
class EndOtherSessionsPayload {
  @Field(() => Int, { description: 'How many sessions were ended.' })
  endedSessionsCount!: number;
}

@Resolver()
export class AccountsResolver {
  @AllowUnverified()
  @Query(() => User, { description: 'The current account.' })
  async me(@Ctx() { access, viewer }: Context): Promise<Row<User>> {
    const [me] = (await access.list(User, { where: { id: viewer.id } })).nodes;
    // The account was deleted after the token was verified.
    if (!me) throw sessionOver();
    return me;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, { description: 'Creates an account and opens a session.' })
  register(@Arg('input', () => RegisterInput) input: RegisterInput, @Ctx() context: Context): Promise<AuthPayload> {
    return commands.registerAccount(context, input);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, {
    description:
      'Logs in: opens a session. For an account with a second factor, a right password without a code is refused with `SECOND_FACTOR_REQUIRED`: send both.',
  })
  logIn(
    @Arg('input', () => LogInInput)
    input: LogInInput,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return commands.logIn(context, input);
  }

  @AllowUnverified()
  @AllowOverQuota()
  @SuccessMutation({ description: 'Ends the current session; its tokens become invalid.' })
  async logOut(@Ctx() context: Context): Promise<void> {
    await commands.logOut(context);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, {
    description:
      'Exchanges a refresh token for new tokens. A refresh token is valid once; reusing one later ends its session.',
  })
  refreshSession(
    @Arg('input', () => RefreshSessionInput) { refreshToken }: RefreshSessionInput,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return refreshSession(context, refreshToken);
  }

  @AllowOverQuota()
  @DeleteMutation({
    description: 'Ends one of your sessions; its tokens become invalid. Returns its id.',
  })
  endSession(@InputOf(IdInput) { id }: IdInput, @Ctx() context: Context): Promise<string> {
    return endSession(context, id);
  }

  @AllowOverQuota()
  @Mutation(() => EndOtherSessionsPayload, { description: 'Ends all your sessions except the current one.' })
  async endOtherSessions(@Ctx() context: Context): Promise<EndOtherSessionsPayload> {
    return { endedSessionsCount: await endOtherSessions(context) };
  }
}

@Resolver(() => User)
export class LastUseResolver {
  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When it was last used, accurate to a few minutes; null if its sessions have been over for a month.',
  })
  async lastSeenAt(@RootColumn(User, 'id') userId: string, @Ctx() context: Context): Promise<Date | null> {
    return (await loadLastUse(context, userId))?.lastSeenAt ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'The last log-in; null if its sessions have been over for a month.',
  })
  async lastLoginAt(@RootColumn(User, 'id') userId: string, @Ctx() context: Context): Promise<Date | null> {
    return (await loadLastUse(context, userId))?.lastLoginAt ?? null;
  }
}

@Resolver(() => Session)
export class SessionsResolver {
  @FieldResolver(() => Boolean, { description: 'Whether it is the session of this request.' })
  isCurrent(@RootColumn(Session, 'id') sessionId: string, @Ctx() { viewer }: Context): boolean {
    return sessionId === viewer.sessionId;
  }
}
