import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, ordered } from '../../graphql/edges.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const deliveryList = ordered(connectionOf(WebhookDelivery, 'WebhookDelivery'), { createdAt: 'desc' });

export const webhookEdges = edgesOf(Webhook, {
  deliveries: connection(
    WebhookDelivery,
    'webhook',
    deliveryList,
    'Its deliveries of the last seven days, the newest first.',
  ),
});
