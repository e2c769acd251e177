// Password changes, and e-mail verification.
import { setTimeout as wait } from 'node:timers/promises';
import { LockMode, ref } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { createRandomToken, hashToken } from '../../shared/random-token.js';
import { composeResetMail, composeVerificationMail } from './account.mail.js';
import { type Reauthentication, reauthenticate } from './credentials.commands.js';
import { countMail, enqueueMail, nameForMail } from './mails.commands.js';
import { OneTimeToken, Purpose } from './one-time-token.entity.js';
import { endOtherAccess } from './other-access.commands.js';
import { hashPassword, normalizeEmail, requireStrength, requireUnlike } from './passwords.rules.js';
import { endSessionsOf } from './sessions.commands.js';
import { User } from './user.entity.js';

const LIFETIME_MS = { [Purpose.RESET_PASSWORD]: 30 * 60_000, [Purpose.VERIFY_EMAIL]: 7 * 86_400_000 };
/** Longer than the work takes, so that the response time does not reveal whether the account exists. */
export const MIN_RESPONSE_TIME_MS = 150;

/** Sends a reset link if the account exists. The response and its time are the same if it does not. */
export async function requestPasswordReset(context: Context, address: string): Promise<void> {
  await countMail(context, address);
  const work = unitOfWork(context, async () => {
    const user = await findByEmail(context, address);
    if (!user?.isActive) return;
    const link = context.links.resetPassword(await createToken(context, user, Purpose.RESET_PASSWORD));
    await enqueueMail(context, user.email, composeResetMail(user.language, nameForMail(user), link));
  });
  await Promise.all([work, wait(MIN_RESPONSE_TIME_MS)]);
}

/**
 * Neither logs in nor asks for the second factor, which remains: who reads the mails of an account still needs it to log in.
 * @throws BAD_USER_INPUT for a token that is unknown, used, replaced or expired, and for a weak password
 */
export async function resetPassword(context: Context, token: string, password: string): Promise<void> {
  await context.rateLimiter.count('logIns', context.client.address);
  await requireStrength(password, 'newPassword');
  const passwordHash = await hashPassword(password, context);
  const email = await unitOfWork(context, async () => {
    const user = await redeemToken(context, token, Purpose.RESET_PASSWORD);
    // The token stays valid, because the transaction is rolled back.
    requireUnlike(password, 'newPassword', user);
    user.passwordHash = passwordHash;
    user.hasPassword = true;
    // Nobody had proved to read the mails of the address: somebody else may have registered it.
    if (!user.isVerified) await endOtherAccess(context, user.id, new Date(0));
    // Receiving the mail proves access to the address.
    user.isVerified = true;
    await endSessionsOf(context, user.id);
    return user.email;
  });
  await context.rateLimiter.reset({ email, address: context.client.address });
}

/** Changes the password, ends all other sessions and revokes reset links. */
export async function changePassword(context: Context, current: Reauthentication, password: string): Promise<void> {
  await requireStrength(password, 'newPassword');
  const { spend } = await reauthenticate(context, current, 'currentPassword');
  const { id, sessionId } = context.viewer;
  const passwordHash = await hashPassword(password, context);
  await unitOfWork(context, async () => {
    await spend();
    const user = await context.access.forUpdate(User, id);
    requireUnlike(password, 'newPassword', user);
    user.passwordHash = passwordHash;
    await context.em.nativeDelete(OneTimeToken, { user: id, purpose: Purpose.RESET_PASSWORD }, { filters: false });
    await endSessionsOf(context, id, sessionId);
  });
}

/** Sends a verification link. */
export async function sendVerification(context: Context, user: User): Promise<void> {
  const link = context.links.verifyEmail(await createToken(context, user, Purpose.VERIFY_EMAIL));
  await enqueueMail(context, user.email, composeVerificationMail(user.language, nameForMail(user), link));
}

/** The response and its time are the same whether the address is unknown, verified or unverified. */
export async function resendVerification(context: Context, address: string): Promise<void> {
  await countMail(context, address);
  const work = unitOfWork(context, async () => {
    const user = await findByEmail(context, address);
    if (user?.isActive && !user.isVerified) await sendVerification(context, user);
  });
  await Promise.all([work, wait(MIN_RESPONSE_TIME_MS)]);
}

/** @throws BAD_USER_INPUT for a token that is unknown, used, replaced or expired */
export async function verifyEmail(context: Context, token: string): Promise<User> {
  const user = await redeemToken(context, token, Purpose.VERIFY_EMAIL);
  user.isVerified = true;
  context.afterCommit.push(() => context.sessions.invalidateUser(user.id));
  return user;
}

const findByEmail = ({ em }: Context, address: string): Promise<User | null> =>
  em.findOne(User, { email: normalizeEmail(address) }, { filters: false });

/** A new token, which replaces older ones. */
async function createToken({ em }: Context, user: User, purpose: Purpose): Promise<string> {
  await em.nativeDelete(OneTimeToken, { user: user.id, purpose }, { filters: false });
  const { secret, hash } = createRandomToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS[purpose]);
  em.create(OneTimeToken, { user: ref(user), purpose, hash, email: user.email, expiresAt });
  return secret;
}

/** Marks a token as used. A concurrent second use waits for the lock and finds it used. */
async function redeemToken({ em }: Context, token: string, purpose: Purpose): Promise<User> {
  const options = { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const stored = await em.findOne(OneTimeToken, { hash: hashToken(token), purpose }, options);
  if (!stored || stored.usedAt || stored.expiresAt <= new Date()) throw invalidToken();
  const user = await em.findOne(User, { id: stored.user.id, email: stored.email, isActive: true }, options);
  if (!user) throw invalidToken();
  stored.usedAt = new Date();
  return user;
}

export const invalidToken = (): AppError =>
  new AppError('BAD_USER_INPUT', 'The link is no longer valid: request a new one', {
    reason: 'TOKEN_INVALID',
    fields: [{ field: 'token', message: 'is no longer valid' }],
  });
