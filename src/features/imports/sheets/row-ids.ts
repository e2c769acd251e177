// The ids of what rows create. That of a record follows from the account and from what the row says, so that a row is known again in whatever
// file it comes; those of apiaries and hives that rows only name follow from the file.
import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import { normalizeName, normalizeWord } from '../../../shared/text.js';
import type { ImportInfo } from '../import-source.types.js';
import { UNDO_REQUEST } from '../undone.queries.js';
import type { SheetRow } from './row-values.js';

/** Chosen once, for these ids alone. */
const NAMESPACE = '8a0b6e0e-5f4c-4c0e-9d5c-6f1c8f0d2b11';

export const rowId = (
  { viewer }: Context,
  { checksum }: Pick<ImportInfo, 'checksum'>,
  ...parts: (string | number)[]
): string => uuidv5([viewer.id, checksum, ...parts].join('/'), NAMESPACE);

/** The ids of a place that an import creates: one that follows others of the name, which have ended or were undone, has another id. */
export type IdOf = (generation: number) => string;
const idsOf =
  (context: Context, imported: Pick<ImportInfo, 'checksum'>, ...parts: string[]): IdOf =>
  (generation) =>
    rowId(context, imported, ...parts, ...(generation === 0 ? [] : [generation]));
export const apiaryIdOf = (context: Context, imported: Pick<ImportInfo, 'checksum'>, name: string): IdOf =>
  idsOf(context, imported, 'apiary', normalizeName(name));
/** @param word the hive as it is called */
export const hiveIdOf = (context: Context, imported: ImportInfo, apiaryId: string, word: string): IdOf =>
  idsOf(context, imported, 'hive', apiaryId, word);
/** A place that follows more others is not known as one that the import has created. */
const MAX_GENERATIONS = 10;
export const isOneOf = (id: string, idOf: IdOf): boolean =>
  Array.from({ length: MAX_GENERATIONS }, (_, n) => idOf(n)).includes(id);

/** What a row says, whatever the order of its columns is, as a digest. */
export function digestOf({ kind, values, extra }: SheetRow): string {
  const sorted = (entries: [string, unknown][]): [string, unknown][] => entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const { apiary, hive, ...others } = values;
  const place = [apiary, hive].map((one) => normalizeName(String(one ?? '')));
  const said = [
    ...[kind, place, sorted(Object.entries(others))],
    sorted(extra.map(({ heading, text }) => [normalizeWord(heading), text])),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
}

/** Rows that say the same are counted: a file may have a record twice. */
export class RowKeys {
  private readonly counts = new Map<string, number>();

  next(row: SheetRow): string {
    const digest = digestOf(row);
    const count = this.counts.get(digest) ?? 0;
    this.counts.set(digest, count + 1);
    return count === 0 ? digest : `${digest}~${count}`;
  }
}

/** @param generation how often the record of the row has been undone */
export const recordId = ({ viewer }: Context, key: string, generation: number): string =>
  uuidv5([viewer.id, key, generation].join('/'), NAMESPACE);

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

const FIND_UNDONE = `
  select distinct row_id as id from changes where row_id = any($1::uuid[]) and action = 'DELETED' and request_id like '${UNDO_REQUEST}%'`;

/** Those of the ids whose records an undo has deleted. */
export async function findUndone(context: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await runStatement<{ id: string }>(context, { text: FIND_UNDONE, values: [ids] })).map(({ id }) => id);
}
