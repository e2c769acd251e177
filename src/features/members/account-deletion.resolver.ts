import { Arg, Ctx, Field, InputType, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction, Requires } from '../../access/guard.js';
import { ADMINISTRATORS_ONLY } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { OptionalText, RequiredString } from '../../graphql/input-fields.js';
import { SuccessMutation } from '../../graphql/payload.js';
import { CODE, MAX_CODE_LENGTH } from '../accounts/accounts.inputs.js';
import { deleteUser } from '../accounts/administer-user.commands.js';
import { ReasonedInput } from '../accounts/administration-acts.inputs.js';
import { deleteMyAccount } from '../accounts/profile.commands.js';
import { User } from '../accounts/user.entity.js';
import { requireNoMembers } from './account-deletion.commands.js';

@InputType({ description: 'Confirms the deletion of the current account.' })
class DeleteMyAccountInput {
  @RequiredString('The current password.')
  password!: string;

  @OptionalText(MAX_CODE_LENGTH, CODE)
  secondFactorCode?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Whether apiaries that others use are deleted too.' })
  deleteSharedApiaries!: boolean;
}

@InputType({ description: 'The deletion of another account.' })
class DeleteUserInput extends ReasonedInput {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether apiaries that others use are deleted too.' })
  deleteSharedApiaries!: boolean;
}

/** Here and not in accounts/, because it concerns the members of the account's apiaries. */
@Resolver()
export class AccountDeletionResolver {
  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @SuccessMutation({
    description:
      'Deletes the current account and all its data permanently, and ends its memberships. Transfer apiaries with members first, or confirm that they are deleted. Download the register of treatments and the export (`/api/v1/users/me/export`) before: the law asks you to keep the register for five years.',
  })
  async deleteMyAccount(
    @Arg('input', () => DeleteMyAccountInput)
    { deleteSharedApiaries, ...proof }: DeleteMyAccountInput,
    @Ctx() context: Context,
  ): Promise<void> {
    await deleteMyAccount(context, proof, async () => {
      if (!deleteSharedApiaries) await requireNoMembers(context, context.viewer.id);
    });
  }

  @Requires(ADMINISTRATORS_ONLY)
  @ManualTransaction()
  @SuccessMutation({
    description:
      'Deletes the account of another and all its data permanently, as `deleteMyAccount` does, and writes an audit entry. Refused for administrators: take the role away first. Requires the role ADMIN.',
  })
  async deleteUser(
    @Arg('input', () => DeleteUserInput)
    { id, reason, deleteSharedApiaries }: DeleteUserInput,
    @Ctx() context: Context,
  ): Promise<void> {
    context.unscoped.requireId(User, id);
    await deleteUser(context, id, reason, async (userId) => {
      if (!deleteSharedApiaries) await requireNoMembers(context, userId);
    });
  }
}
