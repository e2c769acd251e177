// BY MAIL: setting a forgotten password, and proving that an address is one's own.
import { setTimeout as wait } from 'node:timers/promises';
import { LockMode, ref } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { Mail } from '../../mail/mail.entity.js';
import { composeResetMail, composeVerificationMail, type MailContent } from './account-mails.js';
import { OneTimeToken, Purpose } from './one-time-token.entity.js';
import { hashPassword, normalizeEmail, requireStrength, verifyPassword } from './passwords.js';
import { createRandomToken, hashToken } from './random-token.js';
import { endSessionsOf } from './sessions.commands.js';
import { User } from './user.entity.js';

const LIFETIME_MS = { [Purpose.RESET_PASSWORD]: 30 * 60_000, [Purpose.VERIFY_EMAIL]: 7 * 86_400_000 };
/** Longer than the work takes, so that how long the answer took tells nothing. */
const SAME_TIME_MS = 150;

/** Sends a reset link, if there is such an account. The answer and its time are the same if there is none. */
export async function requestPasswordReset(context: Context, address: string): Promise<void> {
  await countMail(context, address);
  const work = unitOfWork(context, async () => {
    const user = await findByEmail(context, address);
    if (!user?.isActive) return;
    const link = await newLink(context, user, Purpose.RESET_PASSWORD, context.links.resetPassword);
    send(context, user, composeResetMail(user.language, user.username, link));
  });
  await Promise.all([work, wait(SAME_TIME_MS)]);
}

/** @throws BAD_USER_INPUT for a token that is wrong, used, replaced by a newer one or too old; or for a weak password */
export async function resetPassword(context: Context, token: string, password: string): Promise<void> {
  await context.rateLimiter.count('logIns', context.client.address);
  await requireStrength(password, 'newPassword');
  const passwordHash = await hashPassword(password);
  const email = await unitOfWork(context, async () => {
    const user = await redeem(context, token, Purpose.RESET_PASSWORD);
    user.passwordHash = passwordHash;
    // Whoever could read the mail has the address.
    user.isVerified = true;
    await endSessionsOf(context, user.id);
    return user.email;
  });
  await context.rateLimiter.reset(email);
}

/** Sets another password; every other session ends, and no link to reset it is good any more. */
export async function changePassword(context: Context, current: string, password: string): Promise<void> {
  await requireStrength(password, 'newPassword');
  await requirePassword(context, current, 'currentPassword');
  const { id, sessionId } = context.viewer;
  const passwordHash = await hashPassword(password);
  await unitOfWork(context, async () => {
    const user = await context.access.forUpdate(User, id);
    user.passwordHash = passwordHash;
    await context.em.nativeDelete(OneTimeToken, { user: id, purpose: Purpose.RESET_PASSWORD }, { filters: false });
    await endSessionsOf(context, id, sessionId);
  });
}

/** That somebody who is logged in knows the password too. @throws BAD_USER_INPUT naming `field` */
export async function requirePassword(
  { em, rateLimiter, viewer }: Context,
  password: string,
  field: string,
): Promise<void> {
  const key = `password of ${viewer.id}`;
  await rateLimiter.countAttempt(key);
  const { passwordHash } = await em.findOneOrFail(User, { id: viewer.id }, { populate: ['passwordHash'] });
  if (!(await verifyPassword(password, passwordHash)))
    throw AppError.badInput([{ field, message: 'is not the password' }]);
  await rateLimiter.reset(key);
}

/** Sends the link with which an address is verified. */
export async function sendVerification(context: Context, user: User): Promise<void> {
  const link = await newLink(context, user, Purpose.VERIFY_EMAIL, context.links.verifyEmail);
  send(context, user, composeVerificationMail(user.language, user.username, link));
}

/** The same for whoever asks; nothing is told of the address. */
export async function resendVerification(context: Context, address: string): Promise<void> {
  await countMail(context, address);
  const work = unitOfWork(context, async () => {
    const user = await findByEmail(context, address);
    if (user?.isActive && !user.isVerified) await sendVerification(context, user);
  });
  await Promise.all([work, wait(SAME_TIME_MS)]);
}

/** @throws BAD_USER_INPUT for a token that is no good */
export async function verifyEmail(context: Context, token: string): Promise<User> {
  const user = await redeem(context, token, Purpose.VERIFY_EMAIL);
  user.isVerified = true;
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

/** The same for an address that nobody has. */
async function countMail({ rateLimiter, client }: Context, address: string): Promise<void> {
  await rateLimiter.count('mailsByAddress', client.address);
  await rateLimiter.count('mails', normalizeEmail(address));
}

const findByEmail = ({ em }: Context, address: string): Promise<User | null> =>
  em.findOne(User, { email: normalizeEmail(address) }, { filters: false });

/** A new token in a link; those before it are no good any more. */
async function newLink({ em }: Context, user: User, purpose: Purpose, pattern: string): Promise<string> {
  await em.nativeDelete(OneTimeToken, { user: user.id, purpose }, { filters: false });
  const { secret, hash } = createRandomToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS[purpose]);
  em.create(OneTimeToken, { user: ref(user), purpose, hash, email: user.email, expiresAt });
  return pattern.replace('{token}', secret);
}

/** Uses a token up. Two at once wait for each other: the second finds it used. */
async function redeem({ em }: Context, token: string, purpose: Purpose): Promise<User> {
  const options = { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const found = await em.findOne(OneTimeToken, { hash: hashToken(token), purpose }, options);
  if (!found || found.usedAt || found.expiresAt <= new Date()) throw badToken();
  const user = await em.findOne(User, { id: found.user.id, email: found.email, isActive: true }, options);
  if (!user) throw badToken();
  found.usedAt = new Date();
  return user;
}

const badToken = (): AppError =>
  new AppError('BAD_USER_INPUT', 'The link is not valid any more: ask for another', {
    reason: 'TOKEN_INVALID',
    fields: [{ field: 'token', message: 'is not valid any more' }],
  });

function send(context: Context, { email: recipient }: User, words: MailContent): void {
  context.em.create(Mail, { recipient, ...words });
  context.afterCommit.push(() => context.outbox.wake());
}
