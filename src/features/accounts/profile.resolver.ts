import { IsEnum } from 'class-validator';
import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { OmittableField, OmittableText, OptionalText } from '../../graphql/input-fields.js';
import { Language } from '../../shared/language.js';
import { deleteMyAccount, updateProfile } from './profile.commands.js';
import {
  changePassword,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './recovery.commands.js';
import { User } from './user.entity.js';

const PASSWORD =
  'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or any 16 and more; at most 128.';

@InputType({ description: 'What to change about oneself: what is left out stays, null clears.' })
export class UpdateProfileInput {
  @OmittableText(100, 'The name to be called by, 1 to 100 characters.')
  username?: string;

  @OptionalText(200, 'The whole name, at most 200 characters.')
  fullName?: string | null;

  @OptionalText(50, 'A telephone number, as written.')
  phone?: string | null;

  @OptionalText(500, 'Where you are, in free text of at most 500 characters.')
  location?: string | null;

  @OptionalText(2000, 'The address of a picture.')
  photoUrl?: string | null;

  @OmittableField(() => Language, 'The language of mails to you.', IsEnum(Language, { message: 'must be a language' }))
  language?: Language;
}

/** What everybody does with their own account, or with none. */
@Resolver()
export class MyAccountResolver {
  @Mutation(() => User, { description: 'Changes what is known of oneself.' })
  updateProfile(
    @Arg('id', () => ID, { nullable: true, description: 'Of whom: oneself, which is also meant when nothing is said.' })
    id: string | null,
    @Arg('input', () => UpdateProfileInput, { description: 'What to change.' }) input: UpdateProfileInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return updateProfile(context, id ?? context.viewer.id, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, { description: 'Sets another password. All other sessions end.' })
  async changePassword(
    @Arg('currentPassword', () => String, { description: 'The password as it is.' }) current: string,
    @Arg('newPassword', () => String, { description: PASSWORD }) password: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await changePassword(context, current, password);
    return true;
  }

  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, { description: 'Deletes the account with everything in it, for good.' })
  async deleteMyAccount(
    @Arg('password', () => String, { description: 'The password, once more.' }) password: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await deleteMyAccount(context, password);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, {
    description: 'Sends a link to set a new password, if there is such an account. Always true.',
  })
  async requestPasswordReset(
    @Arg('email', () => String, { description: 'The address of the account.' }) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await requestPasswordReset(context, email);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, { description: 'Sets a new password with the token of such a link. All sessions end.' })
  async resetPassword(
    @Arg('token', () => String, { description: 'The token from the mail: good once, for 30 minutes.' }) token: string,
    @Arg('newPassword', () => String, { description: PASSWORD }) password: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await resetPassword(context, token, password);
    return true;
  }

  @Public()
  @CredentialAttempt()
  @Mutation(() => User, { description: 'Proves that an address is one’s own, with the token from the mail.' })
  verifyEmail(
    @Arg('token', () => String, { description: 'The token from the mail: good once, for seven days.' }) token: string,
    @Ctx() context: Context,
  ): Promise<User> {
    return verifyEmail(context, token);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @Mutation(() => Boolean, {
    description: 'Sends the mail that verifies an address again, if that is of use. Always true.',
  })
  async resendVerification(
    @Arg('email', () => String, { description: 'The address of the account.' }) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await resendVerification(context, email);
    return true;
  }
}
