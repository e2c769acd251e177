// When an apiary gets another owner, the database passes the owner on to everything in it (ADR 0003), in one statement. What there may be
// many thousands of gets the new owner before, in pieces, so that this statement is short. What remains of the history gets it later.
import type { Context } from '../../context.js';
import { changeInPieces } from '../../database/pieces.js';
import { runStatement } from '../../database/pool.js';
import { startTransfers } from '../../maintenance/transfers.js';
import { describeOwnership, describeTransfer, isLeft } from '../../records/ownership.js';

/** An earlier transfer that has not ended is not continued meanwhile: both would change the same rows. */
const LOCK_UNFINISHED = 'select 1 from unfinished_transfers where apiary_id = $1 order by owner_id for update';
const LOCK_HIVES = 'select count(*) from (select id from beehives where apiary_id = $1 order by id for update) locked';

/** What keeps its owner when the apiary gets another one does so, too, if it was deleted before. */
const LEAVE_DELETIONS = 'update deletions set apiary_id = null where apiary_id = $1 and kind = any($2)';

/** Requires the lock of the apiary. The locks of its hives keep others from recording something below one with the owner of before. */
export async function passOn(context: Context, apiaryId: string, ownerId: string): Promise<void> {
  const run = (text: string, values: unknown[]): Promise<unknown> => runStatement(context, { text, values });
  context.budget?.allowMoreTime();
  await run(LOCK_HIVES, [apiaryId]);
  await run(LOCK_UNFINISHED, [apiaryId]);
  const owned = describeOwnership(context.em.getMetadata());
  const kinds = owned.filter((own) => isLeft(owned, own)).map(({ entity }) => entity);
  await run(LEAVE_DELETIONS, [apiaryId, kinds]);
  for (const { table, where } of describeTransfer(owned)) {
    const change = `update ${table} set owner_id = $2`;
    await changeInPieces(context, { table, where, values: [apiaryId], change, changeValues: [ownerId] });
  }
  await run('update apiaries set owner_id = $2, updated_at = now() where id = $1', [apiaryId, ownerId]);
  context.afterCommit.push(() => startTransfers(context.jobs));
}
