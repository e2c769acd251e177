// Which deliveries a process sends next, and what it notes of them. A process takes a webhook with a few of its deliveries (a round), and no other
// one does until it has written the results, or has been silent for so long that it is taken for dead.
import type { Pool } from 'pg';
import { visibleTo } from '../../changelog/visible-to.js';
import type { RecordName } from '../../records/record.js';
import type { ChangeAction } from '../activity/activity.entity.js';
import { DUE } from './webhook.entity.js';
import type { WebhookDeliveryError } from './webhook.enums.js';
import { FAILING } from './write-deliveries.commands.js';

/** The most deliveries of a webhook that are taken at once. */
export const ROUND_SIZE = 5;
/** Webhooks of an account that a process serves at once. */
export const MAX_ROUNDS_OF_ACCOUNT = 5;
/** Longer than a request can take, with its results. */
const LEASE_SECONDS = 30;
/** Those that are due are looked at up to this number, first those that wait longest. */
const MAX_LOOKED_AT = 200;
/** What has failed for so long is not tried again, and a webhook of which everything has is disabled. */
const GIVE_UP = '3 days';
const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 86_400;
/** The longest time after which a webhook that fails is tried again. */
const MAX_PAUSE_SECONDS = 3600;

/** The longest first attempts of all: what waits is tried again at a time that is at random between half of it and all of it. */
const delay = (failures: string, max: number): string =>
  `make_interval(secs => least(${max}, ${FIRST_DELAY_SECONDS} * power(2, least(${failures}, 20))) * (0.5 + random() / 2))`;

const candidates = (condition: string): string => `(
    select id, user_id, failures, ${DUE} as due from webhooks where ${DUE} <= now() and failures ${condition} order by ${DUE} limit ${MAX_LOOKED_AT})`;

/**
 * $1, $2: how many webhooks that work, and that fail, may be taken. $3, $4: the accounts of which this process serves some, and how many. What an
 * account may no longer see is taken as well, to be dropped.
 */
const CLAIM = `
  with ranked as (
    select id, failures >= ${FAILING} as fails, due, row_number() over (partition by user_id order by due)
      + coalesce((select count from unnest($3::uuid[], $4::int[]) as served (account, count) where account = user_id), 0) as place
    from (${candidates(`< ${FAILING}`)} union all ${candidates(`>= ${FAILING}`)}) looked_at),
  chosen as (
    (select id from ranked where not fails and place <= ${MAX_ROUNDS_OF_ACCOUNT} order by due limit $1)
    union all (select id from ranked where fails and place <= ${MAX_ROUNDS_OF_ACCOUNT} order by due limit $2)),
  claimed as (
    update webhooks w set leased_until = now() + interval '${LEASE_SECONDS} seconds', next_at = null
    from (select id from webhooks where id in (select id from chosen) and ${DUE} <= now() and status = 'ACTIVE'
      order by id for update skip locked) free
    where w.id = free.id
    returning w.id, w.user_id, w.url, w.started::text, w.secret, w.failures,
      case when w.rotation_ends_at > now() then w.previous_secrets else '{}' end as previous_secrets)
  select w.id as "webhookId", w.user_id as "accountId", w.url, w.started, w.secret, w.previous_secrets as "previousSecrets", w.failures, d.id,
    d.kind, d.action, d.record_id as "recordId", d.apiary_id as "apiaryId", d.version, d.sequence, d.changed_at as "changedAt",
    d.created_at as "createdAt",
    u.is_active and (d.sequence is null or exists (select 1 from changes c where c.seq = d.sequence and ${visibleTo('w.user_id')})) as "isVisible"
  from claimed w join users u on u.id = w.user_id left join lateral (
    select * from webhook_deliveries where webhook_id = w.id and next_at <= now()
    order by next_at, sequence limit case when w.failures >= ${FAILING} then 1 else ${ROUND_SIZE} end) d on true
  order by d.next_at, d.sequence`;

export interface Event {
  id: string;
  /** Null for a test event, as all that follows. */
  kind: RecordName | null;
  action: ChangeAction | null;
  recordId: string | null;
  apiaryId: string | null;
  version: number | null;
  sequence: string | null;
  changedAt: string | null;
  createdAt: string;
  isVisible: boolean;
}
/** What a webhook was when a round began: with another URL, or enabled again, it is not judged by answers to that round. */
export interface Target {
  webhookId: string;
  url: string;
  started: string;
}
export interface Round extends Target {
  accountId: string;
  /** Encrypted. */
  secret: string;
  previousSecrets: string[];
  /** In a row, before. */
  failures: number;
  events: Event[];
}

/** @param free how many webhooks that work, and that fail, may be taken @param served how many this process serves, by account */
export async function claimRounds(
  pool: Pool,
  free: readonly [working: number, failing: number],
  served: ReadonlyMap<string, number>,
): Promise<Round[]> {
  const values = [...free, [...served.keys()], [...served.values()]];
  const { rows } = await pool.query<Omit<Round, 'events'> & Omit<Event, 'id'> & { id: string | null }>(CLAIM, values);
  const rounds = new Map<string, Round>();
  for (const row of rows) {
    const { webhookId, accountId, url, started, secret, previousSecrets, failures, id, ...event } = row;
    const taken = { webhookId, accountId, url, started, secret, previousSecrets, failures };
    const round = rounds.get(webhookId) ?? { ...taken, events: [] };
    rounds.set(webhookId, round);
    if (id !== null) round.events.push({ id, ...event });
  }
  return [...rounds.values()];
}

