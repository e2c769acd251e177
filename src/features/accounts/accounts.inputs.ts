import { InputType } from 'type-graphql';
import {
  DefaultedBoolean,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredString,
  RequiredText,
  RequiredValue,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { States } from '../../graphql/validators.js';
import { TimeZone } from '../../shared/time-zone.js';
import { MAX_EMAIL_LENGTH, PASSWORD_LENGTH } from './passwords.rules.js';
import { User } from './user.entity.js';

export const MAX_TOKEN_LENGTH = 10_000;
export const PASSWORD =
  'The new password: at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least 16 of any kind; at most 128. Common passwords, the e-mail address and the display name are refused.';
export const MAX_CODE_LENGTH = 50;
export const CODE = 'With a second factor: the current code of the authenticator app, or a recovery code.';

const LONG_LIVED =
  'For clients that cannot refresh tokens: the access token is valid for 7 days instead of 15 minutes, or as long as the operator says.';

@InputType({ description: 'The data of a new account.' })
export class RegisterInput {
  @RequiredValue(User, 'The display name, {bounds}; it need not be unique.')
  username!: string;

  @States({ format: 'email' })
  @RequiredText(MAX_EMAIL_LENGTH, 'The e-mail address, used to log in. Case and surrounding spaces are ignored.')
  email!: string;

  @States(PASSWORD_LENGTH)
  @RequiredText(
    1000,
    'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least 16 characters of any kind; at most 128. Common passwords, the e-mail address and the display name are refused.',
  )
  password!: string;

  @Legacy()
  @OptionalText(1000, 'The password again. If given, it must equal the password.')
  passwordConfirmation?: string | null;

  @OptionalValue(User, 'A phone number in any format, {bounds}.')
  phone?: string | null;

  @OptionalField(
    () => TimeZone,
    'The time zone of the account. If omitted, that of the header `Time-Zone`, else the one that the service has set.',
  )
  timeZone?: string | null;

  @DefaultedBoolean(false, LONG_LIVED)
  longLived?: boolean | null;
}

@InputType({ description: 'Credentials.' })
export class LogInInput {
  @RequiredText(254, 'The e-mail address of the account. Case is ignored.')
  email!: string;

  @RequiredText(
    1000,
    'The password, or one of the personal access tokens of the account: then this token is the access token, so that apps which cannot send a code work, and nothing else is needed.',
  )
  password!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;

  @DefaultedBoolean(false, LONG_LIVED)
  longLived?: boolean | null;
}

@InputType({ description: 'What keeps a session alive.' })
export class RefreshSessionInput {
  @RequiredString('The latest refresh token of the session.')
  refreshToken!: string;
}
