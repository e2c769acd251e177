import { expect } from '@jest/globals';
import { writeBelow } from '../../src/records/ownership.js';
import { records } from '../../src/records/records.js';
import type { TestDatabase } from './database.js';
import { owned, tableOf } from './tables.js';

type Sql = Pick<TestDatabase, 'sql'>;

/** The table of each tracked entity. */
export function trackedTables(): [entity: string, table: string, insertsOnly: boolean][] {
  return Object.entries(records).flatMap(([entity, { tracked }]) =>
    tracked ? [[entity, tableOf(entity), tracked.insertsOnly === true]] : [],
  );
}

/** Rows and log of a deleted account are removed in pieces (ADR 0038): they need not agree meanwhile. */
const kept = (table: string): string =>
  `(select * from ${table} where owner_id not in (select owner_id from removals))`;

/**
 * Expects the log to have exactly one entry for each committed change: of a row, the versions 1, 2, 3 … up to its own, the first a creation;
 * of a row that is gone, up to one deletion, which is the last. Of rows that only are inserted, one creation. Each move to another apiary
 * has one more, in the apiary that was left.
 * @param divided the ids of rows that were given to another account when one of the two accounts has been deleted (ADR 0022)
 */
export async function expectLogExact({ sql }: Sql, divided: Iterable<string> = []): Promise<void> {
  // A literal, because some callers pass on the text only.
  const dividedIds = `{${[...divided].join(',')}}`;
  for (const [entity, table, insertsOnly] of trackedTables()) {
    const version = insertsOnly ? '1' : 't.version';
    const isGone = insertsOnly ? 'false' : 't.id is null';
    const wrong = await sql(
      `select '${table}' as table, coalesce(t.id, log.row_id) as id, ${version} as version, log.versions, log.actions
       from ${kept(table)} t full join (
         select row_id, array_agg(version order by seq) as versions, array_agg(action order by seq) as actions
         from ${kept('changes')} c where entity = '${entity}' and action <> 'MOVED_AWAY' group by row_id) log on log.row_id = t.id
       where not coalesce(t.id, log.row_id) = any('${dividedIds}'::uuid[]) and (log.row_id is null
         or versions <> (select array_agg(n) from generate_series(1, coalesce(case when t.id is not null then ${version} end, cardinality(versions))) n)
         or actions[1] <> 'CREATED' or 'CREATED' = any(actions[2:])
         or ${isGone} <> (actions[cardinality(actions)] = 'DELETED')
         or 'DELETED' = any(actions[:cardinality(actions) - 1]))`,
    );
    expect(wrong).toEqual([]);
  }
  const unpaired = await sql(
    `select row_id, version, left_apiary from (
       select entity, row_id, version, fields -> 'apiary_id' ->> 0 as left_apiary from ${kept('changes')} c
       where entity in ('Beehive', 'Queen') and action = 'UPDATED' and fields ? 'apiary_id') moved
     full join (select entity, row_id, version, apiary_id::text as left_apiary from ${kept('changes')} c where action = 'MOVED_AWAY') departed
       using (entity, row_id, version, left_apiary)
     -- The log of an account that has been deleted is gone.
     -- A queen whose apiary was deleted comes from nowhere.
     where moved.row_id is null and left_apiary is not null
         and exists (select 1 from ${kept('beehives')} b where id = row_id union all select 1 from ${kept('queens')} q where id = row_id)
       or departed.row_id is null and exists (select 1 from ${kept('apiaries')} a where id::text = left_apiary)`,
  );
  expect(unpaired).toEqual([]);
}

/** The ids of a hive and of what is logged and goes along when it is given to another account. */
export async function rowsOfHive({ sql }: Sql, beehiveId: string): Promise<string[]> {
  const below = trackedTables().flatMap(([, table]) => {
    const where = writeBelow(owned, 't', table, 'beehives', '$1');
    return where ? [`select t.id from ${table} t where ${where}`] : [];
  });
  // Queens are below the apiary, and go with the hive.
  const queens = 'select queen_id as id from queen_reigns where beehive_id = $1 and queen_id is not null';
  const rows = await sql<{ id: string }>([...below, queens].join(' union all '), [beehiveId]);
  return rows.map(({ id }) => id);
}

export interface LogEntry {
  action: string;
  entity: string;
  row_id: string;
  version: number;
  owner_id: string;
  apiary_id: string | null;
  actor_id: string | null;
  request_id: string | null;
  label: string | null;
  fields: Record<string, [unknown, unknown]> | null;
  notable: boolean;
}

/** The entries of a row, oldest first. */
export const logOf = ({ sql }: Sql, id: string): Promise<LogEntry[]> =>
  sql<LogEntry>('select * from changes where row_id = $1 order by seq', [id]);
