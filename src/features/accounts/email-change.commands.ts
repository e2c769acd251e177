// The address of an account changes when that is confirmed at the new one, and can be restored from the old one for some days.
import { setTimeout as wait } from 'node:timers/promises';
import { LockMode, ref } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges, unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import type { Language } from '../../shared/language.js';
import { createRandomToken, hashToken } from '../../shared/random-token.js';
import { lockUser } from './administration.commands.js';
import { type Reauthentication, reauthenticate } from './credentials.commands.js';
import { EmailChange } from './email-change.entity.js';
import {
  composeChangedMail,
  composeConfirmMail,
  composeLeftMail,
  composeRequestedMail,
  composeTakenMail,
  composeUndoneMail,
} from './email-change.mail.js';
import { countMail, enqueueMail } from './mails.commands.js';
import { OneTimeToken } from './one-time-token.entity.js';
import { endOtherAccess } from './other-access.commands.js';
import { hashPassword, isMailbox, normalizeEmail, requireStrength, requireUnlike } from './passwords.rules.js';
import { invalidToken, MIN_RESPONSE_TIME_MS } from './recovery.commands.js';
import { endSessionsOf } from './sessions.commands.js';
import type { User } from './user.entity.js';

const CONFIRM_MS = 86_400_000;
export const UNDO_MS = 7 * 86_400_000;
const PREPARED_MS = 7 * 86_400_000;

/** An account that has the address, or that can still return to it. */
const FIND_HOLDER = `
  select u.language, u.email = $1 and u.is_active as "isReached" from users u where u.email = $1
  union all select null, false from email_changes c
    where c.old_email = $1 and c.undo_hash is not null and c.undo_until > now() and c.user_id <> $2
  limit 1`;

/**
 * Sends a link to the new address, and tells the old one. The response and its time are the same for an address that has an account: then that
 * one gets a mail which says so, and the request leads nowhere.
 * @throws BAD_USER_INPUT
 */
export async function requestEmailChange(
  context: Context,
  { newEmail, ...input }: Reauthentication & { newEmail: string },
): Promise<void> {
  const email = normalizeEmail(newEmail);
  if (!isMailbox(email)) throw AppError.badInput([{ field: 'newEmail', message: 'must be an e-mail address' }]);
  const { account, spend } = await reauthenticate(context, input);
  if (email === account.email)
    throw AppError.badInput([{ field: 'newEmail', message: 'must differ from the current address' }]);
  requireUnlike(input.password, 'password', { email, username: account.username });
  await countMail(context, email);
  await context.rateLimiter.countMail(account.email);
  const work = unitOfWork(context, async () => {
    await spend();
    const user = await lockUser(context, account.id);
    await context.em.nativeDelete(EmailChange, { user: user.id, confirmedAt: null }, { filters: false });
    const { secret, hash } = createRandomToken();
    const expiresAt = new Date(Date.now() + CONFIRM_MS);
    context.em.create(EmailChange, {
      user: ref(user),
      oldEmail: user.email,
      newEmail: email,
      confirmHash: hash,
      expiresAt,
    });
    await tellNewAddress(context, user, email, context.links.confirmEmailChange(secret));
    await enqueueMail(context, user.email, composeRequestedMail(user, email));
  });
  await Promise.all([work, wait(MIN_RESPONSE_TIME_MS)]);
}

async function tellNewAddress(context: Context, user: User, email: string, link: string): Promise<void> {
  const statement = { text: FIND_HOLDER, values: [email, user.id] };
  const [holder] = await runStatement<{ language: Language | null; isReached: boolean }>(context, statement);
  if (!holder) return enqueueMail(context, email, composeConfirmMail(user, link));
  const language = holder.language ?? user.language;
  // Nobody is told anything of an account that is deactivated.
  if (holder.isReached || holder.language === null) await enqueueMail(context, email, composeTakenMail(language));
}

/**
 * Changes the address. Sessions go on: the address is none of the things that prove who somebody is, and who has requested the change has stated
 * all of these. An account that returns to an address which it has left takes it back: what was done since cannot be undone.
 * @throws BAD_USER_INPUT for a token that is unknown, used, replaced or expired; CONFLICT (EMAIL_TAKEN), decided by the unique index
 */
