// The triggers by which a deletion that can be undone keeps what it deletes, cascades included (ADR 0064). The setting `beekeeping.deletion`
// is the id of the deletion that is under way (idempotency/deletions.ts); without it, rows are gone.
import type { OwnedTable } from '../records/ownership.js';

const KEEP = 'keep_deleted_rows';
/** Is not written by people, or is what the triggers themselves write. */
const LEFT_OUT = ['changes', 'deletions', 'deleted_rows'];
/** Without an entity. */
const OTHERS = ['apiaries', 'zones_left'];
/** So many rows are one of `deleted_rows`: some 300 kB of inspections. */
const ROWS_AT_ONCE = 500;

const DELETION = `nullif(current_setting('beekeeping.deletion', true), '')::uuid`;
const AFTER_DELETE = (name: string, table: string, call: string): string =>
  `create or replace trigger ${name} after delete on ${table} referencing old table as gone
  for each statement execute function ${call}();`;

export function writeDeletionTriggers(owned: readonly OwnedTable[]): string[] {
  const history = owned.filter(({ isKept }) => isKept);
  const tables = [...OTHERS, ...owned.flatMap(({ table, isKept }) => (isKept ? [] : [table]))];
  return [
    `create or replace function ${KEEP}() returns trigger language plpgsql as $$
declare
  deletion uuid := ${DELETION};
begin
  if deletion is not null then
    insert into deleted_rows (id, created_at, updated_at, deletion_id, table_name, rows)
    select gen_random_uuid(), now(), now(), deletion, tg_table_name, jsonb_agg(kept)
    from (select to_jsonb(g) as kept, (row_number() over () - 1) / ${ROWS_AT_ONCE} as piece from gone g) numbered group by piece;
  end if;
  return null;
end
$$;`,
    ...tables.filter((table) => !LEFT_OUT.includes(table)).map((table) => AFTER_DELETE('deletion_kept', table, KEEP)),
    ...history.flatMap(writeCascade),
  ];
}

/** History stays while it can be restored with its parent. Otherwise it goes with that, as by a foreign key that cascades. */
function writeCascade({ table, parent }: OwnedTable): string[] {
  const name = `delete_${table}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$
begin
  if ${DELETION} is null then
    delete from ${table} where ${parent.column} in (select id from gone);
  end if;
  return null;
end
$$;`,
    AFTER_DELETE(`${table}_deleted`, parent.table, name),
  ];
}
