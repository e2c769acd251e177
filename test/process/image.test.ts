// What the image contains (Dockerfile): the bundle, package.json and the packages of production, without a build.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { act, upload } from '../support/imports.js';
import { startMailServer } from '../support/mail.js';
import { FaultyNetwork } from '../support/postgres/faulty-network.js';
import { BROWSER_ACCEPT } from '../support/visit.js';
import { beekeeper, PASSWORD } from '../support/world.js';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service, until } from './service.js';

jest.setTimeout(120_000);

let folder: string;
let database: TestDatabase;
let settings: Record<string, string>;
const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
/** The arguments of node in the image's command. */
const [, ...COMMAND] = JSON.parse(/^CMD (\[.*\])$/m.exec(DOCKERFILE)![1]!) as string[];
const HEALTH_CHECK = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(DOCKERFILE)![1]!) as string[];

/** The arguments of bubblewrap with which a command runs as Kubernetes runs it: any user, and nothing that it can write to. */
const sandbox = (root: string): string[] => [
  ...['--unshare-user', '--uid', '4711', '--gid', '4711', '--cap-drop', 'ALL', '--die-with-parent'],
  ...['/usr', '/lib', '/lib64', '/bin'].flatMap((path) => ['--ro-bind-try', path, path]),
  ...['--ro-bind', process.execPath, '/node', '--ro-bind', root, '/app'],
  ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/', '--chdir', '/app', '/node'],
];
const withSandbox = spawnSync('bwrap', [...sandbox(process.cwd()), '--version']).status === 0 ? it : it.skip;
if (withSandbox === it.skip)
  process.stderr.write('bubblewrap is missing, or may not create namespaces: no read-only root is tried\n');

beforeAll(async () => {
  folder = createFolder();
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(name, join(folder, name));
  await promisify(execFile)(process.execPath, ['scripts/bundle.mjs']);
  for (const [, from, to] of DOCKERFILE.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm))
    cpSync(from!, join(folder, to!), { recursive: true });
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  // As `npm ci --omit=dev --omit=optional` chooses them. A package's own node_modules are entries of their own.
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || optional || devOptional) continue;
    mkdirSync(join(folder, path), { recursive: true });
    const isOwn = (source: string): boolean => !source.slice(resolve(path).length).startsWith('/node_modules');
    cpSync(resolve(path), join(folder, path), { recursive: true, filter: isOwn });
  }
  database = await cloneDatabase();
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${name}`,
    JWT_SECRET: 'a secret of the tests, of 32 bytes and more',
    MAIL_FILES: 'on',
  };
});
afterAll(async () => {
  await database?.drop();
  if (folder) removeFolder(folder);
});

/** Runs a command in the image. */
const run = (command: string, ...args: string[]): Promise<{ code: number; output: string }> => {
  const { PATH, HOME } = process.env;
  return promisify(execFile)(command, args, { cwd: folder, env: { PATH, HOME, ...settings } }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }) => ({ code, output: stderr }),
  );
};

it('the administrator is granted and revoked in the image, with node and with npm', async () => {
  const service = new Service(folder, settings, COMMAND);
  try {
    const url = await service.ready();
    const ana = await beekeeper({ url, anyone: new Client(url) });
    // A change of another process is known after a second.
    const answers = (status: number): Promise<void> =>
      until(async () => (await ana.rest('GET', '/users')).status === status);
    await answers(403);
    const granted = await run(process.execPath, 'dist/bundle/admin.js', 'grant', ana.email);
    expect(granted).toEqual({ code: 0, output: expect.stringContaining('is now an administrator') });
    await answers(200);
    expect(await run('npm', 'run', '-s', 'admin', '--', 'revoke', ana.email)).toMatchObject({ code: 0 });
    await answers(403);
  } finally {
    await service.stop();
  }
});

it('a mistake is one message and the exit code 1', async () => {
  const admin = (...args: string[]) => run(process.execPath, 'dist/bundle/admin.js', ...args);
  expect(await admin('grant', 'nobody@example.org')).toEqual({
    code: 1,
    output: 'There is no account with the e-mail address nobody@example.org: register it first.\n',
  });
  expect(await admin('promote', 'ana@example.org')).toEqual({
    code: 2,
    output: expect.stringMatching(/^Usage: grant/),
  });
  settings.JWT_SECRET = '';
  expect(await admin('grant', 'ana@example.org')).toEqual({
    code: 1,
    output: 'JWT_SECRET must be set in production, to at least 32 bytes\n',
  });
});

it('the image serves the pages with their assets', async () => {
  settings.JWT_SECRET = 'a secret of the tests, of 32 bytes and more';
  const service = new Service(folder, { ...settings, LANDING_PAGE: 'graphiql' }, COMMAND);
  try {
    const url = await service.ready();
    for (const path of ['/', '/import', '/graphiql', '/api/v1/docs', '/verify-email/token']) {
      const page = await fetch(url + path, { headers: { accept: BROWSER_ACCEPT } });
      const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset]) => asset!);
      expect(assets.length).toBeGreaterThan(2);
      for (const asset of assets) expect([asset, (await fetch(url + asset)).status]).toEqual([asset, 200]);
    }
  } finally {
    await service.stop();
  }
});

it('the image reads files that are imported, and writes archives, workbooks and documents', async () => {
  const service = new Service(folder, settings, COMMAND);
  try {
    const url = await service.ready();
    const ana = await beekeeper({ url, anyone: new Client(url) });
    const download = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
      const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${ana.token}` } });
      expect([path, response.status]).toEqual([path, 200]);
      return new Uint8Array(await response.arrayBuffer());
    };
    const table = await upload(ana, 'Apiario,Colmena\nEl Roble,7\n');
    expect(await act(ana, table.id, 'run')).toMatchObject({ status: 'DONE', records_created: 2 });
    const workbook = await upload(ana, await download('/lists/beehives?format=xlsx'), 'hives.xlsx');
    expect(workbook).toMatchObject({ status: 'READY', format: 'XLSX', rows_total: 1 });
    const archive = await upload(ana, await download('/users/me/export?format=zip'), 'export.zip');
    expect(archive).toMatchObject({ status: 'READY', format: 'ARCHIVE', rows_with_problems: 0 });
    const year = new Date().getUTCFullYear();
    expect(Buffer.from(await download(`/reports/season/pdf?year=${year}`)).toString('latin1')).toMatch(/^%PDF-/);
  } finally {
    await service.stop();
  }
});

