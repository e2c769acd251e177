import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, ordered } from '../../graphql/edges.js';
import { ownList } from '../accounts/account-fields.edges.js';
import { User } from '../accounts/user.entity.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const deliveryList = ordered(connectionOf(WebhookDelivery, 'WebhookDelivery'), { createdAt: 'desc' });

export const webhookEdges = [
  edgesOf(User, {
    webhooks: ownList(Webhook, () => ({ order: { createdAt: 'desc' } }), 'Its webhooks, the newest first.'),
  }),
  edgesOf(Webhook, {
    deliveries: connection(
      WebhookDelivery,
      'webhook',
      deliveryList,
      'Its deliveries of the last seven days, the newest first.',
    ),
  }),
];
