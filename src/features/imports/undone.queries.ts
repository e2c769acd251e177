// How what an undo has removed, or a restore has changed, can be told from what people have deleted or changed (features/archives).
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';

/** With it begins the id of the request of what the log says of an undo; no client can send such a one, because of the colon. */
export const UNDO_REQUEST = 'undo:';
/** The same of what the rows of a file write. */
export const IMPORT_REQUEST = 'import:';
/** The same of an archive that is restored: the rules over several rows change records that it has written (features/archives). */
export const RESTORE_REQUEST = 'restore:';

const NAMESPACE = '5f0c9a52-3b0e-4d55-8a0b-51c1d1f3f6e4';
/** The revision that an undo has replaced by a voided one has an id by which that is known: treatments are not in the log. */
export const undoneRevisionId = (treatment: string): string => uuidv5(treatment, NAMESPACE);

const VOIDED = `
  select t.id, v.id as voided from treatments t join treatments v on v.series_id = t.series_id and v.current and v.status = 'VOIDED'
  where t.id = any($1::uuid[])`;

/** @returns those of the treatments, of all revisions, that an undo has voided */
export async function findUndoneTreatments(context: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await runStatement<{ id: string; voided: string }>(context, { text: VOIDED, values: [ids] });
  if (rows.length === 0) return [];
  const text = 'select id from treatments where id = any($1::uuid[])';
  const values = [rows.map(({ voided }) => undoneRevisionId(voided))];
  const undone = new Set((await runStatement<{ id: string }>(context, { text, values })).map(({ id }) => id));
  return rows.filter(({ voided }) => undone.has(undoneRevisionId(voided))).map(({ id }) => id);
}
