// Two people changed the same record. Fields that only one of them changed are merged; for the others, the user is asked.
import { randomUUID } from 'node:crypto';
import { inTransaction } from './database.mjs';
import { discard } from './outbox.mjs';

const copyOf = (db, { recordId }) => db.get('select * from beehives where id = ?', [recordId]);
const isSame = (one, other) => (one ?? null) === (other ?? null);

/**
 * Bases an operation that the service has not executed on the present copy of its record.
 * @returns whether it can be sent; otherwise it waits for the copy, or for the user
 */
export function rebase(db, operation) {
  const copy = copyOf(db, operation);
  if (operation.atLeast !== null && !(copy?.version >= operation.atLeast)) return false;
  // The record is gone, as the service will say.
  if (!copy) return true;
  const input = JSON.parse(operation.input);
  if (copy.version === input.expectedVersion) return true;
  const seen = JSON.parse(operation.seen);
  const fields = Object.keys(seen).filter(
    (field) => !isSame(copy[field], seen[field]) && !isSame(copy[field], input[field]),
  );
  if (fields.length > 0) {
    const { changedBy } = JSON.parse(operation.error ?? '{}');
    const theirs = Object.fromEntries(fields.map((field) => [field, copy[field]]));
    db.run(`update outbox set state = 'CONFLICT', error = ? where key = ?`, [
      JSON.stringify({ fields, theirs, changedBy }),
      operation.key,
    ]);
    return false;
  }
  input.expectedVersion = copy.version;
  save(db, operation, input, seen);
  return true;
}

/** Another content needs another key. */
function save(db, operation, input, seen) {
  const { key } = operation;
  Object.assign(operation, { key: randomUUID(), input: JSON.stringify(input), seen: JSON.stringify(seen) });
  db.run(
    `update outbox set key = ?, input = ?, seen = ?, state = 'WAITING', error = null, atLeast = null where key = ?`,
    [operation.key, operation.input, operation.seen, key],
  );
}

/**
 * The user has decided.
 * @param mine the fields in which the change of the user shall replace the other one; in the others, it is given up
 */
export function resolve(db, key, mine) {
  inTransaction(db, () => {
    const operation = db.get(`select * from outbox where key = ? and state = 'CONFLICT'`, [key]);
    if (!operation) throw new Error(`There is no conflict ${key}`);
    const { fields } = JSON.parse(operation.error);
    const [input, seen] = [JSON.parse(operation.input), JSON.parse(operation.seen)];
    const copy = copyOf(db, operation);
    for (const field of fields) {
      // What the user has seen now: only a further change is a conflict again.
      if (mine.includes(field)) seen[field] = copy?.[field] ?? null;
      else {
        delete seen[field];
        delete input[field];
      }
    }
    // A deletion is meant whole, and of a change something must be left.
    const isGivenUp =
      operation.mutation === 'deleteBeehive' ? mine.length < fields.length : Object.keys(seen).length === 0;
    if (isGivenUp) discard(db, key);
    else save(db, operation, input, seen);
  });
}
