// The faults that take a few seconds to try, so that every run tries them; test/faults/*.faults.ts tries the rest.
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
import { FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { RowLock } from '../support/postgres/row-lock.js';
import { everyApi, newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
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

const POOL = 4;

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
    DB_POOL: String(POOL),
  });
  const into = new Writable({
    write: (line, _encoding, done) => {
      logged += line;
      done();
    },
  });
  app = await createApp(config, { url: reachable.url }, pino({ level: 'error' }, into));
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
  // A process of its own: what Node throws is an Error of another realm in a test.
  beforeAll(async () => {
    service = services.start({ DATABASE_URL: reachable.url, DB_POOL: String(POOL) });
    at = await service.ready();
    bea = await newBeekeeper(at);
  });
  afterAll(() => services.end());

  it.each<[string, () => unknown]>([
    ['refused', () => reachable.network.refuse()],
    ['reset', () => reachable.network.reset()],
    ['silent', () => reachable.network.silence()],
  ])('%s: 503 at every door, alive, and back by itself', async (_how, begin) => {
    const manyWrites = async () =>
      (await Promise.all(Array.from({ length: POOL }, () => write(at, bea)))).map(({ status }) => status);
    expect(await manyWrites()).toEqual(Array(POOL).fill(201));
    await begin();
    try {
      const doors = Object.entries(everyApi(bea)).map(
        async ([door, asked]): Promise<[string, TimedResponse | NoResponse]> => {
          return [door, await attempt(at, { ...asked, timeoutMs: FAULT_TIMINGS_MS.outageResponse.bound })];
        },
      );
      expect((await send(at, { path: '/livez' })).status).toBe(200);
      expect(complaintsAbout(await Promise.all(doors))).toEqual([]);
    } finally {
      await reachable.network.resume();
    }
    await until(async () => (await send(at, { path: '/readyz' })).status === 200);
    expect(await manyWrites()).toEqual(Array(POOL).fill(201));
    expect(service.isRunning).toBe(true);
    expect(service.output).not.toMatch(/unexpected error/);
  });
});

describe('a resolver that throws', () => {
  it.each(['REST read', 'GraphQL read'])(
    'over %s: 500 that tells nothing, in the log with its reason, and on it goes',
    async (door) => {
      const asked = everyApi(ana)[door]!;
      jest.spyOn(ApiariesResolver.prototype, 'apiaries').mockImplementation(() => {
        throw new TypeError('the secret of the hive');
      });
      const { status, body } = await send(url, asked);
      expect(status).toBe(door === 'REST read' ? 500 : 200);
      expect(body.message ?? body.errors[0].message).toBe('Something went wrong');
      expect(JSON.stringify(body)).not.toMatch(/secret|TypeError|\.js/);
      expect(logged).toMatch(/"requestId":"[\w-]+".*TypeError.*the secret of the hive/);
      jest.restoreAllMocks();
      expect((await send(url, asked)).status).toBe(200);
    },
  );
});

describe('what is held up', () => {
  it('a pool without a free connection: 503 with Retry-After, and back at once', async () => {
    const clients = await Promise.all(Array.from({ length: POOL }, () => app.pool.connect()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => write())).finally(() => {
      for (const client of clients) client.release();
    });
    for (const heard of answers) {
      expectUnavailable('a write', heard);
      expect(Number(heard.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await write()).status).toBe(201);
  });

  it('a row that somebody holds: given up, while others are served', async () => {
    const item = await ana.item(await ana.apiary(), { quantity: 5 });
    const held = await RowLock.take(reachable.database.server, 'inventory_items', item);
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
      await held.release();
    }
  });
});

describe('the process', () => {
  const services = new Services();
  afterEach(() => services.end());

  it('outlives a promise that nobody waits for, and logs it', async () => {
    const preload = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits for this')));`;
    const service = services.start({
      DATABASE_URL: reachable.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    const at = await service.ready();
    const ended = service.stop('SIGUSR2');
    await Promise.race([ended, until(() => service.output.includes('nobody waits for this'))]);
    await sleep(200);
    expect({ isRunning: service.isRunning, output: service.output }).toMatchObject({ isRunning: true });
    expect((await send(at, { path: '/readyz' })).status).toBe(200);
  });

  it('drops nothing at SIGTERM under load', async () => {
    const service = services.start({ DATABASE_URL: reachable.url });
    const at = await service.ready();
    const bea = await newBeekeeper(at);
    const outcomes: unknown[] = [];
    let acknowledged = 0;
    const asked = { method: 'POST', path: '/api/v1/apiaries', token: bea.token, body: { name: 'Under load' } };
    const load = new Load(8, async () => {
      const outcome = await send(at, asked).catch(({ code }: { code: string }) => code);
      if (typeof outcome === 'object' && outcome.status === 201) acknowledged++;
      else outcomes.push(typeof outcome === 'string' ? outcome : outcome.status);
      await sleep(10);
    });
    await sleep(700);
    expect(await service.stop()).toBe(0);
    await load.stop();
    // One that the kernel had taken up in the very instant, of which nothing was begun, is reset by it.
    expect(outcomes.filter((outcome) => outcome === 'ECONNRESET').length).toBeLessThanOrEqual(3);
    expect(outcomes.filter((outcome) => !['ECONNREFUSED', 'ECONNRESET'].includes(String(outcome)))).toEqual([]);
    const rows = await reachable.database.sql('select id from apiaries where owner_id = $1', [bea.id]);
    expect(rows.length).toBe(acknowledged);
  });
});
