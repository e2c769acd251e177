// Passwords and e-mail addresses.
import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';
import { AppError } from '../../errors.js';

// The parameters that OWASP names for argon2id; a stronger choice triples the time of every log-in on a small machine.
const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified when the account does not exist, so that the answer takes as long as for one that does. */
let decoy: Promise<string> | undefined;

/** Two addresses are the same account when this is equal. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** So many at once leave the processor to the requests of others; the rest waits its turn. */
const MAX_CONCURRENT_HASHES = 2;
const limitConcurrency = pLimit(MAX_CONCURRENT_HASHES);

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, PARAMETERS));

/** @param passwordHash undefined when there is no such account */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = passwordHash ?? (await decoy);
  const matches = await limitConcurrency(() => verify(against, password));
  return matches && passwordHash !== undefined;
}

const MAX_LENGTH = 128;
const PASSPHRASE_LENGTH = 16;
export const PASSWORD_RULE = `must have at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least ${PASSPHRASE_LENGTH} characters, and at most ${MAX_LENGTH}`;

/** Passwords that everybody tries first; some fit the rule. Loaded when the first one is chosen. */
let common: Promise<Set<string>> | undefined;
async function isCommon(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return (await common).has(password.toLowerCase());
}

/**
 * @param own what others know of the account, which is no secret either
 * @throws BAD_USER_INPUT naming `field`
 */
export async function requireStrength(password: string, field: string, own: string[] = []): Promise<void> {
  const refuse = (message: string): never => {
    throw AppError.badInput([{ field, message }]);
  };
  if (!isStrongEnough(password)) refuse(PASSWORD_RULE);
  if (own.some((known) => known.toLowerCase() === password.toLowerCase()))
    refuse('must not be your address or your name');
  if (await isCommon(password)) refuse('must not be one that everybody tries first');
}

export function isStrongEnough(password: string): boolean {
  const { length } = [...password];
  if (length > MAX_LENGTH) return false;
  // The mobile app counts an emoji as two, and what it accepts must pass.
  return (
    length >= PASSPHRASE_LENGTH ||
    (password.length >= 8 && [/\p{Lu}/u, /\p{Ll}/u, /\d/].every((kind) => kind.test(password)))
  );
}
