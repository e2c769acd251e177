// JWT_SECRET changes: what was encrypted with JWT_SECRET_PREVIOUS is encrypted again, before that is removed.
import type { Pool } from 'pg';
import type { WebhookSecrets } from './webhook-secrets.rules.js';

const BATCH_SIZE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
const FIND = `select id, secret, previous_secrets as "previousSecrets" from webhooks
  where id > $1 and exists (select 1 from unnest(secret || previous_secrets) known where not starts_with(known, $2)) order by id limit ${BATCH_SIZE}`;
/** One that has been rotated meanwhile is encrypted with the current key. */
const REPLACE = `update webhooks set secret = $3, previous_secrets = $5
  where id = $1 and secret = $2 and previous_secrets = $4`;

interface Sealed {
  id: string;
  secret: string;
  previousSecrets: string[];
}

/** What cannot be decrypted stays: a later process may have the right secret again. @returns how many webhooks were written */
export async function sealAgain(pool: Pool, secrets: WebhookSecrets, signal?: AbortSignal): Promise<number> {
  if (!secrets.hasPrevious) return 0;
  const again = (sealed: string, id: string): string => {
    const secret = secrets.open(sealed, id);
    return secret === undefined ? sealed : secrets.seal(secret, id);
  };
  let renewed = 0;
  for (let last: string | undefined = FIRST; last !== undefined && !signal?.aborted; ) {
    const { rows }: { rows: Sealed[] } = await pool.query<Sealed>(FIND, [last, secrets.currentPrefix]);
    for (const { id, secret, previousSecrets } of rows) {
      const previous = previousSecrets.map((sealed) => again(sealed, id));
      const values = [id, secret, again(secret, id), previousSecrets, previous];
      renewed += (await pool.query(REPLACE, values)).rowCount ?? 0;
    }
    last = rows.at(-1)?.id;
  }
  return renewed;
}