it('stack traces in the log of the image name the lines of the sources', async () => {
  const unreachable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing', LOG_LEVEL: 'debug' };
  const service = new Service(folder, { ...settings, ...unreachable }, COMMAND);
  expect(await service.ended()).toBe(1);
  expect(service.output).toMatch(/ at \w+ \(file:\/\/[^:]*\/src\/server\.ts:\d+:\d+\)/);
});

it('workers of the image share its port', async () => {
  const service = new Service(folder, { ...settings, WEB_CONCURRENCY: '2' }, COMMAND);
  try {
    const url = await service.ready();
    await until(async () => service.children().length === 2);
    const ana = await beekeeper({ url, anyone: new Client(url) });
    expect((await ana.rest('GET', '/apiaries')).status).toBe(200);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

it('the health check of the image needs a service that is ready', async () => {
  const PORT = String(await findFreePort());
  settings = { ...settings, PORT };
  const [bash, ...args] = HEALTH_CHECK;
  expect(await run(bash!, ...args)).toMatchObject({ code: 1 });
  const service = new Service(folder, settings, COMMAND);
  try {
    await service.ready();
    expect(await run(bash!, ...args)).toMatchObject({ code: 0 });
  } finally {
    await service.stop();
  }
});

it('the image names its commit, which its build is told', async () => {
  expect(DOCKERFILE).toMatch(/^ARG REVISION\nRUN COMMIT=\$\{REVISION\} node scripts\/build\.mjs /m);
  const { commit } = JSON.parse(readFileSync('dist/build.json', 'utf8')) as { commit?: string };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const expected = commit ? `${version} (${commit.slice(0, 12)})` : version;
  expect(await run(process.execPath, ...COMMAND, '--version')).toEqual({ code: 0, output: `${expected}\n` });
});

withSandbox('the image works for any user on a read-only root', async () => {
  const empty = await cloneDatabase('template1');
  const {
    host,
    port,
    user,
    database: name,
  } = empty.server as { host: string; port: number; user: string; database: string };
  // The socket is open to the user of PostgreSQL only.
  const network = await FaultyNetwork.to({ path: join(host, `.s.PGSQL.${port}`) });
  const mail = await startMailServer();
  settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    HOME: '/',
    DATA_DIR: '',
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${network.port}/${name}`,
    JWT_SECRET: settings.JWT_SECRET!,
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://api.example.org',
  };
  try {
    expect(await run('bwrap', ...sandbox(folder), 'dist/bundle/migrate.js', 'up')).toEqual({
      code: 0,
      output: expect.stringMatching(/up to date\.\n$/),
    });
    expect(await run('bwrap', ...sandbox(folder), '-e', "require('fs').writeFileSync('/app/file', '')")).toMatchObject({
      output: expect.stringContaining('EROFS'),
    });
    const service = new Service(folder, settings, [...sandbox(folder), ...COMMAND], 'bwrap');
    const url = await service.ready();
    const [node] = service.children();
    expect(readFileSync(`/proc/${node}/status`, 'utf8')).toMatch(/^CapEff:\t0{16}$/m);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const { email } = await beekeeper({ url, anyone: new Client(url) });
    const logIn = await new Client(url).rest('POST', '/auth/login', { email, password: PASSWORD });
    expect(logIn.status).toBe(200);
    await until(() => mail.received.length > 0);
    process.kill(node!, 'SIGTERM');
    expect(await service.ended()).toBe(0);
    expect(service.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
  } finally {
    await mail.close();
    await network.close();
    await empty.drop();
  }
});
