// Outages of the database: every request returns 503 in time, the process lives, and it recovers when the database is back.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Service, until } from '../process/service.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import type { FaultyNetwork } from '../support/postgres/faulty-network.js';
import { PostgresServer } from '../support/postgres/server.js';
import { everyApi, exportData, newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import {
  attempt,
  complaintsAbout,
  Load,
  type NoResponse,
  send,
  type TimedRequest,
  type TimedResponse,
} from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const OUTAGE_MS = 3000;
const CONCURRENT_WRITES = 10;

const services = new Services();
let service: Service;
let url: string;
let ana: Beekeeper;

async function serve(databaseUrl: string): Promise<void> {
  service = services.start({ DATABASE_URL: databaseUrl });
  url = await service.ready();
  ana = await newBeekeeper(url);
  // Fills the pool.
  await manyWrites();
}

const createApiary = (name: string): TimedRequest => ({
  method: 'POST',
  path: '/api/v1/apiaries',
  token: ana.token,
  body: { name },
});
const write = (name: string): Promise<TimedResponse> => send(url, createApiary(name));
const tryToWrite = async (name: string): Promise<Outcome> => ['a write', await attempt(url, createApiary(name))];
const manyWrites = (): Promise<number[]> =>
  Promise.all(Array.from({ length: CONCURRENT_WRITES }, async () => (await write('One of many')).status));
const namesNow = async (): Promise<string[]> =>
  (await send(url, { path: '/api/v1/apiaries', token: ana.token })).body.map(({ name }: { name: string }) => name);

type Outcome = [name: string, TimedResponse | NoResponse];

/** Repeats a request of every kind during the outage. @returns the outcomes, and those of the liveness check separately */
async function requestEverything(): Promise<{ outcomes: Outcome[]; liveness: TimedResponse[] }> {
  const outcomes: Outcome[] = [];
  const liveness: TimedResponse[] = [];
  const end = performance.now() + OUTAGE_MS;
  const live = (async () => {
    while (performance.now() < end) {
      liveness.push(await send(url, { path: '/livez' }));
      await sleep(50);
    }
  })();
  while (performance.now() < end) {
    const requests = Object.entries(everyApi(ana));
    await Promise.all(requests.map(async ([name, request]) => outcomes.push([name, await attempt(url, request)])));
    await sleep(50);
  }
  await live;
  return { outcomes, liveness };
}

function expectAlive(liveness: TimedResponse[]): void {
  expect(new Set(liveness.map(({ status }) => status))).toEqual(new Set([200]));
  expectWithin('slowest /livez', Math.max(...liveness.map(({ ms }) => ms)), FAULT_TIMINGS_MS.livenessInOutage);
  expect(service.isRunning).toBe(true);
}

function expectInTime(outcomes: Outcome[]): void {
  expectWithin('slowest response', Math.max(...outcomes.map(([, { ms }]) => ms)), FAULT_TIMINGS_MS.outageResponse);
}

/** Measures the time until the service is ready and accepts writes. */
async function expectRecovery(): Promise<void> {
  const startedAt = performance.now();
  await until(async () => (await send(url, { path: '/readyz' })).status === 200);
  await until(async () => (await write('Recovered')).status === 201);
  expectWithin('recovery', performance.now() - startedAt, FAULT_TIMINGS_MS.recovery);
  expect(await manyWrites()).toEqual(Array(CONCURRENT_WRITES).fill(201));
  expect(service.isRunning).toBe(true);
  // An outage must not be logged as an unexpected error.
  expect(service.output).not.toMatch(/unexpected error|Unhandled/);
}

/** Writes continuously. */
class Writers {
  private readonly startedAt = performance.now();
  private readonly acknowledged: string[] = [];
  private readonly otherOutcomes: Outcome[] = [];
  private readonly load = new Load(2, async (client, round) => {
    const name = `Writer ${client}, round ${round}, ${this.startedAt}`;
    const response = await attempt(url, createApiary(name));
    if ('status' in response && response.status === 201) this.acknowledged.push(name);
    else this.otherOutcomes.push(['a writer', response]);
    await sleep(10);
  });

  stop(): Promise<void> {
    return this.load.stop();
  }

  /** Asserts that every request got a response, and that each acknowledged write is stored exactly once. */
  async expectNothingLost(): Promise<void> {
    await this.stop();
    expect(complaintsAbout(this.otherOutcomes)).toEqual([]);
    const written = (await namesNow()).filter((name) => name.startsWith('Writer'));
    expect(new Set(written).size).toBe(written.length);
    expect(this.acknowledged.length).toBeGreaterThan(0);
    expect(written).toEqual(expect.arrayContaining(this.acknowledged));
  }
}
let writers: Writers | undefined;
async function startWriting(): Promise<Writers> {
  writers = new Writers();
  await sleep(300);
  return writers;
}
afterEach(async () => {
  await writers?.stop();
});

describe('on a network that fails', () => {
  let reachable: Reachable;
  let network: FaultyNetwork;

  beforeEach(async () => {
    reachable = await reachableDatabase();
    network = reachable.network;
    await serve(reachable.url);
  });
  afterEach(async () => {
    await writers?.stop();
    await services.end();
    await reachable.drop();
  });

  it.each<[string, () => unknown]>([
    ['refused', () => network.refuse()],
    ['reset', () => network.reset()],
    ['silent', () => network.silence()],
  ])('%s: every API returns 503 in time, the process lives and recovers without a restart', async (_how, begin) => {
    const writing = await startWriting();
    await begin();
    const { outcomes, liveness } = await requestEverything();
    expectInTime(outcomes);
    expect(complaintsAbout(outcomes)).toEqual([]);
    expectAlive(liveness);
    await network.resume();
    await expectRecovery();
    await writing.expectNothingLost();
  });

  it('refused: an export that has not started returns 503 too', async () => {
    expect((await send(url, exportData(ana))).status).toBe(200);
    await network.refuse();
    expect(complaintsAbout([['export', await attempt(url, exportData(ana))]])).toEqual([]);
    await network.resume();
    await expectRecovery();
    expect((await send(url, exportData(ana))).body.apiaries.length).toBeGreaterThan(CONCURRENT_WRITES);
  });

  it('silent during requests: they get a response in time too', async () => {
    const reading = everyApi(ana)['REST read']!;
    for (let round = 0; round < 5; round++) await send(url, reading);
    const pending = Array.from({ length: 30 }, () => tryToWrite('Pending'));
    network.silence();
    const outcomes = await Promise.all(pending);
    expectInTime(outcomes);
    expect(
      complaintsAbout(outcomes.filter(([, response]) => !('status' in response) || response.status !== 201)),
    ).toEqual([]);
    await network.resume();
    await expectRecovery();
  });

  it('silent for long, with more requests than connections: no queue builds up', async () => {
    network.silence();
    for (let round = 0; round < 3; round++) {
      const outcomes = await Promise.all(Array.from({ length: 60 }, () => tryToWrite('In the queue')));
      // Who waits for a turn behind requests that wait for the database waits twice.
      expectWithin('slowest response', Math.max(...outcomes.map(([, { ms }]) => ms)), FAULT_TIMINGS_MS.queuedInOutage);
      expect(complaintsAbout(outcomes)).toEqual([]);
    }
    await network.resume();
    await expectRecovery();
  });

  it('backends killed repeatedly: requests succeed or return 503', async () => {
    const writing = await startWriting();
    const killers = new Load(1, async () => {
      await reachable.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'`,
      );
      await sleep(20);
    });
    const { outcomes, liveness } = await requestEverything();
    await killers.stop();
    const isDone = ([, response]: Outcome) => 'status' in response && response.status < 300 && !response.body.errors;
    expect(complaintsAbout(outcomes.filter((one) => !isDone(one)))).toEqual([]);
    expectInTime(outcomes);
    expectAlive(liveness);
    await expectRecovery();
    await writing.expectNothingLost();
  });
});

describe('on a PostgreSQL that is restarted', () => {
  let cluster: PostgresServer;

  beforeAll(async () => {
    cluster = await PostgresServer.create(services.folder());
    await cluster.sql('create database hives');
    await serve(cluster.url('hives'));
  });
  afterAll(async () => {
    await cluster.stop('SIGQUIT');
    await services.end();
  });

  beforeEach(() => cluster.start());
  it.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
    'by %s: 503 until it is back, and no write is lost',
    async (signal) => {
      const writing = await startWriting();
      await cluster.stop(signal);
      const { outcomes, liveness } = await requestEverything();
      expectInTime(outcomes);
      expect(complaintsAbout(outcomes)).toEqual([]);
      expectAlive(liveness);
      await cluster.start();
      await expectRecovery();
      await writing.expectNothingLost();
    },
  );
});
