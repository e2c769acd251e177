// Undoes a deletion (ADR 0064): what triggers have kept is inserted again, parents first, within PostgreSQL.
import type { EntityClass } from '@mikro-orm/core';
import { roleTo, rowOf } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError, asAppError } from '../../errors.js';
import { startTransfers } from '../../maintenance/transfers.js';
import { describeOwnership, type OwnedTable, writeApiary } from '../../records/ownership.js';
import type { RecordName } from '../../records/record.js';
import { describeRecord } from '../archives/archived-columns.rules.js';
import { takeOver } from '../archives/restore-ledgers.commands.js';
import type { WrittenRow } from '../archives/restore-rows.commands.js';
import { findContradictions } from '../archives/restored-rows.rules.js';
import { Deletion } from './deletion.entity.js';
import type { RestoreDeletionInput } from './deletions.inputs.js';
import { type Piece, readKeptRow, readPieces, writeInsert, writeReferences } from './kept-rows.commands.js';

/** Which column of which record an input may change. */
const CHANGES: { input: 'beehiveNumber' | 'name' | 'code'; kind: RecordName; column: string }[] = [
  { input: 'beehiveNumber', kind: 'Beehive', column: 'beehive_number' },
  { input: 'name', kind: 'Beehive', column: 'name' },
  { input: 'code', kind: 'Lot', column: 'code' },
];

/** It is between two records, of which one was there meanwhile. Others contradict nothing but what comes back with them. */
const BETWEEN: RecordName = 'LotHarvest';

const run = (context: Context, text: string, values: unknown[]): Promise<{ id: string }[]> =>
  runStatement<{ id: string }>(context, { text, values });

/**
 * @returns the id and the kind of the record
 * @throws NOT_FOUND, also after 30 days; FORBIDDEN (ROLE_TOO_LOW); CONFLICT: PARENT_DELETED, RESTORE_CONFLICT, BEEHIVE_NUMBER_TAKEN,
 *   BEEHIVE_NAME_TAKEN, LOT_CODE_TAKEN
 */
export async function restoreDeletion(
  context: Context,
  input: RestoreDeletionInput,
): Promise<{ restoredId: string; kind: RecordName }> {
  const { kind, recordId } = await findDeletion(context, input.id);
  const changed = readChanges(kind, input);
  context.budget?.allowMoreTime();
  const owned = describeOwnership(context.em.getMetadata());
  const own = owned.find(({ entity }) => entity === kind);
  const root = context.table(kind).meta.tableName;
  const row = await readKeptRow(context, input.id, root, recordId);
  // Parents are locked before children: a transfer of the apiary changes its deletions last.
  const hasParent = own === undefined || (await lockParent(context, own, row));
  const deletion = await context.access.forUpdate(Deletion, input.id, roleTo('delete', { name: kind }));
  // A queen or a lot outlives its apiary.
  if (!hasParent && !(own.outlives && deletion.ownerId === context.viewer.id)) throw parentDeleted();
  if (kind === 'Question') changed.position = await makeRoom(context, row);

  await run(context, `select set_config('beekeeping.restored_table', $1, true)`, [root]);
  const pieces = await readPieces(context, deletion.id, owned);
  let isRestored = false;
  const hives: string[] = [];
  for (const piece of pieces.filter(({ column }) => column === null)) {
    const inserted = await insertPiece(context, deletion, piece, piece.table === root ? changed : {});
    isRestored ||= piece.table === root && inserted.includes(recordId);
    if (piece.entity === 'Beehive') hives.push(...inserted);
  }
  // What else it belonged to, such as the question of an override, is gone or another account's.
  if (!isRestored) throw parentDeleted();
  for (const { id, table, column } of pieces)
    if (column !== null) await run(context, writeReferences(context, table, column, owned), [id, deletion.ownerId]);
  await run(context, `select set_config('beekeeping.restored_table', '', true)`, []);
  if (hives.length > 0) for (const text of FOLLOW_HIVES) await run(context, text, [hives, deletion.createdAt]);

  const histories = owned.filter((own) => own.isKept && pieces.some(({ table }) => table === own.parent.table));
  if (histories.length > 0) {
    // A hive may have moved since.
    const apiary = `select ${writeApiary(owned, 'r', root)} as id from ${root} r where r.id = $1`;
    const [{ id }] = (await run(context, apiary, [recordId])) as [{ id: string }];
    await passOnHistory(context, deletion, { apiaryId: id, former: String(row.owner_id) });
    if (histories.some(hasOwnEntries)) await run(context, READ_AGAIN, [id]);
  }
  context.em.remove(deletion);
  return { restoredId: recordId, kind };
}

