// The server closes the idle connections, and a request takes one before this process has heard of it: reads and transactions are served all
// the same; a statement that writes by itself is refused, and not sent again.
import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Services } from '../../src/context.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { everyApi } from '../support/service.js';
import { send, type TimedRequest } from '../support/timed-request.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const POOL = 4;
/** A process of its own, for which this one waits without reading from its sockets. */
const TERMINATE = `
  const client = new (require('pg').Client)(JSON.parse(process.argv[1]));
  const idle = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and state = 'idle' and application_name <> 'test' and ($1::int is null or pid = $1)";
  client.connect().then(() => client.query(idle, [process.argv[2] || null])).then(({ rowCount }) => { console.log(rowCount); return client.end(); });`;

let app: TestApp;
let ana: Beekeeper;
let item: string;

/** The response to which work belongs: background work takes connections at the same time, also what an earlier request has begun. */
const responseOf = new AsyncLocalStorage<ServerResponse>();

beforeAll(async () => {
  app = await startTestApp({ DB_POOL: String(POOL) });
  const { httpServer } = app.app;
  const emit = httpServer.emit.bind(httpServer);
  httpServer.emit = (name: string, ...args: unknown[]) =>
    name === 'request' ? responseOf.run(args[1] as ServerResponse, () => emit(name, ...args)) : emit(name, ...args);
  ana = await beekeeper(app);
  item = await ana.item(await ana.apiary(), { quantity: 10 });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => app.close());

/** @param pid of one; if omitted, all @returns how many connections were closed */
const terminateIdle = (pid = ''): number =>
  Number(
    execFileSync(process.execPath, ['-e', TERMINATE, JSON.stringify(app.database.server), pid], { encoding: 'utf8' }),
  );

async function fillPool(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: POOL }, () => app.app.pool.connect()));
  for (const client of clients) client.release();
}

/** Calls `meanwhile` when a request takes its n-th connection. @returns how many it has taken */
function onConnect(meanwhile: (n: number) => void): () => number {
  const { pool } = app.app;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => never;
  let taken = 0;
  jest.spyOn(pool, 'connect').mockImplementation(((...args: unknown[]) => {
    if (responseOf.getStore()?.writableEnded === false) meanwhile(++taken);
    return connect(...args);
  }) as never);
  return () => taken;
}

/** Sends a request, and closes the idle connections when it takes the n-th. */
async function sendAndTerminate(
  request: TimedRequest,
  n: number,
): Promise<{ status: number; errors: unknown; closed: number }> {
  await fillPool();
  let closed = 0;
  onConnect((taken) => {
    if (taken === n) closed = terminateIdle();
  });
  const { status, body } = await send(app.url, request);
  jest.restoreAllMocks();
  return { status, errors: body?.errors, closed };
}

describe('all idle connections are closed', () => {
  it.each([
    ['REST read', 200],
    ['GraphQL read', 200],
    ['REST write', 201],
    ['REST write with a key', 201],
    ['GraphQL write', 200],
  ])('%s: is served', async (name, status) => {
    const answered = await sendAndTerminate(everyApi(ana)[name]!, 1);
    expect(answered).toEqual({ status, errors: undefined, closed: expect.any(Number) });
    expect(answered.closed).toBeGreaterThanOrEqual(POOL - 1);
  });

  it('a statement that writes by itself: 503, and it is not sent again', async () => {
    const exit = {
      method: 'POST',
      path: `/api/v1/inventory/${item}/exit`,
      token: ana.token,
      body: { quantity: 1, person: 'Ana' },
    };
    expect(await sendAndTerminate(exit, 1)).toMatchObject({ status: 503 });
    const { inventoryItem } = await ana.ask(`{ inventoryItem(id: "${item}") { quantity } }`);
    expect(inventoryItem.quantity).toBe(10);
    expect((await send(app.url, exit)).status).toBe(200);
  });
});

it('a write with a key, while reads go to a replica: its second try takes no idle connection of the primary', async () => {
  const { pool, digests } = app.app;
  const { services } = (digests as unknown as { newContext: () => { services: Partial<Services> } }).newContext();
  const nothing = (): void => undefined;
  const replicas = { readPoolFor: () => ({ query: pool.query.bind(pool) }), recordWrite: nothing, loggedIn: nothing };
  services.replicas = replicas as unknown as Services['replicas'];
  await fillPool();
  const { _idle: idle } = pool as unknown as { _idle: { client: { processID: number } }[] };
  // Nobody has used them since the first try, which background work may do.
  let unused = new Set<object>();
  let left: number | undefined;
  const forget = (client: object): void => void unused.delete(client);
  pool.on('acquire', forget);
  const taken = onConnect((n) => {
    if (n > 1) left = idle.filter(({ client }) => unused.has(client)).length;
    else {
      unused = new Set(idle.map(({ client }) => client));
      terminateIdle(String(idle.at(-1)!.client.processID));
    }
  });
  const { status } = await send(app.url, everyApi(ana)['REST write with a key']!);
  delete services.replicas;
  pool.off('acquire', forget);
  expect({ status, taken: taken(), left }).toEqual({ status: 201, taken: 2, left: 0 });
});
