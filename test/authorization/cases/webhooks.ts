import type { FeatureCases } from '../case.js';

export const webhooks: FeatureCases = {
  fields: {
    'Mutation.createWebhook': [
      'viewer',
      () => 'mutation { createWebhook(input: { url: "https://hooks.example.org/" }) { webhook { url } } }',
      'session',
    ],
    'Mutation.updateWebhook': [
      'self',
      ({ webhook }) => `mutation { updateWebhook(input: { id: "${webhook}", name: "Scales" }) { webhook { name } } }`,
    ],
    'Mutation.deleteWebhook': [
      'self',
      ({ webhook }) => `mutation { deleteWebhook(input: { id: "${webhook}" }) { deletedId } }`,
    ],
    'Mutation.rotateWebhookSecret': [
      'self',
      ({ webhook }) => `mutation { rotateWebhookSecret(input: { id: "${webhook}" }) { webhook { url } } }`,
    ],
    'Mutation.sendWebhookTestEvent': [
      'self',
      ({ webhook }) => `mutation { sendWebhookTestEvent(input: { id: "${webhook}" }) { webhookDelivery { status } } }`,
    ],
    'Mutation.redeliverWebhookEvent': [
      'self',
      ({ delivery }) =>
        `mutation { redeliverWebhookEvent(input: { id: "${delivery}" }) { webhookDelivery { status } } }`,
    ],
  },
  routes: {},
  nested: {
    'Webhook.deliveries': ({ webhook }) =>
      `{ node(id: "${webhook}") { ... on Webhook { deliveries(first: 5) { nodes { id } } } } }`,
  },
};
