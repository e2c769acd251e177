// A change of any number of rows within a transaction: one statement for all could take longer than a statement may.
import { groupBy } from '../shared/group-by.js';
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

/** A ctid is unique within its table: the change log may have partitions. */
interface Place {
  tableoid: number;
  ctid: string;
}

/** Rows that others change meanwhile may be left out. */
export async function changeInPieces(
  target: QueryTarget,
  { table, where, values, change, changeValues = [] }: Change,
): Promise<void> {
  // A cursor goes on where it was; a query would read what has been changed again for each piece.
  await runStatement(target, {
    text: `declare piece no scroll cursor for select tableoid, ctid from ${table} where ${where}`,
    values,
  });
  for (let isFull = true; isFull; ) {
    const rows = await runStatement<Place>(target, { text: `fetch ${PIECE_ROWS} from piece`, values: [] });
    isFull = rows.length === PIECE_ROWS;
    for (const [partition, places] of groupBy(rows, ({ tableoid }) => tableoid)) {
      const text = `${change} where ctid = any($1::tid[]) and tableoid = ${partition}`;
      await runStatement(target, { text, values: [places.map(({ ctid }) => ctid), ...changeValues] });
    }
  }
  await runStatement(target, { text: 'close piece', values: [] });
}
