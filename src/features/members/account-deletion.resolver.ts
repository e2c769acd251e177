import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { AllowOverQuota, CredentialAttempt, ManualTransaction } from '../../access/guard.js';
import type { Context } from '../../context.js';
import { deleteMyAccount } from '../accounts/profile.commands.js';
import { requireNoMembers } from './account-deletion.js';

/** Here and not in accounts/, because it concerns the members of the account's apiaries. */
@Resolver()
export class AccountDeletionResolver {
  @CredentialAttempt()
  @ManualTransaction()
  @AllowOverQuota()
  @Mutation(() => Boolean, {
    description:
      'Deletes the current account and all its data permanently, and ends its memberships. An account that owns apiaries with members must transfer them first, or confirm that they are deleted. Download the register of treatments before, which the law asks you to keep for five years: the records that remain here until `retainUntil` say nothing about you, and nobody can read them. Harvests and lots are deleted: the export (`/api/v1/users/me/export`) contains them. Returns true.',
  })
  async deleteMyAccount(
    @Arg('password', () => String, { description: 'The current password.' }) password: string,
    @Arg('deleteSharedApiaries', () => Boolean, {
      defaultValue: false,
      description: 'Whether apiaries that others use are deleted too.',
    })
    deleteSharedApiaries: boolean,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await deleteMyAccount(context, password, async () => {
      if (!deleteSharedApiaries) await requireNoMembers(context);
    });
    return true;
  }
}
