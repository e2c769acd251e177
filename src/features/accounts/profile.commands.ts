import type { Context } from '../../context.js';
import { deleteBelow } from '../../database/delete-below.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { TODAY_SQL } from '../../shared/days.js';
import { NOBODY } from '../../shared/retention.js';
import { requireAnotherAdministrator } from './administration.commands.js';
import { requirePassword } from './recovery.commands.js';
import { User } from './user.entity.js';

/** @throws NOT_FOUND for another account */
export async function updateProfile(context: Context, id: string, changes: Partial<User>): Promise<User> {
  // The session cache knows these two.
  if (changes.language || changes.showSharedApiaries !== undefined)
    context.afterCommit.push(() => context.sessions.invalidateUser(context.viewer.id));
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
    await deleteBelow(context, 'users', id, {
      lots: 'owner_id',
      harvests: 'owner_id',
      queens: 'owner_id',
      changes: 'owner_id',
    });
    await forgetTreatments(context, id);
    context.em.remove(user);
    context.afterCommit.push(() => context.sessions.invalidateUser(id));
  });
}

/** Takes about 0.3 s on a slow machine. */
const PIECE_ROWS = 2000;

/** What the database keeps of treatments loses its account and everything about a person; what is due is deleted (ADR 0023). */
const FORGET_TREATMENTS = `
  with piece as (select id, retain_until from treatments where owner_id = $1 limit ${PIECE_ROWS} for update),
    due as (delete from treatments where id in (select id from piece where retain_until < ${TODAY_SQL})),
    kept as (update treatments set owner_id = '${NOBODY}' where id in (select id from piece where retain_until >= ${TODAY_SQL}))
  select count(*)::int as n from piece`;

async function forgetTreatments(context: Context, id: string): Promise<void> {
  for (let isFull = true; isFull; ) {
    const [row] = await runStatement<{ n: number }>(context, { text: FORGET_TREATMENTS, values: [id] });
    isFull = row!.n === PIECE_ROWS;
  }
}
