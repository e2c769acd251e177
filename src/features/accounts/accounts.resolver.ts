import { Arg, Ctx, Field, FieldResolver, ID, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { sessionOver } from '../../access/access-tokens.js';
import { AllowUnverified, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { DateTime } from '../../shared/scalars.js';
import * as commands from './accounts.commands.js';
import { LogInInput, RegisterInput } from './accounts.inputs.js';
import { Session } from './session.entity.js';
import { endOtherSessions, endSession, refreshSession } from './sessions.commands.js';
import { User } from './user.entity.js';

@ObjectType({ simpleResolvers: true, description: 'A new session: who logged in, and the token that proves it.' })
class AuthPayload {
  @Field(() => String, { description: 'To be sent with every request as `Authorization: Bearer …`.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, { description: 'How many seconds the access token lives, unless the session is ended before.' })
  expiresIn!: number;

  @Field(() => DateTime, { description: 'When the access token expires.' })
  expiresAt!: Date;

  @Field(() => String, { description: 'For new tokens when this one has expired (refreshSession); good once.' })
  refreshToken!: string;

  @Field(() => DateTime, { description: 'When the session ends by itself, unless it is refreshed before.' })
  refreshExpiresAt!: Date;

  @Field(() => User, { description: 'Who logged in.' })
  user!: User;
}

@Resolver()
export class AccountsResolver {
  @AllowUnverified()
  @Query(() => User, { description: 'The account that asks.' })
  async me(@Ctx() { access, viewer }: Context): Promise<Row<User>> {
    const [me] = (await access.list(User, { where: { id: viewer.id } })).nodes;
    // An account that has gone a moment ago takes its sessions with it.
    if (!me) throw sessionOver();
    return me;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, { description: 'Makes an account and logs it in.' })
  register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return commands.register(context, input);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, { description: 'Opens a session.' })
  logIn(
    @Arg('input', () => LogInInput, { description: 'The address and the password.' }) input: LogInInput,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return commands.logIn(context, input);
  }

  @AllowUnverified()
  @Mutation(() => Boolean, { description: 'Ends the session that asks; its token is refused from then on.' })
  async logOut(@Ctx() context: Context): Promise<boolean> {
    await commands.logOut(context);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => AuthPayload, {
    description:
      'Gives new tokens for a refresh token, which is used up by it. One that was used up before ends its session.',
  })
  refreshSession(
    @Arg('refreshToken', () => String, { description: 'The latest refresh token of the session.' })
    refreshToken: string,
    @Ctx() context: Context,
  ): Promise<AuthPayload> {
    return refreshSession(context, refreshToken);
  }

  @Query(() => [Session], { description: 'Where the viewer is logged in, the latest used first.' })
  async mySessions(@Ctx() { access }: Context): Promise<Row<Session>[]> {
    const where = { endedAt: null, expiresAt: { $gt: new Date() } };
    return (await access.list(Session, { where, order: { lastSeenAt: 'desc' } })).nodes;
  }

  @Mutation(() => ID, {
    description: 'Ends a session of the viewer; its tokens are refused from then on. Gives its id.',
  })
  endSession(
    @Arg('id', () => ID, { description: 'Which session.' }) id: string,
    @Ctx() context: Context,
  ): Promise<string> {
    return endSession(context, id);
  }

  @Mutation(() => Int, { description: 'Ends all sessions of the viewer but the one that asks. Gives how many.' })
  endOtherSessions(@Ctx() context: Context): Promise<number> {
    return endOtherSessions(context);
  }
}

@Resolver(() => Session)
export class SessionsResolver {
  @FieldResolver(() => Boolean, { description: 'Whether it is the one that asks.' })
  isCurrent(@Root() session: Row<Session>, @Ctx() { viewer }: Context): boolean {
    return session.id === viewer.sessionId;
  }
}
