// Access tokens are JWTs that name a session. A valid signature is not enough: session-cache.ts decides whether the session is active.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
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
  /** Tokens with a verified signature. Only their expiry has to be checked again. */
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

  /** The claims of a token whose signature has been verified before. */
  known(token: string): TokenClaims | undefined {
    return this.verified.get(token);
  }

  /** @throws UNAUTHENTICATED unless the service signed the token and it has not expired */
  read(token: string): TokenClaims {
    const claims = this.verified.get(token) ?? this.verify(token);
    if (claims.expiresAt * 1000 <= Date.now()) throw sessionOver();
    return claims;
  }

  /** The refresh token that follows another one. Only the service can derive it, and it is the same however often that is done. */
  nextRefreshToken(previous: string): string {
    return createHmac('sha256', this.key).update(`refresh token after ${previous}`).digest('base64url');
  }

  private verify(token: string): TokenClaims {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenInvalid();
    let payload: jwt.JwtPayload | string;
    try {
      payload = jwt.verify(token, this.key, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE });
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? sessionOver() : tokenInvalid();
    }
    // jsonwebtoken accepts a token without exp, as one that never expires.
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
  new AppError('UNAUTHENTICATED', 'The session has ended: log in again', { reason: 'SESSION_OVER' });
export const notVerified = (): AppError =>
  new AppError('FORBIDDEN', 'Verify your e-mail address first: follow the link in the verification mail', {
    reason: 'EMAIL_NOT_VERIFIED',
  });
