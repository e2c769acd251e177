import { IsBoolean } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Clearable, Text } from '../../graphql/validators.js';

const LONG_LIVED =
  'For a client that cannot ask for a new token: the access token lives as long as REST_ACCESS_TOKEN_TTL says (7 days by default) instead of ACCESS_TOKEN_TTL (15 minutes).';

@InputType({ description: 'What a new account is made of.' })
export class RegisterInput {
  @Field(() => String, { description: 'The name to be called by, 1 to 100 characters; need not be unique.' })
  @Text(1, 100)
  username!: string;

  @Field(() => String, {
    description: 'The e-mail address to log in with. Spaces around it and its case do not matter.',
  })
  @Text(1, 254)
  email!: string;

  @Field(() => String, {
    description:
      'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or any 16 and more; at most 128.',
  })
  @Text(1, 1000)
  password!: string;

  @Field(() => String, { nullable: true, description: 'The password once more. When given it must be equal.' })
  @Clearable()
  @Text(0, 1000)
  passwordConfirmation?: string | null;

  @Field(() => String, { nullable: true, description: 'A telephone number, as written.' })
  @Clearable()
  @Text(0, 50)
  phone?: string | null;

  @Field(() => Boolean, { nullable: true, description: LONG_LIVED })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  longLived?: boolean | null;
}

@InputType({ description: 'What one logs in with.' })
export class LogInInput {
  @Field(() => String, { description: 'The e-mail address of the account, in any case.' })
  @Text(1, 254)
  email!: string;

  @Field(() => String, { description: 'The password.' })
  @Text(1, 1000)
  password!: string;

  @Field(() => Boolean, { nullable: true, description: LONG_LIVED })
  @Clearable()
  @IsBoolean({ message: 'must be true or false' })
  longLived?: boolean | null;
}
