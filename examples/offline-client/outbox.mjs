// What the user does, stored on the device first. The copies stay as the service sent them; what the user sees is both together, so a change
// that is refused needs no undoing.
import { randomUUID } from 'node:crypto';
import { columnsOf } from './records.mjs';

/** The fields of a hive that have its version. `lastInspectedAt` follows from its inspections. */
const STATE_FIELDS = ['foodFrames', 'broodFrames', 'healthStatus', 'observations'];
const HIVE_FIELDS = ['beehiveNumber', ...STATE_FIELDS];

/** @param seen what the user saw of the fields that are changed; undefined for a new record */
function add(db, mutation, recordId, input, seen) {
  db.run('insert into outbox (key, mutation, recordId, input, seen) values (?, ?, ?, ?, ?)', [
    randomUUID(),
    mutation,
    recordId,
    JSON.stringify(input),
    seen ? JSON.stringify(seen) : null,
  ]);
  return recordId;
}

/** The id is chosen here, so that what is recorded next can refer to it. */
function create(db, mutation, fields) {
  const id = randomUUID();
  return add(db, mutation, id, { newId: id, ...fields });
}

export const createApiary = (db, fields) => create(db, 'createApiary', fields);
export const createBeehive = (db, fields) => create(db, 'createBeehive', fields);
export const createInventoryItem = (db, fields) => create(db, 'createInventoryItem', fields);
export const recordExit = (db, fields) => create(db, 'recordExit', { occurredAt: now(), ...fields });
export const recordInspection = (db, fields) => create(db, 'recordInspection', { occurredAt: now(), ...fields });

export function updateBeehive(db, id, fields) {
  const input = { id, ...fields, expectedVersion: versionOf(db, id) };
  return add(db, 'updateBeehive', id, input, readSeen(db, id, Object.keys(fields)));
}

export const deleteBeehive = (db, id) =>
  add(db, 'deleteBeehive', id, { id, expectedVersion: versionOf(db, id) }, readSeen(db, id, HIVE_FIELDS));

/** What the service is sent: the state of a hive is one object there, and fields here, which are merged one by one. */
export function toInput(fields) {
  const [state, own] = [{}, {}];
  for (const [name, value] of Object.entries(fields)) (STATE_FIELDS.includes(name) ? state : own)[name] = value;
  return Object.keys(state).length > 0 ? { ...own, state } : own;
}

const now = () => new Date().toISOString();
/** Undefined for a hive that the service has not sent yet: sync.mjs holds the change back until then. */
const versionOf = (db, id) => db.get('select version from beehives where id = ?', [id])?.version;

function readSeen(db, id, fields) {
  const hive = readView(db).beehives.get(id);
  if (!hive) throw new Error(`There is no hive ${id}`);
  return Object.fromEntries(fields.map((field) => [field, hive[field] ?? null]));
}

/** What an operation shows before the service has confirmed it. A new record is shown until its copy has come. */
const SHOW = {
  createApiary: ({ apiaries }, input) => addNew(apiaries, input),
  createBeehive: ({ beehives }, input) => addNew(beehives, input),
  createInventoryItem: (view, input) => addNew(view.inventory_items, { quantity: 0, ...input }),
  recordInspection: ({ inspections }, input) => addNew(inspections, input),
  recordExit(view, { id: itemId, ...movement }) {
    const item = view.inventory_items.get(itemId);
    const isNew = addNew(view.stock_movements, { itemId, ...movement });
    if (item && isNew) item.quantity -= movement.quantity;
  },
  updateBeehive({ beehives }, { id, expectedVersion, ...fields }) {
    if (beehives.has(id)) Object.assign(beehives.get(id), fields);
  },
  deleteBeehive: ({ beehives }, { id }) => beehives.delete(id),
};

function addNew(rows, { newId: id, ...record }) {
  if (rows.has(id)) return false;
  rows.set(id, { id, ...record });
  return true;
}

/** @returns what the user sees: for each table, the records by their ids */
export function readView(db) {
  const view = {};
  for (const table of ['apiaries', 'beehives', 'inspections', 'inventory_items', 'stock_movements'])
    view[table] = new Map(
      db.all(`select id, version, ${columnsOf(table)} from ${table} order by id`).map((row) => [row.id, row]),
    );
  for (const { mutation, input } of db.all(`select * from outbox where state <> 'REFUSED' order by position`))
    SHOW[mutation](view, JSON.parse(input));
  return view;
}

/** What the user has to look at: a conflict is answered with `resolve` (conflicts.mjs), a refusal with `retry` or `discard`. */
export const readProblems = (db) =>
  db
    .all(`select * from outbox where state in ('CONFLICT', 'REFUSED') order by position`)
    .map(({ key, mutation, recordId, state, error }) => ({
      key,
      mutation,
      recordId,
      state,
      ...(error && JSON.parse(error)),
    }));

export const discard = (db, key) =>
  void db.run(`delete from outbox where key = ? and state in ('CONFLICT', 'REFUSED')`, [key]);

/** An operation that was refused may be sent again under its key. */
export const retry = (db, key) =>
  void db.run(`update outbox set state = 'WAITING', error = null where key = ? and state = 'REFUSED'`, [key]);
