import type { EntityManager } from '@mikro-orm/postgresql';
import { type User, Webhook, WebhookDelivery } from '../entities.js';
import { WebhookDeliveryStatus, WebhookStatus } from '../features/webhooks/webhook.enums.js';
import { DAY_MS } from '../shared/days.js';

/** It is paused, and nobody has its secret: one that sends is made with `createWebhook`, or with `rotateWebhookSecret`. */
export function createWebhooks(em: EntityManager, user: User): void {
  const webhook = em.create(Webhook, {
    user,
    name: 'Scales',
    url: 'https://hooks.example.org/scales',
    secret: 'none',
    status: WebhookStatus.PAUSED,
    createdAt: new Date(Date.now() - 10 * DAY_MS),
    disabledAt: new Date(Date.now() - DAY_MS),
  });
  for (const days of [1, 2, 3]) {
    const at = new Date(Date.now() - days * DAY_MS);
    em.create(WebhookDelivery, {
      webhook,
      status: WebhookDeliveryStatus.DELIVERED,
      attempts: 1,
      statusCode: 204,
      durationMs: 80,
      createdAt: at,
      queuedAt: at,
      lastAttemptAt: at,
    });
  }
}
