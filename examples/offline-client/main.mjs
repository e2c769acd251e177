// A phone on the command line: `node main.mjs phone.db hives`. Only `login`, `sync` and `watch` need a network.
import { resolve } from './conflicts.mjs';
import { openDatabase } from './database.mjs';
import { watch } from './live.mjs';
import * as outbox from './outbox.mjs';
import { Service } from './service.mjs';
import { sync } from './sync.mjs';

const USAGE = `node main.mjs FILE COMMAND, with one of the commands
  login EMAIL PASSWORD
  sync                            send what was recorded, read what has changed
  watch                           the same, as soon as something changes, until Ctrl-C
  hives                           what this phone knows: apiaries, hives and stock
  add-apiary NAME
  add-hive APIARY NUMBER
  set HIVE FIELD=VALUE …          for example foodFrames=4 observations="Calm"
  inspect HIVE NOTES
  delete-hive HIVE
  add-item APIARY NAME QUANTITY
  take ITEM QUANTITY PERSON
  outbox                          what waits, and what the service refused
  resolve KEY [FIELD …]           a conflict: the fields in which your change replaces the other one
  retry KEY | discard KEY         something that was refused
The address of the service is SERVICE, or http://127.0.0.1:4000. Apiaries, hives and items are named by the end of their ids, as \`hives\` prints it.`;

const [file, command, ...args] = process.argv.slice(2);

/** Numbers are numbers, `null` empties a field. */
function readFields(pairs) {
  const entries = pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text === 'null' ? null : /^\d+$/.test(text) ? Number(text) : text]),
  );
}

function find(db, table, end = '') {
  const ids = [...outbox.readView(db)[table].keys()].filter((id) => id.endsWith(end));
  if (end === '' || ids.length !== 1) throw new Error(`${ids.length} of the ${table} end with “${end}”`);
  return ids[0];
}

const MIN_DIGITS = 4;

/** Returns the length at which the ends of all ids differ. Their beginnings do not: those of a UUIDv7 are the time at which it was made. */
function countDigits(ids) {
  let digits = MIN_DIGITS;
  while (new Set(ids.map((id) => id.slice(-digits))).size < ids.length) digits++;
  return digits;
}

function printHives(db) {
  const { apiaries, beehives, inspections, inventory_items: items } = outbox.readView(db);
  const digits = countDigits([apiaries, beehives, items].flatMap((records) => [...records.keys()]));
  const short = (id) => id.slice(-digits);
  for (const apiary of apiaries.values()) {
    console.log(`${short(apiary.id)}  ${apiary.name}`);
    for (const hive of beehives.values()) {
      if (hive.apiaryId !== apiary.id || hive.endedOn) continue;
      const visits = [...inspections.values()].filter(({ beehiveId }) => beehiveId === hive.id).length;
      const { beehiveNumber, foodFrames, broodFrames, observations } = hive;
      console.log(
        `  ${short(hive.id)}  hive ${beehiveNumber ?? '-'}: ${foodFrames ?? '-'} food, ${broodFrames ?? '-'} brood, ${visits} inspections. ${observations ?? ''}`,
      );
    }
    for (const { id, apiaryId, itemName, quantity, unit } of items.values())
      if (apiaryId === apiary.id) console.log(`  ${short(id)}  ${itemName}: ${quantity} ${unit}`);
  }
}

const COMMANDS = {
  login: async (_db, service, email, password) => console.log((await service.logIn(email, password)).username),
  sync: (db, service) => sync(db, service),
  watch(db, service) {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    return watch(db, service, { signal: stop.signal, onSync: () => printHives(db) });
  },
  hives: (db) => printHives(db),
  'add-apiary': (db, _service, name) => console.log(outbox.createApiary(db, { name })),
  'add-hive': (db, _service, apiary, number) =>
    console.log(outbox.createBeehive(db, { apiaryId: find(db, 'apiaries', apiary), beehiveNumber: Number(number) })),
  set: (db, _service, hive, ...pairs) => void outbox.updateBeehive(db, find(db, 'beehives', hive), readFields(pairs)),
  inspect: (db, _service, hive, notes) =>
    console.log(outbox.recordInspection(db, { beehiveId: find(db, 'beehives', hive), notes })),
  'delete-hive': (db, _service, hive) => void outbox.deleteBeehive(db, find(db, 'beehives', hive)),
  'add-item': (db, _service, apiary, itemName, quantity) =>
    console.log(
      outbox.createInventoryItem(db, {
        apiaryId: find(db, 'apiaries', apiary),
        itemName,
        unit: 'pieces',
        quantity: Number(quantity),
      }),
    ),
  take: (db, _service, item, quantity, person) =>
    console.log(outbox.recordExit(db, { id: find(db, 'inventory_items', item), quantity: Number(quantity), person })),
  outbox(db) {
    console.log(`${db.get(`select count(*) as n from outbox where state in ('WAITING', 'SENT')`).n} operations wait`);
    for (const problem of outbox.readProblems(db)) console.log(JSON.stringify(problem));
  },
  resolve: (db, _service, key, ...mine) => resolve(db, key, mine),
  retry: (db, _service, key) => outbox.retry(db, key),
  discard: (db, _service, key) => outbox.discard(db, key),
};

if (!file || !COMMANDS[command]) {
  console.error(USAGE);
  process.exit(1);
}
const db = openDatabase(file);
try {
  await COMMANDS[command](db, new Service(db), ...args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  db.close();
}
