// JWT_SECRET changes: what was encrypted with JWT_SECRET_PREVIOUS is encrypted again, before that is removed.
import type { Pool } from 'pg';
import type { WebhookSecrets } from './webhook-secrets.js';

const BATCH_SIZE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
const FIND = `select id, secret, previous_secret as "previousSecret" from webhooks
  where id > $1 and (not starts_with(secret, $2) or not starts_with(previous_secret, $2)) order by id limit ${BATCH_SIZE}`;
/** One that has been rotated meanwhile is encrypted with the current key. */
const REPLACE = `update webhooks set secret = $3, previous_secret = $5
  where id = $1 and secret = $2 and previous_secret is not distinct from $4`;

interface Sealed {
  id: string;
  secret: string;
  previousSecret: string | null;
}

/** What cannot be decrypted stays: a later process may have the right secret again. @returns how many webhooks were written */
export async function sealAgain(pool: Pool, secrets: WebhookSecrets, signal?: AbortSignal): Promise<number> {
  if (!secrets.hasPrevious) return 0;
  const again = (sealed: string | null, id: string): string | null => {
    const secret = sealed === null ? undefined : secrets.open(sealed, id);
    return secret === undefined ? sealed : secrets.seal(secret, id);
  };
  let renewed = 0;
  for (let last: string | undefined = FIRST; last !== undefined && !signal?.aborted; ) {
    const { rows }: { rows: Sealed[] } = await pool.query<Sealed>(FIND, [last, secrets.currentPrefix]);
    for (const { id, secret, previousSecret } of rows) {
      const values = [id, secret, again(secret, id), previousSecret, again(previousSecret, id)];
      renewed += (await pool.query(REPLACE, values)).rowCount ?? 0;
    }
    last = rows.at(-1)?.id;
  }
  return renewed;
}
