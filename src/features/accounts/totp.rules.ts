// Time-based one-time passwords (RFC 6238), with the parameters that every authenticator app knows.
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Beekeeping';
const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Time steps before and after the current one whose codes are accepted: clocks differ, and people take time to type. */
const WINDOW = 1;

const totpOf = (secret: Secret, label?: string): TOTP =>
  new TOTP({ issuer: ISSUER, label: label ?? '', algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret });

export interface NewTotp {
  /** The secret in base 32. */
  key: string;
  /** For the QR code that authenticator apps read. */
  uri: string;
}

/** @param account what the app shows beside the code */
export function createTotp(account: string): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES });
  return { key: secret.base32, uri: totpOf(secret, account).toString() };
}

/** @returns the time step to which the code belongs; undefined if it is none of the accepted ones */
export function findStep(secret: string, code: string): number | undefined {
  const totp = totpOf(Secret.fromBase32(secret));
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);
