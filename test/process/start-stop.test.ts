import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { Client } from '../support/client.js';
import { createFolder, MAIN, processesOf, removeFolder, Service, until } from './service.js';

const EXAMPLE = '{ apiaries { nodes { name } } }';

const services: Service[] = [];
let usedFolder: string;
let folder: string;

function start(settings: Record<string, string> = {}, where = folder): Service {
  const service = new Service(where, settings);
  services.push(service);
  return service;
}

/** Copies the data of a service that has run once, to save the time for creating a database. */
function copyUsedFolder(): void {
  expect(spawnSync('cp', ['-a', join(usedFolder, 'data'), folder]).status).toBe(0);
}

async function logInDemo(url: string): Promise<Client> {
  const { status, body } = await new Client(url).rest('POST', '/auth/login', DEMO_ACCOUNT);
  expect([status, body.message]).toEqual([200, undefined]);
  return new Client(url, body.access_token);
}

const apiaryNames = async (client: Client): Promise<string[]> =>
  (await client.ask(EXAMPLE)).apiaries.nodes.map(({ name }: { name: string }) => name);

const postmasterPid = (): number =>
  Number.parseInt(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8'), 10);

/** Creates apiaries concurrently until the service stops. @returns the acknowledged ids, which grow meanwhile */
function writeUntilStopped(client: Client): { acknowledged: string[]; finished: Promise<unknown> } {
  const acknowledged: string[] = [];
  const writer = async (): Promise<void> => {
    for (;;) {
      const answer = await client.rest('POST', '/apiaries', { name: 'Concurrent write' }).catch(() => undefined);
      if (answer?.status !== 201) return;
      acknowledged.push(answer.body.id);
    }
  };
  return { acknowledged, finished: Promise.all(Array.from({ length: 4 }, writer)) };
}

async function expectAllStored(client: Client, ids: string[]): Promise<void> {
  const { body } = await client.rest('GET', '/apiaries');
  const stored = new Set(body.map(({ id }: { id: string }) => id));
  expect(ids.filter((id) => !stored.has(id))).toEqual([]);
}

beforeAll(async () => {
  folder = usedFolder = createFolder();
  const service = start();
  await service.ready();
  await service.stop();
});

beforeEach(() => {
  folder = createFolder();
});

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop('SIGKILL');
  removeFolder(folder);
});

afterAll(() => removeFolder(usedFolder));

