// An owner, a manager and a worker record what happens to their colonies, queens and honey, all at once, through two processes of the service,
// of which one is killed. Whatever they do, no hive has two queens, no frame and no gram comes from nowhere, and no honey is sold that must not be.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { findFreePort } from '../../process/ports.js';
import type { Service } from '../../process/service.js';
import { expectLogExact } from '../change-log.js';
import { expectOwnersTrue } from '../owners.js';
import { PostgresServer } from '../postgres/server.js';
import { Services } from '../service.js';
import { syncServer } from '../sync-server.js';
import { Load } from '../timed-request.js';
import { Crew } from './crew.js';
import { Farm } from './farm.js';
import { violations } from './invariants.js';
import { expectFeeds, expectTimelines, expectTraces } from './readings.js';

const PROCESSES = 2;
const DEVICES = 8;
const ROUNDS = 3;
const REFRESH_MS = 200;

const DEADLOCK = /deadlock detected[\s\S]*?STATEMENT.*/g;

export interface Options {
  durationMs: number;
  seed: number;
}

/** @throws unless all invariants hold meanwhile, and what is stored and read afterwards is what was acknowledged */
export async function expectColoniesAndHoneyExact({ durationMs, seed }: Options): Promise<void> {
  const services = new Services();
  // Only the service is killed: PostgreSQL need not survive a power cut.
  const postgres = await PostgresServer.create(services.folder(), { fsync: 'off' });
  try {
    await postgres.sql('create database hives');
    const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort));
    const start = (port: number): Service =>
      services.start({ DATABASE_URL: postgres.url('hives'), PORT: String(port) });
    const processes = ports.map(start);
    const urls = await Promise.all(processes.map((one) => one.ready()));
    const restart = async (i: number): Promise<void> => {
      await processes[i]!.stop('SIGKILL');
      await sleep(500);
      processes[i] = start(ports[i]!);
      await processes[i]!.ready();
    };
    const { connect, ...server } = syncServer(urls, () => postgres.url('hives'));
    const farm = await Farm.start(server, seed);
    const crew = new Crew(farm, DEVICES, seed);
    const client = await connect();
    try {
      let checks = 0;
      const check = async (): Promise<void> => {
        expect(await violations(client)).toEqual({});
        checks += 1;
      };
      for (let round = 0; round < ROUNDS; round++) {
        const load = new Load(DEVICES, (device) => crew.act(device));
        const end = performance.now() + durationMs / ROUNDS;
        try {
          const killed = round === 1 ? sleep(durationMs / ROUNDS / 3).then(() => restart(1)) : undefined;
          while (performance.now() < end) {
            await Promise.all([farm.refresh(), sleep(REFRESH_MS)]);
            await check();
          }
          await killed;
        } finally {
          await load.stop();
        }
        await check();
        await expectLedger(farm);
      }
      // Each is a refusal that clients repeat. PostgreSQL says which statements waited for each other.
      const deadlocks = readFileSync(`${postgres.dataDir}.log`, 'utf8').match(DEADLOCK) ?? [];
      report(crew, durationMs, [`${checks} checks, ${deadlocks.length} deadlocks`, ...deadlocks].join('\n'));
      expect(crew.mistakes.slice(0, 5)).toEqual([]);
      await expectLogExact(server.database);
      await expectOwnersTrue(server.database);
      const read = `${await expectTraces(farm)} lots, ${await expectTimelines(farm)} timelines, ${await expectFeeds(farm)} records of the feed`;
      process.stderr.write(`    read: ${read}\n`);
      // What never succeeds is not tested.
      expect([...crew.outcomes].filter(([, { done }]) => done === 0)).toEqual([]);
      for (const one of processes) expect(one.output).not.toMatch(/unexpected error|Unhandled/);
    } finally {
      await client.end();
    }
  } finally {
    await services.end();
    await postgres.stop('SIGQUIT');
  }
}

/** Frames and stock are what acknowledged operations have put in and taken out. */
async function expectLedger({ ledger, server: { database } }: Farm): Promise<void> {
  const [frames] = await database.sql(
    'select sum(food_frames)::int as "foodFrames", sum(brood_frames)::int as "broodFrames" from beehives',
  );
  expect(frames).toEqual(ledger.frames());
  const items = await database.sql<{ id: string; quantity: number }>('select id, quantity from inventory_items');
  expect(new Map(items.map(({ id, quantity }) => [id, quantity]))).toEqual(ledger.left());
}

function report({ outcomes, total }: Crew, durationMs: number, notes: string): void {
  const lines = [...outcomes].map(([name, { done, refusals }]) => {
    const refused = [...refusals].map(([refusal, n]) => `${refusal} ${n}`).join(', ');
    return `      ${name}: ${done}${refused && `; ${refused}`}`;
  });
  const rate = Math.round((total * 1000) / durationMs);
  process.stderr.write(`    ${total} operations, ${rate} a second, ${notes}\n${lines.join('\n')}\n`);
}
