import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { type AddressProblem, readWebAddress } from '../../http-client/web-address.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import { User } from '../accounts/user.entity.js';
import { requireApiaries } from '../apiaries/apiaries.rules.js';
import { GIVE_UP_WAITING } from './disable-webhook.commands.js';
import { Webhook } from './webhook.entity.js';
import { WebhookDeliveryStatus, WebhookStatus } from './webhook.enums.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { createWebhookSecret, WebhookSecrets } from './webhook-secrets.rules.js';
import { type CreateWebhookInput, MAX_ENTRIES, type UpdateWebhookInput } from './webhooks.inputs.js';
import { FAILING } from './write-deliveries.commands.js';

/** The most that an account can have. */
export const MAX_WEBHOOKS = 10;
/** The most of one webhook that can wait. */
export const MAX_TEST_EVENTS = 10;
/** The secrets of before sign for so long after a rotation. */
export const ROTATION_HOURS = 24;
/** Each of them makes every request longer. */
export const MAX_PREVIOUS_SECRETS = 3;

export interface WebhookWithSecret {
  webhook: Webhook;
  secret: string;
}

/** @throws BAD_USER_INPUT; CONFLICT (TOO_MANY_WEBHOOKS); NOT_FOUND */
export async function createWebhook(context: Context, input: CreateWebhookInput): Promise<WebhookWithSecret> {
  const { access, em, viewer } = context;
  const selection = await readSelection(context, input);
  const url = readUrl(context, input.url);
  // Two requests of the account wait for each other, so that both count the same webhooks.
  const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
  if ((await access.count(Webhook)) >= MAX_WEBHOOKS) {
    const message = createMessage('An account can have at most {max} webhooks', { max: MAX_WEBHOOKS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_WEBHOOKS' });
  }
  const id = uuidv7();
  const secret = createWebhookSecret();
  const sealed = secretsOf(context).seal(secret, id);
  const webhook = em.create(Webhook, { id, user, url, name: input.name?.trim() || null, secret: sealed, ...selection });
  return { webhook, secret };
}

/** What changed while it did not send is not sent. */
const ENABLE = 'update webhooks set started = pg_current_snapshot() where id = $1';

export async function updateWebhook(context: Context, input: UpdateWebhookInput): Promise<Webhook> {
  const { id, url, name, enabled } = input;
  const selection = await readSelection(context, input);
  const address = url === undefined ? undefined : readUrl(context, url);
  const webhook = await context.access.forUpdate(Webhook, id);
  if (name !== undefined) webhook.name = name?.trim() || null;
  Object.assign(webhook, selection);
  if (address !== undefined && address !== webhook.url) {
    webhook.url = address;
    webhook.failingSince = null;
    await tryNow(context, webhook);
  }
  const isActive = webhook.status === WebhookStatus.ACTIVE;
  if (enabled === true && !isActive) {
    webhook.status = WebhookStatus.ACTIVE;
    webhook.disabledAt = null;
    forgetFailures(webhook);
    await runStatement(context, { text: ENABLE, values: [id] });
    // What was being written while it was paused.
    await runStatement(context, { text: GIVE_UP_WAITING, values: [id] });
  } else if (enabled === false && isActive) {
    webhook.status = WebhookStatus.PAUSED;
    webhook.disabledAt = new Date();
    webhook.nextAt = null;
    webhook.leasedUntil = null;
    await runStatement(context, { text: GIVE_UP_WAITING, values: [id] });
  }
  return webhook;
}

/** If it fails, one delivery shows whether the new receiver works: then the others follow. */
const FIRST_NOW = `update webhook_deliveries set next_at = now() where id = (
  select id from webhook_deliveries where webhook_id = $1 and next_at > now() order by next_at limit 1)`;

async function tryNow(context: Context, webhook: Webhook): Promise<void> {
  webhook.failures = Math.min(webhook.failures, FAILING);
  if (webhook.status !== WebhookStatus.ACTIVE) return;
  webhook.nextAt = new Date();
  await runStatement(context, { text: FIRST_NOW, values: [webhook.id] });
}

function forgetFailures(webhook: Webhook): void {
  webhook.failures = 0;
  webhook.failingSince = null;
}

export async function deleteWebhook({ access, em }: Context, id: string): Promise<string> {
  em.remove(await access.forUpdate(Webhook, id));
  return id;
}

/**
 * Those before sign, too, until a day after the last rotation: a receiver that knows any of them accepts what it gets, also if it has never got the
 * new secret.
 * @throws CONFLICT (TOO_MANY_ROTATIONS)
 */
export async function rotateWebhookSecret(context: Context, id: string): Promise<WebhookWithSecret> {
  const webhook = await context.access.forUpdate(Webhook, id);
  const isOver = !webhook.rotationEndsAt || webhook.rotationEndsAt <= new Date();
  const previous = isOver ? [] : webhook.previousSecrets;
  if (previous.length >= MAX_PREVIOUS_SECRETS) {
    const message = createMessage('{max} secrets of before still sign: rotate later', { max: MAX_PREVIOUS_SECRETS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_ROTATIONS' });
  }
  const secret = createWebhookSecret();
  webhook.previousSecrets = [webhook.secret, ...previous];
  webhook.rotationEndsAt = new Date(Date.now() + ROTATION_HOURS * 3_600_000);
  webhook.secret = secretsOf(context).seal(secret, webhook.id);
  return { webhook, secret };
}

/** @throws CONFLICT (WEBHOOK_DISABLED, TOO_MANY_TEST_EVENTS) */
export async function sendWebhookTestEvent(context: Context, id: string): Promise<WebhookDelivery> {
  const { access, em } = context;
  const webhook = await lockActive(context, id);
  const waiting = { webhook: webhook.id, kind: null, status: WebhookDeliveryStatus.WAITING };
  if ((await access.count(WebhookDelivery, waiting)) >= MAX_TEST_EVENTS) {
    const message = createMessage('At most {max} test events of a webhook can wait', { max: MAX_TEST_EVENTS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_TEST_EVENTS' });
  }
  const delivery = em.create(WebhookDelivery, { webhook, nextAt: new Date() });
  await wake(context, webhook);
  return delivery;
}

/** It is sent as if it were new, under the same id. One that waits is sent now. @throws CONFLICT (WEBHOOK_DISABLED) */
export async function redeliverWebhookEvent(context: Context, id: string): Promise<WebhookDelivery> {
  const { webhookId } = await context.access.one(WebhookDelivery, id, ['webhookId']);
  // The webhook before its deliveries, as everywhere.
  const webhook = await lockActive(context, webhookId);
  const delivery = await context.access.forUpdate(WebhookDelivery, id);
  delivery.status = WebhookDeliveryStatus.WAITING;
  delivery.queuedAt = new Date();
  delivery.nextAt = new Date();
  delivery.attempts = 0;
  await wake(context, webhook);
  return delivery;
}

async function lockActive({ access }: Context, id: string): Promise<Webhook> {
  const webhook = await access.forUpdate(Webhook, id);
  if (webhook.status === WebhookStatus.ACTIVE) return webhook;
  throw new AppError('CONFLICT', 'The webhook does not send: enable it first', { reason: 'WEBHOOK_DISABLED' });
}

async function wake(context: Context, webhook: Webhook): Promise<void> {
  webhook.nextAt = new Date();
  await flushChanges(context);
}

const PROBLEMS: Record<AddressProblem, MessageText> = {
  SCHEME: 'must be an https:// address',
  CREDENTIALS: 'must have neither a user name, a password nor a fragment',
  PORT: 'must have port 443, or one from 1024 on',
  HOST: 'must lead to a host of the public internet',
};

function readUrl({ settings }: Context, text: string): string {
  const address = readWebAddress(text.trim(), settings.webhookHosts);
  if (typeof address !== 'string') return address.url.href;
  throw AppError.badInput([{ field: 'url', message: PROBLEMS[address] }]);
}

type Selection = Pick<Webhook, 'kinds' | 'actions' | 'apiaryIds'>;

/** What is absent stays absent. @throws NOT_FOUND if one of the apiaries is missing or belongs to others */
async function readSelection(
  context: Context,
  { kinds, actions, apiaryIds }: Partial<Selection>,
): Promise<Partial<Selection>> {
  const problems = Object.entries({ kinds, actions }).flatMap(([field, values]) =>
    values && (values.length === 0 || values.length > MAX_ENTRIES)
      ? [{ field, message: createMessage('must have 1 to {max} entries', { max: MAX_ENTRIES }) }]
      : [],
  );
  if (problems.length > 0) throw AppError.badInput(problems);
  const selection: Partial<Selection> = {};
  if (kinds !== undefined) selection.kinds = kinds && [...new Set(kinds)];
  if (actions !== undefined) selection.actions = actions && [...new Set(actions)];
  if (apiaryIds !== undefined) selection.apiaryIds = await requireApiaries(context, apiaryIds);
  return selection;
}

/** By the secrets of the service: a key takes a moment to derive. */
const known = new WeakMap<readonly Buffer[], WebhookSecrets>();

function secretsOf({ settings: { jwtSecrets } }: Context): WebhookSecrets {
  const secrets = known.get(jwtSecrets) ?? new WebhookSecrets(jwtSecrets);
  known.set(jwtSecrets, secrets);
  return secrets;
}
