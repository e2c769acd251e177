// ACCESS TOKENS: JWTs that name a session. They prove nothing by themselves: whether the session still lives is asked of sessions.ts.
import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import { isUuid } from '../shared/text.js';

const ISSUER = 'beekeeping-backend';
const AUDIENCE = 'beekeeping-clients';
const CACHE_SIZE = 10_000;
const MAX_TOKEN_LENGTH = 2048;

export interface TokenClaims {
  userId: string;
  sessionId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

export class AccessTokens {
  private readonly key: KeyObject;
  /** Signatures already checked. A token's text can't change, so only its expiry is looked at again. */
  private readonly verified = new LRUCache<string, TokenClaims>({ max: CACHE_SIZE });

  constructor(secret: Buffer) {
    this.key = createSecretKey(secret);
  }

  sign(userId: string, sessionId: string, seconds: number): string {
    return jwt.sign({ sid: sessionId }, this.key, {
      subject: userId,
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithm: 'HS256',
      expiresIn: seconds,
    });
  }

  /** @throws UNAUTHENTICATED for anything but a token of ours that has not expired */
  read(token: string): TokenClaims {
    const claims = this.verified.get(token) ?? this.verify(token);
    if (claims.expiresAt * 1000 <= Date.now()) throw sessionOver();
    return claims;
  }

  private verify(token: string): TokenClaims {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenInvalid();
    let payload: jwt.JwtPayload | string;
    try {
      payload = jwt.verify(token, this.key, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE });
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? sessionOver() : tokenInvalid();
    }
    // jsonwebtoken takes a token without exp for one that never expires.
    if (typeof payload === 'string' || typeof payload.exp !== 'number') throw tokenInvalid();
    const { sub: userId, sid: sessionId, exp: expiresAt } = payload;
    if (typeof userId !== 'string' || !isUuid(userId)) throw tokenInvalid();
    if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw tokenInvalid();
    const claims = { userId, sessionId, expiresAt };
    this.verified.set(token, claims);
    return claims;
  }
}

const tokenInvalid = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The token is not valid', { reason: 'TOKEN_INVALID' });
export const sessionOver = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The session is over: log in again', { reason: 'SESSION_OVER' });
export const notVerified = (): AppError =>
  new AppError('FORBIDDEN', 'Verify your e-mail address first: the link is in the mail that you were sent', {
    reason: 'EMAIL_NOT_VERIFIED',
  });
