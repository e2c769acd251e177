// What an operator reads in the log when the database cannot be used, when it can be used again, and when the service stops.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { FaultyNetwork } from '../support/postgres/faulty-network.js';
import { queryOnce } from '../support/postgres/query-once.js';
import { PostgresServer } from '../support/postgres/server.js';
import { beekeeper } from '../support/world.js';
import { createFolder, removeFolder, Service, until } from './service.js';

jest.setTimeout(90_000);

const PASSWORD = 'pollen-and-nectar';
let folder: string;
let postgres: PostgresServer;
let network: FaultyNetwork;
let service: Service;
let url: string;

beforeAll(async () => {
  folder = createFolder();
  postgres = await PostgresServer.create(folder);
  await postgres.sql(`create role bees login password '${PASSWORD}'`);
  await postgres.sql('create database hives owner bees');
  network = await FaultyNetwork.to({ host: '127.0.0.1', port: postgres.port });
  service = new Service(folder, {
    DATABASE_URL: `postgresql://bees:${PASSWORD}@127.0.0.1:${network.port}/hives`,
    LOG_LEVEL: 'info',
  });
  url = await service.ready();
}, 60_000);
afterAll(async () => {
  await service?.stop('SIGKILL');
  await network?.close();
  await postgres?.stop();
  removeFolder(folder);
});

const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 200;
const lines = (msg: string) => service.log.filter((line) => line.msg === msg);
/** Waits until the outage is over in the log. @returns the lines about it, without those before */
async function recover(before: number): Promise<Record<string, unknown>[]> {
  const ended = lines('the database can be used again').length;
  await until(async () => lines('the database can be used again').length > ended);
  return service.log.slice(before).filter(({ msg }) => /^the database/.test(String(msg)));
}

it('says once that connections are refused, however many requests fail, and once that it is over', async () => {
  const before = service.log.length;
  await network.refuse();
  for (let round = 0; round < 5; round++) {
    const requests = Array.from({ length: 10 }, () => fetch(`${url}/readyz`));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(10).fill(503));
  }
  await network.resume();
  await until(isReady);
  // A connection that was being opened meanwhile may have been cut: another reason.
  const cut = ['Connection terminated unexpectedly', 'read ECONNRESET'];
  const about = (await recover(before)).filter(({ reason }) => !cut.includes(String(reason)));
  expect(about).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'the database cannot be used',
      code: 'ECONNREFUSED',
      reason: `connect ECONNREFUSED 127.0.0.1:${network.port}`,
    }),
    expect.objectContaining({ level: 40, msg: 'the database can be used again', ms: expect.any(Number) }),
  ]);
});

it('says that the server does not answer', async () => {
  const before = service.log.length;
  network.silence();
  await until(async () =>
    lines('the database cannot be used').some(({ reason }) => /timeout|respond/.test(String(reason))),
  );
  await network.resume();
  await until(isReady);
  const about = await recover(before);
  expect(about.at(-1)).toMatchObject({ msg: 'the database can be used again' });
  // Connections that were open, and new ones.
  expect(about.length).toBeLessThanOrEqual(3);
});

it('says that the password is refused, and prints none', async () => {
  const before = service.log.length;
  // From now on a password is needed, and it is another one.
  await postgres.sql(`alter role bees password 'another'`);
  const [{ file }] = (await postgres.sql<{ file: string }>(`select current_setting('hba_file') as file`)) as [
    { file: string },
  ];
  writeFileSync(file, `host hives bees 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
  await postgres.sql('select pg_reload_conf()');
  await postgres.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bees'`);
  await until(async () => lines('the database cannot be used').some(({ code }) => code === '28P01'));
  expect(await isReady()).toBe(false);
  await postgres.sql(`alter role bees password '${PASSWORD}'`);
  await until(isReady);
  const about = await recover(before);
  const refused = about.filter(({ code }) => code === '28P01');
  expect(refused).toEqual([
    expect.objectContaining({ level: 50, reason: 'password authentication failed for user "bees"' }),
  ]);
  expect(service.output).not.toContain(PASSWORD);
});

it('says which signal stops it, how long that takes and what became of open requests', async () => {
  const ana = await beekeeper({ url, anyone: new Client(url) });
  // A request that waits for a lock is open when the signal arrives.
  const holder = queryOnce(
    postgres.url('hives'),
    `begin; lock table apiaries in access exclusive mode; select pg_sleep(1.5); commit`,
  );
  await until(async () => {
    const [row] = await postgres.sql<{ n: number }>(
      `select count(*)::int as n from pg_locks where mode = 'AccessExclusiveLock' and granted and database is not null`,
    );
    return row!.n > 0;
  });
  const open = ana.rest('GET', '/apiaries');
  await until(async () => {
    const [row] = await postgres.sql<{ n: number }>(`select count(*)::int as n from pg_locks where not granted`);
    return row!.n > 0;
  });
  const stopped = service.stop();
  expect((await open).status).toBe(200);
  expect(await stopped).toBe(0);
  await holder;
  const last = service.log.filter(({ msg }) => /^stopp/.test(String(msg)));
  expect(last).toMatchObject([
    { level: 30, msg: 'stopping', signal: 'SIGTERM' },
    { level: 30, msg: 'stopped', signal: 'SIGTERM', finished: 1, unfinished: 0, exitCode: 0 },
  ]);
  const { ms, drainMs } = last[1] as { ms: number; drainMs: number };
  expect(drainMs).toBeGreaterThanOrEqual(500);
  expect(ms).toBeGreaterThanOrEqual(drainMs);
});
