// Background jobs as an operator sees them: those that have failed for the last time, a role that owns no table, and a process that stops.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { PgBoss } from 'pg-boss';
import library from 'pg-boss/package.json' with { type: 'json' };
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { allSent, eventually, type MailServer, retryNow, startMailServer } from '../support/mail.js';
import { newBeekeeper, Services } from '../support/service.js';
import { SlowMailServer } from '../support/slow-mail-server.js';
import { findFreePort } from './ports.js';
import { commandFile, until } from './service.js';

jest.setTimeout(180_000);

const services = new Services();
let database: TestDatabase;
let server: MailServer;
const urlFor = (role?: string): string => {
  const { host, port, user, database: name } = database.server as unknown as Record<string, string>;
  return `postgresql://${role ?? user}@${encodeURIComponent(host!)}:${port}/${name}`;
};
beforeAll(async () => {
  database = await cloneDatabase();
  server = await startMailServer();
});
afterAll(async () => {
  await services.end();
  await server.close();
  await database.drop();
});

const admin = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
  const { PATH, HOME } = process.env;
  const folder = services.folder();
  const env = { PATH, HOME, DATA_DIR: folder, DATABASE_URL: urlFor() };
  return promisify(execFile)(process.execPath, [commandFile('admin'), ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
};
const mailSettings = (url: string) => ({ SMTP_URL: url, PUBLIC_URL: 'https://bees.example' });

it('the migrations leave the tables as the library has them: a library with others needs a migration', async () => {
  expect(await database.sql('select version from jobs.version')).toEqual([{ version: library.pgboss.schema }]);
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await database.sql(text, values) }) },
    schema: 'jobs',
  });
  const { ok, ...drift } = await boss.detectSchemaDrift();
  expect({ ok, drift: ok ? {} : drift }).toEqual({ ok: true, drift: {} });
});

it('a job that has failed for the last time is counted, listed and run again', async () => {
  const metrics = await findFreePort();
  const port = await findFreePort();
  const settings = {
    DATABASE_URL: urlFor(),
    METRICS_PORT: String(metrics),
    ...mailSettings(`smtp://bees:honey@127.0.0.1:${port}`),
  };
  const service = services.start(settings);
  const url = await service.ready();
  expect((await admin('jobs')).stdout).toBe('No job has failed for the last time.\n');
  await database.sql(`update jobs.queue set retry_limit = 0 where name = 'mail'`);
  const [ana, bea] = [await newBeekeeper(url), await newBeekeeper(url)];
  const count = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  await until(async () => (await count()).includes('beekeeping_jobs{kind="mail",state="dead"} 2'));
  expect(await count()).toContain('beekeeping_job_seconds_count{kind="mail",result="failed"} 2');
  const lines = () => service.log.filter(({ msg }) => msg === 'a job failed: no more attempts');
  await until(() => lines().length === 2);
  expect(lines()).toMatchObject(
    Array.from({ length: 2 }, () => ({ kind: 'mail', attempt: 1, err: { code: 'ESOCKET' } })),
  );

  const listed = (await admin('jobs')).stdout.trim().split('\n');
  expect(listed).toEqual(
    Array.from({ length: 2 }, () =>
      expect.stringMatching(/^[\da-f-]{36} {2}mail {2}failed 2\S+Z, attempts: 1 {2}ESOCKET$/),
    ),
  );
  // Neither the list nor the tables of the jobs have anything about people.
  const stored = JSON.stringify(await database.sql('select data, output, source_output from jobs.job'));
  for (const text of [ana.email, bea.email, '127.0.0.1']) expect([text, stored.includes(text)]).toEqual([text, false]);

  const other = await startMailServer(port);
  try {
    await database.sql(`update jobs.queue set retry_limit = 11 where name = 'mail'`);
    const [id] = listed[0]!.split(' ');
    expect(await admin('jobs', 'retry', id!)).toEqual({ code: 0, stdout: 'One job is run again.\n', stderr: '' });
    await eventually('the first mail', () => other.received.length === 1 || undefined);
    expect(await admin('jobs', 'retry', 'all')).toEqual({ code: 0, stdout: 'One job is run again.\n', stderr: '' });
    await allSent({ database });
    expect(other.received.map(({ mail }) => mail.to).sort()).toEqual([ana.email, bea.email].sort());
    expect((await admin('jobs', 'retry', id!)).code).toBe(1);
    expect((await admin('jobs', 'retry', 'seven')).code).toBe(2);
  } finally {
    await other.close();
    expect(await service.stop()).toBe(0);
  }
});

it('the service needs no right to create or to own tables', async () => {
  const role = `role_${randomBytes(6).toString('hex')}`;
  await database.sql(`create role ${role} login`);
  for (const schema of ['public', 'jobs', 'readings'])
    await database.sql(`grant usage on schema ${schema} to ${role}; grant select, insert, update, delete on all tables in schema ${schema} to ${role};
      grant usage on all sequences in schema ${schema} to ${role}`);
  await database.sql(`grant execute on function keep_readings to ${role}`);
  const service = services.start({ DATABASE_URL: urlFor(role), LOG_LEVEL: 'warn', ...mailSettings(server.url) });
  try {
    const { email } = await newBeekeeper(await service.ready());
    await eventually('the mail', () => server.received.find(({ mail }) => mail.to === email));
    await allSent({ database });
    expect(service.output).not.toMatch(/jobs could not|permission denied for schema jobs/);
  } finally {
    expect(await service.stop()).toBe(0);
    await database.sql(`drop owned by ${role}; drop role ${role}`);
  }
});

it('a mail that takes longer than the stop of its process is given back, and sent by another', async () => {
  const slow = await SlowMailServer.listen();
  const first = services.start({ DATABASE_URL: urlFor(), ...mailSettings(slow.url) });
  await newBeekeeper(await first.ready());
  await until(() => slow.begun.length === 1);
  const started = performance.now();
  expect(await first.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(8000);
  slow.accept();
  const second = services.start({ DATABASE_URL: urlFor(), ...mailSettings(slow.url) });
  await second.ready();
  expect(await retryNow(database)).toBe(1);
  await allSent({ database });
  expect(new Set(slow.begun).size).toBe(1);
  expect(await second.stop()).toBe(0);
  await slow.close();
});
