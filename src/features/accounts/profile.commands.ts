import type { Context } from '../../context.js';
import { deleteBelow } from '../../database/delete-below.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { requireAnotherAdministrator } from './administration.commands.js';
import { requirePassword } from './recovery.commands.js';
import { User } from './user.entity.js';

/** @throws NOT_FOUND for another account */
export async function updateProfile(context: Context, id: string, changes: Partial<User>): Promise<User> {
  // The session cache knows the language.
  if (changes.language) context.afterCommit.push(() => context.sessions.invalidateUser(context.viewer.id));
  return context.em.assign(await context.access.forUpdate(User, id), changes);
}

/**
 * Deletes the account and, by cascade, its data and its sessions in one transaction.
 * @param check runs when the account has been locked, and throws if it must not be deleted
 */
export async function deleteMyAccount(context: Context, password: string, check: () => Promise<void>): Promise<void> {
  await requirePassword(context, password, 'password');
  const { id } = context.viewer;
  await unitOfWork(context, async () => {
    // Not asked of the viewer: another process may have made this account the last administrator a moment ago.
    await requireAnotherAdministrator(context, id);
    const user = await context.access.forUpdate(User, id);
    await check();
    // With the log of what the account owned: nothing of it is left.
    await deleteBelow(context, 'users', id, { changes: 'owner_id' });
    context.em.remove(user);
    context.afterCommit.push(() => context.sessions.invalidateUser(id));
  });
}
