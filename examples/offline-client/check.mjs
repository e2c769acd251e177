// Two phones of one apiary: both work without a network, change the same hive, lose answers, and watch each other. In the end, the
// databases of both have what the service has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { resolve } from './conflicts.mjs';
import { openDatabase, readState, writeState } from './database.mjs';
import { watch } from './live.mjs';
import * as outbox from './outbox.mjs';
import { TABLES } from './records.mjs';
import { Service } from './service.mjs';
import { sync } from './sync.mjs';

const address = process.env.SERVICE ?? 'http://127.0.0.1:4000';
const PASSWORD = 'Demo-hives-1';
const INVITE = 'mutation ($input: InviteToApiaryInput!) { inviteToApiary(input: $input) { link } }';
const ACCEPT = 'mutation ($token: String!) { acceptInvitation(input: { token: $token }) { apiary { id } } }';
const REMOVE =
  'mutation ($apiaryId: ID!, $userId: ID!) { removeMember(input: { apiaryId: $apiaryId, userId: $userId }) { deletedId } }';
const DELETE = 'mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }';
const REVIEW = `
  query Review($id: ID!) {
    apiary(id: $id) {
      beehives { nodes { beehiveNumber foodFrames broodFrames observations inspections { totalCount } } }
      inventoryItems { nodes { itemName quantity stockMovements { totalCount } } }
    }
  }`;

const folder = mkdtempSync(join(tmpdir(), 'offline-client-'));

