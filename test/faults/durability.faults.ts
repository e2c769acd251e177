// KILL -9 of the service, of the database, and of both, while at least 300 writes are acknowledged: none of them is lost, and none
// that was not is done twice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { processesOf, type Service, until } from '../process/service.js';
import { PostgresServer } from '../support/postgres/server.js';
import { newBeekeeper, Services } from '../support/service.js';
import { Load, NoResponse, send, type TimedResponse } from '../support/timed-request.js';
import { Beekeeper } from '../support/world.js';

jest.setTimeout(180_000);

const ACKNOWLEDGED = 300;
const STOCK = 100_000;
const FEW = 40;

/** Apiaries and exits from two stocks, a large one and one that runs out, written by several at once. */
class Writing {
  readonly apiaries = new Set<string>();
  readonly exits = new Set<string>();
  readonly lastJars = new Set<string>();
  /** Of the large stock, whatever came of them. */
  attempts = 0;
  quantities: number[] = [];
  readonly refusals: string[] = [];
  private isOver = false;
  private readonly load: Load;

  constructor(
    private readonly ana: Beekeeper,
    name: string,
    private readonly items: { jars: string; few: string },
  ) {
    this.load = new Load(6, async (client, turn) => {
      if (this.isOver) return sleep(50);
      if (client < 2) return this.writeApiary(`${name}: ${client} ${turn}`);
      if (client < 4) return this.writeExit(`${name}: ${client} ${turn}`);
      if (client < 5) return this.writeLastJar(`${name}: ${client} ${turn}`);
      const heard = await this.ask({ path: `/api/v1/inventory/${items.few}` });
      if (heard?.status === 200) this.quantities.push(heard.body.quantity);
      return undefined;
    });
  }

  get acknowledged(): number {
    return this.apiaries.size + this.exits.size + this.lastJars.size;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.load.stop();
  }

  private async writeApiary(name: string): Promise<void> {
    const heard = await this.ask({ method: 'POST', path: '/api/v1/apiaries', body: { name } });
    if (heard?.status === 201) this.apiaries.add(name);
  }

  private async writeExit(person: string): Promise<void> {
    this.attempts++;
    const path = `/api/v1/inventory/${this.items.jars}/exit`;
    const heard = await this.ask({ method: 'POST', path, body: { quantity: 1, person } });
    if (heard?.status === 200) this.exits.add(person);
  }

  private async writeLastJar(person: string): Promise<void> {
    const path = `/api/v1/inventory/${this.items.few}/exit`;
    const heard = await this.ask({ method: 'POST', path, body: { quantity: 1, person } });
    if (heard?.status === 200) this.lastJars.add(person);
  }

  /** Undefined: unanswered, or unavailable. Anything else that is not expected is kept to be told. */
  private async ask(asked: { method?: string; path: string; body?: object }): Promise<TimedResponse | undefined> {
    try {
      const heard = await send(this.ana.url, { ...asked, token: this.ana.token });
      if (heard.status === 409) return undefined; // the few are gone
      if (![200, 201, 503].includes(heard.status)) this.refusals.push(`${heard.status} ${JSON.stringify(heard.body)}`);
      if (heard.status === 503) await sleep(20);
      return heard.status === 503 ? undefined : heard;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      await sleep(20);
      return undefined;
    }
  }
}

async function stocked(ana: Beekeeper): Promise<{ jars: string; few: string }> {
  const apiary = await ana.apiary({ name: 'Stores' });
  return { jars: await ana.item(apiary, { quantity: STOCK }), few: await ana.item(apiary, { quantity: FEW }) };
}

/** @param url where the service is now */
async function expectNothingLost(
  url: string,
  { token }: Beekeeper,
  written: Writing,
  items: { jars: string; few: string },
) {
  const get = async (path: string) => {
    const { status, body } = await send(url, { path: `/api/v1${path}`, token });
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  expect(written.refusals).toEqual([]);
  expect(written.acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED);
  const names: string[] = (await get('/apiaries')).map(({ name }: { name: string }) => name);
  expect([...written.apiaries].filter((name) => !names.includes(name))).toEqual([]);
  const ours = names.filter((name) => name.startsWith('Round'));
  expect(new Set(ours).size).toBe(ours.length);

  for (const [item, start, acknowledged] of [
    [items.jars, STOCK, written.exits],
    [items.few, FEW, written.lastJars],
  ] as const) {
    const movements: { person: string | null }[] = await get(`/inventory/${item}/movements`);
    const persons = movements.flatMap(({ person }) => person ?? []);
    expect(new Set(persons).size).toBe(persons.length);
    expect([...acknowledged].filter((person) => !persons.includes(person))).toEqual([]);
    const { quantity } = await get(`/inventory/${item}`);
    expect(quantity).toBe(start - persons.length);
    expect(quantity).toBeGreaterThanOrEqual(0);
  }
  expect(written.quantities.length).toBeGreaterThan(0);
  expect(Math.min(...written.quantities)).toBeGreaterThanOrEqual(0);
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

  const postmaster = (): number =>
    Number.parseInt(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'), 10);
  const killService = () => service.stop('SIGKILL');
  const killDatabase = () => process.kill(postmaster(), 'SIGKILL');

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
  ])('kill -9 of %s, %i times', async (_what, rounds, kill) => {
    service = services.start(settings, folder);
    let url = await service.ready();
    const { token, id, email } = await newBeekeeper(url);
    for (let round = 0; round < rounds; round++) {
      const ana = new Beekeeper(url, token!, id, email);
      const items = await stocked(ana);
      const written = new Writing(ana, `Round ${round}`, items);
      await until(() => written.acknowledged >= ACKNOWLEDGED);
      await kill();
      await written.stop();
      if (!service.isRunning) {
        service = services.start(settings, folder);
        url = await service.ready();
      }
      await until(async () => (await send(url, { path: '/readyz' })).status === 200);
      await expectNothingLost(url, ana, written, items);
    }
    expect(await service.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('with a PostgreSQL of an operator', () => {
  it('kill -9 of the database and the service, 3 times', async () => {
    const cluster = await PostgresServer.create(services.folder());
    try {
      await cluster.sql('create database hives');
      const settings = { DATABASE_URL: cluster.url('hives') };
      let service = services.start(settings);
      let url = await service.ready();
      const { token, id, email } = await newBeekeeper(url);
      for (let round = 0; round < 3; round++) {
        const ana = new Beekeeper(url, token!, id, email);
        const items = await stocked(ana);
        const written = new Writing(ana, `Round ${round}`, items);
        await until(() => written.acknowledged >= ACKNOWLEDGED);
        await Promise.all([cluster.stop('SIGKILL'), service.stop('SIGKILL')]);
        await written.stop();
        await cluster.start();
        service = services.start(settings);
        url = await service.ready();
        await expectNothingLost(url, ana, written, items);
      }
      expect(await service.stop()).toBe(0);
    } finally {
      await services.end();
      await cluster.stop('SIGQUIT');
    }
  });
});