export async function confirmEmailChange(context: Context, token: string): Promise<void> {
  await context.rateLimiter.count('logIns', context.client.address);
  await unitOfWork(context, async () => {
    const { change, user } = await lockChange(context, { confirmHash: hashToken(token) });
    if (change.confirmedAt || change.expiresAt <= new Date() || user.email !== change.oldEmail) throw invalidToken();
    change.confirmedAt = new Date();
    const left = await findUndoable(context, user.id, change.newEmail);
    await moveTo(context, user, change.newEmail);
    if (left) {
      await flushChanges(context);
      await endEmailChanges(context, user.id, left.createdAt);
      await enqueueMail(context, change.oldEmail, composeLeftMail(user));
      return;
    }
    const { secret, hash } = createRandomToken();
    Object.assign(change, { undoHash: hash, undoUntil: new Date(Date.now() + UNDO_MS) });
    const link = context.links.undoEmailChange(secret);
    await enqueueMail(context, change.oldEmail, composeChangedMail(user, change.newEmail, link));
  });
}

/**
 * Restores the old address with a new password. Whoever changed the address has lost the account: sessions, tokens, links to reset the password,
 * the undo links of later addresses, and what else has come since a week before the request of the change (a second factor, and what
 * `endOtherAccess` names) end: it may have been prepared.
 * @throws BAD_USER_INPUT for a token that is unknown, used, replaced or expired, and for a weak password
 */
export async function undoEmailChange(context: Context, token: string, password: string): Promise<void> {
  const { rateLimiter, client } = context;
  await rateLimiter.count('logIns', client.address);
  await requireStrength(password, 'newPassword');
  const passwordHash = await hashPassword(password, context);
  const email = await unitOfWork(context, async () => {
    const { change, user } = await lockChange(context, { undoHash: hashToken(token) });
    if (!change.undoUntil || change.undoUntil <= new Date()) throw invalidToken();
    requireUnlike(password, 'newPassword', { email: change.oldEmail, username: user.username });
    const left = user.email;
    await endEmailChanges(context, user.id, change.createdAt);
    change.undoneAt = new Date();
    user.passwordHash = passwordHash;
    await moveTo(context, user, change.oldEmail);
    await endSessionsOf(context, user.id);
    const since = new Date(change.createdAt.getTime() - PREPARED_MS);
    await runStatement(context, { text: END_SECOND_FACTOR, values: [user.id, since] });
    await endOtherAccess(context, user.id, since);
    if (left !== user.email) await enqueueMail(context, left, composeLeftMail(user));
    await enqueueMail(context, user.email, composeUndoneMail(user));
    return user.email;
  });
  await rateLimiter.reset({ email, address: client.address });
}

const END_SECOND_FACTOR = 'delete from second_factors where user_id = $1 and coalesce(confirmed_at, created_at) >= $2';

/** The account first, then its changes: two requests of the account cannot deadlock. @throws BAD_USER_INPUT if the token is unknown */
async function lockChange(
  context: Context,
  where: { confirmHash: string } | { undoHash: string },
): Promise<{ change: EmailChange; user: User }> {
  const { em } = context;
  const found = await em.findOne(EmailChange, where, { filters: false });
  if (!found) throw invalidToken();
  const user = await lockUser(context, found.user.id);
  const options = { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const change = await em.findOne(EmailChange, where, options);
  if (!change || !user.isActive) throw invalidToken();
  return { change, user };
}

/** Tokens that were sent to the address of before are void, also if the account returns to it. */
async function moveTo(context: Context, user: User, email: string): Promise<void> {
  user.email = email;
  // Following the link proves access to the address.
  user.isVerified = true;
  await context.em.nativeDelete(OneTimeToken, { user: user.id }, { filters: false });
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
}

const findUndoable = ({ em }: Context, user: string, oldEmail: string): Promise<EmailChange | null> =>
  em.findOne(
    EmailChange,
    { user, oldEmail, undoHash: { $ne: null }, undoUntil: { $gt: new Date() } },
    { filters: false, orderBy: { createdAt: 'asc' } },
  );

/** From one change on, none can be undone or confirmed any more. */
export async function endEmailChanges(context: Context, userId: string, since: Date): Promise<void> {
  const text = `with pending as (delete from email_changes where user_id = $1 and confirmed_at is null)
    update email_changes set undo_hash = null, updated_at = now() where user_id = $1 and created_at >= $2 and undo_hash is not null`;
  await runStatement(context, { text, values: [userId, since] });
}
