// Fault tests that take a few seconds, and so belong to every run; test/faults/*.faults.ts has the long ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { type App, createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { ApiariesResolver } from '../../src/features/apiaries/apiaries.resolver.js';
import { type Service, until } from '../process/service.js';
import { expectColoniesAndHoneyExact } from '../support/colony-and-honey/expect-exact.js';
import { FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { RowLock } from '../support/postgres/row-lock.js';
import { everyApi, newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { expectExactAfterFaults } from '../support/soak/expect-exact.js';
import {
  attempt,
  complaintsAbout,
  expectUnavailable,
  Load,
  type NoResponse,
  send,
  type TimedResponse,
} from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

const POOL_SIZE = 4;

let reachable: Reachable;
let app: App;
let dataDir: string;
let url: string;
let ana: Beekeeper;
let logged = '';

beforeAll(async () => {
  reachable = await reachableDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'beekeeping-faults-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    JWT_SECRET: 'a secret of the tests, of 32 bytes and more',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'off',
    DB_POOL: String(POOL_SIZE),
  });
  const logStream = new Writable({
    write: (line, _encoding, done) => {
      logged += line;
      done();
    },
  });
  app = await createApp(config, { url: reachable.url }, pino({ level: 'error' }, logStream));
  url = `http://127.0.0.1:${await app.listen(0, '127.0.0.1')}`;
  ana = await newBeekeeper(url);
});
afterEach(() => {
  logged = '';
  jest.restoreAllMocks();
});
afterAll(async () => {
  await app.close();
  await reachable.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const write = (at = url, who = ana): Promise<TimedResponse> => send(at, everyApi(who)['REST write']!);

describe('the database', () => {
  const services = new Services();
  let service: Service;
  let at: string;
  let bea: Beekeeper;
  // In a separate process, because within a test Node's errors belong to another realm.
  beforeAll(async () => {
    service = services.start({ DATABASE_URL: reachable.url, DB_POOL: String(POOL_SIZE) });
    at = await service.ready();
    bea = await newBeekeeper(at);
  });
  afterAll(() => services.end());

  it.each<[string, () => unknown]>([
    ['refused', () => reachable.network.refuse()],
    ['reset', () => reachable.network.reset()],
    ['silent', () => reachable.network.silence()],
  ])('%s: every API returns 503, the process lives and recovers by itself', async (_how, begin) => {
    const manyWrites = async () =>
      (await Promise.all(Array.from({ length: POOL_SIZE }, () => write(at, bea)))).map(({ status }) => status);
    expect(await manyWrites()).toEqual(Array(POOL_SIZE).fill(201));
    await begin();
    try {
      const attempts = Object.entries(everyApi(bea)).map(
        async ([name, request]): Promise<[string, TimedResponse | NoResponse]> => {
          return [name, await attempt(at, { ...request, timeoutMs: FAULT_TIMINGS_MS.outageResponse.bound })];
        },
      );
      expect((await send(at, { path: '/livez' })).status).toBe(200);
      expect(complaintsAbout(await Promise.all(attempts))).toEqual([]);
    } finally {
      await reachable.network.resume();
    }
    await until(async () => (await send(at, { path: '/readyz' })).status === 200);
    expect(await manyWrites()).toEqual(Array(POOL_SIZE).fill(201));
    expect(service.isRunning).toBe(true);
    expect(service.output).not.toMatch(/unexpected error/);
  });
});

describe('a resolver that throws', () => {
  it.each(['REST read', 'GraphQL read'])(
    '%s: a masked error, logged with its cause, and the service continues',
    async (name) => {
      const request = everyApi(ana)[name]!;
      jest.spyOn(ApiariesResolver.prototype, 'apiaries').mockImplementation(() => {
        throw new TypeError('the secret of the hive');
      });
      const { status, body } = await send(url, request);
      expect(status).toBe(name === 'REST read' ? 500 : 200);
      expect(body.message ?? body.errors[0].message).toBe('Something went wrong');
      expect(JSON.stringify(body)).not.toMatch(/secret|TypeError|\.js/);
      expect(logged).toMatch(/"requestId":"[\w-]+".*TypeError.*the secret of the hive/);
      jest.restoreAllMocks();
      expect((await send(url, request)).status).toBe(200);
    },
  );
});

describe('contention', () => {
  it('an exhausted pool: 503 with Retry-After, and immediate recovery', async () => {
    const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => app.pool.connect()));
    const responses = await Promise.all(Array.from({ length: 20 }, () => write())).finally(() => {
      for (const client of clients) client.release();
    });
    for (const response of responses) {
      expectUnavailable('a write', response);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await write()).status).toBe(201);
  });

  it('a locked row: the request fails in time, and others are served', async () => {
    const item = await ana.item(await ana.apiary(), { quantity: 5 });
    const lock = await RowLock.take(reachable.database.server, 'inventory_items', item);
    try {
      const path = `/api/v1/inventory/${item}/exit`;
      const exit = send(url, { method: 'POST', path, token: ana.token, body: { quantity: 1, person: 'Ana' } });
      await sleep(200);
      for (let n = 0; n < 5; n++) expect((await write()).status).toBe(201);
      const { status, body, ms } = await exit;
      expect([409, 503]).toContain(status);
      expect(body.message).toMatch(/\w/);
      expect(ms).toBeLessThan(FAULT_TIMINGS_MS.lockGivenUp.bound);
    } finally {
      await lock.release();
    }
  });
});

