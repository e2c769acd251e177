// What a deletion keeps, so that it can be undone (ADR 0064). Until it ends, triggers keep what is deleted (schema/deletion-triggers.ts).
import type { EntityClass } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeLabel } from '../database/log-triggers.js';
import { runStatement } from '../database/pool.js';
import { describeOwnership, writeApiary } from '../records/ownership.js';
import type { RecordRow } from '../records/record.js';
import { records } from '../records/records.js';
import { RETENTION } from '../shared/retention.js';
import { isUuid } from '../shared/text.js';

/** Until the next call in the transaction, deletions of rows of other tables are logged, but not shown to people. */
const SETTINGS = `set_config('beekeeping.deleted_table', $1, true), set_config('beekeeping.deletion', $2::text, true)`;
const headers = new Map<string, string>();

/** A statement that writes the deletion of the row `$3`, if it is there, and begins to keep what is deleted. */
function writeHeader(context: Context, type: EntityClass<object>): string {
  const known = headers.get(type.name);
  if (known) return known;
  const table = context.table(type);
  const owned = describeOwnership(context.em.getMetadata());
  const { tracked } = (records as object as Record<string, RecordRow<object>>)[type.name]!;
  const apiary = writeApiary(owned, 'r', table.meta.tableName);
  const beehive = table.columns.has('beehive') ? 'r.beehive_id' : 'null';
  const text = `
    with header as (
      insert into deletions (id, created_at, updated_at, owner_id, apiary_id, beehive_id, kind, record_id, label, actor_id, expires_at)
      select $2::uuid, now(), now(), r.owner_id, ${apiary}, ${beehive}, '${type.name}', r.id, ${writeLabel(tracked!, 'r')}, $4,
        now() + interval '${RETENTION}'
      from ${table.name} r where r.id = $3)
    select ${SETTINGS}`;
  headers.set(type.name, text);
  return text;
}

/** @returns the id of the deletion */
export async function beginDeletion(context: Context, type: EntityClass<object>, id: string): Promise<string> {
  const deletion = uuidv7();
  const values = [context.table(type).meta.tableName, deletion, isUuid(id) ? id : null, context.viewer.id];
  await runStatement(context, { text: writeHeader(context, type), values });
  return deletion;
}

/** What the transaction deletes after this is gone. */
export const endDeletion = (context: Context): Promise<unknown> =>
  runStatement(context, { text: `select set_config('beekeeping.deletion', '', true)`, values: [] });

/** Nothing was deleted: there is nothing to undo. */
export const forgetDeletion = (context: Context, deletion: string): Promise<unknown> =>
  runStatement(context, {
    text: `with forgotten as (delete from deletions where id = $1) select set_config('beekeeping.deletion', '', true)`,
    values: [deletion],
  });
