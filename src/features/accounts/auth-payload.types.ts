import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../shared/scalars.js';
import { User } from './user.entity.js';

@ObjectType({ simpleResolvers: true, description: 'A session’s user and tokens.' })
export class AuthPayload {
  @Field(() => String, { description: 'The access token. Send it with every request as `Authorization: Bearer …`.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, {
    description: 'Seconds until the access token expires. It becomes invalid earlier if the session ends.',
  })
  expiresIn!: number;

  @Field(() => DateTime, { description: 'When the access token expires.' })
  expiresAt!: Date;

  @Field(() => String, {
    description:
      '`refreshSession` exchanges it for new tokens, once. After a log-in with a personal access token as the password, it is that token.',
  })
  refreshToken!: string;

  @Field(() => DateTime, { description: 'When the session expires if it is not refreshed.' })
  refreshExpiresAt!: Date;

  @Field(() => User, { description: 'The user of the session.' })
  user!: User;
}
