import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { Client } from '../support/client.js';
import { newFolder, processesOf, removeFolder, Service, until } from './service.js';

const EXAMPLE = '{ apiaries { nodes { name } } }';

const services: Service[] = [];
let usedBefore: string;
let folder: string;

function start(settings: Record<string, string> = {}, where = folder): Service {
  const service = new Service(where, settings);
  services.push(service);
  return service;
}

/** As a service left it that has run once; it saves making a database where that is not the question. */
function copyOfUsed(): void {
  expect(spawnSync('cp', ['-a', join(usedBefore, 'data'), folder]).status).toBe(0);
}

async function demoOf(url: string): Promise<Client> {
  const { status, body } = await new Client(url).rest('POST', '/auth/login', DEMO_ACCOUNT);
  expect([status, body.message]).toEqual([200, undefined]);
  return new Client(url, body.access_token);
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.ask(EXAMPLE)).apiaries.nodes.map(({ name }: { name: string }) => name);

const postmaster = (): number =>
  Number.parseInt(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'), 10);

/** Creates apiaries, several at a time, until the service is gone. @returns the ids that it has acknowledged, as it does so */
function writeUntilGone(client: Client): { acknowledged: string[]; over: Promise<unknown> } {
  const acknowledged: string[] = [];
  const writer = async (): Promise<void> => {
    for (;;) {
      const answer = await client.rest('POST', '/apiaries', { name: 'written in a hurry' }).catch(() => undefined);
      if (answer?.status !== 201) return;
      acknowledged.push(answer.body.id);
    }
  };
  return { acknowledged, over: Promise.all(Array.from({ length: 4 }, writer)) };
}

async function expectAllThere(client: Client, ids: string[]): Promise<void> {
  const { body } = await client.rest('GET', '/apiaries');
  const there = new Set(body.map(({ id }: { id: string }) => id));
  expect(ids.filter((id) => !there.has(id))).toEqual([]);
}

beforeAll(async () => {
  folder = usedBefore = newFolder();
  const service = start();
  await service.ready();
  await service.stop();
});

beforeEach(() => {
  folder = newFolder();
});

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop('SIGKILL');
  removeFolder(folder);
});

afterAll(() => removeFolder(usedBefore));

