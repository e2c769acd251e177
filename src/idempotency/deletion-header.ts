// What a deletion keeps, so that it can be undone (ADR 0064). Until it ends, triggers keep what is deleted (schema/deletion-triggers.ts).
import type { EntityClass } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import { rowOf } from '../access/policy.js';
import type { Context } from '../context.js';
import { runStatement } from '../database/pool.js';
import type { Table } from '../database/where.js';
import { RETENTION } from '../shared/retention.js';
import { isUuid } from '../shared/text.js';

/** Until the next call in the transaction, deletions of rows of other tables are logged, but not shown to people. */
const SETTINGS = `set_config('beekeeping.deleted_table', $1, true), set_config('beekeeping.deletion', $2::text, true)`;

/** SQL: the id of the hive to which a row of the table belongs. */
function writeBeehive(table: Table, [relation, ...rest]: readonly string[]): string {
  const { sql, target } = table.columns.get(relation!)!;
  if (relation === 'beehive') return sql;
  const parent = target!();
  return `(select ${writeBeehive(parent, rest)} from ${parent.name} where id = ${table.name}.${sql})`;
}

/** A statement that writes the deletion of the row `$3`, if it is there, and begins to keep what is deleted. */
function writeHeader(context: Context, type: EntityClass<object>): string {
  const table = context.table(type);
  const path: readonly string[] = rowOf(type.name)?.path ?? [];
  const beehive = path.includes('beehive') ? writeBeehive(table, path) : 'null';
  return `
    with header as (
      insert into deletions (id, created_at, updated_at, owner_id, beehive_id, kind, record_id, actor_id, expires_at)
      select $2::uuid, now(), now(), owner_id, ${beehive}, '${type.name}', id, $4, now() + interval '${RETENTION}'
      from ${table.name} where id = $3)
    select ${SETTINGS}`;
}

/** @returns the id of the deletion */
export async function beginDeletion(context: Context, type: EntityClass<object>, id: string): Promise<string> {
  const deletion = uuidv7();
  const values = [context.table(type).meta.tableName, deletion, isUuid(id) ? id : null, context.viewer.id];
  await runStatement(context, { text: writeHeader(context, type), values });
  return deletion;
}

/** The log says where the row was when it was deleted: it may have moved before it was locked. */
const END = `
  with ended as (
    update deletions d set owner_id = c.owner_id, apiary_id = c.apiary_id, label = c.label from changes c
    where d.id = $1 and c.row_id = d.record_id and c.entity = d.kind and c.action = 'DELETED' and c.xid = pg_current_xact_id())
  select set_config('beekeeping.deletion', '', true)`;

/** What the transaction deletes after this is gone. */
export const endDeletion = (context: Context, deletion: string): Promise<unknown> =>
  runStatement(context, { text: END, values: [deletion] });

/** Nothing was deleted: there is nothing to undo. */
export const forgetDeletion = (context: Context, deletion: string): Promise<unknown> =>
  runStatement(context, {
    text: `with forgotten as (delete from deletions where id = $1) select set_config('beekeeping.deletion', '', true)`,
    values: [deletion],
  });
