import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits, and the hash that is stored instead of it. */
export function createRandomToken(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashToken(secret) };
}

/** Whether a text has the form of these secrets: another one is refused without a statement. */
export const isRandomToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A random secret of more than 112 bits cannot be guessed, so a fast hash is enough (OWASP ASVS 5.0, 6.5.2). */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex');
