// The rows of an account, as PostgreSQL has them, to compare what is restored with what was there.
import type { TestDatabase } from './database.js';
import { owned } from './tables.js';

export type Snapshot = Map<string, Record<string, unknown>>;
/** What is written because something is restored, and what deletions keep. */
const OTHERS = ['changes', 'deletions', 'deleted_rows'];
const TABLES = ['apiaries', ...owned.map(({ table }) => table).filter((table) => !OTHERS.includes(table))];

/** Every row of the account, by its table and id. A restored row has a later version; a row that changed has another time of its change. */
export async function snapshotOf({ sql }: Pick<TestDatabase, 'sql'>, owner: string): Promise<Snapshot> {
  const texts = TABLES.map(
    (table) =>
      `select '${table} ' || id as key, to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t where owner_id = $1`,
  );
  const rows = await sql<{ key: string; row: Record<string, unknown> }>(texts.join(' union all '), [owner]);
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** @returns the tables of the rows of the first snapshot that the second one lacks, or has otherwise */
export const tablesMissing = (before: Snapshot, after: Snapshot): string[] =>
  [...new Set([...before.keys()].filter((key) => !after.has(key)).map((key) => key.split(' ')[0]!))].sort();