describe('the process', () => {
  const services = new Services();
  afterEach(() => services.end());

  it('survives an unhandled rejection and logs it', async () => {
    const preload = `process.on('SIGUSR2', () => void Promise.reject(new Error('unhandled rejection of the test')));`;
    const service = services.start({
      DATABASE_URL: reachable.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    const at = await service.ready();
    const ended = service.stop('SIGUSR2');
    await Promise.race([ended, until(() => service.output.includes('unhandled rejection of the test'))]);
    await sleep(200);
    expect({ isRunning: service.isRunning, output: service.output }).toMatchObject({ isRunning: true });
    expect((await send(at, { path: '/readyz' })).status).toBe(200);
  });

  it('drops no request on SIGTERM under load', async () => {
    const service = services.start({ DATABASE_URL: reachable.url });
    const at = await service.ready();
    const bea = await newBeekeeper(at);
    const outcomes: unknown[] = [];
    let acknowledged = 0;
    const request = { method: 'POST', path: '/api/v1/apiaries', token: bea.token, body: { name: 'Under load' } };
    const load = new Load(8, async () => {
      const outcome = await send(at, request).catch(({ code }: { code: string }) => code);
      if (typeof outcome === 'object' && outcome.status === 201) acknowledged++;
      else outcomes.push(typeof outcome === 'string' ? outcome : outcome.status);
      await sleep(10);
    });
    await sleep(700);
    expect(await service.stop()).toBe(0);
    await load.stop();
    // The kernel resets connections that it accepted at that very moment; their requests were not started.
    expect(outcomes.filter((outcome) => outcome === 'ECONNRESET').length).toBeLessThanOrEqual(3);
    expect(outcomes.filter((outcome) => !['ECONNREFUSED', 'ECONNRESET'].includes(String(outcome)))).toEqual([]);
    const rows = await reachable.database.sql('select id from apiaries where owner_id = $1', [bea.id]);
    expect(rows.length).toBe(acknowledged);
  });
});

it('mixed traffic while processes, the database and the network fail: the database equals the model, nothing leaks', async () => {
  await expectExactAfterFaults({ accounts: 12, durationMs: 18_000, seed: 1, pauseMs: 700, idleMs: 2000 });
}, 180_000);

it('colonies, queens and honey stay consistent, whatever several people record at once', async () => {
  await expectColoniesAndHoneyExact({ durationMs: 15_000, seed: 1 });
}, 180_000);
