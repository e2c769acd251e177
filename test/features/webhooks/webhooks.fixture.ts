// What the tests of webhooks share: the service, a receiver, and an account with an apiary.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { eventually } from '../../support/mail.js';
import { type ReceivedEvent, type WebhookEvent, WebhookReceiver } from '../../support/webhook-receiver.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export const SETTINGS = { WEBHOOK_HOSTS: 'http://127.0.0.1' };

export let app: TestApp;
export let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.listen();
  app = await startTestApp(SETTINGS);
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
});

/** An account in English, whose address is verified. */
export async function account(): Promise<Beekeeper> {
  const who = await beekeeper(app);
  await app.database.sql(`update users set is_verified = true, language = 'en' where id = $1`, [who.id]);
  return who;
}

export interface Webhook {
  id: string;
  name: string | null;
  url: string;
  kinds: string[] | null;
  actions: string[] | null;
  apiaryIds: string[] | null;
  status: string;
  disabledAt: string | null;
  failingSince: string | null;
  rotationEndsAt: string | null;
}
const FIELDS = 'id name url kinds actions apiaryIds status disabledAt failingSince rotationEndsAt';
const DELIVERY = `id kind action recordId apiaryId version sequence changedAt createdAt status attempts lastAttemptAt nextAt error statusCode durationMs`;
export interface Delivery {
  id: string;
  kind: string | null;
  recordId: string | null;
  status: string;
  attempts: number;
  nextAt: string | null;
  error: string | null;
  statusCode: number | null;
  durationMs: number | null;
}

export const sendCreate = (who: Client, input: object) =>
  who.graphql<{ createWebhook: { webhook: Webhook; secret: string } }>(
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${FIELDS} } } }`,
    { input },
  );

/** A webhook to a path of its own of the receiver, which knows its secret. */
export async function hook(
  who: Client,
  input: object = {},
  at = receiver,
): Promise<Webhook & { path: string; secret: string; events: () => WebhookEvent[] }> {
  const path = `/${randomUUID()}`;
  const { data, errors } = await sendCreate(who, { url: `${at.url}${path}`, ...input });
  if (errors) throw new Error(JSON.stringify(errors));
  const { webhook, secret } = data.createWebhook;
  at.secrets.set(path, [secret]);
  return { ...webhook, path, secret, events: () => at.eventsAt(path) };
}

const byId = (name: string, returns: string) => (who: Client, id: string) =>
  who.graphql(`mutation ($id: ID!) { ${name}(input: { id: $id }) { ${returns} } }`, { id });
export const rotate = byId('rotateWebhookSecret', `secret webhook { ${FIELDS} }`);
export const sendTest = byId('sendWebhookTestEvent', `webhookDelivery { ${DELIVERY} }`);
export const redeliverWebhookEvent = byId('redeliverWebhookEvent', `webhookDelivery { ${DELIVERY} }`);
export const remove = byId('deleteWebhook', 'deletedId');
export const update = (who: Client, id: string, input: object) =>
  who.graphql(`mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ${FIELDS} } } }`, {
    input: { id, ...input },
  });
export const webhooksOf = async (who: Client): Promise<Webhook[]> =>
  (await who.ask(`{ me { webhooks { ${FIELDS} } } }`)).me.webhooks;
export async function deliveriesOf(who: Client, id: string): Promise<Delivery[]> {
  const {
    me: { webhooks },
  } = await who.ask(`{ me { webhooks { id deliveries(first: 100) { nodes { ${DELIVERY} } } } } }`);
  return webhooks.find((one: Webhook) => one.id === id).deliveries.nodes;
}
export const statusOf = async (who: Client, id: string): Promise<string> =>
  (await webhooksOf(who)).find((one) => one.id === id)!.status;

export const refusalOf = ({ errors }: { errors?: { extensions: { code: string; reason?: string } }[] }) =>
  errors && [errors[0]!.extensions.code, errors[0]!.extensions.reason].filter(Boolean).join(' ');

/** Waits until the events of a path satisfy a condition. */
export const arrived = (what: string, read: () => boolean): Promise<true> =>
  eventually(what, async () => read() || undefined) as Promise<true>;

/** As if the time of the next attempts had come. */
export const retryNow = (): Promise<unknown> =>
  app.database.sql(`with locked as materialized (select id from webhooks order by id for update),
    due as (update webhook_deliveries d set next_at = now() from locked where d.webhook_id = locked.id and d.next_at is not null returning 1)
    update webhooks set next_at = now() where status = 'ACTIVE' and leased_until is null and (select count(*) from due) >= 0`);

export const idsOf = (events: Pick<ReceivedEvent, 'id'>[]): string[] => events.map(({ id }) => id);
