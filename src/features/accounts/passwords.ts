import { argon2id, hash, verify } from 'argon2';
import pLimit from 'p-limit';
import { AppError } from '../../errors.js';

// OWASP's parameters for argon2id. A stronger choice triples the time of every log-in on a small machine.
const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified if the account does not exist, so that the response takes as long as for an existing one. */
let decoyHash: Promise<string> | undefined;

/** Two e-mail addresses belong to the same account if they are equal after this. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Hashing uses a whole core: the limit keeps cores free for other requests. */
const MAX_CONCURRENT_HASHES = 2;
const limitConcurrency = pLimit(MAX_CONCURRENT_HASHES);

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, PARAMETERS));

/** @param passwordHash undefined if the account does not exist */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoyHash ??= hashPassword('nobody has this password');
  const expected = passwordHash ?? (await decoyHash);
  const matches = await limitConcurrency(() => verify(expected, password));
  return matches && passwordHash !== undefined;
}

const MAX_PASSWORD_LENGTH = 128;
const MIN_PASSPHRASE_LENGTH = 16;
export const PASSWORD_RULE = `must have at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least ${MIN_PASSPHRASE_LENGTH} characters, and at most ${MAX_PASSWORD_LENGTH}`;

/** Common passwords, some of which satisfy the rule. Loaded at first use. */
let commonPasswords: Promise<Set<string>> | undefined;
async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await commonPasswords).has(password.toLowerCase());
}

/**
 * @param known the account's e-mail address and username, which are not secret
 * @throws BAD_USER_INPUT for `field`
 */
export async function requireStrength(password: string, field: string, known: string[] = []): Promise<void> {
  const refuse = (message: string): never => {
    throw AppError.badInput([{ field, message }]);
  };
  if (!isStrongEnough(password)) refuse(PASSWORD_RULE);
  if (known.some((text) => text.toLowerCase() === password.toLowerCase()))
    refuse('must not be your e-mail address or your username');
  if (await isCommon(password)) refuse('is too common');
}

export function isStrongEnough(password: string): boolean {
  const { length } = [...password];
  if (length > MAX_PASSWORD_LENGTH) return false;
  // The mobile app counts UTF-16 code units; a password that it accepts must pass here.
  return (
    length >= MIN_PASSPHRASE_LENGTH ||
    (password.length >= 8 && [/\p{Lu}/u, /\p{Ll}/u, /\d/].every((kind) => kind.test(password)))
  );
}
