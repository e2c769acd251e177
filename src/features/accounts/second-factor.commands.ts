// The second factor of the current account: turned on in two steps, and off.
import { ref } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { type QueryTarget, runStatement } from '../../database/pool.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { type Reauthentication, reauthenticate } from './credentials.commands.js';
import { enqueueMail } from './mails.commands.js';
import { createRecoveryCodes } from './recovery-codes.rules.js';
import { boxFor, normalizeCode, refuseCode } from './require-second-factor.commands.js';
import { SecondFactor } from './second-factor.entity.js';
import { composeFactorMail } from './second-factor.mail.js';
import { endSessionsOf } from './sessions.commands.js';
import { createTotp, findStep, isTotpCode, type NewTotp } from './totp.rules.js';
import { User } from './user.entity.js';

/** How long a secret waits for its first code. */
export const BEGUN_MINUTES = 60;

/**
 * Makes a secret, which replaces one that waits. Nothing is asked for at log-in until a code has confirmed it.
 * @throws CONFLICT (SECOND_FACTOR_ACTIVE)
 */
export async function beginSecondFactor(context: Context, input: Reauthentication): Promise<NewTotp> {
  const { spend } = await reauthenticate(context, input);
  return unitOfWork(context, async () => {
    await spend();
    const user = await lockViewer(context);
    const stored = await find(context);
    if (stored?.confirmedAt)
      throw new AppError('CONFLICT', 'The account has a second factor: disable it first', {
        reason: 'SECOND_FACTOR_ACTIVE',
      });
    if (stored) await remove(context);
    const totp = createTotp(user.email);
    const sealed = boxFor(context.settings.jwtSecrets).seal(totp.key, user.id);
    context.em.create(SecondFactor, { user: ref(user), ...sealed });
    return totp;
  });
}

/**
 * Turns the second factor on, and ends all other sessions: they were opened without it.
 * @returns the recovery codes, which are not stored
 */
export async function confirmSecondFactor(context: Context, code: string): Promise<string[]> {
  const { id, sessionId } = context.viewer;
  await context.rateLimiter.countAttempt({ secondFactorOf: id });
  const { codes, hashes } = createRecoveryCodes();
  await unitOfWork(context, async () => {
    const user = await lockViewer(context);
    const factor = await find(context);
    if (!factor || factor.confirmedAt || isOld(factor)) throw noFactor('No second factor waits to be confirmed');
    const text = normalizeCode(code);
    const secret = boxFor(context.settings.jwtSecrets).open(factor, id);
    const step = secret !== undefined && isTotpCode(text) ? findStep(secret, text) : undefined;
    if (step === undefined) throw refuseCode('SECOND_FACTOR_INVALID');
    Object.assign(factor, { confirmedAt: new Date(), lastStep: step, recoveryHashes: hashes });
    await endSessionsOf(context, id, sessionId);
    await enqueueMail(context, user.email, composeFactorMail('on', user));
  });
  await context.rateLimiter.reset({ secondFactorOf: id });
  return codes;
}

/** New recovery codes: the others are void. @throws CONFLICT (SECOND_FACTOR_MISSING) */
export async function regenerateRecoveryCodes(context: Context, input: Reauthentication): Promise<string[]> {
  const { spend } = await reauthenticate(context, input);
  const { codes, hashes } = createRecoveryCodes();
  await unitOfWork(context, async () => {
    await spend();
    const user = await lockViewer(context);
    const factor = await requireActive(context);
    factor.recoveryHashes = hashes;
    await enqueueMail(context, user.email, composeFactorMail('codes', user));
  });
  return codes;
}

/** @throws CONFLICT (SECOND_FACTOR_MISSING) */
export async function disableSecondFactor(context: Context, input: Reauthentication): Promise<void> {
  const { spend } = await reauthenticate(context, input);
  await unitOfWork(context, async () => {
    await spend();
    const user = await lockViewer(context);
    await requireActive(context);
    await remove(context);
    await enqueueMail(context, user.email, composeFactorMail('off', user));
  });
}

/** Requests of the account wait for each other. */
const lockViewer = ({ access, viewer }: Context): Promise<User> => access.forUpdate(User, viewer.id);

/** Within the lock: not what was read before it. */
const find = ({ em, viewer }: Context): Promise<SecondFactor | null> =>
  em.findOne(SecondFactor, { user: viewer.id }, { filters: false, refresh: true });

async function requireActive(context: Context): Promise<SecondFactor> {
  const factor = await find(context);
  if (!factor?.confirmedAt) throw noFactor('The account has no second factor');
  return factor;
}

async function remove(context: Context): Promise<void> {
  await removeFactor(context, context.viewer.id);
}

/** @returns whether there was one that was asked for; undefined if there was none */
export async function removeFactor(request: QueryTarget, accountId: string): Promise<boolean | undefined> {
  const text = 'delete from second_factors where user_id = $1 returning confirmed_at is not null as "isActive"';
  const [removed] = await runStatement<{ isActive: boolean }>(request, { text, values: [accountId] });
  return removed?.isActive;
}

const isOld = ({ createdAt }: SecondFactor): boolean => createdAt.getTime() < Date.now() - BEGUN_MINUTES * 60_000;

export const noFactor = (message: 'No second factor waits to be confirmed' | 'The account has no second factor') =>
  new AppError('CONFLICT', message, { reason: 'SECOND_FACTOR_MISSING' });
