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

interface Key {
  /** The header `kid` of its tokens. */
  id: string;
  key: KeyObject;
}
const KEY_ID_BYTES = 9;

export class AccessTokens {
  private readonly keys: readonly Key[];
  /** Tokens with a verified signature. Only their expiry has to be checked again. */
  private readonly verified = new LRUCache<string, TokenClaims>({ max: CACHE_SIZE });

  /** @param secrets the first signs; the tokens of each are accepted */
  constructor(secrets: readonly Buffer[]) {
    this.keys = secrets.map(toKey);
  }

  sign(userId: string, sessionId: string, seconds: number): string {
    const { id: keyid, key } = this.keys[0]!;
    return jwt.sign({ sid: sessionId }, key, {
      keyid,
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

  /**
   * The refresh tokens that may follow another one: by the key that signs, then by the others. Only the service can derive them, and
   * they are the same however often that is done.
   */
  nextRefreshTokens(previous: string): string[] {
    return this.keys.map(({ key }) => hmac(key, `refresh token after ${previous}`).toString('base64url'));
  }

  /** @throws JsonWebTokenError */
  private verifySignature(token: string): jwt.JwtPayload | string {
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const signer = this.keys.find(({ id }) => id === kid);
    if (!signer) throw new jwt.JsonWebTokenError('unknown key');
    return jwt.verify(token, signer.key, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE });
  }

  private verify(token: string): TokenClaims {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenInvalid();
    let payload: jwt.JwtPayload | string;
    try {
      payload = this.verifySignature(token);
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

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The id of a key is public. Like the signatures beside it, it is an HMAC of a known text: it tells no more about the key than they do. */
function toKey(secret: Buffer): Key {
  const key = createSecretKey(secret);
  return { id: hmac(key, 'id of the key').toString('base64url', 0, KEY_ID_BYTES), key };
}

export const tokenInvalid = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The token is not valid', { reason: 'TOKEN_INVALID' });
export const sessionOver = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The session has ended: log in again', { reason: 'SESSION_OVER' });
export const notVerified = (): AppError =>
  new AppError('FORBIDDEN', 'Verify your e-mail address first: follow the link in the verification mail', {
    reason: 'EMAIL_NOT_VERIFIED',
  });
