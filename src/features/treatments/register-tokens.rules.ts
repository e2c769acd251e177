// The tokens of links to a register. They contain what the link shows, and are signed instead of stored, so that nothing has to be removed when
// they have expired, and no link can be made into one for other days.
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { Language } from '../../shared/language.js';

/** An HMAC may be shortened to half (RFC 2104, section 5). */
const MAC_BYTES = 16;
const TOKEN = /^[\w-]{100,1000}$/;

/** What a link shows. */
const REGISTER_LINK = z.strictObject({
  account: z.guid(),
  /** Seconds since 1970. */
  expires: z.int(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  apiary: z.guid().nullable(),
  language: z.enum(Language),
  /** The fingerprint of the password and the revocations that the account had when the link was made (`fingerprintOf`). */
  password: z.string(),
});
export type RegisterLink = z.infer<typeof REGISTER_LINK>;

/** @param state contains the hash of the password, which is salted, so that this says nothing of the password */
export const fingerprintOf = (state: string): string =>
  createHash('sha256').update(state).digest('base64url').slice(0, 16);

export class RegisterTokens {
  private readonly keys: readonly KeyObject[];

  /** @param secrets the first signs; the tokens of each are accepted */
  constructor(secrets: readonly Buffer[]) {
    this.keys = secrets.map((secret) => createSecretKey(secret));
  }

  create(link: RegisterLink): string {
    const content = Buffer.from(JSON.stringify(link));
    return Buffer.concat([sign(this.keys[0]!, content), content]).toString('base64url');
  }

  /** @returns undefined for a token that the service has not signed, and for one that has expired */
  read(token: string): RegisterLink | undefined {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const [mac, content] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)];
    // Several texts stand for the same bytes: only the one that was made is the token.
    if (bytes.toString('base64url') !== token) return undefined;
    if (!this.keys.some((key) => timingSafeEqual(sign(key, content), mac))) return undefined;
    const { data } = REGISTER_LINK.safeParse(JSON.parse(content.toString()));
    return data && data.expires * 1000 > Date.now() ? data : undefined;
  }
}

/** The same secret signs other texts, none of which begins like this. */
const sign = (key: KeyObject, content: Buffer): Buffer =>
  createHmac('sha256', key).update('link to the register ').update(content).digest().subarray(0, MAC_BYTES);
