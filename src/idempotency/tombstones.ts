// GONE ALREADY. A deletion whose answer was lost is sent again, by clients that send no key too. The database notes what was deleted
// and whose it was (a trigger, so that what goes with its apiary is noted as well), and the second deletion is answered like the first.
import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../context.js';
import { run } from '../database/pool.js';
import { AppError } from '../errors.js';

/** Whether the viewer had this row, and it was deleted in the last 30 days. */
const FIND_TOMBSTONE = `
  select 1 from tombstones
  where owner_id = $1 and id = $2 and kind = $3 and created_at > now() - interval '30 days'`;

/**
 * Runs a deletion. @returns the id
 * @throws NOT_FOUND for a row that never was, and for somebody else's, there or gone
 */
export async function idempotentDelete(
  context: Context,
  type: EntityClass<object>,
  id: string,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    // Text that is no id names nothing, and the database need not be asked.
    context.access.requireId(type, id);
    const kind = context.scope(type).table.meta.tableName;
    const noted = await run(context, { text: FIND_TOMBSTONE, values: [context.viewer.id, id, kind] });
    if (noted.length === 0) throw error;
    return id.toLowerCase();
  }
}

/** Deletes a row and what belongs to it. @returns its id */
export function deleteRow<T extends object>(context: Context, type: EntityClass<T>, id: string): Promise<string> {
  return idempotentDelete(context, type, id, async () => {
    const row = await context.access.forUpdate(type, id);
    context.em.remove(row);
    return (row as { id: string }).id;
  });
}
