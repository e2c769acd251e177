// Three nodes with etcd, Patroni and PostgreSQL, each in a network namespace of its own, and HAProxy outside of them: with the files of
// deploy/patroni, as they are. Linux and root only.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { queryOnce } from './postgres/query-once.js';
import { findInstalledTools } from './postgres/server.js';

const FILES = fileURLToPath(new URL('../../../deploy/patroni/', import.meta.url));
const PROGRAMS = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/sbin/ip',
  '/usr/sbin/nft',
  '/usr/bin/setpriv',
];
const NAMES = ['a', 'b', 'c'] as const;
const PASSWORD = 'of the tests';
const HEALTHY_TIMEOUT_MS = 180_000;
const HAPROXY_PORT = 5700;
/** The files of etcd are in memory: it writes each heartbeat of Patroni to disk, and the disk of a test machine is shared. */
const MEMORY = '/dev/shm';

export type Name = (typeof NAMES)[number];
interface Member {
  name: Name;
  role: string;
  state: string;
}

/** @returns why the cluster cannot run here, if it cannot */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces need root on Linux';
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  const packages =
    'apt-get install --no-install-recommends patroni python3-etcd etcd-server haproxy postgresql iproute2 nftables';
  if (missing.length > 0 || !findInstalledTools())
    return `${missing.join(', ') || 'PostgreSQL'} is missing: ${packages}`;
  const probe = `beeprobe${process.pid}`;
  const { status } = spawnSync('ip', ['netns', 'add', probe]);
  spawnSync('ip', ['netns', 'del', probe]);
  return status === 0 ? undefined : 'network namespaces cannot be created';
}

