import { LockMode, ref } from '@mikro-orm/core';
import { sessionOver } from '../../access/access-tokens.js';
import type { Context } from '../../context.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { createRandomToken, hashToken } from '../../shared/random-token.js';
import { isAppToken, readToken } from './app-tokens.commands.js';
import { EmailChange } from './email-change.entity.js';
import { PersonalAccessToken } from './personal-access-token.entity.js';
import { RefreshToken } from './refresh-token.entity.js';
import { Session } from './session.entity.js';
import type { User } from './user.entity.js';

export interface AuthPayload {
  accessToken: string;
  tokenType: 'Bearer';
  /** Seconds. */
  expiresIn: number;
  expiresAt: Date;
  refreshToken: string;
  refreshExpiresAt: Date;
  user: User;
}

/**
 * Reuse of a refresh token within this time means that the response was lost: it has the same successor again, so that a session never
 * has two valid refresh tokens. Later it means that the token was stolen.
 */
const REUSE_WINDOW_MS = 20_000;
const USED_TOKEN_RETENTION_MS = 7 * 86_400_000;

export function openSession(context: Context, user: User, longLived: boolean): AuthPayload {
  const { device, address } = context.client;
  const session = context.em.create(Session, {
    user: ref(user),
    device: device ?? null,
    address: address ?? null,
    longLived,
    expiresAt: new Date(),
  });
  const { secret, hash } = createRandomToken();
  context.em.create(RefreshToken, { session, hash });
  return issueTokens(context, session, user, secret);
}

function issueTokens({ sessions }: Context, session: Session, user: User, refreshToken: string): AuthPayload {
  const { lifetimes } = sessions;
  const seconds = session.longLived ? lifetimes.long : lifetimes.normal;
  const now = Date.now();
  // A session never expires before its access token, even if that has the long lifetime.
  session.expiresAt = new Date(now + Math.max(seconds, lifetimes.refresh) * 1000);
  session.lastSeenAt = new Date(now);
  return {
    accessToken: sessions.issueToken({ id: user.id, sessionId: session.id }, seconds),
    tokenType: 'Bearer',
    expiresIn: seconds,
    expiresAt: new Date(now + seconds * 1000),
    refreshToken,
    refreshExpiresAt: session.expiresAt,
    user,
  };
}

/**
 * Exchanges a refresh token for new tokens. Reuse of an old refresh token ends its session, because somebody has a copy.
 * @throws UNAUTHENTICATED
 */
export async function refreshSession(context: Context, refreshToken: string): Promise<AuthPayload> {
  await context.rateLimiter.count('refreshes', context.client.address);
  if (isAppToken(refreshToken)) return readToken(context, refreshToken);
  // Throwing inside the unit of work would roll back the end of a session whose token was stolen.
  const payload = await unitOfWork(context, async () => {
    const { em } = context;
    const options = { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const token = await em.findOne(RefreshToken, { hash: hashToken(refreshToken) }, options);
    if (!token) return undefined;
    const session = await em.findOneOrFail(Session, { id: token.session.id }, { filters: false, populate: ['user'] });
    const user = session.user.unwrap();
    if (session.endedAt || session.expiresAt <= new Date() || !user.isActive) return undefined;
    if (token.usedAt && token.usedAt.getTime() < Date.now() - REUSE_WINDOW_MS) {
      endManagedSession(context, session);
      return undefined;
    }
    token.usedAt ??= new Date();
    session.address = context.client.address ?? session.address;
    const outdated = { session: session.id, usedAt: { $lt: new Date(Date.now() - USED_TOKEN_RETENTION_MS) } };
    await em.nativeDelete(RefreshToken, outdated, { filters: false });
    const next = await saveSuccessor(context, session, refreshToken);
    return issueTokens(context, session, user, next);
  });
  if (!payload) throw sessionOver();
  return payload;
}

/**
 * A repeated request gets the same successor again, even if the secret has been rotated in between, or the other request was served by a
 * process with other settings. The row lock on the used token serializes requests that send it.
 */
async function saveSuccessor({ em, sessions }: Context, session: Session, refreshToken: string): Promise<string> {
  const successors = sessions.nextRefreshTokens(refreshToken).map((token) => ({ token, hash: hashToken(token) }));
  const hashes = successors.map(({ hash }) => hash);
  const saved = await em.findOne(RefreshToken, { hash: { $in: hashes } }, { filters: false });
  const next = successors.find(({ hash }) => hash === saved?.hash) ?? successors[0]!;
  if (!saved) em.create(RefreshToken, { session, hash: next.hash });
  return next.token;
}

/** Ends one session of the viewer. */
export async function endSession(context: Context, id: string): Promise<string> {
  const session = await context.access.forUpdate(Session, id);
  endManagedSession(context, session);
  return session.id;
}

/** Ends all sessions of the viewer except the current one. @returns their number */
export async function endOtherSessions(context: Context): Promise<number> {
  const { id, sessionId } = context.viewer;
  return endSessionsOf(context, id, sessionId);
}

/**
 * Ends the sessions of an account, except one, in one statement: there may be any number of them. If none is excepted, somebody else may have
 * the password: then its personal access tokens end, too, and a change of the address that is not confirmed.
 * @returns the number of the sessions
 */
export async function endSessionsOf(context: Context, userId: string, except?: string): Promise<number> {
  const now = new Date();
  const where = { user: userId, endedAt: null, expiresAt: { $gt: now }, ...(except && { id: { $ne: except } }) };
  const count = await context.em.nativeUpdate(Session, where, { endedAt: now, updatedAt: now }, { filters: false });
  if (!except) {
    const tokens = { user: userId, revokedAt: null };
    await context.em.nativeUpdate(PersonalAccessToken, tokens, { revokedAt: now, updatedAt: now }, { filters: false });
    await context.em.nativeDelete(EmailChange, { user: userId, confirmedAt: null }, { filters: false });
  }
  context.afterCommit.push(() => context.sessions.invalidateUser(userId));
  return count;
}

function endManagedSession(context: Context, session: Session): void {
  session.endedAt ??= new Date();
  context.afterCommit.push(() => context.sessions.invalidate(session.id));
}
