import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.js';

const MAPPING = [
  {
    sheet: 1,
    name: 'hives',
    kind: 'HIVES',
    columns: [{ column: 1, heading: 'Hive', field: 'hive', score: 1 }],
  },
];

/** Imports of an account: one that has been checked, and one that was run and can be undone. */
export async function importsOf(
  { sql }: Pick<TestDatabase, 'sql'>,
  ownerId: string,
): Promise<{ fileImport: string; importRow: string; doneImport: string }> {
  const ids = { fileImport: randomUUID(), importRow: randomUUID(), doneImport: randomUUID() };
  await sql(
    `insert into imports (id, created_at, updated_at, user_id, file_name, status, format, checksum, details, mapping, rows_total,
       started_at, finished_at, undoable_until)
     select id, now(), now(), $3, 'hives.csv', status, 'CSV', repeat('0', 64), '{}', $4, 1, ran, ran, ran + interval '7 days'
     from (values ($1::uuid, 'READY', null::timestamptz), ($2, 'DONE', now())) as sent (id, status, ran)`,
    [ids.fileImport, ids.doneImport, ownerId, JSON.stringify(MAPPING)],
  );
  await sql(
    `insert into import_rows (id, created_at, updated_at, import_id, n, sheet, "row", cells)
     values ($1, now(), now(), $2, 1, 1, 2, '["7"]')`,
    [ids.importRow, ids.fileImport],
  );
  return ids;
}
