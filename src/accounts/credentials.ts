// Passwords and e-mail addresses.
import { argon2id, hash, verify } from 'argon2';

// The parameters that OWASP names for argon2id; a stronger choice triples the time of every log-in on a small machine.
const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified when the account does not exist, so that the answer takes as long as for one that does. */
let decoy: Promise<string> | undefined;

/** Two addresses are the same account when this is equal. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** @param passwordHash undefined when there is no such account */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}

const LONGEST = 128;
const PASSPHRASE = 16;
export const PASSWORD_RULE = `must have at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least ${PASSPHRASE} characters, and at most ${LONGEST}`;

export function isStrongEnough(password: string): boolean {
  const { length } = [...password];
  if (length > LONGEST) return false;
  // The mobile app counts an emoji as two, and what it accepts must pass.
  return (
    length >= PASSPHRASE || (password.length >= 8 && [/\p{Lu}/u, /\p{Ll}/u, /\d/].every((kind) => kind.test(password)))
  );
}
