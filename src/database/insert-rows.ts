import { type QueryTarget, runStatement } from './pool.js';
import type { Table } from './where.js';

/**
 * Inserts rows in one statement, however many, without an entity for each.
 * @param rows each with the same properties of the entity, a relation as an id
 */
export async function insertRows<T extends object>(target: QueryTarget, table: Table, rows: T[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((name) => table.column(name));
  const list = columns.map(({ sql }) => sql).join(', ');
  const types = columns.map(({ sql, property }) => `${sql} ${property.columnTypes[0]}`).join(', ');
  const sent = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.map(({ property }) => [property.fieldNames[0], row[property.name as keyof T]])),
    ),
  );
  const text = `insert into ${table.name} (${list}) select ${list} from json_to_recordset($1) as sent(${types})`;
  await runStatement(target, { text, values: [sent] });
}
