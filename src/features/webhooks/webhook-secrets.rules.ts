// The secrets with which deliveries are signed. Both sides need one as it is, so it cannot be stored as a hash.
import { randomBytes } from 'node:crypto';
import { SecretBox } from '../../shared/secret-box.js';

/** What Standard Webhooks recommends at most. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const createWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Encrypted, as text: the id of the key, a point, and the secret. */
export class WebhookSecrets {
  private readonly box: SecretBox;

  /** @param secrets those of the service: the first encrypts, each decrypts */
  constructor(secrets: readonly Buffer[]) {
    this.box = new SecretBox(secrets, 'secrets of webhooks');
  }

  /** Whether there may be some that JWT_SECRET_PREVIOUS has encrypted. */
  get hasPrevious(): boolean {
    return this.box.outdatedKeys.length > 0;
  }

  /** What the current key encrypts begins so. */
  get currentPrefix(): string {
    return `${this.box.currentKey}.`;
  }

  /** @param webhookId the row to which it belongs: it is of no use in another one */
  seal(secret: string, webhookId: string): string {
    const { keyId, secret: sealed } = this.box.seal(secret, webhookId);
    return `${keyId}.${sealed}`;
  }

  /** @returns undefined if it was encrypted with a key that the service no longer has */
  open(sealed: string, webhookId: string): string | undefined {
    const [keyId = '', secret = ''] = sealed.split('.');
    return this.box.open({ keyId, secret }, webhookId);
  }
}
