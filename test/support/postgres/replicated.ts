// A primary with a synchronous streaming standby, as operators run them for high availability.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresServer } from './server.js';

const STANDBY_NAME = 'standby';
const PROMOTION_TIMEOUT_S = 30;
const DATABASE = 'hives';
/** Not a superuser, so that the connections that PostgreSQL reserves remain available to the test. */
const ROLE = 'service';

export class ReplicatedPostgres {
  private constructor(
    readonly primary: PostgresServer,
    readonly standby: PostgresServer,
  ) {}

  /**
   * Copies the stopped primary, because the embedded PostgreSQL has no pg_basebackup.
   * @param folder readable by the user of the servers
   */
  static async create(folder: string): Promise<ReplicatedPostgres> {
    const primary = await PostgresServer.create(folder);
    await primary.sql(`create role ${ROLE} login`);
    await primary.sql(`create database ${DATABASE} owner ${ROLE}`);
    await primary.stop();
    const copy = join(folder, 'standby');
    await promisify(execFile)('cp', ['-a', primary.dataDir, copy]);
    const standby = await PostgresServer.at(copy);
    writeFileSync(join(copy, 'standby.signal'), '', { mode: 0o666 });
    standby.configure({
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=app application_name=${STANDBY_NAME}`,
    });
    primary.configure({ synchronous_standby_names: STANDBY_NAME });
    await primary.start();
    await standby.start();
    const replicated = new ReplicatedPostgres(primary, standby);
    await replicated.standbyConfirms();
    return replicated;
  }

  /** Returns the DATABASE_URL of the service, for a port of a server or of a proxy. */
  url(port: number): string {
    return `postgresql://${ROLE}@127.0.0.1:${port}/${DATABASE}`;
  }

  /** Waits until the standby confirms the commits of the primary. */
  async standbyConfirms(): Promise<void> {
    for (;;) {
      const rows = await this.primary.sql(`select 1 from pg_stat_replication where sync_state = 'sync'`);
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Returns how many commits of the primary wait for the standby. */
  async waitingCommits(): Promise<number> {
    const [row] = await this.primary.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    return row!.n;
  }

  /** Makes the standby the primary. Resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.standby.sql(`select pg_promote(true, ${PROMOTION_TIMEOUT_S})`);
  }

  sql<R extends object>(server: PostgresServer, text: string): Promise<R[]> {
    return server.sql<R>(text, DATABASE);
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.stop('SIGQUIT'), this.standby.stop('SIGQUIT')]);
  }
}
