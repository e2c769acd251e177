// Recovery codes stand in for the second factor once each, for those who have lost it.
import { randomBytes } from 'node:crypto';
import { hashToken } from '../../shared/random-token.js';

export const RECOVERY_CODES = 10;
/** 120 bits: above the 112 from which a fast hash is enough (OWASP ASVS 5.0, 6.5.2). */
const CODE_BYTES = 15;
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const GROUP = /.{4}(?=.)/g;

/** The codes, in groups of four characters, and the hashes that are stored instead of them. */
export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, createCode);
  return { codes: plain.map((code) => code.replace(GROUP, '$&-')), hashes: plain.map(hashToken) };
}

/** In base 32: five bits a character. */
function createCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => CHARACTERS[Number.parseInt(five, 2)]!);
}

/** @param text without spaces and hyphens, in upper case */
export const isRecoveryCode = (text: string): boolean => /^[A-Z2-7]{24}$/.test(text);