/** A network that can be switched off: connections break, and answers get lost. */
class Network {
  sockets = new Set();
  isOn = true;
  server = createServer((socket) => {
    if (!this.isOn) return socket.destroy();
    const { hostname, port } = new URL(address);
    const there = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ]) {
      this.sockets.add(one);
      one.on('data', (data) => other.write(data));
      one.on('error', () => {});
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  });

  async open() {
    await new Promise((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  async set(isOn) {
    this.isOn = isOn;
    if (!isOn) for (const socket of this.sockets) socket.destroy();
    // `fetch` has to notice that the connections which it kept are closed.
    await wait(100);
  }
}

async function openPhone(name, email) {
  const network = new Network();
  const phone = { name, file: join(folder, `${name}.db`), network, loses: false };
  phone.db = openDatabase(phone.file);
  phone.service = new Service(phone.db, await network.open(), async (...request) => {
    const response = await fetch(...request);
    if (phone.loses) throw new Error('the answer was lost');
    return response;
  });
  await phone.service.logIn(email, PASSWORD);
  phone.sync = () => sync(phone.db, phone.service);
  await phone.sync();
  return phone;
}

async function closePhone({ db, network }) {
  db.close();
  network.server.close();
  await network.set(false);
}

const hiveOf = ({ db }, id) => outbox.readView(db).beehives.get(id);
const count = ({ db }, condition, table = 'outbox') =>
  db.get(`select count(*) as n from ${table} where ${condition}`).n;

async function until(condition, what) {
  for (const deadline = Date.now() + 20_000; !(await condition()); await wait(100))
    assert(Date.now() < deadline, `timed out: ${what}`);
}

/** What was sent comes back with one of the next reads: any transaction that is open at the moment delays it. */
const syncUntil = (phone, condition, what) =>
  until(async () => {
    await phone.sync();
    return condition();
  }, `${phone.name}: ${what}`);
const settle = (phone) =>
  syncUntil(phone, () => count(phone, `state in ('WAITING', 'SENT', 'APPLIED')`) === 0, 'everything was sent');

/** What the database of a phone contains. */
const copiesOf = ({ db }) =>
  Object.fromEntries(Object.keys(TABLES).map((table) => [table, db.all(`select * from ${table} order by id`)]));

const ana = await openPhone('ana', 'demo@example.org');
const bea = await openPhone('bea', 'demo2@example.org');
const before = copiesOf(bea);
console.log(
  `Offline client: ${Object.values(copiesOf(ana)).flat().length} records on one phone, ${Object.values(before).flat().length} on the other`,
);

let apiary;
try {
  // Records refer to each other before the service knows them.
  await ana.network.set(false);
  apiary = outbox.createApiary(ana.db, { name: 'Recorded offline' });
  const hive = outbox.createBeehive(ana.db, { apiaryId: apiary, beehiveNumber: 1, foodFrames: 2, broodFrames: 1 });
  const jars = outbox.createInventoryItem(ana.db, { apiaryId: apiary, itemName: 'Jars', unit: 'pieces', quantity: 11 });
  outbox.updateBeehive(ana.db, hive, { foodFrames: 3 });
  await assert.rejects(ana.sync());
  assert.equal(hiveOf(ana, hive).foodFrames, 3);
  await ana.network.set(true);
  await settle(ana);
  assert.equal(count(ana, 'true'), 0);
  console.log('  an apiary, a hive and stock were recorded without a network, and sent');

  const { inviteToApiary } = await ana.service.request(INVITE, { input: { apiaryId: apiary, role: 'WORKER' } });
  await bea.service.request(ACCEPT, { token: inviteToApiary.link.split('/').at(-1) });
  await syncUntil(bea, () => hiveOf(bea, hive)?.foodFrames === 3, 'the shared apiary arrives');

  // Both work without a network.
  for (const { network } of [ana, bea]) await network.set(false);
  outbox.updateBeehive(ana.db, hive, { foodFrames: 4 });
  outbox.updateBeehive(ana.db, hive, { observations: 'Calm' });
  outbox.recordInspection(ana.db, { beehiveId: hive, notes: 'Queen seen.' });
  outbox.recordExit(ana.db, { id: jars, quantity: 4, person: 'Ana' });
  outbox.updateBeehive(bea.db, hive, { broodFrames: 5 });
  outbox.updateBeehive(bea.db, hive, { foodFrames: 6 });
  outbox.recordInspection(bea.db, { beehiveId: hive, notes: 'No queen seen.' });
  outbox.recordExit(bea.db, { id: jars, quantity: 3, person: 'Bea' });
  outbox.recordExit(bea.db, { id: jars, quantity: 40, person: 'Bea' });
  // As a version of the app with a mistake would have stored it.
  outbox.createBeehive(bea.db, { apiaryId: apiary, beehiveNumber: 'two' });
  assert.deepEqual([hiveOf(ana, hive).foodFrames, hiveOf(bea, hive).foodFrames], [4, 6]);
  assert.equal(outbox.readView(ana.db).inventory_items.get(jars).quantity, 7);

  // The service executes what it receives, but its answer is lost: it is sent again, unchanged.
  await ana.network.set(true);
  ana.loses = true;
  await assert.rejects(ana.sync(), /the answer was lost/);
  const unanswered = count(ana, `state = 'SENT'`);
  ana.loses = false;
  await settle(ana);
  assert.deepEqual([unanswered, count(ana, 'true')], [3, 0]);
  console.log(`  the answer to ${unanswered} operations was lost: sent again, each was executed once`);

  // One change is merged, and the other one is put to the user.
  await bea.network.set(true);
  await settle(bea);
  const problems = outbox.readProblems(bea.db);
  assert.deepEqual(
    problems.map(({ mutation, state, reason, code }) => [mutation, state, reason ?? code]),
    [
      ['updateBeehive', 'CONFLICT', undefined],
      ['recordExit', 'REFUSED', 'INSUFFICIENT_STOCK'],
      ['createBeehive', 'REFUSED', 'BAD_USER_INPUT'],
    ],
  );
  const [conflict, ...refused] = problems;
  assert.deepEqual([conflict.fields, conflict.theirs], [['foodFrames'], { foodFrames: 4 }]);
  console.log(
    `  both changed ${conflict.fields}: ${conflict.theirs.foodFrames} there, 6 here. Refused: ${refused.map(({ message }) => message).join('; ')}`,
  );
  resolve(bea.db, conflict.key, ['foodFrames']);
  for (const { key } of refused) outbox.discard(bea.db, key);
  await settle(bea);
  await syncUntil(ana, () => hiveOf(ana, hive).foodFrames === 6, 'the change of the other phone arrives');

  const stop = new AbortController();
  const watching = watch(ana.db, ana.service, { signal: stop.signal });
  const arrives = (quantity, what) =>
    until(() => outbox.readView(ana.db).inventory_items.get(jars).quantity === quantity, what);
  const take = () => outbox.recordExit(bea.db, { id: jars, quantity: 1, person: 'Bea' });
  await wait(3000);
  take();
  await settle(bea);
  await arrives(3, 'a change arrives over the subscription');
  await ana.network.set(false);
  writeState(ana.db, 'accessToken', 'expired meanwhile');
  take();
  await settle(bea);
  await ana.network.set(true);
  await arrives(2, 'what changed while the connection was broken is read');
  await wait(8000);
  take();
  await settle(bea);
  await arrives(1, 'the subscription has been renewed with a new token');
  stop.abort();
  await watching;
  console.log('  live: changes arrived, also after the connection had been broken and the token had expired');

  // A cursor of another database, as after the service was restored from a dump, and one that is none. Cursors are opaque: only a test may
  // look into one.
  const cursor = JSON.parse(Buffer.from(readState(bea.db, 'cursor'), 'base64url'));
  const foreign = Buffer.from(JSON.stringify({ ...cursor, system: '1' })).toString('base64url');
  const copies = copiesOf(bea);
  for (const wrong of [foreign, 'none']) {
    writeState(bea.db, 'cursor', wrong);
    const observations = `Calm, with the cursor ${wrong.length}`;
    outbox.updateBeehive(bea.db, hive, { observations });
    await settle(bea);
    assert.deepEqual({ ...copiesOf(bea), beehives: [] }, { ...copies, beehives: [] });
    await syncUntil(ana, () => hiveOf(ana, hive).observations === observations, 'a change after a resync arrives');
  }
  const { observations } = hiveOf(ana, hive);

  const { apiary: there } = await ana.service.request(REVIEW, { id: apiary });
  assert.deepEqual(there, {
    beehives: {
      nodes: [
        {
          beehiveNumber: 1,
          foodFrames: 6,
          broodFrames: 5,
          observations,
          inspections: { totalCount: 2 },
        },
      ],
    },
    inventoryItems: { nodes: [{ itemName: 'Jars', quantity: 1, stockMovements: { totalCount: 6 } }] },
  });
  for (const phone of [ana, bea]) {
    const stored = phone.db.get('select * from beehives where id = ?', [hive]);
    assert.deepEqual(
      [stored.beehiveNumber, stored.foodFrames, stored.broodFrames, stored.observations],
      [1, 6, 5, observations],
    );
    const { quantity } = phone.db.get('select quantity from inventory_items where id = ?', [jars]);
    const numbers = [
      quantity,
      count(phone, `itemId = '${jars}'`, 'stock_movements'),
      count(phone, `beehiveId = '${hive}'`, 'inspections'),
      count(phone, 'true'),
    ];
    assert.deepEqual(numbers, [1, 6, 2, 0]);
  }
  const fresh = await openPhone('fresh', 'demo@example.org');
  assert.deepEqual(copiesOf(ana), copiesOf(fresh));
  await closePhone(fresh);
  console.log('  both databases have what the service has; a new phone gets the same');

  // What belongs to a deleted record goes with it.
  outbox.deleteBeehive(ana.db, hive);
  assert.equal(hiveOf(ana, hive), undefined);
  outbox.updateBeehive(bea.db, hive, { healthStatus: 'Healthy' });
  await settle(bea);
  await settle(ana);
  const [deletion] = outbox.readProblems(ana.db);
  assert.deepEqual(
    [deletion.state, deletion.fields, count(ana, `id = '${hive}'`, 'beehives')],
    ['CONFLICT', ['healthStatus'], 1],
  );
  resolve(ana.db, deletion.key, deletion.fields);
  await settle(ana);
  for (const phone of [ana, bea]) {
    await syncUntil(phone, () => !hiveOf(phone, hive), 'the hive is deleted');
    assert.equal(count(phone, `beehiveId = '${hive}'`, 'inspections'), 0);
  }
  await ana.service.request(REMOVE, { apiaryId: apiary, userId: readState(bea.db, 'account') });
  await syncUntil(bea, () => count(bea, `id = '${apiary}'`, 'apiaries') === 0, 'the apiary is no longer visible');
  assert.deepEqual(copiesOf(bea), before);
  console.log('  a deleted hive, and an apiary that is no longer shared, left nothing behind');

  // The same on the command line, in a process of its own.
  const main = fileURLToPath(new URL('main.mjs', import.meta.url));
  const run = (...args) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [main, ana.file, ...args], {
      encoding: 'utf8',
      env: { ...process.env, SERVICE: address },
    });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const added = run('add-hive', apiary.slice(-8), '7').trim();
  run('set', added, 'foodFrames=3', 'observations=Young queen');
  run('inspect', added, 'Calm.');
  run('take', jars, '1', 'Ana');
  assert.match(run('outbox'), /^4 operations wait/);
  run('sync');
  assert.match(run('outbox'), /^0 operations wait\n$/);
  assert.match(run('hives'), /hive 7: 3 food, - brood, 1 inspections\. Young queen\n.* {2}Jars: 0 pieces/);
  console.log('  the command line does the same');
} finally {
  ana.loses = false;
  await ana.network.set(true);
  if (apiary) await ana.service.request(DELETE, { id: apiary });
  for (const phone of [ana, bea]) await closePhone(phone);
  rmSync(folder, { recursive: true });
}
