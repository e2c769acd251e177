// What proves who somebody is. Another way to log in, such as OpenID Connect, replaces the password here, and asks for the second factor too.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { invalidCredentials } from './app-tokens.commands.js';
import { normalizeEmail, verifyPassword } from './passwords.rules.js';
import { refuseCode, requireSecondFactor, type SpendCode } from './require-second-factor.commands.js';
import { User } from './user.entity.js';

export interface Proven {
  account: User;
  /** In the unit of work that opens the session, or makes the change. */
  spend: SpendCode;
}
export interface Reauthentication {
  password: string;
  secondFactorCode?: string | null | undefined;
}

/**
 * Verifies the password of an account and, if it has one, its second factor. An unknown address and a wrong password have the same response and
 * response time. The counts of attempts are cleared when both are right: a password alone lets nobody guess codes without end.
 * @throws UNAUTHENTICATED, FORBIDDEN if the account is deactivated, RATE_LIMITED or LOCKED
 */
export async function verifyCredentials(
  context: Context,
  { email: address, password, secondFactorCode }: Reauthentication & { email: string },
): Promise<Proven> {
  const { rateLimiter, client } = context;
  const email = normalizeEmail(address);
  await rateLimiter.count('logIns', client.address);
  const account = await context.em.findOne(User, { email }, { filters: false, populate: ['passwordHash'] });
  // Attempts with a session of the account are counted separately, so that guesses by others do not lock its owner out.
  const isKnown = account !== null && (await context.identify())?.id === account.id;
  const unknownClient = { email, address: client.address };
  await rateLimiter.countAttempt(isKnown ? { accountId: account.id } : unknownClient);
  if (!(await verifyPassword(password, account?.passwordHash, context)) || !account) {
    throw invalidCredentials();
  }
  requireActive(account);
  const spend = await requireSecondFactor(context, account.id, secondFactorCode);
  if (isKnown) await rateLimiter.reset({ accountId: account.id });
  await rateLimiter.reset(unknownClient);
  return { account, spend: spendUnchanged(context, account, spend, invalidCredentials) };
}

/**
 * Verifies the same of the current account, for what a stolen session must not be able to do.
 * @param field that of the password
 * @throws BAD_USER_INPUT, RATE_LIMITED or LOCKED
 */
export async function reauthenticate(
  context: Context,
  { password, secondFactorCode }: Reauthentication,
  field = 'password',
): Promise<Proven> {
  const { em, rateLimiter, viewer } = context;
  await rateLimiter.countAttempt({ accountId: viewer.id });
  const account = await em.findOneOrFail(User, { id: viewer.id }, { populate: ['passwordHash'] });
  if (!account.hasPassword) throw noPassword();
  const isWrong = (): AppError => AppError.badInput([{ field, message: 'is wrong' }]);
  if (!(await verifyPassword(password, account.passwordHash, context))) throw isWrong();
  const spend = await requireSecondFactor(context, viewer.id, secondFactorCode, refuseCode);
  await rateLimiter.reset({ accountId: viewer.id });
  return { account, spend: spendUnchanged(context, account, spend, isWrong) };
}

/** Called once somebody has proved to be the owner. @throws FORBIDDEN (ACCOUNT_DISABLED) */
export function requireActive({ isActive }: User): void {
  if (isActive) return;
  throw new AppError('FORBIDDEN', 'This account is deactivated: ask an administrator of this service', {
    reason: 'ACCOUNT_DISABLED',
  });
}

/** Locked as by `forUpdate` with 'no key update': most of what follows takes this lock, or a stronger one. */
const LOCK_UNCHANGED = 'select 1 from users where id = $1 and password_hash = $2 and is_active for no key update';

/**
 * Verifying a password is slow, and may wait for those of others. One that has been replaced meanwhile proves nothing any more: its sessions have
 * ended, and this one would remain.
 */
const spendUnchanged =
  (context: Context, { id, passwordHash }: User, spend: SpendCode, refuse: () => AppError): SpendCode =>
  async () => {
    const [unchanged] = await runStatement(context, { text: LOCK_UNCHANGED, values: [id, passwordHash] });
    if (!unchanged) throw refuse();
    await spend();
  };

const noPassword = (): AppError =>
  new AppError('CONFLICT', 'The account has no password: request a link that sets one', { reason: 'NO_PASSWORD' });
