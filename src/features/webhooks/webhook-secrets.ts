// The secrets with which deliveries are signed. Both sides need one as it is, so it cannot be stored as a hash. It is encrypted with a key that is
// derived from the secret of the service, so that whoever reads the database, or a backup of it, cannot sign.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What Standard Webhooks recommends at most. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const createWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

interface Key {
  id: string;
  bytes: Buffer;
}

export class WebhookSecrets {
  private readonly keys: readonly [Key, ...Key[]];

  /** @param secrets those of the service: the first encrypts, each decrypts */
  constructor(secrets: readonly Buffer[]) {
    this.keys = secrets.map((secret) => {
      const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'secrets of webhooks', 32));
      return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
    }) as [Key, ...Key[]];
  }

  /** What the current key encrypts begins so. */
  get currentPrefix(): string {
    return `${this.keys[0].id}.`;
  }

  /** @param webhookId the row to which it belongs: it is of no use in another one */
  seal(secret: string, webhookId: string): string {
    const { id, bytes } = this.keys[0];
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, bytes, iv).setAAD(Buffer.from(webhookId));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${id}.${sealed.toString('base64url')}`;
  }

  /** @returns undefined if it was encrypted with a key that the service no longer has */
  open(sealed: string, webhookId: string): string | undefined {
    const [keyId, text = ''] = sealed.split('.');
    const key = this.keys.find(({ id }) => id === keyId);
    if (!key) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(webhookId))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
