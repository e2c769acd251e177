import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';

type Server = Omit<EmbeddedPostgres, 'stop'>;

const CHILD = fileURLToPath(new URL('./embedded-postgres.child.js', import.meta.url));
const isRoot = process.getuid?.() === 0;

const children: ChildProcess[] = [];
const postmasters = new Set<number>();
let usedRoot: string;
let root: string;
let dir: string;

beforeAll(async () => {
  usedRoot = createRoot();
  await stop((await startService(join(usedRoot, 'postgres'))).child);
});

beforeEach(() => {
  root = createRoot();
  dir = join(root, 'postgres');
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const pid of postmasters) if (isRunning(pid)) process.kill(pid, 'SIGQUIT');
  await until(() => ![...postmasters].some(isRunning));
  postmasters.clear();
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

afterAll(() => rmSync(usedRoot, { recursive: true }));

function createRoot(): string {
  const path = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
  chmodSync(path, 0o755);
  return path;
}

/** Copies a cluster that has been used and stopped, to save the time for creating one. */
function copyUsedCluster(): void {
  expect(spawnSync('cp', ['-a', join(usedRoot, 'postgres'), dir]).status).toBe(0);
}

function run(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function output(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stderr!) text += chunk;
  return text;
}

/** Starts a service, and waits until its database is ready. */
async function startService(at = dir, mode = 'hold'): Promise<{ child: ChildProcess; server: Server }> {
  const child = run(mode, at);
  const errorOutput = output(child);
  for await (const line of createInterface(child.stdout!)) {
    const server = JSON.parse(line) as Server;
    postmasters.add(server.pid);
    return { child, server };
  }
  throw new Error(await errorOutput);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(0);
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}

async function query(server: Server, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host: server.socketDir, port: server.port, user: server.user, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows.map((row) => row.value);
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** A process that has ended may be there for a moment longer; a zombie counts as not running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function killServer({ pid }: Server): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => !isRunning(pid));
}

