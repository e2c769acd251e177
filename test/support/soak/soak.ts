// Mixed traffic of many accounts through two processes, while a process is killed or replaced, the database is killed or restarted, and the
// network between them fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../process/ports.js';
import { type Service, until } from '../../process/service.js';
import { FaultyNetwork } from '../postgres/faulty-network.js';
import { PostgresServer } from '../postgres/server.js';
import { createRandom } from '../random.js';
import { newBeekeeper, type Services } from '../service.js';
import { Load, send } from '../timed-request.js';
import { SoakAccount, type Tally } from './account.js';
import { LEAK_PROBE, type Resources, readResources } from './resources.js';

const OUTAGE_MS = 1500;
/** Each account waits so long between two writes, so that one machine can run it all. */
const PAUSE_MS = 100;

export interface SoakOptions {
  accounts: number;
  durationMs: number;
  seed: number;
  /** Between two faults, on average. */
  pauseMs: number;
  /** Before the resources of a process are read. */
  idleMs: number;
}

export class Soak {
  readonly accounts: SoakAccount[] = [];
  readonly faults: Record<string, number> = {};
  private processes: Service[] = [];
  private load: Load | undefined;
  private isPaused = false;
  private readonly random: () => number;

  private constructor(
    private readonly services: Services,
    readonly database: PostgresServer,
    private readonly network: FaultyNetwork,
    private readonly ports: number[],
    private readonly options: SoakOptions,
  ) {
    this.random = createRandom(options.seed);
  }

  static async start(services: Services, options: SoakOptions): Promise<Soak> {
    const database = await PostgresServer.create(services.folder());
    await database.sql('create database hives');
    const network = await FaultyNetwork.to({ host: '127.0.0.1', port: database.port });
    const soak = new Soak(services, database, network, [await findFreePort(), await findFreePort()], options);
    const { accounts, seed } = options;
    soak.processes = [soak.startProcess(0), soak.startProcess(1)];
    await Promise.all(soak.processes.map((process) => process.ready()));
    while (soak.accounts.length < accounts) {
      const { token } = await newBeekeeper(soak.urls[0]!);
      soak.accounts.push(new SoakAccount(() => soak.urls, token!, createRandom(seed + soak.accounts.length)));
    }
    soak.load = new Load(accounts, async (account) => {
      if (!soak.isPaused) await soak.accounts[account]!.act();
      await sleep(PAUSE_MS);
    });
    return soak;
  }

  get urls(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** The process that is never killed, and so shows what leaks. */
  get steady(): Service {
    return this.processes[0]!;
  }

  get total(): Tally {
    const sum = { acknowledged: 0, repeated: 0, replays: 0, refusals: 0 };
    for (const { tally } of this.accounts)
      for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += tally[name];
    return sum;
  }

  /** Causes one fault after the other, each followed by a pause. */
  async causeFaults(durationMs: number): Promise<void> {
    const end = performance.now() + durationMs;
    const faults = Object.entries(this.possibleFaults());
    let next = 0;
    while (performance.now() < end) {
      // Each once in every round, so that a short run has all of them.
      const [name, cause] = faults[next++ % faults.length]!;
      await cause();
      this.faults[name] = (this.faults[name] ?? 0) + 1;
      await sleep(this.options.pauseMs * (0.5 + this.random()));
    }
  }

  /** Lets every running write finish, and idle connections end. @returns what the steady process holds then */
  async quiesce(): Promise<Resources> {
    this.isPaused = true;
    await sleep(this.options.idleMs);
    const resources = await readResources(this.steady);
    this.isPaused = false;
    return resources;
  }

  async stopTraffic(): Promise<void> {
    await this.load?.stop();
  }

  /** Connections of the service at the database. */
  async countConnections(): Promise<number> {
    const [row] = await this.database.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = 'hives'`,
    );
    return row!.n;
  }

  /** @returns the exit codes */
  async stopProcesses(): Promise<(number | null)[]> {
    return Promise.all(this.processes.map((process) => process.stop()));
  }

  async end(): Promise<void> {
    await this.services.end();
    await this.network.close();
    await this.database.stop('SIGQUIT');
  }

  private startProcess(index: number): Service {
    const settings = {
      PORT: String(this.ports[index]),
      DATABASE_URL: `postgresql://app@127.0.0.1:${this.network.port}/hives`,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: LEAK_PROBE,
    };
    return this.services.start(settings);
  }

  private possibleFaults(): Record<string, () => Promise<void>> {
    const outage = (begin: () => unknown) => async (): Promise<void> => {
      await begin();
      await sleep(OUTAGE_MS);
      await this.network.resume();
    };
    const restart = (signal: 'SIGTERM' | 'SIGKILL') => async (): Promise<void> => {
      await this.processes[1]!.stop(signal);
      this.processes[1] = this.startProcess(1);
      await this.processes[1]!.ready();
    };
    return {
      'a process is killed': restart('SIGKILL'),
      'the network resets connections': outage(() => this.network.reset()),
      'the database is killed': async () => {
        await this.database.stop('SIGKILL');
        await this.database.start();
      },
      'a process is replaced': restart('SIGTERM'),
      'the network refuses connections': outage(() => this.network.refuse()),
      'the database is restarted': async () => {
        await this.database.stop('SIGINT');
        await this.database.start();
      },
      'the network is silent': outage(() => this.network.silence()),
    };
  }

  /** Waits until both processes reach the database. */
  async recover(): Promise<void> {
    for (const url of this.urls) await until(async () => (await send(url, { path: '/readyz' })).status === 200);
  }
}
