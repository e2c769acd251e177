import { expect } from '@jest/globals';
import { expectLogExact } from '../change-log.js';
import { expectOwnersTrue } from '../owners.js';
import { Services } from '../service.js';
import type { Resources } from './resources.js';
import { Soak, type SoakOptions } from './soak.js';

/** The connections of the two pools: DB_POOL of each process. */
const MAX_CONNECTIONS = 20;
/** Caches may still fill; a leak of 1 kB for each request would exceed this within an hour. */
const MAX_HEAP_GROWTH_MB = 40;
const MAX_MORE_FILES = 15;
const MAX_MORE_TIMERS = 10;
const COMPARED_AT_ONCE = 5;
const MAX_LISTED = 10;

/** Runs a soak; afterwards both APIs and the tables hold what the model says, and the process that lived through it has leaked nothing. */
export async function expectExactAfterFaults(options: SoakOptions): Promise<void> {
  const services = new Services();
  const { durationMs } = options;
  const soak = await Soak.start(services, options);
  try {
    await soak.causeFaults(durationMs / 4);
    await soak.recover();
    const early = await soak.quiesce();
    await soak.causeFaults((durationMs * 3) / 4);
    await soak.recover();
    await soak.stopTraffic();
    report('soak', { ...soak.total, ...soak.faults });
    expect([...new Set(soak.accounts.flatMap(({ problems }) => problems))].slice(0, MAX_LISTED)).toEqual([]);
    await expectModel(soak);
    const late = await soak.quiesce();
    const connections = await soak.countConnections();
    report('early', early);
    report('late', { ...late, connections });
    expectNoLeak(early, late);
    expect(connections).toBeLessThanOrEqual(MAX_CONNECTIONS);
    expect(soak.steady.isRunning).toBe(true);
    expect(await soak.stopProcesses()).toEqual([0, 0]);
    expect(await soak.countConnections()).toBe(0);
  } finally {
    await soak.stopTraffic();
    await soak.end();
  }
}

async function expectModel(soak: Soak): Promise<void> {
  const counts = { apiaries: 0, beehives: 0, items: 0, movements: 0, inspections: 0 };
  for (let first = 0; first < soak.accounts.length; first += COMPARED_AT_ONCE)
    await Promise.all(
      soak.accounts.slice(first, first + COMPARED_AT_ONCE).map(async (account) => {
        const { expected } = account;
        const { graphql, rest } = await account.actual();
        expect(graphql).toEqual(expected);
        expect(rest).toEqual(expected);
        counts.apiaries += expected.apiaries.length;
        counts.beehives += expected.beehives.length;
        counts.items += expected.items.length;
        counts.movements += expected.items.flatMap(({ movements }) => movements).length;
        counts.inspections += expected.beehives.flatMap(({ inspections }) => inspections).length;
      }),
    );
  const [rows] = await soak.database.sql(
    `select (select count(*)::int from apiaries) as apiaries, (select count(*)::int from beehives) as beehives,
       (select count(*)::int from inventory_items) as items, (select count(*)::int from stock_movements m join inventory_items i on i.id = m.item_id) as movements,
       (select count(*)::int from inspections) as inspections`,
    'hives',
  );
  report('rows', counts);
  const database = { sql: <R extends object>(text: string) => soak.database.sql<R>(text, 'hives') };
  await expectOwnersTrue(database);
  await expectLogExact(database);
  expect(rows).toEqual(counts);
}

function expectNoLeak(early: Resources, late: Resources): void {
  expect(late.heapMegabytes - early.heapMegabytes).toBeLessThan(MAX_HEAP_GROWTH_MB);
  expect(late.files - early.files).toBeLessThan(MAX_MORE_FILES);
  expect(late.timers - early.timers).toBeLessThan(MAX_MORE_TIMERS);
}

const report = (what: string, figures: object): void =>
  void process.stderr.write(`    ${what}: ${JSON.stringify(figures)}\n`);
