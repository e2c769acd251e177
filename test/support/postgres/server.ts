// Runs a separate PostgreSQL server on a TCP port, as an operator does, which tests can stop, kill and restart.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findServerUser, type ServerUser } from '../../../src/embedded-postgres/server-user.js';
import { queryOnce } from './query-once.js';

const INSTALL_FOLDER = '/usr/lib/postgresql';
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns the folder with the tools of the newest installed PostgreSQL, if there is one. The embedded PostgreSQL has no pg_dump. */
export function findInstalledTools(): string | undefined {
  const versions = existsSync(INSTALL_FOLDER) ? readdirSync(INSTALL_FOLDER) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(INSTALL_FOLDER, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'pg_dump')));
}

function embeddedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native/bin');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const MAX_START_MS = 30_000;
/** From the end of one process to that of the others. */
const MAX_CRASH_MS = 3000;

export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly bin: string,
    private readonly owner: ServerUser | undefined,
  ) {}

  /** @param folder must be accessible to the server's user */
  static async create(folder: string, settings: Record<string, string> = {}): Promise<PostgresServer> {
    const cluster = await PostgresServer.at(join(folder, 'cluster'));
    await cluster.run('initdb', '-D', cluster.dataDir, '-U', 'app', '--auth=trust', '--encoding=UTF8', '--no-locale');
    cluster.configure(settings);
    await cluster.start();
    return cluster;
  }

  /** Returns a server whose files are created by other means, such as a base backup. */
  static async at(dataDir: string): Promise<PostgresServer> {
    const owner = process.getuid?.() === 0 ? findServerUser(dataDir) : undefined;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (owner) chownSync(dataDir, owner.uid, owner.gid);
    return new PostgresServer(dataDir, await freePort(), findInstalledTools() ?? embeddedBinaries(), owner);
  }

  configure(settings: Record<string, string> = {}): void {
    const lines = Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(this.port),
      ...settings,
    }).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.dataDir, 'postgresql.conf'), lines.join(''));
  }

  url(database = 'postgres'): string {
    return `postgresql://app@127.0.0.1:${this.port}/${database}`;
  }

  /** Does nothing if it is running. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const deadline = performance.now() + MAX_START_MS;
    // After a kill, processes of the old server may still be ending: until then, PostgreSQL refuses to start.
    while (!(await this.launch()))
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: see ${this.dataDir}.log`);
  }

  /** @returns whether it accepts connections; if not, it has ended */
  private async launch(): Promise<boolean> {
    const log = openSync(`${this.dataDir}.log`, 'a');
    const options = { ...this.owner, env: ENV, cwd: '/', stdio: ['ignore', log, log] as ('ignore' | number)[] };
    const child = spawn(join(this.bin, 'postgres'), ['-D', this.dataDir], options);
    this.child = child;
    while (!(await this.isReachable())) {
      await sleep(20);
      if (child.exitCode !== null) return false;
    }
    return true;
  }

  /** SIGINT is the fast shutdown, SIGQUIT the immediate one; SIGKILL simulates a power cut. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.child;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /**
   * Kills one process of the server, as the system does when memory runs out. PostgreSQL then ends all the others and recovers, with the same
   * `pg_postmaster_start_time()`. Resolves when it accepts connections again.
   * @param find selects the `pid`; by default, a connection of its own
   */
  async killBackend(find = 'select pg_backend_pid() as pid'): Promise<void> {
    const [client, witness] = [new pg.Client(this.url()), new pg.Client(this.url())];
    const ended = new Promise((resolve) => witness.once('end', resolve));
    for (const one of [client, witness]) {
      one.on('error', () => {});
      await one.connect();
    }
    let hasCrashed = false;
    while (!hasCrashed) {
      const [row] = (await client.query<{ pid: number }>(find)).rows;
      if (!row) throw new Error(`no process of PostgreSQL: ${find}`);
      // It may have ended by itself meanwhile: then another one is killed.
      killIfRunning(row.pid);
      hasCrashed = await Promise.race([ended.then(() => true), sleep(MAX_CRASH_MS, false)]);
    }
    // PostgreSQL accepts no connections until it has recovered.
    const deadline = performance.now() + MAX_START_MS;
    while (!(await this.isReachable()))
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not recover: see ${this.dataDir}.log`);
  }

  /** Runs one of its programs as the server's user. @returns its standard output */
  async run(program: string, ...args: string[]): Promise<string> {
    const options = { ...this.owner, env: ENV, cwd: '/', maxBuffer: 100_000_000 };
    return (await promisify(execFile)(join(this.bin, program), args, options)).stdout;
  }

  sql<R extends object>(text: string, database?: string): Promise<R[]> {
    return queryOnce(this.url(database), text);
  }

  private get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private async isReachable(): Promise<boolean> {
    return this.sql('select 1').then(
      () => true,
      () => false,
    );
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
