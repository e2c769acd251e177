import { type QueryTarget, runStatement } from './pool.js';
import type { Table } from './where.js';

/** Answers to 200 questions for 100 hives take some ten megabytes as text. */
const MAX_ROWS = 5000;

/**
 * Inserts rows in one statement for thousands of them, without an entity for each.
 * @param rows each with the same properties of the entity, a relation as an id
 */
export async function insertRows<T extends object>(target: QueryTarget, table: Table, rows: T[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => table.column(name));
  const list = columns.map(({ sql }) => sql).join(', ');
  const types = columns.map(({ sql, property }) => `${sql} ${property.columnTypes[0]}`).join(', ');
  const text = `insert into ${table.name} (${list}) select ${list} from json_to_recordset($1) as sent(${types})`;
  const toSent = (row: T): object =>
    Object.fromEntries(columns.map(({ property }) => [property.fieldNames[0], row[property.name as keyof T]]));
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    const sent = JSON.stringify(rows.slice(from, from + MAX_ROWS).map(toSent));
    await runStatement(target, { text, values: [sent] });
  }
}