/** Ends the time in which it can be undone: the next cleaning removes what it holds. */
export async function discardDeletion(context: Context, id: string): Promise<string> {
  const { kind: name } = await context.access.one(Deletion, id, ['kind']);
  const deletion = await context.access.forUpdate(Deletion, id, roleTo('delete', { name }));
  deletion.expiresAt = new Date();
  return deletion.id;
}

/** @throws NOT_FOUND, also if its time is over; FORBIDDEN (ROLE_TOO_LOW) */
async function findDeletion(context: Context, id: string): Promise<Pick<Deletion, 'kind' | 'recordId'>> {
  const { kind: name } = await context.access.one(Deletion, id, ['kind']);
  const found = await context.access.one(Deletion, id, ['kind', 'recordId', 'expiresAt'], roleTo('delete', { name }));
  if (new Date(found.expiresAt) <= new Date()) throw AppError.notFound('Deletion');
  return found;
}

function readChanges(kind: RecordName, input: RestoreDeletionInput): Record<string, string | number> {
  const changed: Record<string, string | number> = {};
  for (const one of CHANGES) {
    const value = input[one.input];
    if (value == null) continue;
    if (one.kind !== kind) throw AppError.badInput([{ field: one.input, message: 'is not a field of the record' }]);
    changed[one.column] = value;
  }
  return changed;
}

const parentDeleted = (): AppError =>
  new AppError('CONFLICT', 'What the record belonged to has been deleted: restore that first', {
    reason: 'PARENT_DELETED',
  });
const contradicted = (): AppError =>
  new AppError('CONFLICT', 'The record cannot be restored: something has taken its place, or contradicts it', {
    reason: 'RESTORE_CONFLICT',
  });

/** Names the conflict where the constraint has no reason of its own. */
function rejectTaken(error: unknown): never {
  const refusal = asAppError(error);
  throw refusal?.code === 'CONFLICT' && refusal.extensions.reason === undefined ? contradicted() : error;
}

/** Who restores must be allowed to record there: a hive may stand elsewhere now. @returns whether it is there */
async function lockParent(context: Context, own: OwnedTable, row: Record<string, unknown>): Promise<boolean> {
  const id = row[own.parent.column];
  if (id === null) return false;
  const metas = [...context.em.getMetadata().getAll().values()];
  const parent = metas.find(({ tableName }) => tableName === own.parent.table)!;
  const type = parent.class as EntityClass<{ id: string }>;
  try {
    await context.access.forUpdate(type, String(id), roleTo('create', { name: own.entity }), 'no key update');
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    return false;
  }
}

/** The questions after it move down again. */
async function makeRoom(context: Context, { apiary_id, position }: Record<string, unknown>): Promise<number> {
  const last = 'select coalesce(max("position"), 0)::int as last from questions where apiary_id = $1';
  const [found] = await runStatement<{ last: number }>(context, { text: last, values: [apiary_id] });
  const target = Math.min(Number(position), found!.last + 1);
  const shift = 'update questions set position = position + 1 where apiary_id = $1 and position >= $2 returning id';
  await run(context, shift, [apiary_id, target]);
  return target;
}

