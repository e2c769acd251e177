// What an administrator does with the account of another for a stated reason. Each act writes its audit entry in its own transaction.
import { Role } from '../../access/permissions.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { startRemoval } from '../../maintenance/removals.js';
import { lockUser } from './administration.commands.js';
import type { AuditField } from './audit-changes.types.js';
import { AuditEntry } from './audit-entry.entity.js';
import { enqueueMail, removeWaitingMails } from './mails.commands.js';
import { noFactor, removeFactor } from './second-factor.commands.js';
import { composeFactorMail } from './second-factor.mail.js';
import { endSessionsOf } from './sessions.commands.js';
import type { User } from './user.entity.js';

/** What the audit entry of an act says. */
interface Act {
  field: AuditField;
  reason: string;
  before?: unknown;
  after?: unknown;
}

function audit({ em, viewer }: Context, subjectId: string, { field, reason, before, after }: Act): AuditEntry {
  const values = { before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) };
  return em.create(AuditEntry, { actorId: viewer.id, subjectId, field, reason, ...values });
}

/** @throws NOT_FOUND, CONFLICT for the own account, on which there are operations that need no reason */
async function lockOther(context: Context, id: string): Promise<User> {
  if (id.toLowerCase() === context.viewer.id)
    throw new AppError('CONFLICT', 'This is your own account: use the operations on the current account');
  return lockUser(context, id);
}

/** Ends all sessions of another account. Its refresh tokens are refused with them. @returns their number */
export async function endUserSessions(context: Context, id: string, reason: string): Promise<number> {
  const user = await lockOther(context, id);
  const ended = await endSessionsOf(context, user.id);
  audit(context, user.id, { field: 'sessions', reason, before: ended, after: 0 });
  return ended;
}

/**
 * Removes the second factor of another account, whose owner has lost it with the recovery codes, and ends its sessions: whoever has asked for
 * this may not be the owner, who gets a mail.
 * @throws NOT_FOUND, CONFLICT (SECOND_FACTOR_MISSING)
 */
export async function removeSecondFactor(context: Context, id: string, reason: string): Promise<void> {
  const user = await lockOther(context, id);
  if (!(await removeFactor(context, user.id))) throw noFactor('The account has no second factor');
  await endSessionsOf(context, user.id);
  await enqueueMail(context, user.email, composeFactorMail('removed', user));
  audit(context, user.id, { field: 'secondFactor', reason, before: true, after: false });
}

/**
 * Deletes the account of another, as its owner does (profile.commands.ts). No administrator is deleted this way, so one always remains.
 * @param check runs when the account has been locked, and throws if it must not be deleted
 * @throws NOT_FOUND, CONFLICT (ACCOUNT_IS_ADMINISTRATOR)
 */
export async function deleteUser(
  context: Context,
  id: string,
  reason: string,
  check: (id: string) => Promise<void>,
): Promise<void> {
  await unitOfWork(context, async () => {
    const user = await lockOther(context, id);
    if (user.role === Role.ADMIN)
      throw new AppError('CONFLICT', 'The account is an administrator: take the role away first', {
        reason: 'ACCOUNT_IS_ADMINISTRATOR',
      });
    await check(user.id);
    await removeWaitingMails(context, user.email);
    context.em.remove(user);
    audit(context, user.id, { field: 'account', reason });
    context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
    context.afterCommit.push(() => startRemoval(context.jobs));
  });
  await context.sessions.settle();
}

/** The audit entry of an export authorizes its download for so long. */
export const EXPORT_MINUTES = 15;

/** Records that the viewer exports the data of an account. @returns the entry, whose id names the download */
export async function requestUserExport(context: Context, id: string, reason: string): Promise<AuditEntry> {
  const user = await lockUser(context, id);
  return audit(context, user.id, { field: 'export', reason });
}

const FIND_EXPORTED = `
  select u.id, exists (select 1 from apiary_members m where m.user_id = u.id) as "isMember"
  from audit_entries e join users u on u.id = e.subject_id
  where e.id = $1 and e.actor_id = $2 and e.field = 'export' and e.created_at > now() - interval '${EXPORT_MINUTES} minutes'`;

/**
 * Returns the account whose export the viewer has requested.
 * @throws NOT_FOUND alike for an export that is unknown, another's or too old, and for a deleted account
 */
export async function findExported(context: Context, entryId: string): Promise<{ id: string; isMember: boolean }> {
  context.unscoped.requireId(AuditEntry, entryId);
  // A replica may not have the entry yet.
  context.readsPrimary = true;
  const statement = { text: FIND_EXPORTED, values: [entryId, context.viewer.id] };
  const [account] = await runStatement<{ id: string; isMember: boolean }>(context, statement);
  if (!account) throw AppError.notFound('Audit entry');
  return account;
}
