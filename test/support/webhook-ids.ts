import type { Client } from './client.js';

/**
 * A webhook of an account with a delivery, created unless it has one: an account has few. Nothing is sent: there is no such host.
 * @param except one that is to stay as it is
 */
export async function webhookOf(owner: Client, except?: string): Promise<{ webhook: string; delivery: string }> {
  const {
    me: { webhooks },
  } = await owner.ask('{ me { webhooks { id status deliveries(first: 1) { nodes { id } } } } }');
  const active = webhooks.filter(({ id, status }: Record<string, string>) => status === 'ACTIVE' && id !== except);
  const known = active.find(({ deliveries }: { deliveries: { nodes: unknown[] } }) => deliveries.nodes.length > 0);
  if (known) return { webhook: known.id, delivery: known.deliveries.nodes[0].id };
  const webhook = active[0]?.id ?? (await createWebhook(owner));
  const sent = await owner.ask(
    'mutation ($id: ID!) { sendWebhookTestEvent(input: { id: $id }) { webhookDelivery { id } } }',
    {
      id: webhook,
    },
  );
  return { webhook, delivery: sent.sendWebhookTestEvent.webhookDelivery.id };
}

async function createWebhook(owner: Client): Promise<string> {
  const { createWebhook: created } = await owner.ask(
    'mutation { createWebhook(input: { url: "https://hooks.example.org/" }) { webhook { id } } }',
  );
  return created.webhook.id;
}
