import type { Pool } from 'pg';
import type { SheetChoices, SheetMapping, SheetSample } from './import-source.types.js';
import { choicesOf, mappingKey } from './sheets/choices.js';

/** Those of the account that were run: the latest come first. */
const FIND = `
  select mapping from imports where user_id = $1 and started_at is not null and format <> 'ARCHIVE' and mapping is not null
  order by started_at desc limit 20`;

/** A sheet with the same headings as one that the account has imported before is read in the same way. */
export async function remember(
  pool: Pick<Pool, 'query'>,
  userId: string,
  sheets: readonly SheetSample[],
): Promise<Map<number, SheetChoices>> {
  const { rows } = await pool.query<{ mapping: SheetMapping[] }>(FIND, [userId]);
  const known = new Map<string, SheetMapping>();
  for (const sheet of rows.toReversed().flatMap(({ mapping }) => mapping))
    known.set(mappingKey(sheet.columns.map(({ heading }) => heading)), sheet);
  return new Map(
    sheets.flatMap(({ sheet, headings }) => {
      const found = known.get(mappingKey(headings));
      return found ? [[sheet, choicesOf(found)] as const] : [];
    }),
  );
}
