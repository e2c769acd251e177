// JWT_SECRET changes: what was encrypted with JWT_SECRET_PREVIOUS is encrypted again, when a process starts, before that is removed.
import type { Pool } from 'pg';
import type { WebhookSecrets } from './webhook-secrets.js';

const BATCH_SIZE = 500;
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

/** What cannot be decrypted stays: a later start may have the right secret again. */
export async function sealAgain(pool: Pool, secrets: WebhookSecrets): Promise<void> {
  const again = (sealed: string | null, id: string): string | null => {
    const secret = sealed === null ? undefined : secrets.open(sealed, id);
    return secret === undefined ? sealed : secrets.seal(secret, id);
  };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<Sealed>(FIND, [after, secrets.currentPrefix]);
    for (const { id, secret, previousSecret } of rows)
      await pool.query(REPLACE, [id, secret, again(secret, id), previousSecret, again(previousSecret, id)]);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}
