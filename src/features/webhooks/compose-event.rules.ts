// What a receiver gets: thin events of Standard Webhooks. They say what has changed, and the receiver reads it with rights of its own.
import { Webhook as Signer } from 'standardwebhooks';
import { RecordKind } from '../../records/kinds.js';
import type { Event } from './attempt-deliveries.commands.js';

/** The name of a kind in the API, by that of the entity. */
const KINDS = new Map(Object.entries(RecordKind).map(([kind, entity]) => [entity, kind]));

/** The type of an event, such as `beehive.updated`. */
export const TEST_EVENT = 'webhook.test';

/** The same event is the same body, whenever it is sent. */
export function composeBody(event: Event): string {
  const { kind, action, recordId, apiaryId, version, sequence, changedAt, createdAt } = event;
  if (kind === null) return JSON.stringify({ type: TEST_EVENT, timestamp: createdAt, data: {} });
  const name = KINDS.get(kind) ?? kind;
  return JSON.stringify({
    type: `${name}.${action}`.toLowerCase(),
    timestamp: changedAt,
    data: { kind: name, action, recordId, apiaryId, version, sequence },
  });
}

/** @param secrets the current one, and the previous one while that is valid */
export function composeHeaders(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'beekeeping-backend webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  };
}
