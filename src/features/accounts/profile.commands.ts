import { Role } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { deleteBelow } from '../../database/delete-below.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { requireAnotherAdministrator } from './administration.commands.js';
import { requirePassword } from './recovery.commands.js';
import { endSessionsOf } from './sessions.commands.js';
import { User } from './user.entity.js';

/** @throws NOT_FOUND for another account */
export async function updateProfile({ access, em }: Context, id: string, changes: Partial<User>): Promise<User> {
  return em.assign(await access.forUpdate(User, id), changes);
}

/** Deletes the account and, by cascade, its data in one transaction. Its sessions end first. */
export async function deleteMyAccount(context: Context, password: string): Promise<void> {
  await requirePassword(context, password, 'password');
  const { id, role } = context.viewer;
  await unitOfWork(context, async () => {
    if (role === Role.ADMIN) await requireAnotherAdministrator(context, id);
    const user = await context.access.forUpdate(User, id);
    await endSessionsOf(context, id);
    await deleteBelow(context, 'users', id);
    context.em.remove(user);
  });
}
