// 50 phones that are offline at times, against two processes of the service on one PostgreSQL. The processes, PostgreSQL and single processes of
// it are killed meanwhile, and other programs hold transactions open. SYNC_SEED repeats the decisions of the phones, SYNC_SECONDS sets how long
// they work.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../process/ports.js';
import { type Service, until } from '../process/service.js';
import { PostgresServer } from '../support/postgres/server.js';
import { below, createRandom, type Random } from '../support/random.js';
import { Services } from '../support/service.js';
import { syncServer } from '../support/sync-server.js';
import { SyncWorld } from '../support/sync-world.js';
import { attempt, Load } from '../support/timed-request.js';

const SEED = Number(process.env.SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SECONDS = Number(process.env.SYNC_SECONDS ?? 60);
const PHONES = 50;
const PEOPLE = 20;
const PROCESSES = 2;
/** The longest time of a phone between two steps. */
const OFFLINE_MS = 2000;
/** The longest time of a slow transaction. A request that waits longer for it would be given up. */
const OPEN_MS = 1500;
const PAUSE_MS = 4000;
const BACKENDS_KILLED = 10;
/** Nothing but commits, and full pages, makes PostgreSQL write its log to disk. */
const LAZY = { wal_writer_delay: '10s', wal_writer_flush_after: '1GB', autovacuum: 'off' };
/** Fewer than fill a page of that. */
const ROLL_BACK = 'do $$ begin for i in 1..50 loop perform pg_current_xact_id(); rollback; end loop; end $$';
const MIN_EXECUTED = 300;
const MIN_MUTATIONS = 25;

jest.setTimeout(SECONDS * 1000 + 300_000);

const services = new Services();
let postgres: PostgresServer;
const loads: Load[] = [];
afterEach(async () => {
  await Promise.allSettled(loads.map((load) => load.stop()));
  await services.end();
  await postgres.stop('SIGQUIT');
});

interface Faults {
  random: Random;
  /** Kills one of the processes of the service, and starts it again. It starts only if it reaches PostgreSQL. */
  restartProcess: (meanwhile?: Promise<void>) => Promise<void>;
  /** Lets everybody read and nobody write: each phone reads after the first step, and then comes the second. */
  whileReading: (first: () => Promise<unknown>, second: () => Promise<unknown>) => Promise<void>;
}

async function findNextXid(): Promise<number> {
  const [row] = await postgres.sql<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next', 'hives');
  return Number(row!.next);
}

/** @param kill breaks something, and repairs it @returns what it has killed, or undefined for the end */
async function work(kill: (faults: Faults, kills: number) => Promise<string | undefined>): Promise<void> {
  postgres = await PostgresServer.create(services.folder(), LAZY);
  await postgres.sql('create database hives');
  const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort));
  const start = (port: number): Service => services.start({ DATABASE_URL: postgres.url('hives'), PORT: String(port) });
  const processes = ports.map(start);
  const urls = await Promise.all(processes.map((one) => one.ready()));
  const world = await SyncWorld.start(
    syncServer(urls, () => postgres.url('hives')),
    { seed: SEED, people: PEOPLE, phones: PHONES },
  );

  const random = createRandom(SEED);
  let isReading = false;
  const readers = new Set<object>();
  const phones = new Load(PHONES, async (i) => {
    const phone = world.phones[i]!;
    if (isReading) {
      await phone.sync();
      readers.add(phone);
    } else await world.act(phone);
    await sleep(below(random, OFFLINE_MS));
  });
  const writers = new Load(world.writers.length, async (i) => {
    const writer = world.writers[i]!;
    if (isReading) {
      readers.add(writer);
      return sleep(OPEN_MS);
    }
    try {
      await (below(random, 3) === 0 ? writer.overwrite() : writer.write());
      await sleep(below(random, OPEN_MS));
      await writer.end(below(random, 4) === 0 ? 'rollback' : 'commit');
    } catch {
      await writer.disconnect(); // PostgreSQL was killed, or phones deleted what it wrote to.
    }
    await sleep(below(random, OPEN_MS));
  });

  loads.push(phones, writers);

  const restartProcess = async (meanwhile?: Promise<void>): Promise<void> => {
    const i = below(random, PROCESSES);
    await processes[i]!.stop('SIGKILL');
    await meanwhile;
    processes[i] = start(ports[i]!);
    await processes[i]!.ready();
  };
  const whileReading: Faults['whileReading'] = async (first, second) => {
    isReading = true;
    for (const step of [first, second]) {
      readers.clear();
      await until(() => readers.size === world.phones.length + world.writers.length);
      await step();
    }
    isReading = false;
  };
  const kills: string[] = [];
  for (;;) {
    await sleep(PAUSE_MS);
    const name = await kill({ random, restartProcess, whileReading }, kills.length);
    if (name === undefined) break;
    kills.push(name);
  }
  for (const url of urls)
    await until(async () => ((await attempt(url, { path: '/readyz' })) as { status?: number }).status === 200);
  await Promise.all(loads.map((load) => load.stop()));
  await world.end();

  const operations = world.phones.flatMap((phone) => phone.operations);
  const executed = operations.filter(({ ids }) => ids);
  const mutations = new Set(executed.map(({ name }) => name));
  process.stderr.write(
    `    ${executed.length} of ${operations.length} operations executed, of ${mutations.size} mutations; kills: ${kills.join(', ')}\n`,
  );
  expect(executed.length).toBeGreaterThan(MIN_EXECUTED);
  expect(mutations.size).toBeGreaterThan(MIN_MUTATIONS);
  for (const process of processes) expect(process.output).not.toMatch(/unexpected error|Unhandled/);
}

it(`${PHONES} phones end equal to the service while everything is killed (SYNC_SEED=${SEED})`, async () => {
  const end = performance.now() + SECONDS * 1000;
  await work(async ({ random, restartProcess }, kills) => {
    if (performance.now() > end) return;
    const interruptPostgres = async (): Promise<void> => {
      await postgres.stop('SIGKILL');
      await sleep(below(random, PAUSE_MS));
      await postgres.start();
    };
    const faults = {
      'a process': () => restartProcess(),
      PostgreSQL: interruptPostgres,
      both: () => restartProcess(interruptPostgres()),
    };
    // Each in turn, so that a short run has all of them.
    const [name, kill] = Object.entries(faults)[kills % Object.keys(faults).length]!;
    await kill();
    return name;
  });
});

it(`${PHONES} phones end equal to the service while single processes of PostgreSQL are killed (SYNC_SEED=${SEED})`, async () => {
  await work(async ({ whileReading }, kills) => {
    if (kills === BACKENDS_KILLED) return;
    let repeated = 0;
    const kill = async (): Promise<void> => {
      const given = await findNextXid();
      await postgres.killBackend(`select pid from pg_stat_activity where datname = 'hives' order by random() limit 1`);
      repeated = Math.max(0, given - (await findNextXid()));
    };
    if (kills % 2 === 0) await kill();
    // Cursors are read that must not pass these numbers.
    else await whileReading(() => postgres.sql(ROLL_BACK, 'hives'), kill);
    return `a process of PostgreSQL (numbers given again: ${repeated})`;
  });
});
