// The refusal of a change that is based on an earlier version of a record: what a client needs to merge the change with those of others.
import { type QueryTarget, runStatement } from '../database/pool.js';
import type { Table } from '../database/where.js';
import { AppError, type CurrentRecord } from '../errors.js';
import { createMessage } from '../messages/message.js';
import { unloggedFields } from './policy.js';

export interface VersionedRow {
  id: string;
  version: number;
  updatedAt: Date | string;
}

/** What a client may state about the record that it changes. */
export interface Expectation {
  /** The version that the record must still have; null and undefined expect nothing. */
  expectedVersion?: number | null | undefined;
}

/** A record may have been changed by many people: the latest are named. */
const MAX_PEOPLE = 20;

/**
 * The log of the apiary where the record is now: what happened in another one stays in the log of that one (ADR 0022). No index has the
 * versions of a row in order, so PostgreSQL does not search the whole log for the latest.
 */
const FIND_CHANGES = `
  with latest as (
    select owner_id, apiary_id from changes where row_id = $1 and entity = $2 and action <> 'MOVED_AWAY'
    order by version desc limit 1
  ), later as (
    select c.version, c.actor_id, c.fields from changes c join latest l on l.owner_id = c.owner_id
      and l.apiary_id is not distinct from c.apiary_id
    where c.row_id = $1 and c.entity = $2 and c.action = 'UPDATED' and c.version > $3 and c.version <= $4
  ), people as (
    select u.id, u.username as name, max(l.version) as latest from later l join users u on u.id = l.actor_id
    group by u.id order by latest desc limit ${MAX_PEOPLE}
  )
  select (select count(fields)::int from later) as count,
    array(select distinct jsonb_object_keys(fields) from later) as columns,
    coalesce((select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by latest desc) from people), '[]') as people`;

interface Changes {
  count: number;
  columns: string[];
  people: CurrentRecord['changedBy'];
}

export async function versionConflict(
  request: QueryTarget,
  table: Table,
  { id, version, updatedAt }: VersionedRow,
  expected: number,
): Promise<AppError> {
  const values = [id, table.meta.className, expected, version];
  const [changes] = await runStatement<Changes>(request, { text: FIND_CHANGES, values });
  const { count, columns, people } = changes!;
  const changed = [...table.columns.values()].filter(({ property }) =>
    columns.includes(property.fieldNames?.[0] ?? ''),
  );
  // Entries are missing of a hive that has come from another apiary since, after their retention, and for a version that never was; those of
  // a treatment do not say what has changed.
  const isKnown = count === version - expected;
  const changedFields = isKnown
    ? [...changed.map(({ rowName }) => rowName), ...unloggedFields(table.meta.className)]
    : null;
  const message =
    expected > 0 && expected < version
      ? 'The record has been changed since the version that you have: merge your change with it'
      : createMessage('The record has no such version: its version is {version}', { version });
  return new AppError('CONFLICT', message, {
    reason: 'VERSION_CONFLICT',
    current: { id, version, updatedAt, changedFields, changedBy: people },
  });
}
