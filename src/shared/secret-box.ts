// Encrypts what the service itself has to read again, with keys derived from JWT_SECRET and JWT_SECRET_PREVIOUS.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 9;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealed {
  /** The id of the key. It may be public: it is derived by itself, and nothing else is derived from it. */
  keyId: string;
  /** Nonce, authentication tag and ciphertext, in base64url. */
  secret: string;
}

export class SecretBox {
  private readonly keys: readonly { id: string; key: Buffer }[];

  /**
   * @param secrets the first encrypts; what each has encrypted is read
   * @param purpose other purposes have other keys
   */
  constructor(secrets: readonly Buffer[], purpose: string) {
    this.keys = secrets.map((secret) => ({
      id: derive(secret, `id of the key for ${purpose}`, KEY_ID_BYTES).toString('base64url'),
      key: derive(secret, `key for ${purpose}`, KEY_BYTES),
    }));
  }

  /** @param owner of the secret: in the row of another it cannot be read */
  seal(plain: string, owner: string): Sealed {
    const { id: keyId, key } = this.keys[0]!;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return { keyId, secret: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url') };
  }

  /** @returns undefined if none of the keys has encrypted it, or it has been altered */
  open({ keyId, secret }: Sealed, owner: string): string | undefined {
    const key = this.keys.find(({ id }) => id === keyId)?.key;
    const bytes = Buffer.from(secret, 'base64url');
    if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** The id of the key that encrypts. */
  get currentKey(): string {
    return this.keys[0]!.id;
  }

  /** The ids of the keys that read, but no longer encrypt. */
  get outdatedKeys(): string[] {
    return this.keys.slice(1).map(({ id }) => id);
  }
}

const derive = (secret: Buffer, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', info, bytes));
