// The server closes the idle connections, and a request takes one before this process has heard of it: reads and transactions are served all
// the same; a statement that writes by itself is refused, and not sent again.
import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { everyApi } from '../support/service.js';
import { send, type TimedRequest } from '../support/timed-request.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const POOL = 4;
/** A process of its own, for which this one waits without reading from its sockets. */
const TERMINATE = `
  const client = new (require('pg').Client)(JSON.parse(process.argv[1]));
  const idle = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and state = 'idle' and application_name <> 'test'";
  client.connect().then(() => client.query(idle)).then(({ rowCount }) => { console.log(rowCount); return client.end(); });`;

let app: TestApp;
let ana: Beekeeper;
let item: string;

beforeAll(async () => {
  app = await startTestApp({ DB_POOL: String(POOL) });
  ana = await beekeeper(app);
  item = await ana.item(await ana.apiary(), { quantity: 10 });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => app.close());

/** @returns how many connections were closed */
const terminateIdle = (): number =>
  Number(execFileSync(process.execPath, ['-e', TERMINATE, JSON.stringify(app.database.server)], { encoding: 'utf8' }));

async function fillPool(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: POOL }, () => app.app.pool.connect()));
  for (const client of clients) client.release();
}

/** Sends a request, and closes the idle connections when it takes the n-th. */
async function sendAndTerminate(
  request: TimedRequest,
  n: number,
): Promise<{ status: number; errors: unknown; closed: number }> {
  await fillPool();
  const { pool } = app.app;
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => never;
  let taken = 0;
  let closed = 0;
  jest.spyOn(pool, 'connect').mockImplementation(((...args: unknown[]) => {
    taken += 1;
    if (taken === n) closed = terminateIdle();
    return connect(...args);
  }) as never);
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
