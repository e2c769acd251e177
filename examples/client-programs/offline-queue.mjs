// Writes that were made offline: kept in a file, sent when there is a connection, and never done twice, however often it breaks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, RequestError } from './client.mjs';

/** A later try can succeed after these (after UNAUTHENTICATED with a new token), and if there was no response. */
const TRY_LATER = ['UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED', 'INTERNAL_SERVER_ERROR', 'CHANGED_CONCURRENTLY'];

class OfflineQueue {
  constructor(file) {
    this.file = file;
    this.state = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { waiting: [], results: {}, refused: [], replays: 0 };
  }

  save() {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state));
    renameSync(`${this.file}.new`, this.file);
  }

  /** @returns the key of the write. `{ resultOf: key }` in the variables of a later one stands for the id that this one returns. */
  add(mutation, variables) {
    const key = randomUUID();
    this.state.waiting.push({ key, mutation, variables });
    this.save();
    return key;
  }

  /** Sends the writes in their order. @throws if one has to be tried later */
  async flush(client) {
    for (let [write] = this.state.waiting; write; [write] = this.state.waiting) {
      try {
        const { result, isReplay } = await client.request(write.mutation, this.fill(write.variables), write);
        this.state.results[write.key] = result.record.id;
        if (isReplay) this.state.replays += 1;
      } catch (error) {
        const { code, reason } = error;
        if (!(error instanceof RequestError) || TRY_LATER.includes(code) || TRY_LATER.includes(reason)) throw error;
        this.state.refused.push({ ...write, message: error.message });
      }
      this.state.waiting.shift();
      this.save();
    }
  }

  fill(value) {
    if (value === null || typeof value !== 'object') return value;
    if (value.resultOf) return this.state.results[value.resultOf];
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.fill(one)]));
  }
}

/** Fails before every second request reaches the service, and loses the response of every other one, which the service has carried out. */
let calls = 0;
const badConnection = async (...request) => {
  if (calls++ % 2 === 0) throw new Error('no connection');
  const response = await fetch(...request);
  if (calls % 4 === 0) throw new Error('the response was lost');
  return response;
};

const CREATE_APIARY =
  'mutation ($input: CreateApiaryInput!) { result: createApiary(input: $input) { record: apiary { id } } }';
const CREATE_HIVE =
  'mutation ($input: CreateBeehiveInput!) { result: createBeehive(input: $input) { record: beehive { id } } }';
const CREATE_ITEM =
  'mutation ($input: CreateInventoryItemInput!) { result: createInventoryItem(input: $input) { record: inventoryItem { id } } }';
const RECORD_EXIT =
  'mutation ($input: RecordExitInput!) { result: recordExit(input: $input) { record: inventoryItem { id } } }';
const INSPECT =
  'mutation ($input: RecordInspectionInput!) { result: recordInspection(input: $input) { record: inspection { id } } }';
const REVIEW = `
  query Review($apiaryId: ID!) {
    apiary(id: $apiaryId) {
      beehives { nodes { beehiveNumber inspections { totalCount } } }
      inventoryItems { nodes { quantity stockMovements { nodes { kind quantity } } } }
    }
  }`;

const folder = mkdtempSync(join(tmpdir(), 'offline-queue-'));
const file = join(folder, 'queue.json');
const online = new Client();
await online.logIn();
const offline = new OfflineQueue(file);
const apiary = offline.add(CREATE_APIARY, { input: { name: 'Written offline' } });
const apiaryId = { resultOf: apiary };
const hive = offline.add(CREATE_HIVE, { input: { apiaryId, beehiveNumber: 1, state: { health: 'HEALTHY' } } });
const item = offline.add(CREATE_ITEM, { input: { apiaryId, itemName: 'Jars', unit: 'pieces', quantity: 10 } });
offline.add(RECORD_EXIT, { input: { id: { resultOf: item }, quantity: 4, person: 'Ana' } });
offline.add(RECORD_EXIT, { input: { id: { resultOf: item }, quantity: 40, person: 'Ana' } });
offline.add(INSPECT, { input: { beehiveId: { resultOf: hive }, notes: 'Calm.' } });
console.log(`Offline queue: ${offline.state.waiting.length} writes in a file`);

const client = Object.assign(new Client(badConnection), { token: online.token });
let [tries, queue] = [0, offline];
for (; queue.state.waiting.length > 0; tries++) {
  // Each try begins with the file, as after a restart of the app.
  queue = new OfflineQueue(file);
  await queue.flush(client).catch(({ message }) => console.log(`  try ${tries + 1}: ${message}`));
}
const { results, refused, replays } = queue.state;
try {
  console.log(`  sent after ${tries} tries; ${replays} responses were those of a first attempt`);
  console.log(`  refused: ${refused.map(({ message }) => message).join(', ')}`);
  const { beehives, inventoryItems } = (await online.request(REVIEW, { apiaryId: results[apiary] })).apiary;
  const [hives, [jars]] = [beehives.nodes, inventoryItems.nodes];
  console.log(
    `  ${hives.length} hive with ${hives[0].inspections.totalCount} inspection; ${jars.quantity} jars after ${jars.stockMovements.nodes.length} movements`,
  );
  assert(replays > 0 && tries > Object.keys(results).length);
  assert.deepEqual([hives.length, hives[0].inspections.totalCount, inventoryItems.nodes.length], [1, 1, 1]);
  assert.deepEqual([jars.quantity, jars.stockMovements.nodes.length, refused.length], [6, 2, 1]);
} finally {
  await online.request('mutation ($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }', {
    id: results[apiary],
  });
  rmSync(folder, { recursive: true });
}
