// A change of any number of rows within a transaction: one statement for all could take longer than a statement may.
import { type QueryTarget, runStatement } from './pool.js';

/** Takes about 0.3 s on a slow machine. */
const PIECE_ROWS = 10_000;

interface Change {
  table: string;
  /** The condition of the rows, with its values from `$1`. */
  where: string;
  values: unknown[];
  /** The statement without its condition, with its values from `$2`. */
  change: string;
  changeValues?: unknown[];
}

/** Rows that others change meanwhile may be left out. */
export async function changeInPieces(
  target: QueryTarget,
  { table, where, values, change, changeValues = [] }: Change,
): Promise<void> {
  // A cursor goes on where it was; a query would read what has been changed again for each piece. It locks what it reads: a row that leaves
  // meanwhile is not changed.
  await runStatement(target, {
    text: `declare piece no scroll cursor for select id from ${table} where ${where} for no key update`,
    values,
  });
  for (let isFull = true; isFull; ) {
    const rows = await runStatement<{ id: string }>(target, { text: `fetch ${PIECE_ROWS} from piece`, values: [] });
    isFull = rows.length === PIECE_ROWS;
    const keys = rows.map(({ id }) => id);
    const text = `${change} where id = any($1)`;
    if (keys.length > 0) await runStatement(target, { text, values: [keys, ...changeValues] });
  }
  await runStatement(target, { text: 'close piece', values: [] });
}
