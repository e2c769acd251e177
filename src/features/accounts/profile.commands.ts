import type { Context } from '../../context.js';
import { requireTimeZone } from '../../database/time-zones.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { startRemoval } from '../../maintenance/removals.js';
import { setTimeZone } from './account-time-zone.commands.js';
import { requireAnotherAdministrator } from './administration.commands.js';
import { type Reauthentication, reauthenticate } from './credentials.commands.js';
import { removeWaitingMails } from './mails.commands.js';
import { User } from './user.entity.js';

/** @throws NOT_FOUND for another account */
export async function updateProfile(context: Context, id: string, changes: Partial<User>): Promise<User> {
  // The session cache knows these two.
  if (changes.language || changes.showSharedApiaries !== undefined)
    context.afterCommit.push(() => context.sessions.invalidateUser(context.viewer.id));
  const { timeZone, ...others } = changes;
  if (timeZone !== undefined) await requireTimeZone(context, timeZone, 'timeZone');
  const user = context.em.assign(await context.access.forUpdate(User, id), others);
  if (timeZone !== undefined) await setTimeZone(context, user, timeZone);
  return user;
}

/**
 * Deletes the account with its sessions, its memberships and the mails that wait for it. A trigger ends the access of others to its apiaries and begins the removal of what
 * it owned (maintenance/removals.ts), which nobody sees any more.
 * @param check runs when the account has been locked, and throws if it must not be deleted
 */
export async function deleteMyAccount(
  context: Context,
  proof: Reauthentication,
  check: () => Promise<void>,
): Promise<void> {
  const { spend } = await reauthenticate(context, proof);
  const { id } = context.viewer;
  await unitOfWork(context, async () => {
    // Not asked of the viewer: another process may have made this account the last administrator a moment ago.
    await requireAnotherAdministrator(context, id);
    await spend();
    const user = await context.access.forUpdate(User, id);
    await check();
    await removeWaitingMails(context, user.email);
    context.em.remove(user);
    context.afterCommit.push(() => context.sessions.invalidateUser(id));
    context.afterCommit.push(() => startRemoval(context.jobs));
  });
  await context.sessions.settle();
}
