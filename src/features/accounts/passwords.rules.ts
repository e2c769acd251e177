import { randomBytes } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { argon2id, hash, verify } from 'argon2';
import validator from 'validator';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { INVISIBLE } from '../../shared/text.js';

// OWASP's parameters for argon2id. A stronger choice triples the time of every log-in on a small machine.
const PARAMETERS = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified if the account does not exist, so that the response takes as long as for an existing one. */
let decoyHash: Promise<string> | undefined;

/**
 * Spaces without width, soft hyphens and marks of the direction, which come along when an address is copied. Not the joiners U+200C and
 * U+200D: domains in Persian and in Indian scripts have them.
 */
const COPIED_ALONG = /(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Two e-mail addresses belong to the same account if they are equal after this: NFC, lower case, without invisible characters that are copied
 * along, the domain in ASCII.
 */
export function normalizeEmail(email: string): string {
  const address = email.replace(COPIED_ALONG, '').trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = address.lastIndexOf('@');
  // Longer text is no address, and is not worth the work.
  if (at < 0 || address.length > MAX_EMAIL_LENGTH) return address;
  const domain = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

export const MAX_EMAIL_LENGTH = 254;
const NOT_IN_MAILBOX = new RegExp(`["\\s${INVISIBLE}]`, 'u');
/** Whether mail can be sent to the address, and no part of it is invisible or another notation for the same address, as quotes are. */
export const isMailbox = (email: string): boolean => validator.isEmail(email) && !NOT_IN_MAILBOX.test(email);

/** Who asks for a hash, which takes a whole core, and shares the cores with others. */
interface Hashing {
  withShare<T>(name: 'passwords', work: () => Promise<T>): Promise<T>;
}
/** Nobody else hashes: a command, for example. */
const ALONE: Hashing = { withShare: (_name, work) => work() };

/** Keyboards write the same characters in different ways. */
const normalizePassword = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string, client = ALONE): Promise<string> =>
  client.withShare('passwords', () => hash(normalizePassword(password), PARAMETERS));

/** @param passwordHash undefined if the account does not exist */
export async function verifyPassword(
  password: string,
  passwordHash: string | undefined,
  client = ALONE,
): Promise<boolean> {
  decoyHash ??= hash('nobody has this password', PARAMETERS);
  const expected = passwordHash ?? (await decoyHash);
  const matches = await client.withShare('passwords', () => verify(expected, normalizePassword(password)));
  return matches && passwordHash !== undefined;
}

let unusableHash: Promise<string> | undefined;
/**
 * The hash of accounts that have no password. It is one as any other, of a secret that is forgotten here: a log-in by password is refused by
 * the same code and after the same time.
 */
export async function hashOfNoPassword(): Promise<string> {
  unusableHash ??= hashPassword(randomBytes(32).toString('base64'));
  try {
    return await unusableHash;
  } catch (error) {
    unusableHash = undefined;
    throw error;
  }
}

const MAX_PASSWORD_LENGTH = 128;
/** What openapi.json states of the rule, which JSON Schema cannot express. */
export const PASSWORD_LENGTH = { minLength: 8, maxLength: MAX_PASSWORD_LENGTH };
const MIN_PASSPHRASE_LENGTH = 16;
export const PASSWORD_RULE = createMessage(
  'must have at least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least {passphrase} characters, and at most {max}',
  { passphrase: MIN_PASSPHRASE_LENGTH, max: MAX_PASSWORD_LENGTH },
);

/** Common passwords, some of which satisfy the rule. Loaded at first use. */
let commonPasswords: Promise<Set<string>> | undefined;
async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await commonPasswords).has(password.toLowerCase());
}

/** @throws BAD_USER_INPUT for `field` */
export async function requireStrength(password: string, field: string): Promise<void> {
  if (!isStrongEnough(password)) throw AppError.badInput([{ field, message: PASSWORD_RULE }]);
  if (await isCommon(normalizePassword(password))) throw AppError.badInput([{ field, message: 'is too common' }]);
}

/** The e-mail address and the username of the account are not secret. @throws BAD_USER_INPUT for `field` */
export function requireUnlike(
  password: string,
  field: string,
  { email, username }: { email: string; username: string },
) {
  const guess = normalizePassword(password).toLowerCase().trim();
  if ([email, normalizePassword(username).toLowerCase().trim()].includes(guess) || normalizeEmail(password) === email)
    throw AppError.badInput([{ field, message: 'must not be your e-mail address or your username' }]);
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
