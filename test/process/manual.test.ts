// The commands of the manual for the first administrator, for administration and for systemd, as an operator pastes them into a shell.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { commandFile, createFolder, removeFolder, Service } from './service.js';

jest.setTimeout(60_000);

const MANUAL = readFileSync('docs/operations.md', 'utf8');
const NODE = process.execPath;

let folder: string;
let database: TestDatabase;
let databaseUrl: string;
let service: Service;
let url: string;
let eva: Beekeeper;

beforeAll(async () => {
  folder = createFolder();
  database = await cloneDatabase();
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  databaseUrl = `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`;
  service = new Service(folder, { DATABASE_URL: databaseUrl });
  url = await service.ready();
  eva = await beekeeper({ url, anyone: new Client(url) });
}, 60_000);
afterAll(async () => {
  await service?.stop();
  await database?.drop();
  removeFolder(folder);
});

/** The blocks of commands in a section, or of a subsection. */
function blocksOf(heading: string): string[] {
  const start = MANUAL.indexOf(`\n${heading}\n`);
  expect(start).toBeGreaterThan(0);
  const section = MANUAL.slice(start + heading.length + 2).split(/^##/m, 1)[0]!;
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands!);
}

/** Replaces what is different on the machine of the operator. */
function adapt(commands: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, commands);
}

/** Runs a script in bash, which ends at the first command that fails. */
async function run(script: string): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, DATABASE_URL: databaseUrl, DATA_DIR: folder };
  const child = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  return (await child).stdout;
}

it('an account is registered, made an administrator, and acts on another account', async () => {
  const [register, grant] = blocksOf('## First administrator') as [string, string];
  const [administrate] = blocksOf('## Administration') as [string];
  const [inImage] = grant.split('\n') as [string];
  expect(inImage).toMatch(/^node dist\/bundle\/admin\.js grant ana@example\.org +# in the image$/);
  const output = await run(
    [
      adapt(register, { 'https://api.example.org': url }),
      adapt(inImage, { 'node dist/bundle/admin.js': `'${NODE}' '${commandFile('admin')}'` }),
      // A change of another process is known after a second.
      'sleep 2',
      adapt(administrate, { 'eva@example.org': eva.email }),
      'echo "id: $id"',
    ].join('\n'),
  );
  expect(output).toContain('ana@example.org is now an administrator');
  expect(output).toContain(`id: ${eva.id}\n`);
  const answers = output
    .split('\n')
    .filter((line) => line.startsWith('{"data"'))
    .map((line) => JSON.parse(line).data);
  expect(answers).toMatchObject([
    { user: { sessions: [{ device: expect.anything() }], usage: expect.anything() } },
    { setUserStatus: { user: { email: eva.email, isActive: false } } },
    { endUserSessions: { endedSessionsCount: expect.any(Number) } },
    { deleteUser: { success: true } },
    { auditEntries: { nodes: expect.arrayContaining([expect.objectContaining({ reason: 'Request 2026-117' })]) } },
  ]);
  expect(readFileSync(join(folder, 'export.json'), 'utf8')).toContain(eva.email);
  expect(await database.sql('select 1 from users where id = $1', [eva.id])).toEqual([]);
});

it('the commands run with the settings and the secrets of the systemd unit', async () => {
  const [, commands] = blocksOf('### systemd') as [string, string];
  const etc = join(folder, 'etc');
  mkdirSync(etc);
  // A shell could not read this line, which systemd and Node can.
  writeFileSync(
    join(etc, 'settings'),
    `PUBLIC_URL=https://api.example.org\nMAIL_FROM=Beekeeping <no-reply@example.org>\nDATA_DIR=${folder}\n`,
  );
  for (const [name, secret] of [
    ['database-url', databaseUrl],
    ['jwt-secret', 'a secret of the tests, of 32 bytes and more'],
    ['smtp-url', 'smtp://127.0.0.1:1'],
  ] as const)
    writeFileSync(join(etc, name), `${secret}\n`);
  const ben = await beekeeper({ url, anyone: new Client(url) });
  const script = adapt(commands, {
    '/opt/beekeeping': resolve('.'),
    '/etc/beekeeping': etc,
    '/usr/bin/node': `'${NODE}'`,
    EMAIL: ben.email,
  });
  const output = await run(`unset DATABASE_URL DATA_DIR\n${script}`);
  expect(output).toMatch(/\n\d+ applied, 0 pending\n/);
  expect(output).toContain(`${ben.email} is now an administrator`);
});

it('a password is encoded by the command of the manual', async () => {
  const [encode] = blocksOf('## Settings') as [string];
  const [, expected] = /# (\S+)\n$/.exec(encode)!;
  const output = await run(adapt(encode, { 'node --print': `'${NODE}' --print` }));
  expect(output).toBe(`${expected}\n`);
  expect(decodeURIComponent(expected!)).toBe('p@ss/word');
});
