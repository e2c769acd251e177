// WHAT IS HELD UP: by a lock, by a pool without a free connection, by a full disk, by a fault of our own. It is given up in time, hurts
// nobody else, and the process lives.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { RowLock } from '../support/postgres/row-lock.js';
import { PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { expectUnavailable, Load, send, type TimedResponse } from '../support/timed-request.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const POOL = 10;

let app: TestApp;
let reachable: Reachable;
let ana: Beekeeper;
let bea: Beekeeper;
let item: string;
let beas: string;

beforeAll(async () => {
  app = await startTestApp({ DB_POOL: String(POOL) });
  reachable = await reachableDatabase(app.database);
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  item = await ana.item(await ana.apiary(), { quantity: 1000 });
  beas = await bea.item(await bea.apiary(), { quantity: 1000 });
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

describe('a row that somebody holds', () => {
  let held: RowLock;
  let load: Load | undefined;
  beforeEach(async () => {
    held = await RowLock.take(app.database.server, 'inventory_items', item);
  });
  afterEach(async () => {
    await load?.stop();
    await held.release();
  });

  /** Somebody else's reads and writes, until the load is stopped. */
  function others(): TimedResponse[] {
    const heard: TimedResponse[] = [];
    load = new Load(2, async () => {
      heard.push(await exit(bea, beas), await apiaries(bea));
      await sleep(20);
    });
    return heard;
  }

  function expectUnaffected(heard: TimedResponse[]): void {
    expect(heard.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.message}`)).toEqual(
      [],
    );
    expectWithin('slowest answer to others', Math.max(...heard.map(({ ms }) => ms)), FAULT_TIMINGS_MS.unaffected);
  }

  it.each([1, 5])('is given up by %i who wait for it, and others do not notice', async (waiting) => {
    const heard = others();
    const answers = await Promise.all(Array.from({ length: waiting }, () => exit(ana, item)));
    for (const { status, body } of answers) {
      expect([409, 503]).toContain(status);
      expect(body.message).toMatch(/\w/);
    }
    expectWithin('given up', Math.max(...answers.map(({ ms }) => ms)), FAULT_TIMINGS_MS.lockGivenUp);
    expect((await apiaries(ana)).status).toBe(200);
    await load!.stop();
    expectUnaffected(heard);
  });

  it('is given up by more than there are connections, and others do not notice', async () => {
    const heard = others();
    const answers = await Promise.all(Array.from({ length: 2 * POOL }, () => exit(ana, item)));
    for (const { status, body } of answers) {
      expect([409, 503]).toContain(status);
      expect(body.message).toMatch(/\w/);
    }
    expectWithin('given up', Math.max(...answers.map(({ ms }) => ms)), FAULT_TIMINGS_MS.lockGivenUp);
    await load!.stop();
    expectUnaffected(heard);
  });

  it('is had once it is let go, and every exit is counted once', async () => {
    const before = Number(
      (await app.database.sql<{ quantity: string }>(`select quantity from inventory_items where id = '${item}'`))[0]!
        .quantity,
    );
    const waiting = Array.from({ length: 5 }, () => exit(ana, item));
    await sleep(1000);
    await held.release();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [after] = await app.database.sql<{ quantity: string }>(
      `select quantity from inventory_items where id = '${item}'`,
    );
    expect(Number(after!.quantity)).toBe(before - 5);
  });
});

describe('a pool without a free connection', () => {
  it('answers 503 with Retry-After after a bounded wait, never 500, and goes on', async () => {
    const clients = await Promise.all(Array.from({ length: POOL }, () => app.app.pool.connect()));
    try {
      const answers = await Promise.all([
        ...Array.from({ length: 100 }, () => exit(bea, beas)),
        ...Array.from({ length: 100 }, () =>
          send(app.url, {
            method: 'POST',
            path: '/graphql',
            token: bea.token,
            body: { query: '{ apiaries { nodes { id } } }' },
          }),
        ),
      ]);
      for (const heard of answers) expectUnavailable('a request', heard);
      expectWithin('slowest answer', Math.max(...answers.map(({ ms }) => ms)), FAULT_TIMINGS_MS.poolWait);
      for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      for (const client of clients) client.release();
    }
    expect((await exit(bea, beas)).status).toBe(200);
    expect(app.app.pool.waitingCount).toBe(0);
  });

  it.each(['1', '3'])('of %s serves 400 at once, or says that it cannot', async (size) => {
    const small = await startTestApp({ DB_POOL: size });
    try {
      const who = await beekeeper(small);
      const asked = { method: 'POST', path: '/api/v1/apiaries', token: who.token, body: { name: 'One of 400' } };
      const answers = await Promise.all(Array.from({ length: 400 }, () => send(small.url, asked)));
      for (const { status, body } of answers) {
        expect([201, 429, 503]).toContain(status);
        if (status !== 201) expect(body.message).toMatch(/\w/);
      }
      const acknowledged = answers.filter(({ status }) => status === 201).length;
      const [{ written } = { written: 0 }] = await small.database.sql<{ written: number }>(
        'select count(*)::int as written from apiaries',
      );
      // Who is told 503 tries again: what was stored then would be there twice.
      expect({ written }).toEqual({ written: acknowledged });
      expectWithin('slowest answer', Math.max(...answers.map(({ ms }) => ms)), FAULT_TIMINGS_MS.poolWait);
      process.stderr.write(`    ${acknowledged} of 400 done\n`);
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
  ])('has a %s', async (setting, most) => {
    const { rows } = await app.app.pool.query<{ ms: number }>(
      `select setting::int as ms from pg_settings where name = '${setting}'`,
    );
    expect(rows[0]!.ms).toBeGreaterThan(0);
    expect(rows[0]!.ms).toBeLessThanOrEqual(most);
  });
});

describe('a fault of our own', () => {
  const services = new Services();
  afterEach(() => services.end());

  it('outside a request, a promise that nobody waits for: logged, and the service lives', async () => {
    const preload = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits for this')));`;
    const service = services.start({
      DATABASE_URL: reachable.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    const url = await service.ready();
    const who = await newBeekeeper(url);
    const ended = service.stop('SIGUSR2');
    await Promise.race([ended, until(() => service.output.includes('nobody waits for this'))]);
    await sleep(500);
    expect(service.isRunning).toBe(true);
    expect(service.output).toMatch(/"level":(50|60).*nobody waits for this/);
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

  /** Not a byte is left. @returns how to make room */
  function fill(folder: string): () => void {
    const file = join(folder, 'filler');
    for (let part = 0; statfsSync(folder).bavail > 0; part++) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(`${file}.${part}`, Buffer.alloc(bavail * bsize));
    }
    return () => {
      for (let part = 0; part < 5; part++) rmSync(`${file}.${part}`, { force: true });
    };
  }

  it('under the log does not end the service (needs /dev/full)', async () => {
    const folder = services.folder();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    await new Promise((resolve) => taken.close(resolve));
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
    const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
    child = spawn(process.execPath, [main], { cwd: folder, env, stdio: ['ignore', full, 'pipe'] });
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
    // More than the log keeps back before it writes.
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
    'under the mails: the answer comes, the failure is logged, the mail is kept (skipped unless root on Linux)',
    async () => {
      const folder = services.folder();
      mount(join(folder, 'data/mail'), '64k');
      const makeRoom = fill(join(folder, 'data/mail'));
      const service = services.start({ DATABASE_URL: reachable.url }, folder);
      const url = await service.ready();
      const who = await newBeekeeper(url);
      const forgotten = { method: 'POST', path: '/api/v1/auth/forgot-password', body: { email: who.email } };
      expect((await send(url, forgotten)).status).toBe(200);
      await until(() => /ENOSPC.*mail not sent/.test(service.output));
      expect((await send(url, { path: '/api/v1/apiaries', token: who.token })).status).toBe(200);
      const kept = await app.database.sql(`select id from mails where recipient = '${who.email}'`);
      expect(kept.length).toBeGreaterThan(0);
      makeRoom();
      expect(await service.stop()).toBe(0);
    },
  );

  (canMount ? it : it.skip)(
    'under the database: 503 to who writes, and back when there is room (skipped unless root on Linux)',
    async () => {
      const folder = services.folder();
      const place = join(folder, 'small');
      mount(place, '160m');
      cluster = await PostgresServer.create(place, { max_wal_size: '32MB', min_wal_size: '32MB' });
      await cluster.sql('create database hives');
      const service = services.start({ DATABASE_URL: cluster.url('hives') });
      const url = await service.ready();
      const who = await newBeekeeper(url);
      const asked = {
        method: 'POST',
        path: '/api/v1/apiaries',
        token: who.token,
        body: { name: 'x'.repeat(80), location: 'y'.repeat(150) },
      };
      const acknowledged: string[] = [];
      const write = async (): Promise<TimedResponse> => {
        const heard = await send(url, asked);
        if (heard.status === 201) acknowledged.push(heard.body.id);
        return heard;
      };
      expect((await write()).status).toBe(201);
      const makeRoom = fill(place);
      let refused: TimedResponse[] = [];
      for (let n = 0; n < 3000 && refused.length < 20; n++) {
        const heard = await write();
        if (heard.status !== 201) refused = [...refused, heard];
      }
      expect(refused.length).toBe(20);
      for (const heard of refused) expectUnavailable('a write', heard);
      expect((await send(url, { path: '/livez' })).status).toBe(200);
      expect((await send(url, { path: '/api/v1/apiaries?first=5', token: who.token })).status).toBe(200);
      makeRoom();
      await until(async () => (await write()).status === 201);
      const rows = await cluster.sql<{ id: string }>('select id from apiaries', 'hives');
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      expect(readFileSync(`${cluster.dataDir}.log`, 'utf8')).toMatch(/No space left on device/);
      expect(await service.stop()).toBe(0);
    },
  );
});

it('a deadlock is told as one, to one of the two', async () => {
  const [one, other] = [await ana.apiary(), await ana.apiary()];
  const stranger = new pg.Client(app.database.server as pg.ClientConfig);
  await stranger.connect();
  await stranger.query('begin');
  await stranger.query('select 1 from apiaries where id = $1 for update', [other]);
  const query = `mutation ($one: ID!, $other: ID!) {
    one: updateApiary(id: $one, input: { name: "One" }) { id }
    other: updateApiary(id: $other, input: { name: "Other" }) { id }
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
  const mine = stranger.query('select 1 from apiaries where id = $1 for update', [one]).catch((error: Error) => error);
  const { status, body } = await answer;
  expect([200, 409, 503]).toContain(status);
  if (body.errors) expect(['CONFLICT', 'UNAVAILABLE']).toContain(body.errors[0].extensions.code);
  else expect(await mine).toBeInstanceOf(Error);
  await stranger.end();
});
