// What accounts with the longest texts can make the service hold and do: streams that nobody reads, documents, and calendars. The process stays
// small, and others are served.
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { addLongInspections, addLongTasks, addLongTreatments } from '../support/long-texts.js';
import { Probe } from '../support/probe.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { slownessOf, Victim } from '../support/victim.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(180_000);

const MEMORY_BOUND_MB = 600;
/** That of fair-shares.faults.ts, with a busy machine. */
const MAX_SLOWDOWN = 15;
const READERS = 20;
const ATTACK_MS = 8000;
/** As docs/operations.md has it. */
const SETTINGS = {
  TRUST_PROXY: '1',
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
};

const services = new Services();
let reachable: Reachable;
let service: Service;
let url: string;
let probe: Probe;
const sockets: net.Socket[] = [];
beforeAll(async () => {
  reachable = await reachableDatabase();
  service = services.start({ ...SETTINGS, DATABASE_URL: reachable.url });
  url = await service.ready();
  probe = new Probe(url, service.pid);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
});
afterAll(async () => {
  await probe.stop();
  await services.end();
  await reachable.drop();
});

/** Requests something, and reads nothing but the status. @returns the status */
async function openUnread(path: string, token?: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => {});
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(/^HTTP\/1.1 (\d+)/.exec(first.toString())?.[1]);
}

function expectAlive(): void {
  const { slowestMs, peakMegabytes, failures } = probe.take();
  process.stderr.write(`    ${Math.round(peakMegabytes)} MB\n`);
  expect({ isRunning: service.isRunning, failures }).toEqual({ isRunning: true, failures: [] });
  expectWithin('/livez', slowestMs, FAULT_TIMINGS_MS.livenessUnderAttack);
  expect(peakMegabytes).toBeLessThan(MEMORY_BOUND_MB);
}

it.each([3, 6])('%d accounts open streams of the longest texts, and read nothing', async (accounts) => {
  const owners: Beekeeper[] = [];
  for (let n = 0; n < accounts; n++) {
    const owner = await newBeekeeper(url);
    await addLongInspections(reachable.database, await owner.beehive(await owner.apiary()), 100);
    owners.push(owner);
  }
  const paths = ['users/me/export', 'lists/inspections', 'users/me/export?format=zip', 'lists/inspections?format=xlsx'];
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++)
    statuses.push(
      await openUnread(`/api/v1/${paths[(n + Math.floor(n / accounts)) % 4]}`, owners[n % accounts]!.token),
    );
  await sleep(5000);
  process.stderr.write(`    ${statuses}\n`);
  // Two of each account, but for what others must find free.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(accounts * 2 - 2);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expectAlive();
});

const PDF = '/api/v1/treatments/register/pdf';
const statusOf = async (path: string, { token }: Beekeeper): Promise<number> => {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
};

it('4,000 treatments with the longest texts are refused as a document', async () => {
  const owner = await newBeekeeper(url);
  await addLongTreatments(reachable.database, await owner.beehive(await owner.apiary()), 4000);
  expect(await Promise.all([statusOf(PDF, owner), statusOf(PDF, owner)])).toEqual([400, 400]);
  expectAlive();
});

it('three accounts ask for two of the longest documents each, at once', async () => {
  const owners: Beekeeper[] = [];
  for (let n = 0; n < 3; n++) {
    const owner = await newBeekeeper(url);
    await addLongTreatments(reachable.database, await owner.beehive(await owner.apiary()), 800);
    owners.push(owner);
  }
  const statuses = await Promise.all([...owners, ...owners].map((owner) => statusOf(PDF, owner)));
  process.stderr.write(`    ${statuses}\n`);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expectAlive();
});

describe('a calendar of 1,000 long tasks', () => {
  let owner: Beekeeper;
  let apiary: string;
  let link: string;
  let victim: Victim;
  let alone: number;
  beforeAll(async () => {
    owner = await newBeekeeper(url);
    apiary = await owner.apiary();
    await addLongTasks(reachable.database, apiary, 1000);
    const created = await owner.ask('mutation { createCalendarFeed(input: {}) { link } }');
    link = new URL(created.createCalendarFeed.link).pathname;
    const honest = await newBeekeeper(url);
    await honest.beehive(await honest.apiary());
    victim = new Victim(url, honest);
    await victim.take(3);
    alone = slownessOf(await victim.take(8)).round!;
  });
  afterAll(() => victim?.stop());

  it.each<[string, () => Promise<unknown>]>([
    ['while nothing changes', async () => {}],
    [
      'while it changes all the time',
      () => owner.rest('PUT', `/apiaries/${apiary}`, { name: `Apiary ${Math.random()}` }),
    ],
  ])('read by twenty programs without a token, %s', async (_name, change) => {
    probe.take();
    await victim.take(0);
    const until = performance.now() + ATTACK_MS;
    const statuses: Record<string, number> = {};
    const read = async (_reader: unknown, n: number): Promise<void> => {
      while (performance.now() < until) {
        const response = await fetch(url + link, { headers: { 'x-forwarded-for': `10.1.0.${n}` } });
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
    };
    const changing = (async () => {
      for (; performance.now() < until; await sleep(100)) await change();
    })();
    await Promise.all([changing, ...Array.from({ length: READERS }, read)]);
    const rounds = (await victim.take(1)).slice(1);
    const { round } = slownessOf(rounds);
    process.stderr.write(
      `    ${rounds.length} rounds, p95 ${round} ms, alone ${alone} ms, ${JSON.stringify(statuses)}\n`,
    );
    expect(rounds.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
    expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    expect(round).toBeLessThan(alone * MAX_SLOWDOWN);
    expectAlive();
  });
});