/** @returns the ids of the rows that are there again */
async function insertPiece(
  context: Context,
  { kind, ownerId }: Deletion,
  { id, entity, table }: Piece,
  changed: Record<string, string | number>,
): Promise<string[]> {
  if (entity && (entity === kind || entity === BETWEEN)) await requireNoContradiction(context, entity, id);
  const { text, values } = writeInsert(context, { entity, table }, changed);
  const inserted = (await run(context, text, [id, ownerId, ...values]).catch(rejectTaken)).map((row) => row.id);
  if (entity) await takeOver(context, entity, inserted);
  return inserted;
}

async function requireNoContradiction(context: Context, entity: RecordName, piece: string): Promise<void> {
  const text = 'select rows from deleted_rows where id = $1';
  const [kept] = await runStatement<{ rows: Record<string, unknown>[] }>(context, { text, values: [piece] });
  const rows = kept!.rows.map((sent, n) => ({ n, sent }) as WrittenRow);
  const problems = await findContradictions(context, describeRecord(entity, context.table(entity)), rows);
  if (problems.size > 0) throw contradicted();
}

/** Whether history has entries of its own in the feed: no entry tells clients that it is there again. */
const hasOwnEntries = ({ entity }: OwnedTable): boolean => rowOf(entity)?.synced !== undefined;

/** What was written of the hives `$1` since their deletion, at `$2`: the sources of a harvest, and treatments that ended, or did not after all. */
const FOLLOW_HIVES = [
  `update harvest_sources s set beehive_id = b.id from beehives b
  where b.id = any($1) and s.harvested_beehive_id = b.id and s.owner_id = b.owner_id and s.beehive_id is null and s.created_at >= $2
  returning s.id`,
  `update beehives b set is_treated = not b.is_treated
  where b.id = any($1)
    and b.is_treated <> exists (select 1 from treatments t where t.beehive_id = b.id and t.current and t.status = 'ACTIVE')
    and (not b.is_treated or exists (
      select 1 from treatments t where t.beehive_id = b.id and t.status <> 'ACTIVE' and t.updated_at > $2))
  returning b.id`,
];

/** The clients of those who see the apiary read it again (ADR 0027). */
const READ_AGAIN = `
  insert into changes (owner_id, entity, row_id, action, version, notable)
  select person, 'ApiaryAccess', id, 'UPDATED', 1, false from (
    select a.id, a.owner_id as person from apiaries a where a.id = $1
    union select m.apiary_id, m.user_id from apiary_members m where m.apiary_id = $1) seen returning row_id as id`;

/**
 * A transfer of the apiary `$2` that ended since, which re-read it, has not seen the history, which is in the apiary `$1` now: it is continued
 * (ADR 0003). Nothing tells that of an apiary that was gone itself. One that has not ended may end meanwhile: its row is locked, or written again.
 */
const CONTINUE_TRANSFERS = `
  insert into unfinished_transfers (apiary_id, owner_id)
  select apiary_id, owner_id from unfinished_transfers where apiary_id = $1
  union select $1::uuid, $3::uuid where exists (
    select 1 from changes where row_id = $2 and entity = 'ApiaryAccess' and action = 'UPDATED' and at >= $4)
    or exists (select 1 from deletions where id = $5 and (owner_id <> $3 or record_id = $2))
  on conflict (apiary_id, owner_id) do update set claimed_at = '-infinity' returning apiary_id as id`;

/** @param former the owner when it was deleted */
async function passOnHistory(
  context: Context,
  { id, apiaryId: deletedIn, createdAt }: Deletion,
  { apiaryId, former }: { apiaryId: string; former: string },
): Promise<void> {
  const continued = await run(context, CONTINUE_TRANSFERS, [apiaryId, deletedIn, former, createdAt, id]);
  if (continued.length > 0) context.afterCommit.push(() => startTransfers(context.jobs));
}
