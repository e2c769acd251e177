// The commands with which an operator administers an account and asks for the state of the migrations, as processes, while a service runs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { guarded, overRest } from '../features/accounts/second-factor.fixture.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { mailsTo } from '../support/mail.js';
import { share } from '../support/members.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { commandFile, createFolder, removeFolder, until } from './service.js';

let app: TestApp;
let ana: Beekeeper;
let folder: string;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = createFolder();
  const { host, port, user, database: name } = app.database.server as unknown as Record<string, string>;
  url = `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`;
  ana = await beekeeper(app);
});
afterAll(async () => {
  removeFolder(folder);
  await app.close();
});

jest.setTimeout(180_000);

const run = (name: string, args: string[], address = url) => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, DATABASE_URL: address };
  return promisify(execFile)(process.execPath, [commandFile(name), ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
};
const admin = (...args: string[]) => run('admin', args);
const reason = ['--reason', 'Request 2026-117'];
const entriesOf = (id: string): Promise<object[]> =>
  app.database.sql(
    'select actor_id, field, before, after, reason from audit_entries where subject_id = $1 order by created_at',
    [id],
  );
const entry = { actor_id: null, before: 'null', after: 'null', reason: 'Request 2026-117' };

it('exports an account as its owner does, lists and ends its sessions, and deletes it', async () => {
  const bea = await beekeeper(app);
  const apiary = await ana.apiary({ name: 'La Vega' });
  await ana.beehive(apiary, { beehiveNumber: 7 });
  await share(ana, apiary, bea, 'WORKER');
  await share(bea, await bea.apiary(), ana, 'VIEWER');

  const exported = await admin('export', ana.email.toUpperCase(), ...reason);
  expect({ ...exported, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  const { exportedAt: _then, ...document } = JSON.parse(exported.stdout);
  const { exportedAt: _now, ...own } = (await ana.rest('GET', '/users/me/export')).body;
  expect(JSON.stringify(document)).toBe(JSON.stringify(own));
  expect(document.beehives).toMatchObject([{ number: 7 }]);

  expect((await admin('usage', ana.email)).stdout).toBe(`${ana.email} has not been measured yet.\n`);
  await app.app.accountUsage.measure();
  expect((await admin('usage', ana.email)).stdout).toMatch(/^0\.0 MB, \d+ rows, /);
  expect((await admin('usage')).stdout).toContain(ana.email);

  expect((await admin('sessions', ana.email)).stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^[\da-f-]{36} {2}since 20.*127\.0\.0\.1/),
  ]);
  expect((await admin('end-sessions', ana.email, ...reason)).stdout).toBe(`1 session of ${ana.email} has ended.\n`);
  expect((await admin('end-sessions', ana.email, ...reason)).stdout).toBe(`0 sessions of ${ana.email} have ended.\n`);
  await until(async () => (await ana.rest('GET', '/auth/me')).status === 401);
  expect((await admin('sessions', ana.email)).stdout).toBe('No active sessions.\n');

  const refused = await admin('delete-account', ana.email, ...reason);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('La Vega') });
  await app.database.sql(
    `insert into mails (id, created_at, updated_at, recipient, subject, text, html)
     values (gen_random_uuid(), now(), now(), $1, 'Later', '', '')`,
    [ana.email],
  );
  expect((await admin('delete-account', ana.email, ...reason, '--delete-shared-apiaries')).code).toBe(0);
  expect(await app.database.sql('select 1 from mails where recipient = $1', [ana.email])).toEqual([]);
  expect(await entriesOf(ana.id)).toEqual([
    { ...entry, field: 'export' },
    { ...entry, field: 'sessions', before: '1', after: '0' },
    { ...entry, field: 'sessions', before: '0', after: '0' },
    { ...entry, field: 'account' },
  ]);
  await app.app.removals.remove();
  // Another round may have begun with it.
  const left = () => app.database.sql('select 1 from apiaries where owner_id = $1', [ana.id]);
  await until(async () => (await left()).length === 0);

  await admin('grant', bea.email);
  expect((await admin('delete-account', bea.email, ...reason)).stderr).toContain('revoke the role first');
  for (const command of ['sessions', 'usage', 'end-sessions', 'export', 'delete-account', 'remove-second-factor']) {
    const options = ['sessions', 'usage'].includes(command) ? [] : reason;
    const answer = await admin(command, ana.email, ...options);
    expect(answer).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no account with the e-mail address ${ana.email}.\n`,
    });
  }
}, 60_000);

it('removes a second factor, with a mail that the service sends', async () => {
  const { ana } = await guarded(app);
  const done = await admin('remove-second-factor', ana.email, ...reason);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('no second factor any more') });
  expect((await overRest(app.anyone, ana.email)).status).toBe(200);
  await until(async () => (await ana.rest('GET', '/auth/me')).status === 401);
  expect(await entriesOf(ana.id)).toEqual([{ ...entry, field: 'secondFactor', before: 'true', after: 'false' }]);
  const subject = 'Se ha quitado el segundo factor de su cuenta';
  await until(async () => mailsTo(app, ana.email).some((mail) => mail.subject === subject));
  expect((await admin('remove-second-factor', ana.email, ...reason)).stderr).toBe(
    `${ana.email} has no second factor.\n`,
  );
  expect((await admin('remove-second-factor', ana.email)).code).toBe(2);
}, 60_000);

it('a member who is accepted while the account is deleted is not missed', async () => {
  const [owner, member] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await owner.apiary({ name: 'El Encinar' });
  await share(owner, apiary, member, 'WORKER');
  // Outside of the pool of the test: one transaction as that of acceptInvitation, which locks the apiary. Until it commits, nobody is a member.
  const client = new pg.Client(app.database.server as pg.ClientConfig);
  await client.connect();
  try {
    const [row] = await app.database.sql<{ membership: object }>(
      'delete from apiary_members m where apiary_id = $1 returning to_jsonb(m) as membership',
      [apiary],
    );
    await client.query('begin');
    await client.query('select 1 from apiaries where id = $1 for no key update', [apiary]);
    const insert = 'insert into apiary_members select * from jsonb_populate_record(null::apiary_members, $1)';
    await client.query(insert, [row!.membership]);
    let hasEnded = false;
    const deletion = admin('delete-account', owner.email, ...reason).finally(() => {
      hasEnded = true;
    });
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => hasEnded || (await app.database.sql(waiting)).length > 0);
    await client.query('commit');
    expect(await deletion).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Others use these apiaries: El Encinar. Have them transferred, or add --delete-shared-apiaries.\n',
    });
    expect(await app.database.sql('select 1 from users where id = $1', [owner.id])).toHaveLength(1);
    expect(await entriesOf(owner.id)).toEqual([]);
  } finally {
    await client.end();
  }
});

it('lists migrations, and applies none, also for a role that may only read', async () => {
  const current = await run('migrate', ['status']);
  expect(current.code).toBe(0);
  expect(current.stdout).toMatch(/^Migration\d+ {2}applied 20\S+Z\n/);
  expect(current.stdout).toMatch(/\n\d+ applied, 0 pending\n$/);
  const [last] = await app.database.sql<{ name: string }>(
    'delete from mikro_orm_migrations where name = (select max(name) from mikro_orm_migrations) returning name',
  );
  await app.database.sql(`insert into mikro_orm_migrations (name) values ('Migration29990101000000')`);
  await app.database.sql('create role status_reader login');
  try {
    await app.database.sql('grant select on mikro_orm_migrations to status_reader');
    const reader = url.replace(/\/\/[^@]*@/, '//status_reader@');
    const pending = await run('migrate', ['status'], reader);
    expect(pending).toMatchObject({ code: 3, stderr: '' });
    expect(pending.stdout).toContain(`${last!.name}  pending\n`);
    expect(pending.stdout).toMatch(/Migration29990101000000 {2}applied \S+ {2}unknown to this version\n/);
    expect(await app.database.sql('select 1 from mikro_orm_migrations where name = $1', [last!.name])).toEqual([]);
  } finally {
    await app.database.sql('drop owned by status_reader; drop role status_reader');
  }
});
