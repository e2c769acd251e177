// What the command says of webhooks that fail or were disabled. URLs may have secrets in their path: only their hosts are shown.
import type { Pool } from 'pg';

const MAX_LISTED = 1000;
const FIND = `
  select w.id, w.url, w.status, u.email, w.failing_since as "failingSince", w.disabled_at as "disabledAt",
    (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.next_at is not null) as waiting,
    (select coalesce(d.error, '-') || coalesce(' ' || d.status_code, '') from webhook_deliveries d where d.webhook_id = w.id and d.attempts > 0
      order by d.last_attempt_at desc limit 1) as error
  from webhooks w join users u on u.id = w.user_id
  where w.failing_since is not null or w.status not in ('ACTIVE', 'PAUSED')
  order by coalesce(w.disabled_at, w.failing_since), w.id limit ${MAX_LISTED}`;

interface FailingWebhook {
  id: string;
  url: string;
  status: string;
  email: string;
  failingSince: string | null;
  disabledAt: string | null;
  waiting: number;
  error: string | null;
}

/** Each in a line, those that have failed longest first. */
export async function listFailingWebhooks({ pool }: { pool: Pool }): Promise<string> {
  const { rows } = await pool.query<FailingWebhook>(FIND);
  if (rows.length === 0) return 'No webhook fails.';
  return rows
    .map(({ id, url, status, email, failingSince, disabledAt, waiting, error }) => {
      const since = disabledAt ? `disabled ${disabledAt}` : `failing since ${failingSince}`;
      return `${id}  ${status}  ${since}, waiting: ${waiting}, last error ${error ?? '-'}  ${new URL(url).host}  ${email}`;
    })
    .join('\n');
}
