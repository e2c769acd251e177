// Verifies a server before it is measured: compares its responses with SQL, reads back its writes, and checks that the records of one user
// are hidden from others.
import assert from 'node:assert/strict';
import { nextOf, requestsTo } from './cursors.mjs';
import { refused, send } from './http.mjs';
import { contentOf, EXPECTED, normalize } from './neutral.mjs';
import { PAGE } from './workloads.mjs';

const REQUESTS = 24;
/** Requests without an id, which return the records of their sender. */
const OWN_RECORDS = ['W1', 'W9', 'W10'];
const MEANING = { Healthy: 'HEALTHY', 'At Risk': 'AT_RISK', Unhealthy: 'UNHEALTHY' };

const HIVE =
  'select food_frames, brood_frames, health_status, health, observations, updated_at from beehives where id = $1';
const STOCK = `select i.quantity, i.movement_count, m.sequence, m.kind, m.amount, m.balance_after, m.actor_id
  from inventory_items i join stock_movements m on m.item_id = i.id
  where i.id = $1 order by m.sequence desc limit 1`;
const one = async (client, text, value) => (await client.query(text, [value])).rows[0];

/** Checks the change in the database. Called before the request; returns the check to call after it. */
const EFFECTS = {
  async W4(client, { hiveId, frames, healthStatus, observations }) {
    const before = await one(client, HIVE, hiveId);
    return async () => {
      const after = await one(client, HIVE, hiveId);
      assert.ok(after.updated_at > before.updated_at, 'updated_at did not change');
      const { updated_at: _, ...rest } = after;
      const requested = { health_status: healthStatus, health: MEANING[healthStatus], observations };
      assert.deepEqual(rest, { food_frames: frames, brood_frames: 9 - frames, ...requested });
    };
  },
  async W5(client, { itemId, amount, userId }) {
    const before = await one(client, STOCK, itemId);
    return async () => {
      const quantity = before.quantity + amount;
      const count = before.movement_count + 1;
      const movement = { sequence: count, kind: 'ADJUSTMENT', amount, balance_after: quantity, actor_id: userId };
      assert.deepEqual(await one(client, STOCK, itemId), { quantity, movement_count: count, ...movement });
    };
  },
};
EFFECTS.W4R = EFFECTS.W4;
EFFECTS.W5R = EFFECTS.W5;

/** @returns the mean number of statements and bytes of a request. @throws at the first wrong response */
export async function verify(server, workload, size, database, seed) {
  const { peer, port } = server;
  try {
    const requests = await requestsTo(server, workload, size, REQUESTS, seed);
    for (const request of requests) await send(port, request); // work that is done once per connection or account is not counted
    const statements = await countStatements(server, requests, database);
    let bytes = 0;
    for (const request of requests) bytes += await check(server, request, database.owner);
    await expectOthersRefused(server, requests, database.owner);
    if (requests[0].kind.startsWith('W5')) await expectOverdraftRefused(server, requests[0], database.owner);
    return { statements, bytes: Math.round(bytes / requests.length) };
  } catch (cause) {
    throw new Error(`${peer.id} failed the verification of ${workload}: ${cause.message}`, { cause });
  }
}

async function countStatements({ port }, requests, database) {
  const before = await database.statements();
  for (const request of requests) await send(port, request);
  return ((await database.statements()) - before) / requests.length;
}

async function check({ peer, port }, request, client) {
  const { kind, pick } = request;
  const checkEffect = await EFFECTS[kind]?.(client, pick);
  const response = await send(port, request);
  assert.ok(!refused(response), `${response.status} ${JSON.stringify(response.json)?.slice(0, 300)}`);
  assert.deepEqual(normalize(peer, kind, response.json), await EXPECTED[kind](client, pick));
  await checkEffect?.();
  if (kind === 'W10') await checkNextPage({ peer, port }, nextOf(request, peer, response.json), client);
  return response.size;
}

/** The cursor that a page ends with leads to the hives after it. */
async function checkNextPage({ peer, port }, request, client) {
  const { json } = await send(port, request);
  const skipped = PAGE.before + PAGE.first;
  assert.deepEqual(normalize(peer, 'W10', json), await EXPECTED.W10(client, request.pick, skipped), 'the next page');
}

/** Asserts that a request with another user's token, a forged token or no token neither reads nor changes anything. */
async function expectOthersRefused({ peer, port }, requests, client) {
  const [request] = requests;
  const { kind, pick, headers } = request;
  const otherUser = requests.find((other) => other.pick.user !== pick.user).headers;
  const forged = { authorization: `${headers.authorization.slice(0, -5)}AAAAA` };
  // { __typename } may be public.
  const unauthorized = { W6: [] }[kind] ?? (OWN_RECORDS.includes(kind) ? [forged, {}] : [otherUser, forged, {}]);
  const before = await stateOf(client, pick);
  for (const others of unauthorized) {
    const response = await send(port, { ...request, headers: others });
    const isSafe = refused(response) || isEmpty(contentOf(peer, kind, response.json));
    assert.ok(isSafe, `an unauthorized request read data: ${response.status}`);
  }
  assert.deepEqual(await stateOf(client, pick), before, 'an unauthorized request changed data');
}

const stateOf = async (client, { hiveId, itemId }) => [
  await one(client, HIVE, hiveId),
  await one(client, STOCK, itemId),
];

const isNullOrEmpty = (value) => value == null || (Array.isArray(value) && value.length === 0);
const isEmpty = (content) =>
  isNullOrEmpty(content) || (!Array.isArray(content) && Object.values(content).every(isNullOrEmpty));

async function expectOverdraftRefused({ port }, request, client) {
  const before = await one(client, STOCK, request.pick.itemId);
  assert.ok(refused(await send(port, withAmount(request, -1_000_000))), 'more was removed than the stock');
  assert.deepEqual(await one(client, STOCK, request.pick.itemId), before);
}

/** The same adjustment with another amount, at any place in the body. */
function withAmount(request, amount) {
  const text = JSON.stringify(request.body).replace(/"amount":-?\d+/, `"amount":${amount}`);
  return { ...request, body: JSON.parse(text) };
}
