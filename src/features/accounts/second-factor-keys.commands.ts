import type { Pool } from 'pg';
import { boxFor } from './require-second-factor.commands.js';

const BATCH_SIZE = 200;
const FIND = `select id, user_id as "accountId", key_id as "keyId", secret from second_factors
  where key_id = any($1) and id > $2 order by id limit ${BATCH_SIZE}`;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** One that has been replaced meanwhile is left alone. */
const REPLACE = 'update second_factors set key_id = $1, secret = $2, updated_at = now() where id = $3 and secret = $4';

interface Row {
  id: string;
  accountId: string;
  keyId: string;
  secret: string;
}

/** Encrypts what JWT_SECRET_PREVIOUS has encrypted with JWT_SECRET, as a job, so that the previous one can be removed. */
export class SecondFactorKeys {
  constructor(
    private readonly pool: Pool,
    private readonly secrets: readonly Buffer[],
  ) {}

  /** @returns how many secrets were encrypted again */
  async renew(signal?: AbortSignal): Promise<number> {
    const box = boxFor(this.secrets);
    if (box.outdatedKeys.length === 0) return 0;
    let renewed = 0;
    for (let last: string | undefined = FIRST; last !== undefined && !signal?.aborted; ) {
      const { rows }: { rows: Row[] } = await this.pool.query<Row>(FIND, [box.outdatedKeys, last]);
      for (const { id, accountId, ...sealed } of rows) {
        const plain = box.open(sealed, accountId);
        if (plain === undefined) continue;
        const { keyId, secret } = box.seal(plain, accountId);
        renewed += (await this.pool.query(REPLACE, [keyId, secret, id, sealed.secret])).rowCount ?? 0;
      }
      last = rows.at(-1)?.id;
    }
    return renewed;
  }
}
