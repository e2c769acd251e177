import { owned, type Records } from './record.js';

export const webhooks = {
  Webhook: owned((viewer) => ({ user: viewer }), { exportAs: 'webhooks' }),
  WebhookDelivery: owned((viewer) => ({ webhook: { user: viewer } }), { exportAs: 'webhookDeliveries' }),
} satisfies Partial<Records>;
