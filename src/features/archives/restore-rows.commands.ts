// Writes records of an archive as they are, as rows of the account: operations could not write revisions and ledgers. What triggers derive of
// records follows as it does elsewhere.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { RecordName } from '../../records/record.js';
import { deriveMeanings } from '../beehives/vocabulary.enums.js';
import type { RowProblem, RowResult, StoredRow } from '../imports/import-source.types.js';
import { unitKind } from '../inventory/units.enums.js';
import { lockZones } from '../zones/zones.commands.js';
import type { ArchivedColumn, ArchivedRecord } from './archived-columns.rules.js';
import { ArchivedIds, idsIn } from './archived-ids.queries.js';
import { findRowProblem } from './archived-rows.rules.js';
import { fieldsOf, readValues } from './archived-values.rules.js';
import { limitZones, shapeOf } from './archived-zones.rules.js';
import { continueLedgers, requireTimeZones, takeOver } from './restore-ledgers.commands.js';
import { findContradictions } from './restored-rows.rules.js';

type Values = Map<ArchivedColumn, unknown>;
export interface ReadRow {
  n: number;
  /** Its id in the archive. */
  id: string;
  values: Values;
}
/** A row with the values of its columns, by their names in the table. */
export interface WrittenRow extends ReadRow {
  sent: Record<string, unknown>;
  /** What was left out of it; undefined if nothing was. */
  problem: RowProblem | undefined;
}

/** Find the problems of rows by those that are there. */
const LIMITS: Partial<Record<RecordName, typeof continueLedgers>> = {
  StockMovement: continueLedgers,
  RestrictedZone: limitZones,
};

const failed = (n: number, problem: RowProblem): RowResult => ({ n, status: 'FAILED', problem, records: [] });
const skipped = (n: number): RowResult => ({ n, status: 'SKIPPED', records: [] });

/**
 * Restores rows of one list, within a unit of work.
 * @param origin the account that the archive is of
 * @param isAlone whether it is tried again, after it has failed with others
 */
export async function restoreRows(
  context: Context,
  record: ArchivedRecord,
  rows: StoredRow[],
  origin: string | undefined,
  isAlone: boolean,
): Promise<RowResult[]> {
  const account = context.viewer.id;
  // Two imports of the same archive take turns, so that the second one finds what the first one has written.
  // The lock of zones is the first of whoever creates one.
  if (record.entity === 'RestrictedZone') await lockZones(context, account);
  const lock = `select pg_advisory_xact_lock(hashtextextended('archives ' || $1, 0))`;
  await runStatement(context, { text: lock, values: [account] });
  const results = new Map<number, RowResult>();
  const read: ReadRow[] = [];
  for (const { n, cells } of rows) {
    const values = readValues(record, cells as Record<string, unknown>);
    const problem = findRowProblem(record, values);
    if (problem) results.set(n, failed(n, problem));
    else read.push({ n, values, id: String((cells as { id: string }).id) });
  }
  const ids = new ArchivedIds(account);
  for (const { values } of read) ids.wantAll(record, values);
  const parents = new Set(record.columns.flatMap(({ target }) => target ?? []));
  await ids.find(context, (entity) => parents.has(entity));

  const created = ({ id }: ReadRow): RowResult['records'] => [{ entity: record.entity, id: ids.derive(id) }];
  const pending: WrittenRow[] = [];
  for (const row of read) {
    const { n, id } = row;
    const isThere = ids.isKept(record.entity, id) || ids.isRestored(record.entity, id);
    if (isThere || ids.isDeleted(id)) results.set(n, skipped(n));
    else if (isLeftOut(record, row, ids)) results.set(n, skipped(n));
    else {
      const result = locateAll(record, row, ids, { account, origin });
      if ('sent' in result) {
        pending.push(result);
        ids.add(record.entity, id);
      } else results.set(n, result);
    }
  }
  const { entity } = record;
  const refused = await findContradictions(context, record, pending);
  const possible = pending.filter(({ n }) => !refused.has(n));
  for (const [n, problem] of (await LIMITS[entity]?.(context, possible)) ?? []) refused.set(n, problem);
  for (const [n, problem] of refused) results.set(n, failed(n, problem));
  const wanted = pending.filter(({ n }) => !refused.has(n));
  if (entity === 'Apiary') await requireTimeZones(context, wanted);
  if (isAlone && entity === 'Question') await moveToEnd(context, wanted);
  const written = await insert(context, record, wanted);
  await takeOver(context, entity, [...written]);
  for (const row of wanted) {
    const { n, sent, problem } = row;
    if (written.has(String(sent.id)))
      results.set(n, { n, status: 'DONE', records: created(row), ...(problem && { problem }) });
    else results.set(n, failed(n, { heading: 'id', message: 'is the id of another record' }));
  }
  return rows.map(({ n }) => results.get(n)!);
}

