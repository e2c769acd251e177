// Clients that try to hold all of what is shared, from one account, from four accounts and without a token, while an honest client on
// another address works through its script: it is never refused, and should be at most five times as slow as alone. `ATTACK_SECONDS` sets the
// length.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { Adversary } from '../support/adversary.js';
import { shareAttacks } from '../support/attacks/shares.js';
import type { Attack, Holdings } from '../support/attacks/table.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { PostgresServer } from '../support/postgres/server.js';
import { Probe } from '../support/probe.js';
import { CONTAINER_SETTINGS, MEMORY_BOUND_MB, newBeekeeper, Services } from '../support/service.js';
import { slownessOf, Victim } from '../support/victim.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(180_000);

const ROUNDS_ALONE = 12;
const MAX_SLOWDOWN = 5;
/** The adversaries, the probe and the honest client run on the cores of the service. FAULTS=strict holds the aim itself. */
const BUSY_MACHINE = 3;

const services = new Services();
let cluster: PostgresServer;
let service: Service;
let url: string;
let probe: Probe;
let victim: Victim;
let alone: Record<string, number>;
const greedy: { who: Beekeeper; holdings: Holdings }[] = [];
let addresses = 0;

beforeAll(async () => {
  cluster = await PostgresServer.create(services.folder());
  await cluster.sql('create database hives');
  service = services.start({ ...CONTAINER_SETTINGS, DATABASE_URL: cluster.url('hives') });
  url = await service.ready();
  for (let n = 0; n < 4; n++) {
    const who = await newBeekeeper(url);
    greedy.push({ who, holdings: await createHoldings(who) });
  }
  const honest = await newBeekeeper(url);
  const apiary = await honest.apiary();
  await addHives(apiary, 30, 100);
  await cluster.sql('analyze', 'hives');
  probe = new Probe(url, service.pid);
  victim = new Victim(url, honest);
  await victim.take(3);
  const rounds = await victim.take(ROUNDS_ALONE);
  expect(rounds.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  alone = slownessOf(rounds);
  process.stderr.write(`    alone: p95 ${JSON.stringify(alone)}\n`);
});
afterAll(async () => {
  await victim?.stop();
  await probe?.stop();
  await cluster?.stop('SIGQUIT');
  await services.end();
});

const addHives = (apiary: string, hives: number, characters: number): Promise<{ id: string }[]> =>
  cluster.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, observations)
     select gen_random_uuid(), now(), now(), '${apiary}', n, repeat('x', ${characters}) from generate_series(1, ${hives}) n returning id`,
    'hives',
  );

/** What a client could store within the limits in less than an hour. */
async function createHoldings(who: Beekeeper): Promise<Holdings> {
  const largeApiary = await who.apiary({ name: 'Large' });
  await addHives(largeApiary, 1000, 9000);
  const apiary = await who.apiary({ name: 'Many' });
  await addHives(apiary, 2000, 100);
  const visited = await who.apiary({ name: 'Visited' });
  const beehives = (await addHives(visited, 100, 10)).map(({ id }) => id);
  return { largeApiary, hugeApiary: apiary, beehives, questions: [], item: await who.item(visited, { quantity: 5 }) };
}

async function expectFair(name: string, attack: Attack, clients: typeof greedy | [undefined]): Promise<void> {
  const adversaries = clients.map((client) => new Adversary(url, `10.0.0.${++addresses}`, client?.who.token));
  probe.take();
  await victim.take(0);
  await Promise.all(adversaries.map((adversary, n) => attack.run(adversary, (clients[n] ?? greedy[0]!).holdings)));
  // One that began during the attack.
  const rounds = (await victim.take(2)).slice(1);
  const { slowestMs, peakMegabytes, failures } = probe.take();
  for (const adversary of adversaries) adversary.end();
  const outcomes = JSON.stringify(adversaries[0]!.outcomes).slice(0, 120);
  const slowness = slownessOf(rounds);
  process.stderr.write(
    `    ${name}: ${rounds.length} rounds, p95 ${JSON.stringify(slowness)}, ${Math.round(peakMegabytes)} MB, ${outcomes}\n`,
  );
  expect({ isRunning: service.isRunning, failures }).toEqual({ isRunning: true, failures: [] });
  expect(rounds.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  expectWithin('/livez', slowestMs, FAULT_TIMINGS_MS.livenessUnderAttack);
  expect(peakMegabytes).toBeLessThan(MEMORY_BOUND_MB);
  const aim = alone.round! * MAX_SLOWDOWN;
  expectWithin('a round of the honest client', slowness.round!, { aim, bound: aim * BUSY_MACHINE });
}

const table = (attacks: Attack[]): [string, Attack][] => attacks.map((attack) => [attack.name, attack]);

describe('an honest client is served while others send', () => {
  it.each(table(shareAttacks.filter(({ needsAccount }) => !needsAccount)))('without a token: %s', (name, attack) =>
    expectFair(name, attack, [undefined]),
  );
  it.each(table(shareAttacks.filter(({ needsAccount }) => needsAccount)))('from one account: %s', (name, attack) =>
    expectFair(name, attack, greedy.slice(0, 1)),
  );
  it.each(table(shareAttacks.filter(({ needsAccount }) => needsAccount)))('from four accounts: %s', (name, attack) =>
    expectFair(name, attack, greedy),
  );
});
