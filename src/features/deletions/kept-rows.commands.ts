// The statements that insert what a deletion has kept.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Column, Table } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { type OwnedTable, writeOwner } from '../../records/ownership.js';
import type { RecordName } from '../../records/record.js';
import { recordRows } from '../../records/records.js';
import { MAX_MEMBERSHIPS } from '../members/membership.commands.js';

/** A row of `deleted_rows`, without its rows. */
export interface Piece {
  id: string;
  table: string;
  /** Undefined for a table without an entity. */
  entity: RecordName | undefined;
  /** Null: the rows were deleted. Otherwise the column became null. */
  column: string | null;
}

/**
 * @returns the record that was deleted, by the names of its columns
 * @throws NOT_FOUND if it has been restored since
 */
export async function readKeptRow(
  context: Context,
  deletion: string,
  table: string,
  id: string,
): Promise<Record<string, unknown>> {
  const text = `
    select kept from deleted_rows d cross join lateral jsonb_array_elements(d.rows) kept
    where d.deletion_id = $1 and d.table_name = $2 and d.column_name is null and kept ->> 'id' = $3`;
  const rows = await runStatement<{ kept: Record<string, unknown> }>(context, { text, values: [deletion, table, id] });
  if (!rows[0]) throw AppError.notFound('Deletion');
  return rows[0].kept;
}

/** Parents first. */
export async function readPieces(context: Context, deletion: string, owned: readonly OwnedTable[]): Promise<Piece[]> {
  const text = `select id, table_name as "table", column_name as "column" from deleted_rows where deletion_id = $1 order by id`;
  const found = await runStatement<Omit<Piece, 'entity'>>(context, { text, values: [deletion] });
  const names = recordRows.map(([name]) => name);
  const ofTable = new Map(names.map((name) => [context.table(name).meta.tableName, name]));
  const pieces = found.map((piece): Piece => ({ ...piece, entity: ofTable.get(piece.table) }));
  const depthOf = ({ table }: Piece): number =>
    table === 'apiaries' ? 0 : (owned.find((one) => one.table === table)?.depth ?? 1);
  const rank = (piece: Piece): number =>
    depthOf(piece) * names.length + (piece.entity ? names.indexOf(piece.entity) : 0);
  return pieces.sort((a, b) => rank(a) - rank(b));
}

/** SQL: the person still sees the apiary of the row. */
const isSeen = (person: string): string =>
  `(select ${person} where ${person} = $2 or exists (select 1 from apiary_members m where m.apiary_id = r.apiary_id and m.user_id = ${person}))`;
/** SQL: the day on which the queen of the reign was installed in another hive after the deletion. */
const INSTALLED_SINCE = `(
  select min(o.started_on) from queen_reigns o
  where o.queen_id = r.queen_id and o.beehive_id <> r.beehive_id and o.started_on >= r.started_on and o.owner_id = $2
    and o.created_at >= (select created_at from deleted_rows where id = $1))`;
/** What is not as it was, by column. */
const OTHERWISE: Record<string, Record<string, string>> = {
  // Triggers count what follows.
  harvests: { lot_grams: '0' },
  lots: { packed_grams: '0' },
  tasks: {
    assignee_id: isSeen('r.assignee_id'),
    previous_id: '(select r.previous_id where not exists (select 1 from tasks o where o.previous_id = r.previous_id))',
  },
  worklist_marks: { assignee_id: isSeen('r.assignee_id') },
  // The reign would have ended when the queen was installed in another hive.
  queen_reigns: {
    ended_on: `coalesce(r.ended_on, ${INSTALLED_SINCE})`,
    end_reason: `case when r.ended_on is null and ${INSTALLED_SINCE} is not null then 'MOVED' else r.end_reason end`,
  },
};
/** Further conditions of the rows. */
const UNLESS: Record<string, string> = {
  // The hive may have moved.
  beehive_questions: `exists (
    select 1 from questions q join beehives b on b.apiary_id = q.apiary_id where q.id = r.question_id and b.id = r.beehive_id)`,
  apiary_members: `r.user_id <> $2 and (select count(*) from apiary_members m where m.user_id = r.user_id) < ${MAX_MEMBERSHIPS}`,
};