/**
 * A part of a record, or an earlier revision of one, is written with it: one that was there before, has been changed or is gone has those that
 * it has.
 */
function isLeftOut({ entity, columns, partOf, series }: ArchivedRecord, row: ReadRow, ids: ArchivedIds): boolean {
  const { id, values } = row;
  const whole = String(values.get(partOf ?? series!)).toLowerCase();
  if (partOf || (series && whole !== id.toLowerCase()))
    if (ids.isKept(partOf?.target ?? entity, whole) || ids.isChanged(whole)) return true;
  // What nothing is known of has no place in the worklist.
  if (entity === 'WorklistMark') {
    const about = columns.find(({ column }) => column.property.name === 'recordId')!;
    if (!about.links!.some((one) => ids.locate(one, String(values.get(about))))) return true;
  }
  return columns.some((archived) => {
    const value = values.get(archived);
    const isGone = (): boolean => typeof value === 'string' && ids.isDeleted(value);
    return archived.target !== undefined && !archived.column.property.nullable && isGone();
  });
}

/** Whatever an archive says, people other than the account are not in it. */
function locateAll(
  { entity, table }: ArchivedRecord,
  row: ReadRow,
  ids: ArchivedIds,
  { account, origin }: { account: string; origin: string | undefined },
): WrittenRow | RowResult {
  const sent: Record<string, unknown> = { owner_id: account };
  const now = new Date().toISOString();
  let problem: RowProblem | undefined;
  for (const [archived, original] of row.values) {
    const { column, target, links, isPerson, counted, name } = archived;
    const { property } = column;
    let value = original;
    if (property.primary) value = ids.derive(row.id);
    else if (counted !== undefined) value = counted;
    else if (isPerson) value = !property.nullable || (value !== null && value === origin) ? account : null;
    else if (target && value !== null) {
      value = ids.locate(target, String(value));
      if (value === null) {
        const missing = {
          heading: name,
          value: String(original),
          message: 'is the id of no record of the archive',
        } as const;
        if (!property.nullable) return failed(row.n, missing);
        problem = missing;
      }
    } else if (links) value = relink(value, (id) => ids.link(links, id));
    // The past may be as long ago as it was, but the future has not been recorded.
    else if (/^(created|updated|closed|voided)At$/.test(property.name) && value !== null && String(value) > now)
      value = now;
    sent[property.fieldNames[0]!] = value;
  }
  // Since when the service has the record: it is what the register of treatments shows.
  if (entity === 'Treatment') sent.created_at = now;
  for (const [name, value] of Object.entries(DERIVE[entity]?.(fieldsOf(row.values)) ?? {}))
    sent[table.column(name).property.fieldNames[0]!] = value;
  return { ...row, sent, problem };
}

/** What follows from other values of a record, by the names of its properties. */
const DERIVE: Partial<Record<RecordName, (fields: Record<string, unknown>) => object | undefined>> = {
  Beehive: deriveMeanings,
  InventoryItem: ({ unit }) => ({ unitKind: unitKind(String(unit)) }),
  RestrictedZone: shapeOf,
};

function relink(value: unknown, link: (id: string) => string): unknown {
  if (typeof value === 'string') return link(value);
  if (!Array.isArray(value)) return value;
  const isIds = typeof value[0] === 'string';
  return isIds
    ? idsIn(value).map(link)
    : value.map(({ beehiveId, beehiveLabel, frames, grams }) => ({
        beehiveId: link(beehiveId),
        ...{ beehiveLabel, frames, grams },
      }));
}

/** In an apiary whose questions have changed since, the position is that of another question. */
async function moveToEnd(context: Context, rows: WrittenRow[]): Promise<void> {
  for (const { sent } of rows) {
    const text = 'select coalesce(max("position"), 0) + 1 as next from questions where apiary_id = $1';
    const [last] = await runStatement<{ next: number }>(context, { text, values: [sent.apiary_id] });
    sent.position = last!.next;
  }
}

/** @returns the ids of the rows that are new: one that exists is another account's, or was written by the same import elsewhere */
async function insert(
  context: Context,
  { table, columns, derived }: ArchivedRecord,
  rows: WrittenRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const written = [...columns.map(({ column }) => column), ...derived].map((column) => ({
    sql: column.sql,
    type: column.property.columnTypes[0]!,
  }));
  const all = [...written, { sql: 'owner_id', type: 'uuid' }];
  const list = all.map(({ sql }) => sql).join(', ');
  const types = all.map(({ sql, type }) => `${sql} ${type}`).join(', ');
  const text = `insert into ${table.name} (${list}) select ${list} from json_to_recordset($1) as sent(${types})
    on conflict (id) do nothing returning id`;
  const values = [JSON.stringify(rows.map(({ sent }) => sent))];
  const inserted = await runStatement<{ id: string }>(context, { text, values });
  return new Set(inserted.map(({ id }) => id));
}
