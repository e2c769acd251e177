// SIGKILL of the service, of the database and of both during at least 300 acknowledged writes: each is stored exactly once, and each
// unacknowledged one at most once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { processesOf, type Service, until } from '../process/service.js';
import { expectLogExact } from '../support/change-log.js';
import { PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, Services } from '../support/service.js';
import { Load, NoResponse, send, type TimedResponse } from '../support/timed-request.js';
import { Beekeeper } from '../support/world.js';

jest.setTimeout(180_000);

const MIN_ACKNOWLEDGED_WRITES = 300;
const LARGE_STOCK = 100_000;
const SMALL_STOCK = 40;

/** Concurrent writes: apiaries, and exits from two stocks, one of which runs out. */
class ConcurrentWrites {
  readonly apiaries = new Set<string>();
  readonly exits = new Set<string>();
  readonly smallExits = new Set<string>();
  quantities: number[] = [];
  readonly refusals: string[] = [];
  private isStopped = false;
  private readonly load: Load;

  constructor(
    private readonly ana: Beekeeper,
    name: string,
    private readonly items: { large: string; small: string },
  ) {
    this.load = new Load(6, async (client, round) => {
      if (this.isStopped) return sleep(50);
      if (client < 2) return this.writeApiary(`${name}: ${client} ${round}`);
      if (client < 4) return this.writeExit(`${name}: ${client} ${round}`);
      if (client < 5) return this.writeSmallExit(`${name}: ${client} ${round}`);
      const response = await this.request({ path: `/api/v1/inventory/${items.small}` });
      if (response?.status === 200) this.quantities.push(response.body.quantity);
      return undefined;
    });
  }

  get acknowledged(): number {
    return this.apiaries.size + this.exits.size + this.smallExits.size;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.load.stop();
  }

  private async writeApiary(name: string): Promise<void> {
    const response = await this.request({ method: 'POST', path: '/api/v1/apiaries', body: { name } });
    if (response?.status === 201) this.apiaries.add(name);
  }

  private async writeExit(person: string): Promise<void> {
    const path = `/api/v1/inventory/${this.items.large}/exit`;
    const response = await this.request({ method: 'POST', path, body: { quantity: 1, person } });
    if (response?.status === 200) this.exits.add(person);
  }

  private async writeSmallExit(person: string): Promise<void> {
    const path = `/api/v1/inventory/${this.items.small}/exit`;
    const response = await this.request({ method: 'POST', path, body: { quantity: 1, person } });
    if (response?.status === 200) this.smallExits.add(person);
  }

  /** Returns undefined for no response, 503, and 409. Records any other unexpected status. */
  private async request(requested: {
    method?: string;
    path: string;
    body?: object;
  }): Promise<TimedResponse | undefined> {
    try {
      const response = await send(this.ana.url, { ...requested, token: this.ana.token });
      if (response.status === 409) return undefined; // The small stock has run out.
      if (![200, 201, 503].includes(response.status))
        this.refusals.push(`${response.status} ${JSON.stringify(response.body)}`);
      if (response.status === 503) await sleep(20);
      return response.status === 503 ? undefined : response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      await sleep(20);
      return undefined;
    }
  }
}

async function createItems(ana: Beekeeper): Promise<{ large: string; small: string }> {
  const apiary = await ana.apiary({ name: 'Stores' });
  return {
    large: await ana.item(apiary, { quantity: LARGE_STOCK }),
    small: await ana.item(apiary, { quantity: SMALL_STOCK }),
  };
}

