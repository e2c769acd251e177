import { createHash, randomBytes } from 'node:crypto';

/** A text of 256 bits that nobody can guess, and what is stored of it. */
export function createRandomToken(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashToken(secret) };
}

/** Such a secret needs no slow hash: there is nothing to guess. */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex');