function execute(...[program, ...args]: [string, ...string[]]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

export class PatroniCluster {
  private readonly id = `bee${process.pid}`;
  private readonly network = `10.233.${process.pid % 250}`;
  private readonly memory = mkdtempSync(join(MEMORY, 'beekeeping-etcd-'));
  private readonly patronis = new Map<Name, ChildProcess>();
  private haproxy: ChildProcess | undefined;

  private constructor(private readonly folder: string) {}

  /** @param folder that the user of PostgreSQL can enter */
  static async start(folder: string): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder);
    try {
      cluster.connectNodes();
      for (const name of NAMES) cluster.startEtcd(name);
      for (const name of NAMES) cluster.startPatroni(name);
      await cluster.isHealthy();
      const leader = await cluster.leader();
      for (const text of [`create role service login password '${PASSWORD}'`, 'create database hives owner service'])
        await cluster.sql(text, leader, 'postgres');
      cluster.startHaproxy();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The DATABASE_URL of the service, through HAProxy. */
  get url(): string {
    return `postgresql://service:${encodeURIComponent(PASSWORD)}@127.0.0.1:${HAPROXY_PORT}/hives`;
  }

  async leader(): Promise<Name> {
    const leader = (await this.members()).find(({ role, state }) => role === 'leader' && state === 'running');
    if (!leader) throw new Error('there is no leader');
    return leader.name;
  }

  /** Waits until there is a primary and both standbys follow it, of which one confirms its commits. */
  async isHealthy(): Promise<void> {
    const deadline = performance.now() + HEALTHY_TIMEOUT_MS;
    for (;;) {
      const members = await this.members().catch(() => []);
      const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
      const roles = running.map(({ role }) => role).sort();
      if (roles.join() === 'leader,replica,sync_standby') return;
      if (performance.now() > deadline)
        throw new Error(`the cluster does not become healthy: ${JSON.stringify(members)}, see ${this.folder}`);
      await sleep(200);
    }
  }

  /** A planned switchover, as `patronictl switchover` requests it. */
  async switchover(): Promise<void> {
    const members = await this.members();
    const leader = members.find(({ role }) => role === 'leader')!.name;
    const candidate = members.find(({ role }) => role === 'sync_standby')!.name;
    const response = await fetch(`http://${this.address(leader)}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
    });
    if (response.status !== 200) throw new Error(`switchover: ${response.status} ${await response.text()}`);
  }

  /** kill -9 of the first process of PostgreSQL on a node. */
  killPostgres(name: Name): void {
    const [pid] = readFileSync(join(this.dataDir(name), 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  /** Drops every packet from and to a node, without a reset. */
  cut(name: Name): void {
    const inside = ['ip', 'netns', 'exec', this.namespace(name), 'nft'] as const;
    execute(...inside, 'add', 'table', 'inet', 'cut');
    for (const [chain, side] of Object.entries({ prerouting: 'iifname', postrouting: 'oifname' })) {
      const hook = `{ type filter hook ${chain} priority -300; }`;
      execute(...inside, 'add', 'chain', 'inet', 'cut', chain, hook);
      execute(...inside, 'add', 'rule', 'inet', 'cut', chain, side, 'eth0', 'drop');
    }
  }

  heal(name: Name): void {
    execute('ip', 'netns', 'exec', this.namespace(name), 'nft', 'delete', 'table', 'inet', 'cut');
  }

  sql<R extends object>(text: string, name: Name, database = 'hives'): Promise<R[]> {
    const host = this.address(name);
    return queryOnce({ host, port: this.port(name), user: 'postgres', password: PASSWORD, database }, text);
  }

  /** Ends every process in the namespaces, and removes them. */
  async stop(): Promise<void> {
    this.haproxy?.kill('SIGKILL');
    for (const child of this.patronis.values()) child.kill('SIGKILL');
    for (const name of NAMES) {
      const namespace = this.namespace(name);
      const pids = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).stdout;
      for (const pid of pids.split('\n').filter(Boolean)) spawnSync('kill', ['-KILL', pid]);
      spawnSync('ip', ['netns', 'del', namespace]);
    }
    spawnSync('ip', ['link', 'del', this.id]);
    rmSync(this.memory, { recursive: true, force: true });
  }

  /** As the primary sees them: a node that was cut off tells what it knew before. */
  private async members(): Promise<Member[]> {
    const responses = NAMES.map(async (name) => {
      const read = (path: string): Promise<Response> =>
        fetch(`http://${this.address(name)}:8008${path}`, { signal: AbortSignal.timeout(1000) });
      if ((await read('/primary')).status !== 200) throw new Error(`${name} is not the primary`);
      return ((await (await read('/cluster')).json()) as { members: Member[] }).members;
    });
    return Promise.any(responses);
  }

  /** A bridge, to which each node has a cable. */
  private connectNodes(): void {
    execute('ip', 'link', 'add', this.id, 'type', 'bridge');
    execute('ip', 'address', 'add', `${this.network}.1/24`, 'dev', this.id);
    execute('ip', 'link', 'set', this.id, 'up');
    for (const name of NAMES) {
      const [namespace, cable] = [this.namespace(name), `${this.id}${name}`];
      execute('ip', 'netns', 'add', namespace);
      execute('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      execute('ip', 'link', 'set', cable, 'master', this.id, 'up');
      execute('ip', '-n', namespace, 'address', 'add', `${this.address(name)}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) execute('ip', '-n', namespace, 'link', 'set', device, 'up');
    }
  }

  private startEtcd(name: Name): void {
    const at = (one: Name, port: number): string => `http://${this.address(one)}:${port}`;
    this.startOnNode(name, 'etcd', ['/usr/bin/etcd'], {
      ...this.readExample('etcd.env.example'),
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(this.memory, name),
      ETCD_LISTEN_PEER_URLS: at(name, 2380),
      ETCD_LISTEN_CLIENT_URLS: at(name, 2379),
      ETCD_ADVERTISE_CLIENT_URLS: at(name, 2379),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: at(name, 2380),
      ETCD_INITIAL_CLUSTER: NAMES.map((one) => `${one}=${at(one, 2380)}`).join(),
    });
  }

  private startPatroni(name: Name): void {
    const home = join(this.folder, name);
    mkdirSync(home);
    execute('chown', 'postgres:postgres', home);
    const address = this.address(name);
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    const child = this.startOnNode(name, 'patroni', [...asPostgres, '/usr/bin/patroni', this.copy('patroni.yml')], {
      ...this.readExample('patroni.env.example'),
      HOME: home,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: NAMES.map((one) => `${this.address(one)}:2379`).join(),
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${address}:${this.port(name)}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${this.port(name)}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.dataDir(name),
      PATRONI_POSTGRESQL_BIN_DIR: findInstalledTools()!,
      PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
    });
    this.patronis.set(name, child);
  }

  private startHaproxy(): void {
    const env: Record<string, string> = { POSTGRES_BIND: `127.0.0.1:${HAPROXY_PORT}` };
    for (const name of NAMES) env[`POSTGRES_${name.toUpperCase()}`] = `${this.address(name)}:${this.port(name)}`;
    this.haproxy = this.spawn('haproxy', ['/usr/sbin/haproxy', '-db', '-f', join(FILES, 'haproxy.cfg')], env);
  }

  private startOnNode(name: Name, log: string, command: string[], env: Record<string, string>): ChildProcess {
    return this.spawn(`${log}-${name}`, ['ip', 'netns', 'exec', this.namespace(name), ...command], env);
  }

  private spawn(log: string, [program, ...args]: string[], env: Record<string, string>): ChildProcess {
    const out = openSync(join(this.folder, `${log}.log`), 'a');
    const base = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
    const child = spawn(program!, args, { env: { ...base, ...env }, cwd: '/', stdio: ['ignore', out, out] });
    child.on('error', () => {});
    return child;
  }

  /** A copy that the user of PostgreSQL can read. */
  private copy(file: string): string {
    const copy = join(this.folder, file);
    execute('cp', join(FILES, file), copy);
    chmodSync(copy, 0o644);
    return copy;
  }

  private readExample(file: string): Record<string, string> {
    const lines = readFileSync(join(FILES, file), 'utf8').split('\n');
    return Object.fromEntries(
      lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
  }

  private namespace(name: Name): string {
    return `${this.id}-${name}`;
  }
  private address(name: Name): string {
    return `${this.network}.${11 + NAMES.indexOf(name)}`;
  }
  /** Different ones, because the sockets of all nodes are in one folder here. */
  private port(name: Name): number {
    return 5501 + NAMES.indexOf(name);
  }
  private dataDir(name: Name): string {
    return join(this.folder, name, 'postgresql');
  }
}
