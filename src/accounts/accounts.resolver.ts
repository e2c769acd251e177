import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { OwnTransaction, Public } from '../access/guard.js';
import type { Context } from '../context.js';
import type { Row } from '../persistence/loaders.js';
import { DateTime } from '../scalars.js';
import * as commands from './accounts.commands.js';
import { LogInInput, RegisterInput } from './accounts.inputs.js';
import { User } from './user.entity.js';

@ObjectType({ simpleResolvers: true, description: 'A new session: who logged in, and the token that proves it.' })
class Authentication {
  @Field(() => String, { description: 'To be sent with every request as `Authorization: Bearer …`.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, { description: 'How many seconds the access token lives, unless the session is ended before.' })
  expiresIn!: number;

  @Field(() => DateTime, { description: 'When the access token expires.' })
  expiresAt!: Date;

  @Field(() => User, { description: 'Who logged in.' })
  user!: User;
}

@Resolver()
export class AccountsResolver {
  @Query(() => User, { description: 'The account that asks.' })
  me(@Ctx() { access, viewer }: Context): Promise<Row<User>> {
    return access.one(User, viewer.id);
  }

  @Public()
  @OwnTransaction()
  @Mutation(() => Authentication, { description: 'Makes an account and logs it in.' })
  register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() context: Context,
  ): Promise<Authentication> {
    return commands.register(context, input);
  }

  @Public()
  @OwnTransaction()
  @Mutation(() => Authentication, { description: 'Opens a session.' })
  logIn(
    @Arg('input', () => LogInInput, { description: 'The address and the password.' }) input: LogInInput,
    @Ctx() context: Context,
  ): Promise<Authentication> {
    return commands.logIn(context, input);
  }

  @Mutation(() => Boolean, { description: 'Ends the session that asks; its token is refused from then on.' })
  async logOut(@Ctx() context: Context): Promise<boolean> {
    await commands.logOut(context);
    return true;
  }
}
