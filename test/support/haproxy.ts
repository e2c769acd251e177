// Runs HAProxy in front of a primary and its standby, with the settings that docs/operations.md recommends. The tests serve the health
// check that Patroni would serve: 200 for the primary, 503 for other servers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { findFreePort } from '../process/ports.js';
import { until } from '../process/service.js';
import type { PostgresServer } from './postgres/server.js';

const HAPROXY = '/usr/sbin/haproxy';
/** Shorter than the interval of the health checks. */
const CHECK_TIMEOUT_MS = 400;
/** Health checks after which HAProxy knows each server's state: it assumes at first that all are up. */
const INITIAL_CHECKS = 3;

/** Installs Debian's HAProxy if it is missing and the tests run as root. @returns whether HAProxy is available */
export function provideHaproxy(): boolean {
  if (!existsSync(HAPROXY) && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'haproxy'], { env, stdio: 'ignore' });
  }
  return existsSync(HAPROXY);
}

/** Serves the health check of one PostgreSQL server. */
export class HealthCheck {
  private readonly server = http.createServer(async (_request, response) => {
    const isPrimary = this.override ?? (await this.isPrimary());
    this.count++;
    if (isPrimary) this.primarySince ??= performance.now();
    else this.primarySince = undefined;
    response.writeHead(isPrimary ? 200 : 503, { connection: 'close' }).end();
  });
  private client: pg.Client | undefined;
  count = 0;
  /** If set, the response says this instead of asking the server. */
  override: boolean | undefined;
  /** When HAProxy first received that this server is the primary. */
  primarySince: number | undefined;

  private constructor(private readonly postgres: PostgresServer) {}

  static async listen(postgres: PostgresServer): Promise<HealthCheck> {
    const check = new HealthCheck(postgres);
    check.server.listen(0, '127.0.0.1');
    await once(check.server, 'listening');
    return check;
  }

  get ports(): { postgres: number; check: number } {
    return { postgres: this.postgres.port, check: (this.server.address() as AddressInfo).port };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.client?.end().catch(() => {});
  }

  /** Keeps the connection open, because a server whose connections are exhausted accepts no new one. */
  private async isPrimary(): Promise<boolean> {
    try {
      this.client ??= await this.connect();
      const { rows } = await this.client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      return rows[0]!.standby === false;
    } catch {
      this.client = undefined;
      return false;
    }
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.postgres.url(), connectionTimeoutMillis: CHECK_TIMEOUT_MS });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
}

interface HaproxyOptions {
  /** Whether HAProxy closes the connections to a server that is no longer the primary, as the manual recommends. */
  closesSessions?: boolean;
}

export class Haproxy {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param folder for the settings file */
  static async start(
    folder: string,
    checks: HealthCheck[],
    { closesSessions = true }: HaproxyOptions = {},
  ): Promise<Haproxy> {
    const port = await findFreePort();
    const file = join(folder, 'haproxy.cfg');
    const onDown = closesSessions ? ' on-marked-down shutdown-sessions' : '';
    const servers = checks.map(
      ({ ports: { postgres, check } }, i) => `  server s${i} 127.0.0.1:${postgres} check port ${check}`,
    );
    writeFileSync(
      file,
      `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 1s
  retries 0
  timeout client 1h
  timeout server 1h
  default-server inter 500ms fall 2 rise 1${onDown}
listen postgresql
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
${servers.join('\n')}
`,
    );
    const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
    await once(child, 'spawn');
    await until(() => checks.every(({ count }) => count >= INITIAL_CHECKS));
    return new Haproxy(child, port);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
