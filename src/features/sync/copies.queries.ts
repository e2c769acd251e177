// Records that a client gets whole, in pages of constant cost: a record is sought by its apiary, its parent and its id, so a page begins where
// the last one ended.
import { type Copies, NOWHERE, type Position } from '../../changelog/log-cursor.js';
import type { Context } from '../../context.js';
import type { RecordName } from '../../records/record.js';
import { isInScope, STEPS, writeStep } from './copy-steps.queries.js';

/** A record, with the columns of a plain read. */
export interface Copy {
  kind: RecordName;
  row: { id: string };
}

/** After every record of a parent. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const startCopies = (scope: Pick<Copies, 'apiaryId' | 'movedAfter'> = {}): Copies => ({
  ...scope,
  step: 0,
  ...NOWHERE,
});

/** A whole record and its place. */
interface CopyRow {
  /** Null in the one row of a statement without records. */
  id: string | null;
  '@apiary': string;
  '@parent': string;
  /** The last parent that the statement has read, if there may be more. */
  '@lastApiary': string | null;
  '@lastParent': string | null;
}
const isFound = (row: CopyRow): row is CopyRow & { id: string } => row.id !== null;

/**
 * Reads up to `limit` records.
 * @param until the position in the log from which the client will go on, which is the end of the part in which hives moved
 * @returns the records, and where to go on; undefined if there are no more
 */
export async function readCopies(
  context: Context,
  copies: Copies,
  until: Position,
  limit: number,
): Promise<{ records: Copy[]; next: Copies | undefined }> {
  const records: Copy[] = [];
  let at = copies;
  for (let index = copies.step; index < STEPS.length; index++) {
    const step = STEPS[index]!;
    if (index > at.step) at = { ...at, step: index, ...NOWHERE };
    if (!isInScope(copies, step.parent)) continue;
    const missing = limit - records.length;
    const rows = await context.access.query<CopyRow>((sql) => writeStep(sql, context, step, at, until, missing + 1));
    const found = rows.filter(isFound);
    const page = found.slice(0, missing);
    await context.budget?.spendOrAbandon(page);
    records.push(...page.map((row) => ({ kind: step.kind, row })));
    const last = page.at(-1);
    if (last) at = { ...at, apiary: last['@apiary'], parent: last['@parent'], id: last.id };
    if (found.length > missing) return { records, next: at };
    const { '@lastApiary': apiary, '@lastParent': parent } = rows[0]!;
    // Many parents without records: others have a turn before the next ones are read.
    if (apiary !== null && parent !== null) return { records, next: { ...at, apiary, parent, id: END } };
  }
  return { records, next: undefined };
}
