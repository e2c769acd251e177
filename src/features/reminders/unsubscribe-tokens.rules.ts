// The tokens of the links that end a digest. They are derived from a secret of the service and not stored, so that the link of every mail
// works, however old it is, and however many there are.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
/** An HMAC may be shortened to half (RFC 2104, section 5). */
const MAC_BYTES = 16;

export class UnsubscribeTokens {
  private readonly keys: readonly KeyObject[];

  /** @param secrets the first signs; the tokens of each are accepted */
  constructor(secrets: readonly Buffer[]) {
    this.keys = secrets.map((secret) => createSecretKey(secret));
  }

  create(accountId: string): string {
    const id = Buffer.from(accountId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, sign(this.keys[0]!, id)]).toString('base64url');
  }

  /** @returns the id of the account; undefined for a token that the service has not signed */
  read(token: string): string | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    if (!this.keys.some((key) => timingSafeEqual(sign(key, id), mac))) return undefined;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}

/** The same secret signs other texts, none of which begins like this. */
const sign = (key: KeyObject, id: Buffer): Buffer =>
  createHmac('sha256', key).update('end of the digest of ').update(id).digest().subarray(0, MAC_BYTES);
