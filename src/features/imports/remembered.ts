import type { Pool } from 'pg';
import type { SheetMapping, SheetSample } from './import-source.js';

/** Of the account, that were run: the latest come first. */
const FIND = `
  select mapping from imports where user_id = $1 and started_at is not null and format <> 'ARCHIVE' and mapping is not null
  order by started_at desc limit 20`;

const keyOf = (headings: readonly string[]): string => JSON.stringify(headings);

/** A sheet with the same headings as one that the account has imported before is read in the same way. */
export async function remember(
  pool: Pick<Pool, 'query'>,
  userId: string,
  detected: SheetMapping[],
  samples: readonly (SheetSample | undefined)[],
): Promise<SheetMapping[]> {
  const { rows } = await pool.query<{ mapping: SheetMapping[] }>(FIND, [userId]);
  const known = new Map<string, SheetMapping>();
  for (const { mapping } of rows.toReversed())
    for (const sheet of mapping) known.set(keyOf(sheet.columns.map(({ heading }) => heading)), sheet);
  return detected.map((sheet) => {
    const before = known.get(keyOf(samples[sheet.sheet]?.headings ?? []));
    if (!before) return sheet;
    // The values decide in which order days are written: another file may have another one.
    const columns = before.columns.map((column, i) => ({ ...sheet.columns[i]!, field: column.field, score: 1 }));
    return { ...sheet, kind: before.kind, apiaryName: before.apiaryName, columns };
  });
}
