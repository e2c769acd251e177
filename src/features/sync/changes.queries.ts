// What has changed for a client since it last asked (ADR 0027): the change log, in the order of transactions, and whole copies of what the
// client has not had before. The log only says which records to read: their content is that of now.
import type { EntityClass } from '@mikro-orm/core';
import {
  type Copies,
  encodeSyncCursor,
  type Position,
  readSyncCursor,
  type SyncCursor,
} from '../../changelog/log-cursor.js';
import { ACCESS, type Head, type LogEntry, readHead, readLogPage, readStart, SHOWN } from '../../changelog/sync-log.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { SYNCED_KINDS } from '../../records/kinds.js';
import type { RecordName } from '../../records/record.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { readCopies, startCopies } from './copies.queries.js';

/** A treatment has a revision instead of a version, a stock movement neither. */
type TypedRow = Row<{ id: string }> & { __typename: string; version?: number; revision?: number };

export interface Change {
  kind: RecordName;
  recordId: string;
  deleted: boolean;
  version: number | null;
  node: TypedRow | null;
}
export interface ChangePage {
  changes: Change[];
  endCursor: string;
  hasMore: boolean;
  resyncRequired: boolean;
}

/** A record that may have changed. */
interface Candidate {
  kind: RecordName;
  id: string;
  /** The client drops the apiary or the hive with everything that belongs to it, and then gets it anew. */
  isDropped?: boolean;
}

/**
 * More transactions than a standby can have been behind the primary. After its promotion, a client reads so many again: PostgreSQL may give
 * the numbers of those that did not reach the standby, or were rolled back, to new ones.
 */
const REPEATED_AFTER_PROMOTION = 10_000_000n;

/** @param after undefined for everything, from which the cursors then go on */
export async function loadChanges(context: Context, after: string | undefined, first: number): Promise<ChangePage> {
  // Two statements could otherwise read two replicas, of which one has not received yet what the log of the other says.
  context.readsPrimary = true;
  if (after === undefined) return startSync(context, first);
  const cursor = readSyncCursor(after, readerOf(context));
  return cursor.copies ? continueCopies(context, cursor, cursor.copies, first) : readChanges(context, cursor, first);
}

/** Whose cursors they are: what a limited token has read is only a part of what its account sees. */
const readerOf = ({ viewer: { id, token } }: Context): string => (token?.apiaryIds ? `${id} ${token.id}` : id);

/** The log goes on from before the first record is read: what changes meanwhile is sent again. */
async function startSync(context: Context, first: number): Promise<ChangePage> {
  const { head, position } = await readStart(context);
  const { system, history, timeline, at } = head;
  const cursor = { viewer: readerOf(context), system, history, timeline, position, at, expiriesUntil: at };
  return sendCopies(context, head, cursor, startCopies(), first);
}

async function continueCopies(
  context: Context,
  cursor: SyncCursor,
  copies: Copies,
  first: number,
): Promise<ChangePage> {
  const head = await readHead(context);
  if (!isContinued(cursor, head)) return requireResync(cursor);
  return sendCopies(context, head, cursor, copies, first);
}

async function sendCopies(
  context: Context,
  head: Head,
  cursor: SyncCursor,
  copies: Copies,
  first: number,
): Promise<ChangePage> {
  learnMembership(context, head);
  const { records, next } = await readCopies(context, copies, cursor.position, first);
  return toPage(
    records.map(({ kind, row }) => toChange(kind, row)),
    { ...cursor, copies: next },
    true,
  );
}

async function readChanges(context: Context, sent: SyncCursor, first: number): Promise<ChangePage> {
  const page = await readLogPage(context, sent, first + 1);
  const { head, entries, expired } = page;
  if (page.isTooOld || !isContinued(sent, head)) return requireResync(sent);
  if (head.timeline !== sent.timeline) return readChanges(context, rewind(sent, head.timeline), first);
  learnMembership(context, head);
  const seen = await findSeen(context, [...entries.filter(isAccess).map(({ rowId }) => rowId), ...expired]);
  const { used, copies } = takePage(entries.slice(0, first), seen, sent.position);
  const isComplete = used.length === entries.length;
  const last = used.at(-1);
  // Never the horizon: PostgreSQL may give the numbers before it again, if nothing of their transactions is on disk when it crashes.
  const { xid, seq } = (isComplete ? page.end : undefined) ?? last ?? sent.position;
  const cursor: SyncCursor = {
    ...sent,
    position: { xid, seq },
    // After a promotion, entries are read that are older than the cursor.
    at: isComplete ? head.at : [sent.at, last!.at].sort().at(-1)!,
    expiriesUntil: head.at,
    copies,
  };
  const candidates: Candidate[] = [...used.flatMap(toCandidate), ...expired.map(copyOfApiary)];
  if (copies?.apiaryId) candidates.push({ ...copyOfApiary(copies.apiaryId), isDropped: true });
  candidates.push(...findArrived(used).map((id): Candidate => ({ kind: 'Beehive', id, isDropped: true })));
  const changes = await loadNodes(context, newestOf(candidates));
  // Records that left a deleted one, such as the treatments of a hive, have to be known before it goes.
  const ordered = [...changes.filter(({ deleted }) => !deleted), ...changes.filter(({ deleted }) => deleted)];
  return toPage(ordered, cursor, !isComplete || copies !== undefined);
}