/** Rows without an entity. */
const ZONES_LEFT = `
  insert into zones_left select r.* from jsonb_populate_recordset(null::zones_left, (select rows from deleted_rows where id = $1)) r
  where $2::uuid is not null and exists (select 1 from restricted_zones z where z.id = r.zone_id) returning apiary_id as id`;

/**
 * A statement that inserts the rows of the piece `$1`, as rows of the owner `$2`. A reference to what is gone, or another account's by now, is
 * left out, and so is a row that cannot be without it.
 * @param changed values of columns, from `$3`
 */
export function writeInsert(
  context: Context,
  { entity, table: name }: Pick<Piece, 'entity' | 'table'>,
  changed: Record<string, unknown>,
): { text: string; values: unknown[] } {
  if (!entity) return { text: ZONES_LEFT, values: [] };
  const table = context.table(entity);
  const given = Object.keys(changed);
  const conditions = [UNLESS[name] ?? 'true'];
  const expressions = columnsOf(table).map((column) => {
    const { property } = column;
    const own = property.fieldNames[0]!;
    if (given.includes(own)) return `$${given.indexOf(own) + 3}::${property.columnTypes[0]!}`;
    if (own === 'owner_id') return '$2::uuid';
    if (own === 'version') return 'r.version + 2';
    const otherwise = OTHERWISE[name]?.[own];
    if (otherwise) return otherwise;
    const target = column.target?.();
    // A version that came since may have added the column.
    if (property.defaultRaw !== undefined && !property.nullable)
      return `coalesce(r.${column.sql}, ${property.defaultRaw})`;
    if (!target || property.createForeignKeyConstraint === false) return `r.${column.sql}`;
    const found = writeTarget(target, `r.${column.sql}`);
    if (property.nullable) return `(select x.id from ${found})`;
    conditions.push(`exists (select 1 from ${found})`);
    return `r.${column.sql}`;
  });
  const list = columnsOf(table).map(({ sql }) => sql);
  const text = `
    insert into ${table.name} (${list.join(', ')}) select ${expressions.join(', ')}
    from jsonb_populate_recordset(null::${table.name}, (select rows from deleted_rows where id = $1)) r
    where ${conditions.join(' and ')} returning id`;
  return { text, values: given.map((column) => changed[column]) };
}

/** What PostgreSQL generates is left to it. */
const columnsOf = (table: Table): Column[] =>
  [...table.columns.values()].filter(({ sql, property }) => sql !== '' && !property.generated && !property.formula);

/** SQL: the row `x` that is referred to, if the owner has it. */
const writeTarget = (target: Table, id: string): string =>
  `${target.name} x where x.id = ${id}${target.columns.has('ownerId') || target.meta.tableName === 'apiaries' ? ' and x.owner_id = $2' : ''}`;

/** Names that a placement keeps only while its apiary is gone (keep_label.sql). */
const UNLABELLED =
  ', apiary_label = null, apiary_register_number = null, apiary_municipality = null, apiary_country = null';

/**
 * A statement that sets references of the piece `$1` again, of rows of the owner `$2` that refer to nothing else by now. Revisions that were
 * written since refer to what the others of their series do.
 */
export function writeReferences(context: Context, name: string, column: string, owned: readonly OwnedTable[]): string {
  const { entity, references, parent } = owned.find(({ table }) => table === name)!;
  const isSeries = context.table(entity as RecordName).columns.has('seriesId');
  const rows = isSeries
    ? `t.series_id = (select o.series_id from ${name} o where o.id = (kept ->> 'id')::uuid)`
    : `t.id = (kept ->> 'id')::uuid`;
  const target = [...references, parent].find((link) => link.column === column)!.table;
  const labels = name === 'beehive_placements' && column === 'apiary_id' ? UNLABELLED : '';
  return `
    update ${name} t set ${column} = x.id${labels}
    from deleted_rows k cross join lateral jsonb_array_elements(k.rows) kept join ${target} x on x.id = (kept ->> 'value')::uuid
    where k.id = $1 and ${rows} and t.${column} is null and t.owner_id = $2
      and ${writeOwner(owned, 'x', target)} = $2
    returning t.id`;
}