describe('an embedded PostgreSQL', () => {
  it('listens only on a socket that only its user can open, and stops with its service', async () => {
    const { child, server } = await startService();
    expect(await query(server, "select current_setting('listen_addresses') as value")).toEqual(['']);
    expect(await query(server, "select current_setting('fsync') as value")).toEqual(['on']);
    expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(server.socketDir, '.s.PGSQL.5432')).mode & 0o777).toBe(0o700);
    child.stdin!.end();
    expect(await ended(child)).toBe(0);
    await until(() => !isRunning(server.pid));
  });

  it('survives a killed service, and the next one joins it', async () => {
    copyUsedCluster();
    const first = await startService();
    await query(first.server, 'create table kept as select 1 as value');
    await kill(first.child);
    const second = await startService();
    expect(second.server.pid).toBe(first.server.pid);
    expect(await query(second.server, 'select value from kept')).toEqual([1]);
    await stop(second.child);
    await until(() => !isRunning(second.server.pid));
  });

  it('loses no committed write if it is killed', async () => {
    copyUsedCluster();
    const { child, server } = await startService();
    await query(server, 'create table kept (value int)');
    for (let n = 0; n < 20; n++) await query(server, `insert into kept values (${n})`);
    await killServer(server);
    await kill(child);
    const next = await startService();
    expect(next.server.pid).not.toBe(server.pid);
    expect(await query(next.server, 'select count(*)::int as value from kept')).toEqual([20]);
    await stop(next.child);
  });

  it('is restarted for a second service after a kill, and stops with the last service', async () => {
    copyUsedCluster();
    const first = await startService();
    await killServer(first.server);
    const second = await startService();
    await stop(second.child);
    expect(isRunning(second.server.pid)).toBe(true);
    await stop(first.child);
    await until(() => !isRunning(second.server.pid));
  });

  it('starts despite lock files whose pid belongs to another process', async () => {
    copyUsedCluster();
    const { child, server } = await startService();
    await killServer(server);
    await kill(child);
    const { uid, gid } = statSync(server.dataDir);
    const unrelated = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    children.push(unrelated);
    for (const file of [join(server.dataDir, 'postmaster.pid'), join(server.socketDir, '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(String(server.pid), String(unrelated.pid)));
    }
    const next = await startService();
    expect(await query(next.server, 'select 1 as value')).toEqual([1]);
    await stop(next.child);
    expect(isRunning(unrelated.pid!)).toBe(true);
  });

  it('starts despite an empty lock file', async () => {
    copyUsedCluster();
    const file = join(dir, 'data', 'postmaster.pid');
    writeFileSync(file, '');
    const { uid, gid } = statSync(join(dir, 'data'));
    chownSync(file, uid, gid);
    await stop((await startService()).child);
  });

  it('is shared by services that start at the same time, until the last one stops', async () => {
    const services = await Promise.all([startService(), startService(), startService(), startService()]);
    const pids = new Set(services.map(({ server }) => server.pid));
    expect(pids.size).toBe(1);
    const [last, ...others] = services;
    await Promise.all(others.map(({ child }) => stop(child)));
    expect(await query(last!.server, 'select 1 as value')).toEqual([1]);
    await stop(last!.child);
    await until(() => !isRunning(last!.server.pid));
  });

  it('serves every service that starts while others stop', async () => {
    const clients = Array.from({ length: 4 }, () => run('rounds', dir, '15'));
    const errorOutputs = clients.map(output);
    expect(await Promise.all(clients.map(ended))).toEqual([0, 0, 0, 0]);
    expect((await Promise.all(errorOutputs)).join('').match(/.*Error.*/g)).toBeNull();
    expect(existsSync(join(dir, 'data', 'postmaster.pid'))).toBe(false);
    expect(readdirSync(join(dir, 'users'))).toEqual([]);
  });

  it('serves the other services while some are killed', async () => {
    const clients = Array.from({ length: 6 }, () => run('rounds', dir, '6'));
    for (const child of clients.slice(3)) {
      await until(() => existsSync(join(dir, 'data')));
      await sleep(Math.random() * 300);
      await kill(child);
    }
    expect(await Promise.all(clients.slice(0, 3).map(ended))).toEqual([0, 0, 0]);
    const { child, server } = await startService();
    await stop(child);
    await until(() => !isRunning(server.pid));
  });

  it.each(['PG_VERSION', 'global/pg_control'])(
    'is created again if its creation was interrupted at %s',
    async (file) => {
      const unfinished = () => (existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith('initdb-')) : []);
      const child = run('hold', dir);
      await until(() => unfinished().some((name) => existsSync(join(dir, name, file))));
      await kill(child);
      expect(existsSync(join(dir, 'data'))).toBe(false);
      const next = await startService();
      expect(await query(next.server, 'select 1 as value')).toEqual([1]);
      await stop(next.child);
    },
  );

  it('uses another folder for its socket if the path is too long', async () => {
    const deep = join(root, 'a-rather-long-name/'.repeat(8), 'postgres');
    const first = await startService(deep);
    const second = await startService(deep);
    expect(second.server.socketDir).toBe(first.server.socketDir);
    expect(statSync(first.server.socketDir).mode & 0o777).toBe(0o700);
    expect(await query(second.server, 'select 1 as value')).toEqual([1]);
    await killServer(first.server);
    const third = await startService(deep);
    for (const { child } of [first, second, third]) await stop(child);
    for (const { server } of [first, third]) expect(existsSync(server.socketDir)).toBe(false);
  });

  it('refuses the data of another major version', async () => {
    copyUsedCluster();
    writeFileSync(join(dir, 'data', 'PG_VERSION'), '9\n');
    await expect(startService()).rejects.toThrow('was created by PostgreSQL 9 and cannot be read by PostgreSQL');
  });

  it('reports the output of the server if it does not start', async () => {
    copyUsedCluster();
    writeFileSync(join(dir, 'data', 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(startService()).rejects.toThrow(
      /unrecognized configuration parameter "no_such_setting".*postgres\.log/s,
    );
  });

  it('refuses a folder with other contents', async () => {
    mkdirSync(dir);
    writeFileSync(join(dir, 'letter.txt'), 'text');
    await expect(startService(dir, 'throwaway')).rejects.toThrow('contains something other than');
    expect(readdirSync(dir)).toEqual(['letter.txt']);
  });

  it('leaves nothing behind after a throwaway use', async () => {
    const { child, server } = await startService(dir, 'throwaway');
    expect(await query(server, "select current_setting('fsync') as value")).toEqual(['off']);
    await stop(child);
    await until(() => !isRunning(server.pid));
    expect(existsSync(dir)).toBe(false);
  });

  it('is removed after a throwaway use even if the process is killed', async () => {
    const { child } = await startService(dir, 'throwaway');
    await kill(child);
    await until(() => !existsSync(dir));
  });

  const asRoot = isRoot ? it : it.skip;
  asRoot('uses another folder if only root can enter the given one (skipped unless root)', async () => {
    chmodSync(root, 0o700);
    const services = await Promise.all([startService(), startService()]);
    const actual = realpathSync(dir);
    try {
      expect(actual).not.toBe(dir);
      expect(new Set(services.map(({ server }) => server.pid)).size).toBe(1);
      expect(statSync(services[0].server.dataDir).uid).not.toBe(0);
      await query(services[0].server, 'create table kept as select 1 as value');
      for (const { child } of services) await stop(child);
      const again = await startService();
      expect(await query(again.server, 'select value from kept')).toEqual([1]);
      await stop(again.child);
    } finally {
      rmSync(actual, { recursive: true, force: true });
    }
  });
});
