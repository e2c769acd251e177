import { InputType } from 'type-graphql';
import { OptionalBoolean, OptionalText, RequiredText } from '../../graphql/input-fields.js';

const LONG_LIVED =
  'For a client that cannot ask for a new token: the access token lives as long as REST_ACCESS_TOKEN_TTL says (7 days by default) instead of ACCESS_TOKEN_TTL (15 minutes).';

@InputType({ description: 'What a new account is made of.' })
export class RegisterInput {
  @RequiredText(100, 'The name to be called by, 1 to 100 characters; need not be unique.')
  username!: string;

  @RequiredText(254, 'The e-mail address to log in with. Spaces around it and its case do not matter.')
  email!: string;

  @RequiredText(
    1000,
    'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or any 16 and more; at most 128.',
  )
  password!: string;

  @OptionalText(1000, 'The password once more. When given it must be equal.')
  passwordConfirmation?: string | null;

  @OptionalText(50, 'A telephone number, as written.')
  phone?: string | null;

  @OptionalBoolean(LONG_LIVED)
  longLived?: boolean | null;
}

@InputType({ description: 'What one logs in with.' })
export class LogInInput {
  @RequiredText(254, 'The e-mail address of the account, in any case.')
  email!: string;

  @RequiredText(1000, 'The password.')
  password!: string;

  @OptionalBoolean(LONG_LIVED)
  longLived?: boolean | null;
}
