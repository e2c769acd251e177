// The ids of what rows create. They follow from the account, the file and the row, so that a repetition creates nothing twice.
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import type { ImportInfo } from '../import-source.types.js';

/** Chosen once, for these ids alone. */
const NAMESPACE = '8a0b6e0e-5f4c-4c0e-9d5c-6f1c8f0d2b11';

export const rowId = ({ viewer }: Context, { checksum }: ImportInfo, ...parts: (string | number)[]): string =>
  uuidv5([viewer.id, checksum, ...parts].join('/'), NAMESPACE);

/** Every creation is in the change log, also of what has been deleted since; treatments are not. */
const FIND = `
  select row_id as id from changes where row_id = any($1::uuid[])
  union select id from treatments where id = any($1::uuid[])`;

/** Those of the ids under which something has been created, in one statement. */
export async function findUsed(context: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await runStatement<{ id: string }>(context, { text: FIND, values: [ids] });
  return new Set(rows.map(({ id }) => id));
}
