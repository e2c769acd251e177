// Brings the device and the service together: sends the outbox, then reads what has changed.
import { rebase } from './conflicts.mjs';
import { inTransaction, readState, resetCopies, writeState } from './database.mjs';
import { CHANGES, PUSH } from './documents.mjs';
import { toInput } from './outbox.mjs';
import { apply } from './records.mjs';

const MAX_OPERATIONS = 100;
/** The inputs of a request together: its body has at most 256 KB. */
const MAX_BYTES = 200_000;
/** A push that contains something which the service cannot read, or too much. */
const UNREADABLE = ['BAD_USER_INPUT', 'PAYLOAD_TOO_LARGE'];
const PAGE = 500;

/** @throws without a network. Nothing is lost: the next call goes on where this one stopped. */
export async function sync(db, service) {
  await push(db, service);
  do await pull(db, service);
  while ((await push(db, service)) > 0);
}

/** @returns how many operations were sent */
export async function push(db, service) {
  for (let sent = 0; ; ) {
    const batch = inTransaction(db, () => takeBatch(db));
    if (batch.length === 0) return sent;
    await send(db, service, batch);
    sent += batch.length;
  }
}

/**
 * The next operations, in their order. Those that were sent before and not answered may have been executed: they are sent again unchanged.
 * The second change of a record waits until the copy has the first one, because only then its version is known.
 */
function takeBatch(db) {
  const batch = [];
  const busy = new Set();
  let bytes = 0;
  for (const operation of db.all(`select * from outbox where state <> 'REFUSED' order by position`)) {
    const { state, seen, recordId } = operation;
    const isFirst = !busy.has(recordId);
    busy.add(recordId);
    const isDue = state === 'SENT' || (state === 'WAITING' && (seen === null || (isFirst && rebase(db, operation))));
    if (!isDue) continue;
    bytes += Buffer.byteLength(operation.input);
    if (batch.length > 0 && (batch.length === MAX_OPERATIONS || bytes > MAX_BYTES)) break;
    batch.push(operation);
    db.run(`update outbox set state = 'SENT' where key = ?`, [operation.key]);
  }
  return batch;
}

async function send(db, service, batch) {
  const operations = batch.map(({ key, mutation, input }) => ({
    key,
    mutation: { [mutation]: toInput(JSON.parse(input)) },
  }));
  try {
    const {
      executeOperations: { results },
    } = await service.request(PUSH, { operations });
    inTransaction(db, () => {
      for (const result of results) settle(db, result);
    });
  } catch (error) {
    if (!UNREADABLE.includes(error.extensions?.code)) throw error;
    // One operation fails the push as a whole: alone, each gets an answer of its own.
    if (batch.length > 1) for (const operation of batch) await send(db, service, [operation]);
    else settle(db, { key: batch[0].key, status: 'REJECTED', error: { ...error.extensions, message: error.message } });
  }
}

/** Does what the answer to an operation demands. */
function settle(db, { key, status, error }) {
  const set = (state, details = null, atLeast = null) =>
    db.run('update outbox set state = ?, error = ?, atLeast = ? where key = ?', [
      state,
      details && JSON.stringify(details),
      atLeast,
      key,
    ]);
  // It is shown until the next pull has brought the copy.
  if (status === 'APPLIED' || status === 'DUPLICATE') return set('APPLIED');
  const { code, reason, current } = error;
  // It can be merged when the copy has come that it did not expect.
  if (reason === 'VERSION_CONFLICT') return set('WAITING', current, current.version);
  if (reason === 'CHANGED_CONCURRENTLY') return set('WAITING');
  // The user reads why, and tries again later or gives it up.
  return set('REFUSED', { code, reason, message: error.message });
}

/** Reads page after page. The cursor is stored together with the records of its page. */
export async function pull(db, service) {
  for (let hasMore = true; hasMore; ) {
    const after = readState(db, 'cursor');
    const page = await readPage(service, after);
    inTransaction(db, () => {
      // Another process has been faster.
      if (readState(db, 'cursor') !== after) return;
      if (page.resyncRequired) return resetCopies(db);
      for (const change of page.changes) apply(db, change);
      writeState(db, 'cursor', page.endCursor);
      if (!page.hasMore) settlePulled(db);
    });
    hasMore = page.hasMore || page.resyncRequired;
  }
}

/** The copies have what has been sent before. New records stay in the outbox until their copies come (records.mjs). */
function settlePulled(db) {
  db.run(`delete from outbox where state = 'APPLIED' and seen is not null`);
  // There is nothing left to merge with: the service says so.
  db.run('update outbox set atLeast = null where recordId not in (select id from beehives)');
}

async function readPage(service, after, first = PAGE) {
  try {
    return (await service.request(CHANGES, { after, first })).changes;
  } catch (error) {
    const { reason, fields } = error.extensions ?? {};
    // A cursor that the service cannot read.
    if (fields?.some(({ field }) => field === 'after')) return { resyncRequired: true };
    // Inspections with hundreds of answers.
    const isTooLarge = ['RESPONSE_TOO_BROAD', 'RESPONSE_TOO_LARGE'].includes(reason);
    if (!isTooLarge || first === 1) throw error;
    return readPage(service, after, Math.ceil(first / 2));
  }
}
