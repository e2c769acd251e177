// Everything that clients can make a process remember is bounded: each is filled beyond its bound, and once more with other content, which
// must not take more memory. Garbage is collected before the heap is measured.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { LEAK_PROBE, readResources } from '../support/soak/resources.js';
import { send } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(240_000);

const CLIENTS = 20;
const MB = 1024 * 1024;

interface Cache {
  name: string;
  /** In each of two rounds: far more than what the cache holds. */
  requests: number;
  /** Sends the request of this number. */
  send: (request: number) => Promise<unknown>;
  /** In MB: what the cache may take, and by how much the heap may differ between the rounds. */
  bound: number;
  tolerance: number;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
const services = new Services();
let reachable: Reachable;
let service: Service;
let url: string;
let ana: Beekeeper;
let apiary: string;

beforeAll(async () => {
  reachable = await reachableDatabase();
  service = services.start({
    DATABASE_URL: reachable.url,
    TRUST_PROXY: '1',
    NODE_OPTIONS: LEAK_PROBE,
    LOG_LEVEL: 'error',
    RATE_LIMIT_GUESSES: '1000000/1m',
    RATE_LIMIT_GUESSES_BY_ACCOUNT: '1000000/1m',
  });
  url = await service.ready();
  ana = await newBeekeeper(url);
  apiary = await ana.apiary();
  await reachable.database.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, observations)
     select gen_random_uuid(), now(), now(), $1, repeat('x', 2000) from generate_series(1, 300) n`,
    [apiary],
  );
});
afterAll(async () => {
  agent.destroy();
  await services.end();
  await reachable.drop();
});

const graphql = async (query: string, token?: string): Promise<void> => {
  const { status, body } = await send(url, { method: 'POST', path: '/graphql', body: { query }, token, agent });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
};

const COLUMNS =
  'activityLevel beePopulation foodFrames broodFrames hiveStatus healthStatus hasProductionChamber observations isTreated beehiveNumber createdAt updatedAt apiaryId'.split(
    ' ',
  );
/** Another selection of columns for each number, and so another statement. */
const columnsOf = (n: number): string => ['id', ...COLUMNS.filter((_, bit) => (n >> bit) & 1)].join(' ');

const CACHES: Cache[] = [
  {
    name: 'documents, without a token',
    requests: 2000,
    send: (n) => graphql(`#${String(n).padEnd(19_000, 'x')}\n{ __typename }`),
    bound: 60,
    tolerance: 25,
  },
  {
    name: 'documents of many fields, without a token',
    requests: 1500,
    send: (n) => graphql(`#${n}\n{ ${'__typename '.repeat(400)} }`),
    bound: 60,
    tolerance: 25,
  },
  {
    name: 'compiled operations',
    requests: 3000,
    send: async (n) => {
      for (let time = 0; time < 3; time++) await graphql(`query Q${n} { apiaries { nodes { id name } } }`, ana.token);
    },
    bound: 150,
    tolerance: 25,
  },
  {
    name: 'names of statements',
    requests: 3000,
    send: (n) => graphql(`{ beehives(first: 1) { nodes { ${columnsOf(n)} } } }`, ana.token),
    bound: 150,
    tolerance: 25,
  },
  {
    name: 'addresses that are counted',
    requests: 60_000,
    send: async (n) => {
      const address = `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;
      await send(url, { path: '/api/v1/auth/me', headers: { 'x-forwarded-for': address }, agent });
    },
    bound: 60,
    tolerance: 20,
  },
  {
    name: 'sessions and their tokens',
    requests: 600,
    send: async () => {
      const account = { email: ana.email, password: 'Abeja-2026' };
      const { body } = await send(url, { method: 'POST', path: '/api/v1/auth/login', body: account, agent });
      const { status } = await send(url, { path: '/api/v1/auth/me', token: body.access_token, agent });
      expect(status).toBe(200);
    },
    bound: 30,
    tolerance: 15,
  },
  {
    name: 'responses that exceeded a limit while they were built',
    requests: 60,
    send: async () => {
      const nested = (levels: number): string =>
        levels === 0 ? 'id' : `apiary { beehives { nodes { observations ${nested(levels - 1)} } } }`;
      const query = `{ beehives { nodes { ${nested(2)} } } }`;
      const { body } = await send(url, { method: 'POST', path: '/graphql', token: ana.token, body: { query }, agent });
      expect(body.errors[0].extensions.code).toMatch(/BAD_USER_INPUT|UNAVAILABLE/);
    },
    bound: 20,
    tolerance: 15,
  },
  {
    name: 'tokens that are not valid',
    requests: 4000,
    send: async (n) => {
      const token = `${String(n).padEnd(1500, 'x')}.${'y'.repeat(300)}.z`;
      expect((await send(url, { path: '/api/v1/auth/me', token, agent })).status).toBe(401);
    },
    bound: 20,
    tolerance: 15,
  },
  {
    name: 'names and ids that clients choose',
    requests: 4000,
    send: async (n) => {
      const headers = { 'x-request-id': `request-${n}`, 'user-agent': `phone ${n}`, 'accept-language': `x-${n}` };
      await send(url, { path: `/api/v1/apiaries/${randomUUID()}?${n}`, token: ana.token, headers, agent });
    },
    bound: 20,
    tolerance: 15,
  },
];

/** Sends the requests `from` to `to` on several connections. */
async function fill({ requests, send: sendOne }: Cache, round: number): Promise<void> {
  let next = round * requests;
  const end = next + requests;
  const client = async (): Promise<void> => {
    while (next < end) await sendOne(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

it.each(CACHES.map((cache) => [cache.name, cache] as const))('%s: the heap is bounded', async (name, cache) => {
  // The least of several: what has just been answered is still being released.
  const heap = async (): Promise<number> => {
    const readings: number[] = [];
    for (let i = 0; i < 5; i++) {
      readings.push((await readResources(service)).heapMegabytes);
      await sleep(500);
    }
    return Math.min(...readings);
  };
  const empty = await heap();
  await fill(cache, 0);
  const full = await heap();
  await fill(cache, 1);
  const again = await heap();
  process.stderr.write(`    ${name}: ${[empty, full, again].map((megabytes) => megabytes.toFixed(1)).join(', ')} MB\n`);
  expect(full - empty).toBeLessThan(cache.bound);
  expect(again - full).toBeLessThan(cache.tolerance);
});

it('responses stored under Idempotency-Keys: those of an account take at most 16 MB of the database', async () => {
  // As much as a response may have, so that 400 would take 72 MB. PostgreSQL compresses texts that repeat.
  const text = (): string => Array.from({ length: 5000 }, () => randomUUID()).join(' ');
  const hive = await ana.beehive(apiary, { observations: text().slice(0, 10_000) });
  const aliases = Array.from({ length: 14 }, (_, i) => `a${i}: observations`).join(' ');
  for (let n = 0; n < 400; n++) {
    const observations = text().slice(0, 9900);
    const query = `mutation ($o: String!) { updateBeehive(input: { id: "${hive}", state: { observations: $o } }) { beehive { ${aliases} } } }`;
    const { body } = await send(url, {
      method: 'POST',
      path: '/graphql',
      token: ana.token,
      body: { query, variables: { o: observations } },
      headers: { 'idempotency-key': randomUUID() },
      agent,
    });
    expect(body.errors).toBeUndefined();
  }
  const [stored] = await reachable.database.sql<{ bytes: number; rows: number }>(
    `select sum(pg_column_size(body))::float8 as bytes, count(*)::int as rows from idempotency_keys`,
  );
  process.stderr.write(`    stored responses: ${stored!.rows} with ${(stored!.bytes / MB).toFixed(1)} MB\n`);
  expect(stored!.bytes).toBeLessThan(17 * MB);
});
