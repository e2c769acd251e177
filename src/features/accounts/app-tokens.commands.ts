// A personal access token in the place of a password, for clients that know nothing else: the released app sends no code, so accounts with a
// second factor log in there with a token. It opens no session: the token itself is the access token, and the refresh token.
import { isPersonalAccessToken } from '../../access/personal-access-tokens.js';
import { requireUnlimited } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { normalizeEmail } from './passwords.rules.js';
import type { AuthPayload } from './sessions.commands.js';
import { User } from './user.entity.js';

/** What is one is no password: its checksum would have to be right. */
export const isAppToken = isPersonalAccessToken;

export const invalidCredentials = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The e-mail address or the password is wrong', { reason: 'INVALID_CREDENTIALS' });

/**
 * Nobody guesses a token, so it neither counts as a guess of the password nor clears those that were made: who has a token of an account could
 * otherwise try its passwords without end.
 * @throws UNAUTHENTICATED, also for the token of another account; RATE_LIMITED
 */
export async function logInWithToken(
  context: Context,
  { email: address, password: token }: { email: string; password: string },
): Promise<AuthPayload> {
  const { rateLimiter, client } = context;
  const email = normalizeEmail(address);
  await rateLimiter.count('logIns', client.address);
  const payload = await readToken(context, token).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'UNAUTHENTICATED' ? invalidCredentials() : error;
  });
  if (payload.user.email !== email) throw invalidCredentials();
  return payload;
}

/** @throws UNAUTHENTICATED; FORBIDDEN (TOKEN_LIMITED) for the token of a device */
export async function readToken({ em, sessions }: Context, token: string): Promise<AuthPayload> {
  const viewer = await sessions.viewer(token);
  if (viewer.token) requireUnlimited(viewer.token);
  const { userId, expiresAt: until } = await sessions.readPersonal(token);
  const user = await em.findOneOrFail(User, { id: userId }, { filters: false });
  const expiresAt = new Date(until * 1000);
  return {
    accessToken: token,
    tokenType: 'Bearer',
    expiresIn: Math.floor((expiresAt.getTime() - Date.now()) / 1000),
    expiresAt,
    refreshToken: token,
    refreshExpiresAt: expiresAt,
    user,
  };
}