/** Whether what the client has read is still part of the history of the database. */
const isContinued = ({ system, history }: SyncCursor, head: Head): boolean =>
  head.system === system && head.history === history;

const isAccess = ({ entity, isRepeated }: LogEntry): boolean => entity === ACCESS && !isRepeated;

/** After a recovery or a promotion. Numbers of transactions are those of the server whose log went on. */
function rewind(cursor: SyncCursor, timeline: string): SyncCursor {
  const xid = BigInt(cursor.position.xid) - REPEATED_AFTER_PROMOTION;
  return { ...cursor, timeline, position: { xid: String(xid > 0n ? xid : 0n), seq: '0' } };
}

/** The process may not know yet that an apiary is shared with the account. */
function learnMembership({ viewer }: Context, { isMember }: Head): void {
  if (isMember) viewer.isMember = true;
}

async function findSeen(context: Context, apiaryIds: string[]): Promise<Set<string>> {
  const rows = await Promise.all(apiaryIds.map((id) => context.loaders.byId(Apiary).load(id)));
  return new Set(rows.flatMap((row) => (row ? [row.id] : [])));
}

/**
 * Ends the page where records have to be sent whole: an apiary that the viewer sees since then, or what is below the hives that came to where
 * the viewer may not have seen them.
 */
function takePage(
  entries: LogEntry[],
  seen: Set<string>,
  after: Position,
): { used: LogEntry[]; copies: Copies | undefined } {
  const gained = entries.findIndex((entry) => isAccess(entry) && seen.has(entry.rowId));
  const before = gained < 0 ? entries : entries.slice(0, gained);
  if (before.some(({ hasMoved }) => hasMoved)) return { used: before, copies: startCopies({ movedAfter: after }) };
  if (gained < 0) return { used: entries, copies: undefined };
  return { used: entries.slice(0, gained + 1), copies: startCopies({ apiaryId: entries[gained]!.rowId }) };
}

/** The hives that came from where the viewer did not see what happened to them: the log there has the other half of the move. */
function findArrived(entries: LogEntry[]): string[] {
  const left = entries.filter(({ action }) => action === 'MOVED_AWAY');
  const isSeenToLeave = ({ rowId, version }: LogEntry): boolean =>
    left.some((entry) => entry.rowId === rowId && entry.version === version);
  return entries.filter((entry) => entry.hasMoved && !isSeenToLeave(entry)).map(({ rowId }) => rowId);
}

const copyOfApiary = (id: string): Candidate => ({ kind: 'Apiary', id });

/** A change of the members of an apiary is a change of the apiary. */
function toCandidate({ entity, rowId, apiaryId, isRepeated }: LogEntry): Candidate[] {
  if (isRepeated) return [];
  if (entity === ACCESS) return [copyOfApiary(rowId)];
  if (entity === 'ApiaryMember') return apiaryId === null ? [] : [copyOfApiary(apiaryId)];
  // A later version of the service may log further kinds.
  const kind = SHOWN.get(entity) ?? Object.values(SYNCED_KINDS).find((one) => one === entity);
  return kind ? [{ kind, id: rowId }] : [];
}

/** One candidate for each record, in the order of their last changes. */
function newestOf(candidates: Candidate[]): Candidate[] {
  const newest = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = `${candidate.kind} ${candidate.id}`;
    const known = newest.get(key);
    newest.delete(key);
    newest.set(key, { ...known, ...candidate });
  }
  return [...newest.values()];
}

/** One statement for each kind. */
function loadNodes(context: Context, candidates: Candidate[]): Promise<Change[]> {
  return Promise.all(
    candidates.map(async ({ kind, id, isDropped }): Promise<Change> => {
      const type = context.table(kind).meta.class as EntityClass<{ id: string }>;
      const row = isDropped ? null : await context.loaders.byId(type).load(id);
      if (!row) return { kind, recordId: id, deleted: true, version: null, node: null };
      return toChange(kind, row);
    }),
  );
}

function toChange(kind: RecordName, row: { id: string }): Change {
  const node: TypedRow = Object.assign(row, { __typename: kind });
  return { kind, recordId: row.id, deleted: false, version: node.version ?? node.revision ?? 1, node };
}

const requireResync = (cursor: SyncCursor): ChangePage => ({ ...toPage([], cursor, false), resyncRequired: true });

const toPage = (changes: Change[], cursor: SyncCursor, hasMore: boolean): ChangePage => ({
  changes,
  endCursor: encodeSyncCursor(cursor),
  hasMore,
  resyncRequired: false,
});
