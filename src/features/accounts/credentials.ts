// What proves who somebody is. Another way to log in, such as OpenID Connect, replaces the password here, and asks for the second factor too.
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { invalidCredentials } from './app-tokens.js';
import { normalizeEmail, verifyPassword } from './passwords.js';
import { refuseCode, requireSecondFactor, type SpendCode } from './second-factor.js';
import { User } from './user.entity.js';

export interface Proven {
  account: User;
  /** In the unit of work that opens the session, or makes the change. */
  spend: SpendCode;
}
export interface Reauthentication {
  password: string;
  code?: string | null | undefined;
}

/**
 * Verifies the password of an account and, if it has one, its second factor. An unknown address and a wrong password have the same response and
 * response time. The counts of attempts are cleared when both are right: a password alone lets nobody guess codes without end.
 * @throws UNAUTHENTICATED, FORBIDDEN if the account is deactivated, RATE_LIMITED or LOCKED
 */
export async function verifyCredentials(
  context: Context,
  { email: address, password, code }: Reauthentication & { email: string },
): Promise<Proven> {
  const { rateLimiter, client } = context;
  const email = normalizeEmail(address);
  await rateLimiter.count('logIns', client.address);
  const account = await context.em.findOne(User, { email }, { filters: false, populate: ['passwordHash'] });
  // Attempts with a session of the account are counted separately, so that guesses by others do not lock its owner out.
  const isKnown = account !== null && (await context.identify())?.id === account.id;
  const unknownClient = { email, address: client.address };
  await rateLimiter.countAttempt(isKnown ? { accountId: account.id } : unknownClient);
  if (!(await verifyPassword(password, account?.passwordHash, context.clientKey)) || !account) {
    throw invalidCredentials();
  }
  if (!account.isActive) {
    throw new AppError('FORBIDDEN', 'This account is deactivated', { reason: 'ACCOUNT_DISABLED' });
  }
  const spend = await requireSecondFactor(context, account.id, code);
  if (isKnown) await rateLimiter.reset({ accountId: account.id });
  await rateLimiter.reset(unknownClient);
  return { account, spend };
}

/**
 * Verifies the same of the current account, for what a stolen session must not be able to do.
 * @param field that of the password
 * @throws BAD_USER_INPUT, RATE_LIMITED or LOCKED
 */
export async function reauthenticate(
  context: Context,
  { password, code }: Reauthentication,
  field = 'password',
): Promise<Proven> {
  const { em, rateLimiter, viewer, clientKey } = context;
  await rateLimiter.countAttempt({ accountId: viewer.id });
  const account = await em.findOneOrFail(User, { id: viewer.id }, { populate: ['passwordHash'] });
  if (!account.hasPassword) throw noPassword();
  if (!(await verifyPassword(password, account.passwordHash, clientKey)))
    throw AppError.badInput([{ field, message: 'is wrong' }]);
  const spend = await requireSecondFactor(context, viewer.id, code, refuseCode);
  await rateLimiter.reset({ accountId: viewer.id });
  return { account, spend };
}

const noPassword = (): AppError =>
  new AppError('CONFLICT', 'The account has no password: request a link that sets one', { reason: 'NO_PASSWORD' });