describe('the first start', () => {
  (process.platform === 'linux' ? it : it.skip)('in a terminal tells people where all is, and it works', async () => {
    const service = Service.inTerminal(folder, { LOG_LEVEL: 'info' });
    services.push(service);
    const url = await service.ready();
    const printed = (name: string) => new RegExp(`^  ${name} +(\\S.*?)(  |$)`, 'm').exec(service.output)?.[1] ?? '';
    expect(service.output.split('\n').length).toBeLessThan(20);

    const inBrowser = async (address: string): Promise<string> =>
      (await fetch(address, { headers: { accept: 'text/html' } })).text();
    expect(await inBrowser(printed('Start'))).toContain('<title>Beekeeping');
    expect(await inBrowser(printed('GraphQL'))).toContain('id="sandbox"');
    expect(existsSync(join(printed('Database'), 'PG_VERSION'))).toBe(true);
    const [, email, password] = /^(\S+), password (\S+)$/.exec(printed('Demo')) ?? [];
    const { status, body } = await fetch(`${printed('REST')}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as { access_token: string } }));
    expect(status).toBe(200);
    expect(await apiaryNames(new Client(url, body.access_token))).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
    await until(() => /INFO.*request/.test(service.output));
    expect(service.output).not.toContain('{"level"');
    expect(await service.typeCtrlC()).toBe(0);
  });

  it('elsewhere writes one line of JSON, with its version and the settings that were changed, but no secret', async () => {
    copyUsedFolder();
    const secret = 'a secret of the tests, of 32 bytes and more';
    const settings = { LOG_LEVEL: 'fatal', JWT_SECRET: secret, RATE_LIMIT_LOGINS: '7/1m', WEB_CONCURRENCY: '1' };
    const service = start(settings);
    const url = await service.ready();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { commit } = JSON.parse(readFileSync('dist/build.json', 'utf8'));
    const changed = { PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', RATE_LIMIT_LOGINS: '7/1m' };
    expect(service.log).toMatchObject([{ msg: 'started', version, ...(commit && { commit }), url }]);
    expect(service.log[0]!.settings).toEqual({ ...changed, JWT_SECRET: 'set' });
    expect(service.output).not.toContain(secret);
    expect(service.log[0]!.migration).toMatch(/^Migration\d+$/);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', version });
    const printed = spawnSync(process.execPath, [MAIN, '--version'], { encoding: 'utf8' }).stdout;
    expect(printed).toBe(commit ? `${version} (${commit.slice(0, 12)})\n` : `${version}\n`);
  });
});

describe('a stop', () => {
  const stops: [string, (service: Service) => Promise<number | null>][] = [
    ['SIGTERM', (service) => service.stop()],
    ['Ctrl-C', (service) => service.ctrlC()],
  ];

  it.each(stops)('by %s ends with exit 0 and leaves no database behind', async (_by, stop) => {
    copyUsedFolder();
    const service = start();
    await service.ready();
    expect(processesOf(folder)).toContain(postmasterPid());
    expect(await stop(service)).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    expect(service.log.map(({ msg }) => msg)).toEqual(['started']);
  });

  const somethingRuns = () => processesOf(folder).length > 0;
  it.each<[string, () => boolean]>([
    ['while the secret is created', () => existsSync(join(folder, 'data/jwt-secret'))],
    ['while the database starts', somethingRuns],
    ['while the tables are created', () => readdirSync(join(folder, 'data/postgres/users')).length > 0],
  ])('%s leaves no database behind', async (_when, reached) => {
    copyUsedFolder();
    rmSync(join(folder, 'data/jwt-secret'));
    const service = start();
    await until(reached);
    // Before the service handles signals, the signal itself ends it.
    expect([0, null]).toContain(await service.stop());
    expect(processesOf(folder)).toEqual([]);
    expect(service.output).toBe('');
  });

  it.each(stops)('by %s while initdb runs leaves no process behind', async (_by, stop) => {
    const service = start();
    await until(somethingRuns);
    expect(await stop(service)).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    expect(service.output).toBe('');
    expect(await apiaryNames(await logInDemo(await start().ready()))).toContain('El Encinar');
  });

  it('because the port is in use names PORT and leaves no database behind', async () => {
    copyUsedFolder();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    try {
      const service = start({ PORT: String(port) });
      expect(await service.ended()).toBe(1);
      expect(service.log).toMatchObject([{ level: 60, msg: `Port ${port} is in use: set PORT to another port.` }]);
      expect(processesOf(folder)).toEqual([]);
    } finally {
      taken.close();
    }
  });
});

describe('a second service in the same folder', () => {
  it('shares the database, which runs until both have stopped', async () => {
    copyUsedFolder();
    const [first, second] = [start(), start()];
    const [client, otherClient] = [await logInDemo(await first.ready()), await logInDemo(await second.ready())];
    await client.rest('POST', '/apiaries', { name: 'Created at the first' });
    expect(await apiaryNames(otherClient)).toContain('Created at the first');
    expect(await first.stop()).toBe(0);
    expect((await otherClient.rest('POST', '/apiaries', { name: 'Created at the second' })).status).toBe(201);
    expect(await apiaryNames(otherClient)).toEqual(
      expect.arrayContaining(['Created at the first', 'Created at the second']),
    );
    expect(await second.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });

  it('may start at the same moment, also the first time', async () => {
    const both = [start(), start()];
    const [one, other] = await Promise.all(both.map((service) => service.ready()));
    // Both use the same secret and demo account, so a token of one is valid for the other.
    const { token } = await logInDemo(one!);
    expect(await apiaryNames(new Client(other!, token))).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
    expect(await Promise.all(both.map((service) => service.stop()))).toEqual([0, 0]);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('a restart', () => {
  it('keeps tokens valid, and every acknowledged write of a killed service', async () => {
    copyUsedFolder();
    const killed = start();
    const client = await logInDemo(await killed.ready());
    const { acknowledged, finished } = writeUntilStopped(client);
    await until(() => acknowledged.length >= 50);
    await killed.stop('SIGKILL');
    await finished;

    const next = start();
    await expectAllStored(new Client(await next.ready(), client.token), acknowledged);
    expect(await next.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('a service that is killed during stock exits', () => {
  it('has recorded every acknowledged exit once, and every other at most once', async () => {
    copyUsedFolder();
    const killed = start();
    const client = await logInDemo(await killed.ready());
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

describe('a service whose database is killed', () => {
  it('returns 503 from every API, restarts the database and loses no acknowledged write', async () => {
    copyUsedFolder();
    const service = start();
    const url = await service.ready();
    const client = await logInDemo(url);
    const { acknowledged, finished } = writeUntilStopped(client);
    await until(() => acknowledged.length >= 50);
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await finished;

    const headers = {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      'accept-language': 'en',
    };
    const request = async (path: string, init: RequestInit = {}): Promise<number> => {
      const answer = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(10_000), ...init });
      const body = (await answer.json()) as { message?: string; errors?: { message: string }[] };
      if (answer.status !== 503) return answer.status;
      expect(body.message ?? body.errors?.[0]?.message).toMatch(/not available/);
      return 503;
    };
    // The database may have been restarted already, but no other status is allowed.
    const statuses = await Promise.all([
      request('/api/v1/apiaries'),
      request('/api/v1/apiaries', { method: 'POST', body: '{"name":"Perhaps"}' }),
      request('/graphql', { method: 'POST', body: `{"query":"${EXAMPLE}"}` }),
      request('/readyz'),
    ]);
    for (const status of statuses) expect([200, 201, 503]).toContain(status);
    expect(await request('/livez')).toBe(200);
    await until(async () => (await request('/readyz')) === 200);
    expect(postmasterPid()).not.toBe(killed);
    await expectAllStored(client, acknowledged);
    expect((await client.rest('POST', '/apiaries', { name: 'Afterwards' })).status).toBe(201);
    expect(await service.stop()).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});
