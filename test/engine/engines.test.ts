// The service with `ENGINE=plain`, which the packages alone execute, and with `ENGINE=fast` send the same responses from the same database.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { exampleBody, examplePath, operations } from '../support/openapi.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let plain: TestApp;
let fast: TestApp;
let ana: Beekeeper;
let apiary: string;
let beehive: string;
beforeAll(async () => {
  plain = await startTestApp({ ENGINE: 'plain', DEMO_DATA: 'on' });
  fast = await startTestApp({ ENGINE: 'fast' }, plain.database);
  ana = await beekeeper(plain);
  apiary = await ana.apiary({ name: 'Olivar ñ €' });
  beehive = await ana.beehive(apiary, { beehiveNumber: 1, observations: 'línea 1\n"quoted" \\ <b>' });
  await ana.beehive(apiary, { beehiveNumber: 2 });
  await ana.item(apiary, { quantity: 25 });
});
afterAll(async () => {
  await fast.app.close();
  await plain.close();
});

it('is that of the setting', () => {
  expect(plain.app.pool.options).not.toHaveProperty('Client');
  expect(fast.app.pool.options).toHaveProperty('Client');
});

const HIVES = `{ apiaries { totalCount nodes { ...Names beehives(first: 1) { pageInfo { hasNextPage endCursor }
  nodes { id beehiveNumber observations createdAt apiary { ...Names } inspections { totalCount } } }
  inventoryItems { nodes { itemName quantity } } } } } fragment Names on Apiary { id name __typename }`;
const UPDATE = 'mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }';

/** Each reads, or is refused, so that it can be repeated. */
const requests: [string, (client: Client) => Promise<unknown>][] = [
  ['a nested query', (client) => client.graphql(HIVES)],
  [
    'a list that is only passed on',
    (client) => client.graphql(`{ beehives(apiaryId: "${apiary}") { nodes { id observations } } }`),
  ],
  ['the same document again', (client) => client.graphql(HIVES)],
  ['an unknown field', (client) => client.graphql('{ hives }')],
  ['an unknown id', (client) => client.graphql(`{ beehive(id: "${apiary}") { id } }`)],
  [
    'an input with several faults',
    (client) =>
      client.graphql(UPDATE, { input: { id: beehive, state: { observations: 'x'.repeat(20_000), broodFrames: -1 } } }),
  ],
  [
    'a variable of another type',
    (client) => client.graphql(UPDATE, { input: { id: beehive, state: { broodFrames: 'many' } } }),
  ],
  ['a REST list', (client) => client.rest('GET', `/beehives/apiary/${apiary}`)],
  ['a REST record', (client) => client.rest('GET', `/beehives/${beehive}`)],
  [
    'a REST request with a faulty body',
    (client) => client.rest('PUT', `/beehives/${beehive}`, { brood_frames: 'many' }),
  ],
  ['a REST request without a token', (client) => new Client(client.url).rest('GET', '/apiaries')],
];

it.each(requests)('sends the same response to %s', async (_, send) => {
  const withoutHeaders = (answer: unknown): unknown => ({ ...(answer as object), headers: undefined });
  const [first, second] = [await send(ana), await send(new Client(fast.url, ana.token))];
  expect(withoutHeaders(second)).toEqual(withoutHeaders(first));
});

describe('the endpoints that read', () => {
  let demo: Client;
  beforeAll(async () => {
    await plain.database.sql(`update users set role = 'ADMIN' where email = $1`, [DEMO.email]);
    demo = new Client(plain.url, (await plain.anyone.rest('POST', '/auth/login', DEMO)).body.access_token);
  });
  const DEMO = { email: 'demo@example.org', password: 'Demo-hives-1' };
  /** When statistics were calculated, and an account was exported. */
  const withoutTime = (body: unknown): unknown =>
    typeof body === 'object' ? { ...body, last_updated: undefined, exportedAt: undefined } : body;

  const reads = operations.filter(({ method, path }) => method === 'get' || path === '/maya/iniciar-monitoreo');
  it.each(reads.map((operation) => [operation.path, operation] as const))('%s', async (_path, operation) => {
    const send = async (client: Client) => {
      const method = operation.method.toUpperCase();
      const { status, body } = await client.rest(method, examplePath(operation), exampleBody(operation));
      return { status, body: withoutTime(body) };
    };
    const first = await send(demo);
    expect(first.status).toBe(200);
    expect(await send(new Client(fast.url, demo.token))).toEqual(first);
  });
});
