import { Arg, Ctx, ID, InputType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import {
  OmittableBoolean,
  OmittableField,
  OmittableValue,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredField,
  RequiredString,
} from '../../graphql/input-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { RecordMutation, SuccessMutation } from '../../graphql/payload.js';
import { InputOf } from '../../graphql/record-input.js';
import { NotNull, OneOf, States, Text } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { TIME_ZONE_RULE, TimeZone } from '../../shared/time-zone.js';
import { CODE, MAX_CODE_LENGTH, MAX_TOKEN_LENGTH, PASSWORD } from './accounts.inputs.js';
import { PASSWORD_LENGTH } from './passwords.rules.js';
import { updateProfile } from './profile.commands.js';
import {
  changePassword,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './recovery.commands.js';
import { SHOW_SHARED_APIARIES, User } from './user.entity.js';

@InputType({ description: 'Changes of the profile. Omitted fields are unchanged; null clears a field.' })
export class UpdateProfileInput {
  @Legacy()
  @OptionalField(() => ID, 'The id of the current account, which is also the default.')
  id?: string | null;

  @OmittableValue(User, 'The display name, {bounds}.')
  username?: string;

  @OptionalValue(User, 'The full name, {bounds}.')
  fullName?: string | null;

  @OptionalValue(User, 'A phone number in any format, {bounds}.')
  phone?: string | null;

  @OptionalValue(User, 'The location as free text, {bounds}.')
  location?: string | null;

  @OptionalValue(User, 'The URL of a profile picture, {bounds}.')
  photoUrl?: string | null;

  @OmittableField(
    () => Language,
    'The language of mails to this account, and of error messages for requests without `Accept-Language`.',
    OneOf(Language, 'must be a supported language'),
  )
  language?: Language;

  @OmittableField(
    () => TimeZone,
    'The time zone of the account. With the first one that is not UTC, your apiaries that are still in UTC get it, too.',
    NotNull(TIME_ZONE_RULE),
  )
  timeZone?: string;

  @OmittableBoolean(SHOW_SHARED_APIARIES)
  showSharedApiaries?: boolean;
}

@InputType({ description: 'A change of the password.' })
class ChangePasswordInput {
  @RequiredString('The current password.')
  currentPassword!: string;

  @RequiredString(PASSWORD)
  newPassword!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;
}

@InputType({ description: 'Names an account, for those who cannot log in.' })
class EmailInput {
  @RequiredString('The e-mail address of the account.')
  email!: string;
}

@InputType({ description: 'The verification of an e-mail address.' })
class VerifyEmailInput {
  @RequiredString('The token from the mail: valid once, for seven days.')
  token!: string;
}

@InputType({ description: 'A new password, for those who have forgotten theirs.' })
class ResetPasswordInput {
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
  @RecordMutation(User, { description: 'Updates the profile of the current account.' })
  updateProfile(
    @Arg('input', () => UpdateProfileInput) { id, ...input }: UpdateProfileInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return updateProfile(context, id ?? context.viewer.id, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @SuccessMutation({ description: 'Changes the password and ends all other sessions.' })
  async changePassword(
    @Arg('input', () => ChangePasswordInput)
    { currentPassword, newPassword, secondFactorCode }: ChangePasswordInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await changePassword(context, { password: currentPassword, secondFactorCode }, newPassword);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @SuccessMutation({
    description: 'Sends a password reset link if the account exists. Succeeds also if it does not.',
  })
  async requestPasswordReset(@InputOf(EmailInput) { email }: EmailInput, @Ctx() context: Context): Promise<void> {
    await requestPasswordReset(context, email);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @SuccessMutation({
    description: 'Sets a new password with the token of a reset link, and ends all sessions. A second factor remains.',
  })
  async resetPassword(
    @Arg('input', () => ResetPasswordInput) { token, newPassword }: ResetPasswordInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await resetPassword(context, token, newPassword);
  }

  @Public()
  @CredentialAttempt()
  @RecordMutation(User, { description: 'Verifies an e-mail address with the token from the mail.' })
  verifyEmail(
    @Arg('input', () => VerifyEmailInput) { token }: VerifyEmailInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return verifyEmail(context, token);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @SuccessMutation({
    description:
      'Sends the verification mail again if the account exists and is not verified. Succeeds also if it does not.',
  })
  async resendVerification(@InputOf(EmailInput) { email }: EmailInput, @Ctx() context: Context): Promise<void> {
    await resendVerification(context, email);
  }
}
