// Personal access tokens, as they are sent: `bk_`, 30 random characters and a checksum of 6. Scanners of published code find the prefix, and the
// checksum tells text that is no token without a statement. The database has a hash of each (docs/tokens.md).
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { runStatement } from '../database/pool.js';
import { hashToken } from '../shared/random-token.js';
import { type TokenClaims, tokenInvalid } from './access-tokens.js';

const TOKEN_PREFIX = 'bk_';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORMAT = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A random token of 178 bits, and the hash that is stored instead of it. */
export function createPersonalAccessToken(): { secret: string; hash: string } {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const secret = `${TOKEN_PREFIX}${random}${checksumOf(random)}`;
  return { secret, hash: hashToken(secret) };
}

export const looksPersonal = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/** Whether a text has the form of these tokens, and its checksum is right. */
export const isPersonalAccessToken = (text: string): boolean =>
  FORMAT.test(text) &&
  text.endsWith(checksumOf(text.slice(TOKEN_PREFIX.length, TOKEN_PREFIX.length + RANDOM_CHARACTERS)));

function checksumOf(random: string): string {
  let [rest, text] = [crc32(random), ''];
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = ALPHABET[rest % ALPHABET.length]! + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

const CACHE_SIZE = 10_000;
const FIND = `select id as "sessionId", user_id as "userId", extract(epoch from expires_at)::float8 as "expiresAt"
  from personal_access_tokens where token_hash = $1 and revoked_at is null`;

export class PersonalAccessTokens {
  /** Tokens that the database had. Whether they are still valid is not known. */
  private readonly found = new LRUCache<string, TokenClaims>({ max: CACHE_SIZE });

  constructor(private readonly target: { readonly pool: Pool }) {}

  known(token: string): TokenClaims | undefined {
    return this.found.get(token);
  }

  /** The id of a token takes the place of that of a session. @throws UNAUTHENTICATED for one that is unknown, revoked or expired */
  async read(token: string): Promise<TokenClaims> {
    const claims = this.found.get(token) ?? (await this.find(token));
    if (claims.expiresAt * 1000 <= Date.now()) throw tokenInvalid();
    return claims;
  }

  private async find(token: string): Promise<TokenClaims> {
    if (!isPersonalAccessToken(token)) throw tokenInvalid();
    const values = [hashToken(token)];
    const [claims] = await runStatement<TokenClaims>(this.target, { text: FIND, values });
    if (!claims) throw tokenInvalid();
    this.found.set(token, claims);
    return claims;
  }
}