describe('the first start', () => {
  it('tells on one screen where everything is, and everything is there', async () => {
    const service = start();
    const url = await service.ready();
    const told = (name: string) => new RegExp(`^  ${name} +(\\S.*?)(  |$)`, 'm').exec(service.output)?.[1] ?? '';
    expect(service.output.split('\n').length).toBeLessThan(20);

    const sandbox = await fetch(told('Sandbox'), { headers: { accept: 'text/html' } });
    expect(await sandbox.text()).toContain('EmbeddedSandbox');
    expect(await (await fetch(told('GraphiQL'))).text()).toContain('<title>GraphiQL');
    expect(existsSync(join(told('Database'), 'PG_VERSION'))).toBe(true);
    const [, email, password] = /^(\S+), password (\S+)$/.exec(told('Demo')) ?? [];
    const { status, body } = await fetch(`${told('REST')}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as { access_token: string } }));
    expect(status).toBe(200);
    expect(await namesOf(new Client(url, body.access_token))).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
    expect(await service.stop()).toBe(0);
  });
});

describe('a stop', () => {
  const stops: [string, (service: Service) => Promise<number | null>][] = [
    ['SIGTERM', (service) => service.stop()],
    ['Ctrl-C', (service) => service.ctrlC()],
  ];

  it.each(stops)('by %s ends with exit 0 and leaves no database behind', async (_by, stop) => {
    copyOfUsed();
    const service = start();
    await service.ready();
    expect(processesOf(folder)).toContain(postmaster());
    expect(await stop(service)).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    expect(service.output).not.toMatch(/error/i);
  });

  const somethingRuns = () => processesOf(folder).length > 0;
  it.each<[string, () => boolean]>([
    ['as the secret is made', () => existsSync(join(folder, 'data/jwt-secret'))],
    ['as the database starts', somethingRuns],
    ['as the tables are made', () => readdirSync(join(folder, 'data/postgres/users')).length > 0],
  ])('%s leaves no database behind', async (_when, reached) => {
    copyOfUsed();
    rmSync(join(folder, 'data/jwt-secret'));
    const service = start();
    await until(reached);
    // Until it listens to signals, and has nothing to stop, the signal itself ends it.
    expect([0, null]).toContain(await service.stop());
    expect(processesOf(folder)).toEqual([]);
    expect(service.output).toBe('');
  });

  it.each(stops)('by %s as the files of the database are made leaves no process behind', async (_by, stop) => {
    const service = start();
    await until(somethingRuns);
    expect(await stop(service)).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    expect(service.output).toBe('');
    expect(await namesOf(await demoOf(await start().ready()))).toContain('El Encinar');
  });

  it('with a port that is taken says so, naming PORT, and leaves no database behind', async () => {
    copyOfUsed();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    try {
      const service = start({ PORT: String(port) });
      expect(await service.ended()).toBe(1);
      expect(service.output.trim()).toBe(`Port ${port} is in use: set PORT to another one.`);
      expect(processesOf(folder)).toEqual([]);
    } finally {
      taken.close();
    }
  });
});

describe('a second service in the same folder', () => {
  it('shares the database, which stays until both have gone', async () => {
    copyOfUsed();
    const [first, second] = [start(), start()];
    const [here, there] = [await demoOf(await first.ready()), await demoOf(await second.ready())];
    await here.rest('POST', '/apiaries', { name: 'made at the first' });
    expect(await namesOf(there)).toContain('made at the first');
    expect(await first.stop()).toBe(0);
    expect((await there.rest('POST', '/apiaries', { name: 'made at the second' })).status).toBe(201);
    expect(await namesOf(there)).toEqual(expect.arrayContaining(['made at the first', 'made at the second']));
    expect(await second.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  it('may come at the same moment, also the first time', async () => {
    const both = [start(), start()];
    const [one, other] = await Promise.all(both.map((service) => service.ready()));
    // One secret, one demo account: the token of either is good at both.
    const { token } = await demoOf(one!);
    expect(await namesOf(new Client(other!, token))).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
    expect(await Promise.all(both.map((service) => service.stop()))).toEqual([0, 0]);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('a restart', () => {
  it('keeps tokens good, and every acknowledged write of a service that was killed', async () => {
    copyOfUsed();
    const killed = start();
    const client = await demoOf(await killed.ready());
    const { acknowledged, over } = writeUntilGone(client);
    await until(() => acknowledged.length >= 50);
    await killed.stop('SIGKILL');
    await over;

    const next = start();
    await expectAllThere(new Client(await next.ready(), client.token), acknowledged);
    expect(await next.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('a service that is killed while stock goes out', () => {
  it('has counted every acknowledged exit once, and every other one once or not at all', async () => {
    copyOfUsed();
    const killed = start();
    const client = await demoOf(await killed.ready());
    const { body: apiaries } = await client.rest('GET', '/apiaries');
    const { body: item } = await client.rest('POST', '/inventory/', {
      apiary_id: apiaries[0].id,
      name: 'Jars',
      unit: 'pieces',
      quantity: 10_000,
    });
    const acknowledged: string[] = [];
    const takers = Array.from({ length: 8 }, async (_, taker) => {
      for (let i = 0; ; i++) {
        const person = `${taker}-${i}`;
        const answer = await client
          .rest('POST', `/inventory/${item.id}/exit`, { quantity: 1, person })
          .catch(() => undefined);
        if (!answer) return i + 1;
        if (answer.status === 200) acknowledged.push(person);
      }
    });
    await until(() => acknowledged.length >= 50);
    await killed.stop('SIGKILL');
    const attempts = (await Promise.all(takers)).reduce((sum, n) => sum + n, 0);

    const next = start();
    const after = new Client(await next.ready(), client.token);
    const { body: movements } = await after.rest('GET', `/inventory/${item.id}/movements`);
    const persons = movements.map(({ person }: { person: string | null }) => person).filter(Boolean);
    expect(new Set(persons).size).toBe(persons.length);
    expect(persons).toEqual(expect.arrayContaining(acknowledged));
    expect(persons.length).toBeLessThanOrEqual(attempts);
    expect((await after.rest('GET', `/inventory/${item.id}`)).body.quantity).toBe(10_000 - persons.length);
    expect(await next.stop()).toBe(0);
  });
});

describe('a service whose database was killed', () => {
  it('says so at every door, starts it again and goes on, with every acknowledged write', async () => {
    copyOfUsed();
    const service = start();
    const url = await service.ready();
    const client = await demoOf(url);
    const { acknowledged, over } = writeUntilGone(client);
    await until(() => acknowledged.length >= 50);
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await over;

    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
    const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
      const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(10_000), ...init });
      const body = (await answer.json()) as { message?: string; errors?: { message: string }[] };
      if (answer.status !== 503) return answer.status;
      expect(body.message ?? body.errors?.[0]?.message).toMatch(/not available/);
      return 503;
    };
    // It may be back already, but nothing else may be said.
    const statuses = await Promise.all([
      ask('/api/v1/apiaries'),
      ask('/api/v1/apiaries', { method: 'POST', body: '{"name":"perhaps"}' }),
      ask('/graphql', { method: 'POST', body: `{"query":"${EXAMPLE}"}` }),
      ask('/readyz'),
    ]);
    for (const status of statuses) expect([200, 201, 503]).toContain(status);
    expect(await ask('/livez')).toBe(200);
    await until(async () => (await ask('/readyz')) === 200);
    expect(postmaster()).not.toBe(killed);
    await expectAllThere(client, acknowledged);
    expect((await client.rest('POST', '/apiaries', { name: 'afterwards' })).status).toBe(201);
    expect(await service.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});
