// The database on the device: copies of the records (records.mjs), an outbox of what was done without a network, and the cursor.
import sqlite from 'node-sqlite3-wasm';
import { createTables, TABLES } from './records.mjs';

/**
 * `input` is the JSON of the mutation's input. `seen` has the values that the user saw of the fields that a change or a deletion concerns; a
 * new record has none. `atLeast` is the version of the copy before which a refused change cannot be merged.
 */
const OUTBOX = `
  create table if not exists outbox (
    position integer primary key autoincrement,
    key text not null unique,
    mutation text not null,
    recordId text not null,
    input text not null,
    seen text,
    atLeast integer,
    state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'APPLIED', 'CONFLICT', 'REFUSED')),
    error text
  );
  create table if not exists state (name text primary key, value text);`;

export function openDatabase(file) {
  const db = new sqlite.Database(file);
  db.exec('pragma busy_timeout = 5000');
  inTransaction(db, () => {
    db.exec(OUTBOX);
    // A version of the app that reads other fields begins anew; the outbox stays.
    const shape = JSON.stringify(TABLES);
    if (readState(db, 'shape') !== shape) resetCopies(db);
    writeState(db, 'shape', shape);
  });
  return db;
}

/** All or nothing, also if the device is switched off meanwhile. */
export function inTransaction(db, work) {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

export const readState = (db, name) => db.get('select value from state where name = ?', [name])?.value ?? null;
export const writeState = (db, name, value) =>
  void db.run('insert or replace into state (name, value) values (?, ?)', [name, value]);

/** Without a cursor, the next pull reads everything, also what has been executed before. */
export function resetCopies(db) {
  createTables(db);
  db.run(`delete from outbox where state = 'APPLIED'`);
  writeState(db, 'cursor', null);
}
