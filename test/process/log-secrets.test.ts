// What is never in the log: e-mail addresses, tokens in links, and rows that the database refused.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { serializeError } from '../../src/observability/errors.js';
import { Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { createFolder, removeFolder, Service, until } from './service.js';

const EMAIL = 'ana.colmenero@example.org';
const PASSWORD = 'Abeja-2026';

let folder: string;
let database: TestDatabase;
let service: Service;
let server: SMTPServer;
let anyone: Client;
beforeAll(async () => {
  folder = createFolder();
  database = await cloneDatabase();
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, callback) => callback(new Error(`no such user for ${address}`)),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = new Service(folder, {
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    LOG_LEVEL: 'info',
  });
  anyone = new Client(await service.ready());
}, 60_000);
afterAll(async () => {
  await service?.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await database?.drop();
  if (folder) removeFolder(folder);
});
const register = (username: string) =>
  anyone.rest('POST', '/auth/register', { username, email: EMAIL, password: PASSWORD });
const lineWith = async (text: string): Promise<string> => {
  await until(() => service.output.includes(text));
  return service.output.split('\n').find((line) => line.includes(text))!;
};

it('a row that the database refuses: only code, constraint and table are logged', async () => {
  await database.sql(`alter table users add constraint refused_in_test check (username not like 'refused%')`);
  const { status } = await register(`refused    at ${EMAIL} (/a.js:1:1)`);
  expect(status).toBe(500);
  expect(JSON.parse(await lineWith('unexpected error'))).toMatchObject({
    err: { code: '23514', constraint: 'refused_in_test', table: 'users', stack: expect.stringContaining('    at ') },
  });
  expect(service.output).not.toMatch(/argon2id|Failing row|ana\.colmenero/);
});

it('an address that the mail server refuses: only the code is logged', async () => {
  expect((await register('ana')).status).toBe(201);
  expect(JSON.parse(await lineWith('a job failed'))).toMatchObject({ err: { responseCode: 550 } });
  expect(service.output).not.toContain('ana.colmenero');
});

it('the token in the path of a link is not logged; ids are', async () => {
  const token = 'Qm9uZXktYmVlcy1hbmQtaGl2ZXMtb2YtYW5hLTIwMjY';
  const id = '0199aaaa-0000-7000-8000-000000000001';
  for (const path of [
    `/reset-password/${token}`,
    `/verify-email/${token}?from=mail`,
    `/calendar/${token}.ics`,
    `/auth/oidc/club/callback?code=${token}&state=${token}`,
    `/unsubscribe/${token}`,
    `/register/${token}`,
    `/register/${token}/pdf`,
    `/api/v1/apiaries/${id}`,
  ])
    await fetch(anyone.url + path);
  await lineWith(id);
  expect(service.output).toContain('/reset-password/…');
  expect(service.output).toContain('/calendar/…');
  expect(service.output).toContain('/register/…/pdf');
  expect(service.output).not.toContain(token);
});

it('a copy of an error is logged with its code, without what else it has', () => {
  const copy = { ...Object.assign(new Error(EMAIL), { code: '57P03', detail: EMAIL }), message: EMAIL, queue: 'mail' };
  expect(serializeError(copy)).toEqual({ type: 'object', code: '57P03' });
  expect(serializeError({ code: 5 })).toEqual({ type: 'object' });
  for (const nothing of [null, undefined]) expect(serializeError(nothing)).toEqual({ type: typeof nothing });
});

it('text of other errors is logged without addresses, in time linear in its length', () => {
  const error = new Error(`no such user ${EMAIL} ${'a'.repeat(5_000_000)}`, { cause: new Error(EMAIL) });
  // The time of the processor is measured, without that of other processes.
  const before = process.cpuUsage();
  const logged = JSON.stringify(serializeError(error));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
  expect(logged).toContain('no such user');
  expect(logged).not.toContain('colmenero');
});
