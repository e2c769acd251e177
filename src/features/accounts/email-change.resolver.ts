import { Arg, Ctx, InputType, Resolver } from 'type-graphql';
import { AllowOverQuota, AllowUnverified, CredentialAttempt, ManualTransaction, Public } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { OptionalText, RequiredField, RequiredString, RequiredText } from '../../graphql/input-fields.js';
import { SuccessMutation } from '../../graphql/payload.js';
import { States, Text } from '../../graphql/validators.js';
import { CODE, MAX_CODE_LENGTH, MAX_TOKEN_LENGTH, PASSWORD } from './accounts.inputs.js';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './email-change.commands.js';
import { MAX_EMAIL_LENGTH, PASSWORD_LENGTH } from './passwords.rules.js';

@InputType({ description: 'Another e-mail address for the current account.' })
class RequestEmailChangeInput {
  @States({ format: 'email' })
  @RequiredText(MAX_EMAIL_LENGTH, 'The new address. Case and surrounding spaces are ignored.')
  newEmail!: string;

  @RequiredString('The password.')
  password!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;
}

@InputType({ description: 'The confirmation of a new e-mail address.' })
class ConfirmEmailChangeInput {
  @RequiredField(
    () => String,
    'The token from the mail to the new address: valid once, for 24 hours.',
    Text(0, MAX_TOKEN_LENGTH),
  )
  token!: string;
}

@InputType({ description: 'Takes an account back whose e-mail address somebody else has changed.' })
class UndoEmailChangeInput {
  @RequiredField(
    () => String,
    'The token from the mail to the old address: valid once, for seven days.',
    Text(0, MAX_TOKEN_LENGTH),
  )
  token!: string;

  @States(PASSWORD_LENGTH)
  @RequiredField(() => String, PASSWORD, Text(0, 1000))
  newPassword!: string;
}

@Resolver()
export class EmailChangeResolver {
  @CredentialAttempt()
  @ManualTransaction()
  @AllowUnverified()
  @AllowOverQuota()
  @SuccessMutation({
    description:
      'Requests another e-mail address for the current account: a link that confirms it is sent to the new address, and a notice to the old one. A later request replaces it. Succeeds also if another account has the address, which then gets a mail that says so.',
  })
  async requestEmailChange(
    @Arg('input', () => RequestEmailChangeInput)
    input: RequestEmailChangeInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await requestEmailChange(context, input);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @SuccessMutation({
    description:
      'Changes the e-mail address with the token of the mail to the new one, which is verified with it. Sessions go on. The old address gets a link that undoes the change for seven days; as long, no other account can have it. Links to reset the password that were sent before are void.',
  })
  async confirmEmailChange(
    @Arg('input', () => ConfirmEmailChangeInput) { token }: ConfirmEmailChangeInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await confirmEmailChange(context, token);
  }

  @Public()
  @CredentialAttempt()
  @ManualTransaction()
  @SuccessMutation({
    description:
      'Restores the old e-mail address with the token of the mail to it, and sets a new password. It ends all sessions, and what was set up since the change was requested: a second factor, calendar links, links to reset the password, and later changes of the address.',
  })
  async undoEmailChange(
    @Arg('input', () => UndoEmailChangeInput)
    { token, newPassword }: UndoEmailChangeInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await undoEmailChange(context, token, newPassword);
  }
}
