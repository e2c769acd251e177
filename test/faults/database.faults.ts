// THE DATABASE AWAY, in every way it can be: each answer says so in time, the process lives, and goes on when the database is back.
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
const AT_ONCE = 10;

const services = new Services();
let service: Service;
let url: string;
let ana: Beekeeper;

async function serve(databaseUrl: string): Promise<void> {
  service = services.start({ DATABASE_URL: databaseUrl });
  url = await service.ready();
  ana = await newBeekeeper(url);
  // As many connections as there can be.
  await manyWrites();
}

const asking = (name: string): TimedRequest => ({
  method: 'POST',
  path: '/api/v1/apiaries',
  token: ana.token,
  body: { name },
});
const write = (name: string): Promise<TimedResponse> => send(url, asking(name));
const tryToWrite = async (name: string): Promise<Told> => ['a write', await attempt(url, asking(name))];
const manyWrites = (): Promise<number[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, async () => (await write('One of many')).status));
const namesNow = async (): Promise<string[]> =>
  (await send(url, { path: '/api/v1/apiaries', token: ana.token })).body.map(({ name }: { name: string }) => name);

type Told = [door: string, TimedResponse | NoResponse];

/** Asks at every door, over and over, for as long as the outage is to last. @returns what was answered, and liveness apart */
async function askEverywhere(): Promise<{ answers: Told[]; liveness: TimedResponse[] }> {
  const answers: Told[] = [];
  const liveness: TimedResponse[] = [];
  const end = performance.now() + OUTAGE_MS;
  const live = (async () => {
    while (performance.now() < end) {
      liveness.push(await send(url, { path: '/livez' }));
      await sleep(50);
    }
  })();
  while (performance.now() < end) {
    const doors = Object.entries(everyApi(ana));
    await Promise.all(doors.map(async ([door, asked]) => answers.push([door, await attempt(url, asked)])));
    await sleep(50);
  }
  await live;
  return { answers, liveness };
}

function expectAlive(liveness: TimedResponse[]): void {
  expect(new Set(liveness.map(({ status }) => status))).toEqual(new Set([200]));
  expectWithin('slowest /livez', Math.max(...liveness.map(({ ms }) => ms)), FAULT_TIMINGS_MS.livenessInOutage);
  expect(service.isRunning).toBe(true);
}

function expectAnsweredInTime(answers: Told[]): void {
  expectWithin('slowest answer', Math.max(...answers.map(([, { ms }]) => ms)), FAULT_TIMINGS_MS.outageResponse);
}

/** The time from now until it is ready and writes. */
async function recovers(): Promise<void> {
  const since = performance.now();
  await until(async () => (await send(url, { path: '/readyz' })).status === 200);
  await until(async () => (await write('Recovered')).status === 201);
  expectWithin('recovery', performance.now() - since, FAULT_TIMINGS_MS.recovery);
  expect(await manyWrites()).toEqual(Array(AT_ONCE).fill(201));
  expect(service.isRunning).toBe(true);
  // An outage is no fault of the service's own.
  expect(service.output).not.toMatch(/unexpected error|Unhandled/);
}

/** Writes all the time. */
class Writers {
  private readonly since = performance.now();
  private readonly acknowledged: string[] = [];
  private readonly others: Told[] = [];
  private readonly load = new Load(2, async (client, turn) => {
    const name = `Writer ${client}, turn ${turn}, ${this.since}`;
    const heard = await attempt(url, asking(name));
    if ('status' in heard && heard.status === 201) this.acknowledged.push(name);
    else this.others.push(['a writer', heard]);
    await sleep(10);
  });

  stop(): Promise<void> {
    return this.load.stop();
  }

  /** Every request was answered; what was acknowledged is there, nothing is there twice. */
  async expectNothingLost(): Promise<void> {
    await this.stop();
    expect(complaintsAbout(this.others)).toEqual([]);
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
  ])('%s: 503 in time at every door, alive, and back without a restart', async (_how, begin) => {
    const writing = await startWriting();
    await begin();
    const { answers, liveness } = await askEverywhere();
    expectAnsweredInTime(answers);
    expect(complaintsAbout(answers)).toEqual([]);
    expectAlive(liveness);
    await network.resume();
    await recovers();
    await writing.expectNothingLost();
  });

  it('refused: an export that has not begun says so, too', async () => {
    expect((await send(url, exportData(ana))).status).toBe(200);
    await network.refuse();
    expect(complaintsAbout([['export', await attempt(url, exportData(ana))]])).toEqual([]);
    await network.resume();
    await recovers();
    expect((await send(url, exportData(ana))).body.apiaries.length).toBeGreaterThan(AT_ONCE);
  });

  it('silent while requests are under way: they are answered in time too', async () => {
    const reading = everyApi(ana)['REST read']!;
    for (let round = 0; round < 5; round++) await send(url, reading);
    const underWay = Array.from({ length: 30 }, () => tryToWrite('Under way'));
    network.silence();
    const answers = await Promise.all(underWay);
    expectAnsweredInTime(answers);
    expect(complaintsAbout(answers.filter(([, heard]) => !('status' in heard) || heard.status !== 201))).toEqual([]);
    await network.resume();
    await recovers();
  });

  it('silent for long, with more requests than connections: no queue builds up behind it', async () => {
    network.silence();
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => tryToWrite('In the queue')));
      expectAnsweredInTime(answers);
      expect(complaintsAbout(answers)).toEqual([]);
    }
    await network.resume();
    await recovers();
  });

  it('backends killed again and again: done or 503, never anything else', async () => {
    const writing = await startWriting();
    const killers = new Load(1, async () => {
      await reachable.database.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'`,
      );
      await sleep(20);
    });
    const { answers, liveness } = await askEverywhere();
    await killers.stop();
    const done = ([, heard]: Told) => 'status' in heard && heard.status < 300 && !heard.body.errors;
    expect(complaintsAbout(answers.filter((one) => !done(one)))).toEqual([]);
    expectAnsweredInTime(answers);
    expectAlive(liveness);
    await recovers();
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
  it.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)('by %s: 503 until it is back, nothing lost', async (signal) => {
    const writing = await startWriting();
    await cluster.stop(signal);
    const { answers, liveness } = await askEverywhere();
    expectAnsweredInTime(answers);
    expect(complaintsAbout(answers)).toEqual([]);
    expectAlive(liveness);
    await cluster.start();
    await recovers();
    await writing.expectNothingLost();
  });
});
