// Contention and exhaustion: locks, a pool without a free connection, a full disk, an unhandled rejection. Requests fail in time, other
// requests are not affected, and the process lives.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { MODULES, until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { RowLock } from '../support/postgres/row-lock.js';
import { PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { expectUnavailable, Load, send, type TimedResponse } from '../support/timed-request.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const POOL_SIZE = 10;

let app: TestApp;
let reachable: Reachable;
let ana: Beekeeper;
let bea: Beekeeper;
let item: string;
let itemOfBea: string;

beforeAll(async () => {
  app = await startTestApp({ DB_POOL: String(POOL_SIZE) });
  reachable = await reachableDatabase(app.database);
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  item = await ana.item(await ana.apiary(), { quantity: 1_000_000 });
  itemOfBea = await bea.item(await bea.apiary(), { quantity: 1_000_000 });
});
afterAll(async () => {
  await reachable.drop();
  await app.close();
});

const exit = (who: Beekeeper, of: string): Promise<TimedResponse> =>
  send(app.url, {
    method: 'POST',
    path: `/api/v1/inventory/${of}/exit`,
    token: who.token,
    body: { quantity: 1, person: 'Ana' },
  });
const apiaries = (who: Beekeeper): Promise<TimedResponse> =>
  send(app.url, { path: '/api/v1/apiaries', token: who.token });

describe('a locked row', () => {
  let lock: RowLock;
  let load: Load | undefined;
  beforeEach(async () => {
    lock = await RowLock.take(app.database.server, 'inventory_items', item);
  });
  afterEach(async () => {
    await load?.stop();
    await lock.release();
  });

  /** Reads and writes of another account, until the load is stopped. */
  function startOtherLoad(): TimedResponse[] {
    const responses: TimedResponse[] = [];
    load = new Load(2, async () => {
      responses.push(await exit(bea, itemOfBea), await apiaries(bea));
      await sleep(20);
    });
    return responses;
  }

  function expectUnaffected(responses: TimedResponse[]): void {
    expect(
      responses.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.message}`),
    ).toEqual([]);
    expectWithin(
      'slowest response to another account',
      Math.max(...responses.map(({ ms }) => ms)),
      FAULT_TIMINGS_MS.unaffected,
    );
  }

  it.each([1, 5])('fails %i waiting requests in time, and does not affect another account', async (waiting) => {
    const responses = startOtherLoad();
    const outcomes = await Promise.all(Array.from({ length: waiting }, () => exit(ana, item)));
    for (const { status, body } of outcomes) {
      expect([409, 503]).toContain(status);
      expect(body.message).toMatch(/\w/);
    }
    expectWithin('failed request', Math.max(...outcomes.map(({ ms }) => ms)), FAULT_TIMINGS_MS.lockGivenUp);
    expect((await apiaries(ana)).status).toBe(200);
    await load!.stop();
    expectUnaffected(responses);
  });

  it('fails more requests than there are connections in time, and does not affect another account', async () => {
    const responses = startOtherLoad();
    const outcomes = await Promise.all(Array.from({ length: 2 * POOL_SIZE }, () => exit(ana, item)));
    for (const { status, body } of outcomes) {
      expect([409, 503]).toContain(status);
      expect(body.message).toMatch(/\w/);
    }
    expectWithin('failed request', Math.max(...outcomes.map(({ ms }) => ms)), FAULT_TIMINGS_MS.lockGivenUp);
    await load!.stop();
    expectUnaffected(responses);
  });

  it('is available after its release, and every exit is recorded once', async () => {
    const before = Number(
      (await app.database.sql<{ quantity: string }>(`select quantity from inventory_items where id = '${item}'`))[0]!
        .quantity,
    );
    const waiting = Array.from({ length: 5 }, () => exit(ana, item));
    await sleep(1000);
    await lock.release();
    const outcomes = await Promise.all(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [after] = await app.database.sql<{ quantity: string }>(
      `select quantity from inventory_items where id = '${item}'`,
    );
    expect(Number(after!.quantity)).toBe(before - 5);
  });
});

describe('a pool without a free connection', () => {
  it('returns 503 with Retry-After after a bounded wait, never 500, and recovers', async () => {
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => app.app.pool.connect()));
    try {
      const outcomes = await Promise.all([
        ...Array.from({ length: 100 }, () => exit(bea, itemOfBea)),
        ...Array.from({ length: 100 }, () =>
          send(app.url, {
            method: 'POST',
            path: '/graphql',
            token: bea.token,
            body: { query: '{ apiaries { nodes { id } } }' },
          }),
        ),
      ]);
      for (const response of outcomes) expectUnavailable('a request', response);
      expectWithin('slowest response', Math.max(...outcomes.map(({ ms }) => ms)), FAULT_TIMINGS_MS.poolWait);
      for (const { headers } of outcomes) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      for (const client of clients) client.release();
    }
    expect((await exit(bea, itemOfBea)).status).toBe(200);
    expect(app.app.pool.waitingCount).toBe(0);
  });

  it.each(['1', '3'])('of size %s serves 400 concurrent requests or returns 503', async (size) => {
    const small = await startTestApp({ DB_POOL: size });
    try {
      const who = await beekeeper(small);
      const request = { method: 'POST', path: '/api/v1/apiaries', token: who.token, body: { name: 'One of 400' } };
      const outcomes = await Promise.all(Array.from({ length: 400 }, () => send(small.url, request)));
      for (const { status, body } of outcomes) {
        expect([201, 429, 503]).toContain(status);
        if (status !== 201) expect(body.message).toMatch(/\w/);
      }
      const acknowledged = outcomes.filter(({ status }) => status === 201).length;
      const [{ written } = { written: 0 }] = await small.database.sql<{ written: number }>(
        'select count(*)::int as written from apiaries',
      );
      // A client retries after 503, so such a request must not have been stored.
      expect({ written }).toEqual({ written: acknowledged });
      expectWithin('slowest response', Math.max(...outcomes.map(({ ms }) => ms)), FAULT_TIMINGS_MS.poolWait);
      process.stderr.write(`    ${acknowledged} of 400 stored\n`);
    } finally {
      await small.close();
    }
  });
});

describe('every connection', () => {
  it.each([
    ['statement_timeout', 10_000],
    ['lock_timeout', 5000],
    ['idle_in_transaction_session_timeout', 30_000],
  ])('has a %s', async (setting, maxMs) => {
    const { rows } = await app.app.pool.query<{ ms: number }>(
      `select setting::int as ms from pg_settings where name = '${setting}'`,
    );
    expect(rows[0]!.ms).toBeGreaterThan(0);
    expect(rows[0]!.ms).toBeLessThanOrEqual(maxMs);
  });
});

describe('an unexpected error', () => {
  const services = new Services();
  afterEach(() => services.end());

  it('outside of requests, an unhandled rejection is logged and the process lives', async () => {
    const preload = `process.on('SIGUSR2', () => void Promise.reject(new Error('unhandled rejection of the test')));`;
    const service = services.start({
      DATABASE_URL: reachable.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    const url = await service.ready();
    const who = await newBeekeeper(url);
    const ended = service.stop('SIGUSR2');
    await Promise.race([ended, until(() => service.output.includes('unhandled rejection of the test'))]);
    await sleep(500);
    expect(service.isRunning).toBe(true);
    expect(service.output).toMatch(/"level":(50|60).*unhandled rejection of the test/);
    expect((await send(url, { path: '/api/v1/apiaries', token: who.token })).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

describe('a full disk', () => {
  const canMount = process.getuid?.() === 0 && process.platform === 'linux';
  const mounted: string[] = [];
  const services = new Services();
  let child: ChildProcess | undefined;
  let cluster: PostgresServer | undefined;

  afterEach(async () => {
    child?.kill('SIGKILL');
    child = undefined;
    await cluster?.stop('SIGQUIT');
    cluster = undefined;
    for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
    await services.end();
  });

  function mount(folder: string, size: string): void {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder]);
    mounted.push(folder);
  }

  /** Fills the file system. @returns a function that frees the space */
  function fill(folder: string): () => void {
    const parts: string[] = [];
    for (let left = statfsSync(folder); left.bavail > 0; left = statfsSync(folder)) {
      parts.push(join(folder, `filler.${parts.length}`));
      try {
        writeFileSync(parts.at(-1)!, Buffer.alloc(left.bavail * left.bsize));
      } catch (error) {
        // The service has written meanwhile: what was left is filled all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    return () => {
      for (const part of parts) rmSync(part, { force: true });
    };
  }

  it('for the log does not end the service (requires /dev/full)', async () => {
    const folder = services.folder();
    const portHolder = createServer().listen(0, '127.0.0.1');
    await once(portHolder, 'listening');
    const { port } = portHolder.address() as { port: number };
    await new Promise((resolve) => portHolder.close(resolve));
    const full = openSync('/dev/full', 'w');
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: reachable.url,
      LOG_LEVEL: 'info',
    };
    child = spawn(process.execPath, [MODULES], { cwd: folder, env, stdio: ['ignore', full, 'pipe'] });
    let complaints = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      send(url, { path: '/readyz' }).then(
        ({ status }) => status === 200,
        () => child!.exitCode !== null,
      );
    await until(isUp);
    const who = await newBeekeeper(url).catch(() => ana);
    // More than the log buffers before it writes.
    for (let n = 0; n < 300 && child.exitCode === null; n++)
      await send(url, { path: '/api/v1/apiaries', token: who.token }).catch(() => {});
    await sleep(1500);
    expect({ exitCode: child.exitCode, complaints }).toEqual({ exitCode: null, complaints: '' });
    expect((await send(url, { path: '/api/v1/apiaries', token: who.token })).status).toBe(200);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });

  (canMount ? it : it.skip)(
    'for mails: the request succeeds, the failure is logged, the mail is kept (skipped unless root on Linux)',
    async () => {
      const folder = services.folder();
      mount(join(folder, 'data/mail'), '64k');
      const freeSpace = fill(join(folder, 'data/mail'));
      const service = services.start({ DATABASE_URL: reachable.url }, folder);
      const url = await service.ready();
      const who = await newBeekeeper(url);
      const forgotPassword = { method: 'POST', path: '/api/v1/auth/forgot-password', body: { email: who.email } };
      expect((await send(url, forgotPassword)).status).toBe(200);
      await until(() => /ENOSPC.*a job failed/.test(service.output));
      expect((await send(url, { path: '/api/v1/apiaries', token: who.token })).status).toBe(200);
      const kept = await app.database.sql(`select id from mails where recipient = '${who.email}'`);
      expect(kept.length).toBeGreaterThan(0);
      freeSpace();
      expect(await service.stop()).toBe(0);
    },
  );

  (canMount ? it : it.skip)(
    'for the database: 503 for writes until space is free (skipped unless root on Linux)',
    async () => {
      const folder = services.folder();
      const small = join(folder, 'small');
      mount(small, '160m');
      cluster = await PostgresServer.create(small, { max_wal_size: '32MB', min_wal_size: '32MB' });
      await cluster.sql('create database hives');
      const service = services.start({ DATABASE_URL: cluster.url('hives') });
      const url = await service.ready();
      const who = await newBeekeeper(url);
      const request = {
        method: 'POST',
        path: '/api/v1/apiaries',
        token: who.token,
        body: { name: 'x'.repeat(80), location: 'y'.repeat(150) },
      };
      const acknowledged: string[] = [];
      const write = async (): Promise<TimedResponse> => {
        const response = await send(url, request);
        if (response.status === 201) acknowledged.push(response.body.id);
        return response;
      };
      expect((await write()).status).toBe(201);
      const freeSpace = fill(small);
      let refused: TimedResponse[] = [];
      for (let n = 0; n < 3000 && refused.length < 20; n++) {
        const response = await write();
        if (response.status !== 201) refused = [...refused, response];
      }
      expect(refused.length).toBe(20);
      for (const response of refused) expectUnavailable('a write', response);
      expect((await send(url, { path: '/livez' })).status).toBe(200);
      expect((await send(url, { path: '/api/v1/apiaries?first=5', token: who.token })).status).toBe(200);
      freeSpace();
      await until(async () => (await write()).status === 201);
      const rows = await cluster.sql<{ id: string }>('select id from apiaries', 'hives');
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      expect(readFileSync(`${cluster.dataDir}.log`, 'utf8')).toMatch(/No space left on device/);
      expect(await service.stop()).toBe(0);
    },
  );
});

it('a deadlock fails one of the two transactions with a conflict', async () => {
  const [one, other] = [await ana.apiary(), await ana.apiary()];
  const otherClient = new pg.Client(app.database.server as pg.ClientConfig);
  await otherClient.connect();
  await otherClient.query('begin');
  await otherClient.query('select 1 from apiaries where id = $1 for update', [other]);
  const query = `mutation ($one: ID!, $other: ID!) {
    one: updateApiary(input: { id: $one, name: "One" }) { apiary { id } }
    other: updateApiary(input: { id: $other, name: "Other" }) { apiary { id } }
  }`;
  const headers = { 'idempotency-key': 'a-deadlock' };
  const answer = send(app.url, {
    method: 'POST',
    path: '/graphql',
    token: ana.token,
    headers,
    body: { query, variables: { one, other } },
  });
  await sleep(300);
  const lockResult = otherClient
    .query('select 1 from apiaries where id = $1 for update', [one])
    .catch((error: Error) => error);
  const { status, body } = await answer;
  expect([200, 409, 503]).toContain(status);
  if (body.errors) expect(['CONFLICT', 'UNAVAILABLE']).toContain(body.errors[0].extensions.code);
  else expect(await lockResult).toBeInstanceOf(Error);
  await otherClient.end();
});
