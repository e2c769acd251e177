import { Arg, Ctx, Field, FieldResolver, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Requires } from '../../access/guard.js';
import { ADMINISTRATORS_ONLY } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { RootColumn } from '../../graphql/columns.js';
import { OptionalText, RequiredString, RequiredText } from '../../graphql/input-fields.js';
import { PayloadMutation, SuccessMutation } from '../../graphql/payload.js';
import { Url } from '../../shared/scalars.js';
import { CODE, MAX_CODE_LENGTH } from './accounts.inputs.js';
import { removeSecondFactor } from './administer-user.commands.js';
import { ReasonedInput } from './administration-acts.inputs.js';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  regenerateRecoveryCodes,
} from './second-factor.commands.js';
import { loadRecoveryCodesLeft } from './second-factor.queries.js';
import { User } from './user.entity.js';

@InputType({ description: 'Begins to set up a second factor.' })
class BeginSecondFactorInput {
  @RequiredString('The password.')
  password!: string;
}

@InputType({ description: 'The first code of a second factor.' })
class ConfirmSecondFactorInput {
  @RequiredText(MAX_CODE_LENGTH, 'The current code of the authenticator app: six digits.')
  secondFactorCode!: string;
}

@InputType({ description: 'A change of the second factor.' })
class RegenerateRecoveryCodesInput {
  @RequiredString('The password.')
  password!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;
}

@InputType({ description: 'The end of the second factor.' })
class DisableSecondFactorInput extends RegenerateRecoveryCodesInput {}

@InputType({ description: 'The removal of the second factor of another account.' })
class RemoveSecondFactorInput extends ReasonedInput {}

@ObjectType({ simpleResolvers: true, description: 'The secret of a second factor, which is shown once.' })
class BeginSecondFactorPayload {
  @Field(() => String, { description: 'The secret in base 32, for people who type it into their authenticator app.' })
  key!: string;

  @Field(() => Url, {
    description: 'The same as an `otpauth://totp/…` address: show it as a QR code, which authenticator apps read.',
  })
  uri!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
class RecoveryCodes {
  @Field(() => [String], {
    description:
      'Ten codes, each valid once in place of a code of the authenticator app. They are to be kept where the phone is not.',
  })
  recoveryCodes!: string[];
}

@Resolver()
export class SecondFactorResolver {
  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @Mutation(() => BeginSecondFactorPayload, {
    description:
      'Makes the secret of a second factor: codes that change with time (TOTP, RFC 6238). It is asked for after `confirmSecondFactor`, within one hour. A later call replaces the secret.',
  })
  beginSecondFactor(
    @Arg('input', () => BeginSecondFactorInput) input: BeginSecondFactorInput,
    @Ctx() context: Context,
  ): Promise<BeginSecondFactorPayload> {
    return beginSecondFactor(context, input);
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @PayloadMutation(RecoveryCodes, undefined, {
    description:
      'Turns the second factor on with the first code of the authenticator app, and ends all other sessions. From then on, a log-in and every operation that asks for the password also need a code.',
  })
  async confirmSecondFactor(
    @Arg('input', () => ConfirmSecondFactorInput) { secondFactorCode }: ConfirmSecondFactorInput,
    @Ctx() context: Context,
  ): Promise<RecoveryCodes> {
    return { recoveryCodes: await confirmSecondFactor(context, secondFactorCode) };
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @PayloadMutation(RecoveryCodes, undefined, { description: 'Makes new recovery codes. Those of before are void.' })
  async regenerateRecoveryCodes(
    @Arg('input', () => RegenerateRecoveryCodesInput)
    input: RegenerateRecoveryCodesInput,
    @Ctx() context: Context,
  ): Promise<RecoveryCodes> {
    return { recoveryCodes: await regenerateRecoveryCodes(context, input) };
  }

  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @SuccessMutation({ description: 'Turns the second factor off, and deletes its secret and the recovery codes.' })
  async disableSecondFactor(
    @Arg('input', () => DisableSecondFactorInput) input: DisableSecondFactorInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await disableSecondFactor(context, input);
  }

  @Requires(ADMINISTRATORS_ONLY)
  @SuccessMutation({
    description:
      'Removes the second factor of another account, whose owner has lost it together with the recovery codes; ends its sessions, tells it by mail, and writes an audit entry. Make sure before that the owner is the one who asks. Requires the role ADMIN.',
  })
  async removeSecondFactor(
    @Arg('input', () => RemoveSecondFactorInput)
    { id, reason }: RemoveSecondFactorInput,
    @Ctx() context: Context,
  ): Promise<void> {
    context.unscoped.requireId(User, id);
    await removeSecondFactor(context, id, reason);
  }
}

@Resolver(() => User)
export class SecondFactorOfUserResolver {
  @FieldResolver(() => Boolean, { description: 'Whether a log-in needs a second factor.' })
  async hasSecondFactor(@RootColumn(User, 'id') userId: string, @Ctx() context: Context): Promise<boolean> {
    return (await loadRecoveryCodesLeft(context, userId)) !== undefined;
  }

  @FieldResolver(() => Int, {
    description: 'How many recovery codes of the second factor are left: 0 to 10; 0 without a second factor.',
  })
  async recoveryCodesLeft(@RootColumn(User, 'id') userId: string, @Ctx() context: Context): Promise<number> {
    return (await loadRecoveryCodesLeft(context, userId)) ?? 0;
  }
}
