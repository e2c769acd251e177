// A repeated deletion returns the same response as the first, also without an Idempotency-Key: the change log (ADR 0022) has an entry of each
// deleted row, with its owner; this includes rows that are deleted by cascade.
import type { EntityClass } from '@mikro-orm/core';
import { roleTo } from '../access/policy.js';
import type { Expectation, VersionedRow } from '../access/version-conflict.js';
import type { Context } from '../context.js';
import { deleteBelow } from '../database/delete-below.js';
import { runStatement } from '../database/pool.js';
import { flushChanges } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';
import { RETENTION } from '../shared/retention.js';
import { beginDeletion, endDeletion, forgetDeletion } from './deletion-header.js';

/** Finds a row that belonged to the viewer, or that the viewer deleted, within the retention; in the apiaries of the token, if it is limited. */
const FIND_DELETION = `
  select 1 from changes
  where row_id = $2 and entity = $3 and action = 'DELETED' and (owner_id = $1 or actor_id = $1) and at > now() - interval '${RETENTION}'
    and ($4::uuid[] is null or apiary_id = any($4))`;

/** Until the next call in the transaction, deletions of rows of other tables are logged, but not shown to people. */
export async function nameDeletedTable(context: Context, type: EntityClass<object>): Promise<void> {
  const { tableName } = context.table(type).meta;
  await runStatement(context, { text: `select set_config('beekeeping.deleted_table', $1, true)`, values: [tableName] });
}

/**
 * Runs a deletion, which can be undone, and succeeds also if the row has been deleted already.
 * @returns the id
 * @throws NOT_FOUND if the row never existed or belongs, or belonged, to another account
 */
export async function idempotentDelete(
  context: Context,
  type: EntityClass<object>,
  id: string,
  work: (deletion: string) => Promise<string>,
): Promise<string> {
  const deletion = await beginDeletion(context, type, id);
  try {
    const deleted = await work(deletion);
    await flushChanges(context);
    await endDeletion(context, deletion);
    return deleted;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    // Text that is not an id cannot match, and would be an error in SQL.
    context.access.requireId(type, id);
    const { id: viewer, token } = context.viewer;
    const values = [viewer, id, type.name, token?.apiaryIds ?? null];
    const deleted = await runStatement(context, { text: FIND_DELETION, values });
    if (deleted.length === 0) throw error;
    await forgetDeletion(context, deletion);
    return id.toLowerCase();
  }
}

/**
 * Deletes a row, with its dependent rows, if it has the expected version.
 * @param check throws if the row must not be deleted; not run for a row that has been deleted already
 * @returns its id
 */
export function deleteRow<T extends VersionedRow>(
  context: Context,
  type: EntityClass<T>,
  id: string,
  expected: Expectation,
  check?: () => Promise<unknown>,
): Promise<string> {
  return idempotentDelete(context, type, id, async (deletion) => {
    await check?.();
    const row = await context.access.forUpdate(type, id, roleTo('delete', type), 'no key update');
    await context.access.requireVersion(type, row, expected);
    await deleteBelow(context, context.scope(type).table.meta.tableName, row.id, deletion);
    context.em.remove(row);
    return row.id;
  });
}
