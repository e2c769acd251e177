// SIGTERM, under load and in every awkward moment: what was accepted is answered, what comes later is refused politely, and it ends.
import http from 'node:http';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { LoadBalancer } from '../support/load-balancer.js';
import { RowLock } from '../support/postgres/row-lock.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { Load, NoResponse, send, type TimedRequest, type TimedResponse } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const services = new Services();
const agents: http.Agent[] = [];
let reachable: Reachable;

beforeAll(async () => {
  reachable = await reachableDatabase();
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await services.end();
});
afterAll(() => reachable.drop());

async function serve(): Promise<{ service: Service; url: string; ana: Beekeeper }> {
  const service = services.start({ DATABASE_URL: reachable.url });
  const url = await service.ready();
  return { service, url, ana: await newBeekeeper(url) };
}

function keepAlive(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

/** SIGTERM, until it has ended by itself: exit 0, in time, without a complaint. */
async function expectOrderlyStop(service: Service): Promise<void> {
  const since = performance.now();
  expect(await service.stop()).toBe(0);
  expectWithin('shutdown', performance.now() - since, FAULT_TIMINGS_MS.shutdown);
  expect(service.output.split('\n').filter((line) => /"level":[56]0|^ *\w*Error/.test(line))).toEqual([]);
}

const named = (name: string, ana: Beekeeper): TimedRequest => ({
  method: 'POST',
  path: '/api/v1/apiaries',
  token: ana.token,
  body: { name },
});

async function namesOf(ana: Beekeeper): Promise<string[]> {
  const rows = await reachable.database.sql<{ name: string }>('select name from apiaries where owner_id = $1', [
    ana.id,
  ]);
  return rows.map(({ name }) => name);
}

/** What became of every request of a load. */
class Outcomes {
  readonly acknowledged: string[] = [];
  readonly others: string[] = [];
  readonly refused: string[] = [];
  readonly cutOff: string[] = [];
  retried = 0;

  constructor(private readonly ana: Beekeeper) {}

  async write(url: string, name: string, asked: Partial<TimedRequest> = {}): Promise<void> {
    const request = { ...named(name, this.ana), ...asked };
    const outcome = await send(url, request).catch((error: NoResponse) => error);
    if (!(outcome instanceof NoResponse)) this.heard(name, outcome);
    else if (outcome.code === 'ECONNREFUSED') this.refused.push(name);
    else this.cutOff.push(`${name}: ${outcome.message}`);
  }

  /** A reused connection may be closed by the other side at any time; clients then try once more, under the same key. */
  async writeAsClientsDo(url: string, name: string, asked: Partial<TimedRequest>): Promise<void> {
    const headers = { 'idempotency-key': `key-${name.replaceAll(' ', '-')}` };
    const request = { ...named(name, this.ana), headers, ...asked };
    const outcome = await send(url, request).catch((error: NoResponse) => error);
    if (outcome instanceof NoResponse && outcome.isReused) {
      this.retried++;
      await this.write(url, name, { headers });
    } else if (outcome instanceof NoResponse) this.cutOff.push(`${name}: ${outcome.message}`);
    else this.heard(name, outcome);
  }

  private heard(name: string, { status, body }: TimedResponse): void {
    if (status === 201) this.acknowledged.push(name);
    else this.others.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
}

describe('SIGTERM', () => {
  it('under load: every request that was accepted is answered, later ones are refused', async () => {
    const { service, url, ana } = await serve();
    const outcomes = new Outcomes(ana);
    const load = new Load(12, async (client, turn) => {
      await outcomes.write(url, `Fresh ${client} ${turn}`);
      await sleep(5);
    });
    const kept = Array.from({ length: 8 }, keepAlive);
    const keptLoad = new Load(8, async (client, turn) => {
      await outcomes.write(url, `Kept ${client} ${turn}`, { agent: kept[client]! });
      await sleep(5);
    });
    await sleep(1500);
    const orderly = expectOrderlyStop(service);
    await orderly.catch(() => {});
    await sleep(100);
    await Promise.all([load.stop(), keptLoad.stop()]);

    expect(outcomes.acknowledged.length).toBeGreaterThan(100);
    expect(outcomes.refused.length).toBeGreaterThan(0);
    const done = await namesOf(ana);
    const untold = done.filter((name) => !outcomes.acknowledged.includes(name));
    expect({ others: outcomes.others, untold }).toEqual({ others: [], untold: [] });
    // What was done was told; and nobody was cut off but on a connection that was idle as it was closed.
    expect(done.sort()).toEqual(outcomes.acknowledged.sort());
    // Nor, beside a few that the kernel had taken up in the very instant and of which nothing was begun.
    expect(outcomes.cutOff.filter((told) => !told.endsWith('on a reused connection')).length).toBeLessThanOrEqual(3);
    await orderly;
  });

  it('while a request waits for the database: it is answered first, and told that the connection closes', async () => {
    const { service, url, ana } = await serve();
    const item = await ana.item(await ana.apiary(), { quantity: 10 });
    const held = await RowLock.take(reachable.database.server, 'inventory_items', item);
    const answer = send(url, {
      method: 'POST',
      path: `/api/v1/inventory/${item}/exit`,
      token: ana.token,
      body: { quantity: 1, person: 'Ana' },
      agent: keepAlive(),
    });
    await sleep(300);
    const stopped = expectOrderlyStop(service);
    await sleep(1500);
    await expect(send(url, { path: '/livez' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await held.release();
    const { status, body, headers } = await answer;
    await stopped;
    expect({ status, quantity: body.quantity, connection: headers.connection }).toEqual({
      status: 200,
      quantity: 9,
      connection: 'close',
    });
  });

  it('while a body is still being sent: it is answered when it is whole', async () => {
    const { service, url, ana } = await serve();
    const text = JSON.stringify({ name: 'Sent in two parts' });
    const answered = new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
      const authorization = `Bearer ${ana.token}`;
      const options = { method: 'POST', agent: false as const, headers: { ...headers, authorization } };
      const request = http.request(`${url}/api/v1/apiaries`, options, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!));
      });
      request.on('error', reject);
      request.write(text.slice(0, 5));
      setTimeout(() => request.end(text.slice(5)), 1500);
    });
    await sleep(500);
    await expectOrderlyStop(service);
    expect(await answered).toBe(201);
  });

  it('with idle connections: they are closed at once', async () => {
    const { service, url } = await serve();
    for (let n = 0; n < 50; n++) await send(url, { path: '/livez', agent: keepAlive() });
    const since = performance.now();
    await expectOrderlyStop(service);
    expect(performance.now() - since).toBeLessThan(2000);
  });

  it('with clients that never finish a request, nor close: it ends orderly all the same', async () => {
    const { service, url } = await serve();
    const { port, hostname } = new URL(url);
    const beginnings = [
      '',
      'GET /livez HT',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ];
    const sockets = beginnings.flatMap((beginning) =>
      Array.from({ length: 10 }, () => {
        const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
        socket.on('error', () => {}).resume();
        socket.write(beginning);
        return socket;
      }),
    );
    await sleep(300);
    try {
      await expectOrderlyStop(service);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('while the database says nothing: it ends, and who asked is answered', async () => {
    const { service, url, ana } = await serve();
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(url, named(`Before ${n}`, ana))));
    reachable.network.silence();
    try {
      const answers = Array.from({ length: 5 }, () => send(url, named('Into silence', ana)));
      const heard = Promise.allSettled(answers);
      await sleep(200);
      const since = performance.now();
      const exitCode = await service.stop();
      expectWithin('shutdown', performance.now() - since, FAULT_TIMINGS_MS.shutdown);
      const statuses = (await heard).map((one) => (one.status === 'fulfilled' ? one.value.status : String(one.reason)));
      expect({ statuses, exitCode }).toEqual({ statuses: [503, 503, 503, 503, 503], exitCode: 0 });
    } finally {
      await reachable.network.resume();
    }
  });

  it('with an embedded database: that is stopped orderly too', async () => {
    const folder = services.folder();
    const settings = { NODE_ENV: 'test', DEMO_DATA: 'off' };
    const service = services.start(settings, folder);
    const url = await service.ready();
    const ana = await newBeekeeper(url);
    const outcomes = new Outcomes(ana);
    const load = new Load(8, async (client, turn) => {
      await outcomes.write(url, `${client} ${turn}`);
      await sleep(5);
    });
    await sleep(1000);
    await expectOrderlyStop(service);
    await load.stop();
    expect(outcomes.others).toEqual([]);
    expect(outcomes.cutOff.length).toBeLessThanOrEqual(3);
    const next = services.start(settings, folder);
    const { body } = await send(await next.ready(), { path: '/api/v1/apiaries', token: ana.token });
    expect(body.map(({ name }: { name: string }) => name).sort()).toEqual(outcomes.acknowledged.sort());
    expect(await next.stop()).toBe(0);
  });
});

describe('two processes behind one port', () => {
  it.each([
    ['that is told before a process goes', true],
    ['that finds out', false],
  ])('%s: rolled one after the other without an error', async (_how, isTold) => {
    const balancer = await LoadBalancer.listen();
    const portOf = async (service: Service): Promise<number> => Number(new URL(await service.ready()).port);
    const begin = () => services.start({ DATABASE_URL: reachable.url });
    const running = [begin(), begin()];
    balancer.backends = await Promise.all(running.map(portOf));
    const { url } = balancer;
    const ana = await newBeekeeper(url);
    const outcomes = new Outcomes(ana);
    const fresh = new Load(6, async (client, turn) => {
      await outcomes.write(url, `Fresh ${client} ${turn}`);
      await sleep(10);
    });
    const agentsOfClients = Array.from({ length: 6 }, keepAlive);
    const kept = new Load(6, async (client, turn) => {
      await outcomes.writeAsClientsDo(url, `Kept ${client} ${turn}`, { agent: agentsOfClients[client]! });
      await sleep(10);
    });

    for (const old of running) {
      const next = begin();
      const port = await portOf(next);
      balancer.backends.push(port);
      const oldPort = await portOf(old);
      if (isTold) balancer.backends = balancer.backends.filter((one) => one !== oldPort);
      await expectOrderlyStop(old);
      balancer.backends = balancer.backends.filter((one) => one !== oldPort);
      await sleep(500);
    }
    await Promise.all([fresh.stop(), kept.stop()]);
    await balancer.close();

    process.stderr.write(`    ${outcomes.acknowledged.length} requests, ${outcomes.retried} tried again\n`);
    expect(outcomes.acknowledged.length).toBeGreaterThan(200);
    expect([outcomes.others, outcomes.refused, outcomes.cutOff]).toEqual([[], [], []]);
    expect((await namesOf(ana)).sort()).toEqual(outcomes.acknowledged.sort());
  });
});
