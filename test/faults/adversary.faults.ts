// One client, with an ordinary account or none, against one process with the default rate limits. Whatever it sends within them, /livez
// answers within a second and the process stays below 600 MB. `ATTACK_SECONDS` sets the length of an attack.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Service, until } from '../process/service.js';
import { Adversary } from '../support/adversary.js';
import { connectionAttacks } from '../support/attacks/connections.js';
import { documentAttacks } from '../support/attacks/documents.js';
import { requestAttacks } from '../support/attacks/requests.js';
import type { Attack, Holdings } from '../support/attacks/table.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { Probe } from '../support/probe.js';
import {
  CONTAINER_SETTINGS,
  MEMORY_BOUND_MB,
  newBeekeeper,
  type Reachable,
  reachableDatabase,
  Services,
} from '../support/service.js';
import { send } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const RECOVERY_MS = 1000;
/** So much is printed of the log of a process that has ended. */
const MAX_PRINTED_CHARACTERS = 3000;

const services = new Services();
let reachable: Reachable;
let service: Service;
let url: string;
let ana: Beekeeper;
let holdings: Holdings;
let probe: Probe;
let attacks = 0;

beforeAll(async () => {
  reachable = await reachableDatabase();
  await startService();
  ana = await newBeekeeper(url);
  holdings = await createHoldings();
});
afterAll(async () => {
  await probe.stop();
  await services.end();
  await reachable.drop();
});

async function startService(): Promise<void> {
  service = services.start({ ...CONTAINER_SETTINGS, DATABASE_URL: reachable.url, INTROSPECTION: 'on' });
  url = await service.ready();
  probe = new Probe(url, service.pid);
}

async function restartService(): Promise<void> {
  await probe.stop();
  await service.stop('SIGKILL');
  await startService();
}

/** What a client could store within the limits in less than an hour. */
async function createHoldings(): Promise<Holdings> {
  const { sql } = reachable.database;
  const largeApiary = await ana.apiary({ name: 'Large' });
  const hugeApiary = await ana.apiary({ name: 'Huge' });
  const visited = await ana.apiary({ name: 'Visited' });
  const addHives = (apiary: string, hives: number, characters: number): Promise<{ id: string }[]> =>
    sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, observations)
       select gen_random_uuid(), now(), now(), $1, n, repeat('x', $3::int) from generate_series(1, $2::int) n returning id`,
      [apiary, hives, characters],
    );
  await addHives(largeApiary, 1700, 9000);
  await addHives(hugeApiary, 10_000, 10_000);
  const beehives = (await addHives(visited, 100, 10)).map(({ id }) => id);
  const questions: string[] = [];
  for (let n = 0; n < 200; n++) {
    const input = { apiaryId: visited, text: `Question ${n}`, answerType: 'TEXT' };
    const { createQuestion } = await ana.ask(
      'mutation ($i: CreateQuestionInput!) { createQuestion(input: $i) { question { id } } }',
      {
        i: input,
      },
    );
    questions.push(createQuestion.question.id);
  }
  return { largeApiary, hugeApiary, beehives, questions, item: await ana.item(visited, { quantity: 5 }) };
}

describe('with any stream of requests within the limits', () => {
  it.each<[string, Attack]>(
    [...documentAttacks, ...requestAttacks, ...connectionAttacks].map((attack) => [attack.name, attack]),
  )('%s', async (name, attack) => {
    const adversary = new Adversary(url, `10.0.0.${++attacks}`, attack.needsAccount && ana.token);
    probe.take();
    await attack.run(adversary, holdings);
    await sleep(RECOVERY_MS);
    const { slowestMs, peakMegabytes, failures, samples } = probe.take();
    adversary.end();
    const outcomes = JSON.stringify(adversary.outcomes).slice(0, 200);
    process.stderr.write(
      `    ${name}: /livez ${Math.round(slowestMs)} ms, ${Math.round(peakMegabytes)} MB, ${outcomes}\n`,
    );
    // An attack that succeeds must not make the next one succeed.
    const { isRunning } = service;
    if (!isRunning) process.stderr.write(service.output.slice(-MAX_PRINTED_CHARACTERS));
    if (peakMegabytes > MEMORY_BOUND_MB || !isRunning) await restartService();
    await until(async () => (await send(url, { path: '/livez' })).status === 200);
    expect(samples).toBeGreaterThan(10);
    expect({ isRunning, failures }).toEqual({ isRunning: true, failures: [] });
    expectWithin('/livez', slowestMs, FAULT_TIMINGS_MS.livenessUnderAttack);
    expect(peakMegabytes).toBeLessThan(MEMORY_BOUND_MB);
  });
});
