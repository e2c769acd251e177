// What a provider says of a person. Nothing of it is trusted to have a form or a length.
import { type Language, negotiateLanguage } from '../../shared/language.js';
import { isBlank, isStorable } from '../../shared/text.js';
import { readTimeZone } from '../../shared/time-zone.js';
import { isMailbox, normalizeEmail } from '../accounts/passwords.rules.js';

export interface IdentityClaims {
  issuer: string;
  subject: string;
  /** Normalized; only one that the provider has verified. */
  email?: string;
  name?: string;
  locale?: string;
  timeZone?: string;
}

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const MAX_CHARACTERS = 255;
const MAX_NAME = 100;
/** What could change the direction of the text around a name, or hide in it. */
const INVISIBLE_IN_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;

/** @returns undefined if there is no usable subject */
export function readClaims(issuer: string, claims: Record<string, unknown>): IdentityClaims | undefined {
  const { sub: subject, email_verified: isVerified } = claims;
  if (typeof subject !== 'string' || !SUBJECT.test(subject)) return undefined;
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' && value.length <= MAX_CHARACTERS && isStorable(value) ? value : undefined;
  };
  const address = readAddress(text('email'));
  const name = ['name', 'preferred_username', 'given_name', 'nickname'].map((key) => cleanName(text(key)));
  const read: IdentityClaims = { issuer, subject };
  // Some providers send the text "true", also for what they have not verified.
  if (isVerified === true && address !== undefined && isMailbox(address)) read.email = address;
  const known = {
    name: name.find((one) => one !== undefined),
    locale: text('locale'),
    timeZone: readTimeZone(claims.zoneinfo),
  };
  return Object.assign(read, Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)));
}

/**
 * Other characters that are the same after normalization, such as the sign of kelvin for a k, or with invisible ones between, may be another
 * mailbox at the provider: whoever reads that one has not verified this address. Only the case of ASCII makes no difference.
 */
function readAddress(email: string | undefined): string | undefined {
  const address = email && normalizeEmail(email);
  const localOf = (text: string): string => text.slice(0, text.lastIndexOf('@'));
  const sent = email && localOf(email).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return address && sent === localOf(address) ? address : undefined;
}

function cleanName(name: string | undefined): string | undefined {
  const cleaned = [...(name ?? '').normalize('NFC').replace(INVISIBLE_IN_NAME, ' ').replace(/\s+/g, ' ').trim()];
  const short = cleaned.slice(0, MAX_NAME).join('').trim();
  return isBlank(short) ? undefined : short;
}

/** The display name of a new account. */
export const usernameOf = ({ name, email }: IdentityClaims): string =>
  name ?? (email ?? '').split('@')[0]!.slice(0, MAX_NAME);

/** `es-CO`, and `es_CO` as some providers write it. */
export const languageOf = ({ locale }: IdentityClaims, otherwise: Language): Language =>
  negotiateLanguage(
    /^[a-z]{2,3}([-_][a-z\d]{1,8})*$/i.test(locale ?? '') ? locale!.replaceAll('_', '-') : undefined,
    otherwise,
  );
