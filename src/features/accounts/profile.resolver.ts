import { IsEnum } from 'class-validator';
import { Arg, Args, ArgsType, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import {
  OmittableBoolean,
  OmittableField,
  OmittableText,
  OptionalText,
  RequiredField,
} from '../../graphql/input-fields.js';
import { States, says, Text } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { PASSWORD_LENGTH } from './passwords.js';
import { updateProfile } from './profile.commands.js';
import {
  changePassword,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './recovery.commands.js';
import { SHOW_SHARED_APIARIES, User } from './user.entity.js';

const MAX_TOKEN_LENGTH = 10_000;
const PASSWORD =
  'The new password: at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least 16 characters of any kind; at most 128. Common passwords, the e-mail address and the display name are refused.';

@InputType({ description: 'Changes of the profile. Omitted fields are unchanged; null clears a field.' })
export class UpdateProfileInput {
  @OmittableText(100, 'The display name, 1–100 characters.')
  username?: string;

  @OptionalText(200, 'The full name, at most 200 characters.')
  fullName?: string | null;

  @OptionalText(50, 'A phone number in any format, at most 50 characters.')
  phone?: string | null;

  @OptionalText(500, 'The location as free text, at most 500 characters.')
  location?: string | null;

  @OptionalText(2000, 'The URL of a profile picture, at most 2,000 characters.')
  photoUrl?: string | null;

  @OmittableField(
    () => Language,
    'The language of mails to this account, and of error messages for requests without `Accept-Language`.',
    IsEnum(Language, says('must be a supported language')),
  )
  language?: Language;

  @OmittableBoolean(SHOW_SHARED_APIARIES)
  showSharedApiaries?: boolean;
}

@ArgsType()
class ResetPasswordArgs {
  @RequiredField(() => String, 'The token from the mail: valid once, for 30 minutes.', Text(0, MAX_TOKEN_LENGTH))
  token!: string;

  @States(PASSWORD_LENGTH)
  @RequiredField(() => String, PASSWORD, Text(0, 1000))
  newPassword!: string;
}

/** Operations on the current account, and those that need no session. */
@Resolver()
export class MyAccountResolver {
  @AllowOverQuota()
  @Mutation(() => User, { description: 'Updates the profile of the current account.' })
  updateProfile(
    @Arg('id', () => ID, { nullable: true, description: 'The id of the current account, which is also the default.' })
    id: string | null,
    @Arg('input', () => UpdateProfileInput, { description: 'The changes.' }) input: UpdateProfileInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return updateProfile(context, id ?? context.viewer.id, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @Mutation(() => Boolean, { description: 'Changes the password and ends all other sessions. Returns true.' })
  async changePassword(
    @Arg('currentPassword', () => String, { description: 'The current password.' }) current: string,
    @Arg('newPassword', () => String, { description: PASSWORD }) password: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await changePassword(context, current, password);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, {
    description: 'Sends a password reset link if the account exists. Always returns true.',
  })
  async requestPasswordReset(
    @Arg('email', () => String, { description: 'The e-mail address of the account.' }) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await requestPasswordReset(context, email);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, {
    description: 'Sets a new password with the token of a reset link, and ends all sessions. Returns true.',
  })
  async resetPassword(
    @Args(() => ResetPasswordArgs) { token, newPassword }: ResetPasswordArgs,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await resetPassword(context, token, newPassword);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @Mutation(() => User, { description: 'Verifies an e-mail address with the token from the mail.' })
  verifyEmail(
    @Arg('token', () => String, { description: 'The token from the mail: valid once, for seven days.' }) token: string,
    @Ctx() context: Context,
  ): Promise<User> {
    return verifyEmail(context, token);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, {
    description: 'Sends the verification mail again if the account exists and is not verified. Always returns true.',
  })
  async resendVerification(
    @Arg('email', () => String, { description: 'The e-mail address of the account.' }) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await resendVerification(context, email);
    return true;
  }
}