/** Whether a row of webhooks still has the URL and the beginning of a target. */
export const isStill = (url: string, started: string): string => `(url = ${url} and started::text = ${started})`;

export interface Result {
  id: string;
  /** RETURNED: the process ends, and another one tries it. DROPPED: the account does not see the change any more. */
  outcome: 'DELIVERED' | 'FAILED' | 'RETURNED' | 'DROPPED';
  statusCode: number | null;
  durationMs: number | null;
  error: WebhookDeliveryError | null;
}

/**
 * The next time of the webhook is the earliest of its deliveries, or earlier if changes have been written meanwhile, which its row knows; not before
 * now, or one with many that wait would always be before the others. While it fails, it pauses. What a former URL has refused is sent to the new
 * one. The webhook is locked before its deliveries, as everywhere.
 */
const FINISH = `
  with locked as materialized (select id, ${isStill('$2', '$3')} as is_same from webhooks where id = $1 for update),
  result as materialized (
    select r.id, case when r.outcome = 'FAILED' and not is_same then 'RETURNED' else r.outcome end as outcome, status_code, duration_ms, error
    from locked, unnest($4::uuid[], $5::text[], $6::int[], $7::int[], $8::text[]) as r (id, outcome, status_code, duration_ms, error)),
  dropped as (delete from webhook_deliveries d using result r where d.id = r.id and r.outcome = 'DROPPED'),
  tried as (
    update webhook_deliveries d set updated_at = now(), last_attempt_at = now(), attempts = d.attempts + 1,
      status_code = r.status_code, duration_ms = r.duration_ms, error = r.error,
      status = case when r.outcome = 'DELIVERED' then 'DELIVERED' when d.queued_at < now() - interval '${GIVE_UP}' then 'FAILED' else d.status end,
      next_at = case when r.outcome = 'FAILED' and d.status = 'WAITING' and d.queued_at >= now() - interval '${GIVE_UP}'
        then now() + ${delay('d.attempts', MAX_DELAY_SECONDS)} end
    from result r where d.id = r.id and r.outcome in ('DELIVERED', 'FAILED')
    returning d.next_at),
  sum as (
    select bool_or(outcome = 'DELIVERED') as works, count(*) filter (where outcome = 'FAILED')::int as failed from result),
  first as (
    select least((select min(next_at) from tried), (select min(next_at) from webhook_deliveries
      where webhook_id = $1 and next_at is not null and id not in (select id from result where outcome <> 'RETURNED'))) as next_at)
  update webhooks w set leased_until = null,
    failures = case when sum.works then 0 else w.failures + sum.failed end,
    failing_since = case when sum.works then null when sum.failed > 0 then coalesce(w.failing_since, now()) else w.failing_since end,
    next_at = case when w.status <> 'ACTIVE' then null
      when not coalesce(sum.works, false) and sum.failed > 0 and w.failures + sum.failed >= ${FAILING}
        then greatest(least(w.next_at, first.next_at), now() + ${delay(`w.failures + sum.failed - ${FAILING}`, MAX_PAUSE_SECONDS)})
      when coalesce(w.next_at, first.next_at) is not null then greatest(least(w.next_at, first.next_at), now()) end
  from sum, first where w.id = $1
  returning w.status = 'ACTIVE' and w.failing_since < now() - interval '${GIVE_UP}' as "isUnreachable"`;

/**
 * What a webhook that works again has been failing to send is not left to wait for its next attempts. It gets different times: of many equal ones,
 * each claim would read and sort all.
 */
const RESUME = `
  with locked as materialized (select id from webhooks where id = $1 for update),
  resumed as (
    update webhook_deliveries d set next_at = d.queued_at from locked where d.webhook_id = locked.id and d.next_at > now() returning 1)
  update webhooks set next_at = now() where id = $1 and status = 'ACTIVE' and exists (select 1 from resumed)`;

/** @returns whether nothing but failures has come of the webhook for days */
export async function finishRound(pool: Pool, round: Round, results: Result[]): Promise<boolean> {
  const { webhookId, url, started, failures } = round;
  const columns = [
    results.map(({ id }) => id),
    results.map(({ outcome }) => outcome),
    results.map(({ statusCode }) => statusCode),
    results.map(({ durationMs }) => durationMs),
    results.map(({ error }) => error),
  ];
  const { rows } = await pool.query<{ isUnreachable: boolean | null }>(FINISH, [webhookId, url, started, ...columns]);
  const works = results.some(({ outcome }) => outcome === 'DELIVERED');
  if (works && failures >= FAILING) await pool.query(RESUME, [webhookId]);
  return rows[0]?.isUnreachable ?? false;
}
