import { ECDH } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { sessionOver } from '../../access/access-tokens.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { PUSH } from '../../maintenance/web-push.js';
import { createMessage } from '../../messages/message.js';
import { readEndpoint } from './push-services.rules.js';
import { PushSubscription } from './push-subscription.entity.js';
import { type AddPushSubscriptionInput, NOT_A_KEY, NOT_A_SERVICE } from './push-subscriptions.inputs.js';

/** The most that an account can have. */
const MAX_SUBSCRIPTIONS = 10;

/** Those of its active sessions, the newest first. */
export async function listPushSubscriptions({ access, viewer }: Context): Promise<Row<PushSubscription>[]> {
  // The sessions are read by the index of their account.
  const where = { session: { user: viewer.id, endedAt: null, expiresAt: { $gt: new Date() } } };
  return (await access.list(PushSubscription, { where, order: { createdAt: 'desc' } })).nodes;
}

/** Two requests at the same time would each find a place. */
const LOCK_ACCOUNT = 'select id from users where id = $1 for no key update';
const REMOVE_OVER = `delete from push_subscriptions p using sessions s
  where p.user_id = $1 and s.id = p.session_id and (s.ended_at is not null or s.expires_at <= now())`;
const COUNT_OTHERS = 'select count(*)::int as count from push_subscriptions where user_id = $1 and endpoint <> $2';
/** The session is locked, so that it cannot end at the same time and leave the row. The row of another account becomes a new one. */
const SAVE = `insert into push_subscriptions as p (id, created_at, updated_at, user_id, session_id, endpoint, host, p256dh, auth)
  select $1, now(), now(), s.user_id, s.id, $3, $4, $5, $6
  from (select id, user_id from sessions where id = $2 and ended_at is null for share) s
  on conflict (endpoint) do update set updated_at = now(), user_id = excluded.user_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth,
    id = case when p.user_id = excluded.user_id then p.id else excluded.id end,
    created_at = case when p.user_id = excluded.user_id then p.created_at else excluded.created_at end,
    last_sent_at = case when p.user_id = excluded.user_id then p.last_sent_at end
  returning id, host, created_at as "createdAt", last_sent_at as "lastSentAt"`;

/**
 * Registers the browser for the current session. A repetition changes the keys, and the session. A browser that was registered by another
 * account is this one's from now on: there is one endpoint for all accounts of a browser.
 */
export async function addPushSubscription(
  context: Context,
  { endpoint, p256dh, auth }: AddPushSubscriptionInput,
): Promise<Row<PushSubscription>> {
  const { push } = context.settings;
  if (!push) throw new AppError('CONFLICT', 'Web push is switched off on this service', { reason: 'PUSH_OFF' });
  const url = readEndpoint(endpoint, push.services);
  if (!url) throw AppError.badInput([{ field: 'endpoint', message: NOT_A_SERVICE }]);
  if (!isPoint(p256dh)) throw AppError.badInput([{ field: 'p256dh', message: NOT_A_KEY }]);
  const { id, sessionId } = context.viewer;
  await runStatement(context, { text: LOCK_ACCOUNT, values: [id] });
  await runStatement(context, { text: REMOVE_OVER, values: [id] });
  const others = await runStatement<{ count: number }>(context, { text: COUNT_OTHERS, values: [id, url.href] });
  if (others[0]!.count >= MAX_SUBSCRIPTIONS) {
    const message = createMessage('An account can have at most {max} push subscriptions', { max: MAX_SUBSCRIPTIONS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_PUSH_SUBSCRIPTIONS' });
  }
  const values = [uuidv7(), sessionId, url.href, url.host, p256dh, auth];
  const [saved] = await runStatement<Row<PushSubscription>>(context, { text: SAVE, values });
  if (!saved) throw sessionOver();
  return saved;
}

/** The point must be on the curve, or nothing can be encrypted for it. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

export async function removePushSubscription({ access, em }: Context, id: string): Promise<string> {
  em.remove(await access.forUpdate(PushSubscription, id));
  return id;
}

const FIND = `select p.id, p.user_id as "accountId" from push_subscriptions p join sessions s on s.id = p.session_id
  where p.user_id = any($1) and s.ended_at is null and s.expires_at > now()`;

/** Adds the jobs that tell accounts of their digests, in the transaction that writes these. @param totals items by account */
export async function enqueuePushes(context: Context, totals: ReadonlyMap<string, number>): Promise<void> {
  if (!context.settings.push) return;
  const values = [[...totals.keys()]];
  const found = await runStatement<{ id: string; accountId: string }>(context, { text: FIND, values });
  if (found.length === 0) return;
  const jobs = found.map(({ id, accountId }) => ({
    id: uuidv7(),
    payload: { subscription: id, total: totals.get(accountId)! },
  }));
  await context.jobs.addAll(context, PUSH, jobs);
}