/** @param url the current URL of the service */
async function expectNothingLost(
  url: string,
  { token }: Beekeeper,
  writes: ConcurrentWrites,
  items: { large: string; small: string },
) {
  const get = async (path: string) => {
    const { status, body } = await send(url, { path: `/api/v1${path}`, token });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  expect(writes.refusals).toEqual([]);
  expect(writes.acknowledged).toBeGreaterThanOrEqual(MIN_ACKNOWLEDGED_WRITES);
  const names: string[] = (await get('/apiaries')).map(({ name }: { name: string }) => name);
  expect([...writes.apiaries].filter((name) => !names.includes(name))).toEqual([]);
  const ours = names.filter((name) => name.startsWith('Round'));
  expect(new Set(ours).size).toBe(ours.length);

  for (const [item, start, acknowledged] of [
    [items.large, LARGE_STOCK, writes.exits],
    [items.small, SMALL_STOCK, writes.smallExits],
  ] as const) {
    const movements: { person: string | null }[] = await get(`/inventory/${item}/movements`);
    const persons = movements.flatMap(({ person }) => person ?? []);
    expect(new Set(persons).size).toBe(persons.length);
    expect([...acknowledged].filter((person) => !persons.includes(person))).toEqual([]);
    const { quantity } = await get(`/inventory/${item}`);
    expect(quantity).toBe(start - persons.length);
    expect(quantity).toBeGreaterThanOrEqual(0);
  }
  expect(writes.quantities.length).toBeGreaterThan(0);
  expect(Math.min(...writes.quantities)).toBeGreaterThanOrEqual(0);
}

const services = new Services();

describe('with the embedded database', () => {
  const settings = { NODE_ENV: 'test', DEMO_DATA: 'off' };
  let folder: string;
  let service: Service;

  beforeEach(() => {
    folder = services.folder();
  });
  afterEach(() => services.end());

  const postmasterPid = (): number =>
    Number.parseInt(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'), 10);
  const killService = () => service.stop('SIGKILL');
  const killDatabase = () => process.kill(postmasterPid(), 'SIGKILL');

  it.each<[string, number, () => unknown]>([
    ['the service', 5, killService],
    ['the database', 3, killDatabase],
    [
      'both',
      5,
      async () => {
        killDatabase();
        await killService();
      },
    ],
  ])('SIGKILL of %s, %i times', async (_what, rounds, kill) => {
    service = services.start(settings, folder);
    let url = await service.ready();
    const { token, id, email } = await newBeekeeper(url);
    for (let round = 0; round < rounds; round++) {
      const ana = new Beekeeper(url, token!, id, email);
      const items = await createItems(ana);
      const writes = new ConcurrentWrites(ana, `Round ${round}`, items);
      await until(() => writes.acknowledged >= MIN_ACKNOWLEDGED_WRITES);
      await kill();
      await writes.stop();
      if (!service.isRunning) {
        service = services.start(settings, folder);
        url = await service.ready();
      }
      await until(async () => (await send(url, { path: '/readyz' })).status === 200);
      await expectNothingLost(url, ana, writes, items);
    }
    expect(await service.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('with a separate PostgreSQL', () => {
  it('SIGKILL of the database and the service, 3 times', async () => {
    const cluster = await PostgresServer.create(services.folder());
    try {
      await cluster.sql('create database hives');
      const settings = { DATABASE_URL: cluster.url('hives') };
      let service = services.start(settings);
      let url = await service.ready();
      const { token, id, email } = await newBeekeeper(url);
      for (let round = 0; round < 3; round++) {
        const ana = new Beekeeper(url, token!, id, email);
        const items = await createItems(ana);
        const writes = new ConcurrentWrites(ana, `Round ${round}`, items);
        await until(() => writes.acknowledged >= MIN_ACKNOWLEDGED_WRITES);
        await Promise.all([cluster.stop('SIGKILL'), service.stop('SIGKILL')]);
        await writes.stop();
        await cluster.start();
        service = services.start(settings);
        url = await service.ready();
        await expectNothingLost(url, ana, writes, items);
        await expectLogExact({ sql: (text) => cluster.sql(text, 'hives') });
      }
      expect(await service.stop()).toBe(0);
    } finally {
      await services.end();
      await cluster.stop('SIGQUIT');
    }
  });
});
