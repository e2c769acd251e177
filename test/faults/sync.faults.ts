// 50 phones that are offline at times, against two processes of the service on one PostgreSQL. The processes and PostgreSQL are killed meanwhile,
// and other programs hold transactions open. SYNC_SEED repeats the decisions of the phones, SYNC_SECONDS sets how long they work.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../process/ports.js';
import { type Service, until } from '../process/service.js';
import { PostgresServer } from '../support/postgres/server.js';
import { below, createRandom } from '../support/random.js';
import { Services } from '../support/service.js';
import { syncServer } from '../support/sync-server.js';
import { SyncWorld } from '../support/sync-world.js';
import { attempt, Load } from '../support/timed-request.js';

const SEED = Number(process.env.SYNC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SECONDS = Number(process.env.SYNC_SECONDS ?? 60);
const PHONES = 50;
const PEOPLE = 20;
const PROCESSES = 2;
/** Of each phone between two steps, at most. */
const OFFLINE_MS = 2000;
/** Of a slow transaction, at most. A request that waits longer for it would be given up. */
const OPEN_MS = 1500;
const PAUSE_MS = 4000;
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

it(`${PHONES} phones end equal to the service while everything is killed (SYNC_SEED=${SEED})`, async () => {
  postgres = await PostgresServer.create(services.folder());
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
  const phones = new Load(PHONES, async (i) => {
    await world.act(world.phones[i]!);
    await sleep(below(random, OFFLINE_MS));
  });
  const writers = new Load(world.writers.length, async (i) => {
    const writer = world.writers[i]!;
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

  const restart = async (i: number): Promise<void> => {
    await processes[i]!.stop('SIGKILL');
    processes[i] = start(ports[i]!);
    await processes[i]!.ready();
  };
  const interrupt = async (): Promise<void> => {
    await postgres.stop('SIGKILL');
    await sleep(below(random, PAUSE_MS));
    await postgres.start();
  };
  const faults = {
    'a process': () => restart(below(random, PROCESSES)),
    PostgreSQL: interrupt,
    both: () => Promise.all([interrupt(), restart(below(random, PROCESSES))]),
  };
  const kills: string[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    await sleep(PAUSE_MS);
    // Each in turn, so that a short run has all of them.
    const [name, kill] = Object.entries(faults)[kills.length % Object.keys(faults).length]!;
    await kill();
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
});
