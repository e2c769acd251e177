// When an apiary gets another owner, the database passes the owner on to everything in it (ADR 0003), in one statement. What there may be
// many thousands of gets the new owner before, in pieces, so that this statement is short. What remains of the history gets it later.
import type { Context } from '../../context.js';
import { changeInPieces } from '../../database/pieces.js';
import { runStatement } from '../../database/pool.js';
import { startTransfers } from '../../maintenance/transfers.js';
import { describeTransfer } from '../../records/ownership.js';

/** An earlier transfer that has not ended is not continued meanwhile: both would change the same rows. */
const LOCK_UNFINISHED = 'select 1 from unfinished_transfers where apiary_id = $1 order by owner_id for update';
const LOCK_HIVES = 'select count(*) from (select id from beehives where apiary_id = $1 order by id for update) locked';

/** Requires the lock of the apiary. The locks of its hives keep others from recording something below one with the owner of before. */
export async function passOn(context: Context, apiaryId: string, ownerId: string): Promise<void> {
  const run = (text: string, values: unknown[]): Promise<unknown> => runStatement(context, { text, values });
  context.budget?.allowMoreTime();
  await run(LOCK_HIVES, [apiaryId]);
  await run(LOCK_UNFINISHED, [apiaryId]);
  for (const { table, where } of describeTransfer(context.em.getMetadata())) {
    const change = `update ${table} set owner_id = $2`;
    await changeInPieces(context, { table, where, values: [apiaryId], change, changeValues: [ownerId] });
  }
  await run('update apiaries set owner_id = $2, updated_at = now() where id = $1', [apiaryId, ownerId]);
  context.afterCommit.push(() => startTransfers(context.jobs));
}
