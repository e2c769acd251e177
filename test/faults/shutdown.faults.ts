// SIGTERM under load and in unusual situations: accepted requests are completed, later connections are refused, and the process exits.
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

function keepAliveAgent(): http.Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

/** Sends SIGTERM, and asserts exit code 0 in time without logged errors. */
async function expectGracefulStop(service: Service): Promise<void> {
  const startedAt = performance.now();
  expect(await service.stop()).toBe(0);
  expectWithin('shutdown', performance.now() - startedAt, FAULT_TIMINGS_MS.shutdown);
  expect(service.output.split('\n').filter((line) => /"level":[56]0|^ *\w*Error/.test(line))).toEqual([]);
}

const createApiary = (name: string, ana: Beekeeper): TimedRequest => ({
  method: 'POST',
  path: '/api/v1/apiaries',
  token: ana.token,
  body: { name },
});

async function storedNames(ana: Beekeeper): Promise<string[]> {
  const rows = await reachable.database.sql<{ name: string }>('select name from apiaries where owner_id = $1', [
    ana.id,
  ]);
  return rows.map(({ name }) => name);
}

/** The outcome of every request of a load. */
class Outcomes {
  readonly acknowledged: string[] = [];
  readonly unexpected: string[] = [];
  readonly refused: string[] = [];
  readonly cutOff: string[] = [];
  retries = 0;

  constructor(private readonly ana: Beekeeper) {}

  async write(url: string, name: string, options: Partial<TimedRequest> = {}): Promise<void> {
    const request = { ...createApiary(name, this.ana), ...options };
    const outcome = await send(url, request).catch((error: NoResponse) => error);
    if (!(outcome instanceof NoResponse)) this.record(name, outcome);
    else if (outcome.code === 'ECONNREFUSED') this.refused.push(name);
    else this.cutOff.push(`${name}: ${outcome.message}`);
  }

  /** The service may close a reused connection at any time; clients then retry once, with the same Idempotency-Key. */
  async writeWithRetry(url: string, name: string, options: Partial<TimedRequest>): Promise<void> {
    const headers = { 'idempotency-key': `key-${name.replaceAll(' ', '-')}` };
    const request = { ...createApiary(name, this.ana), headers, ...options };
    const outcome = await send(url, request).catch((error: NoResponse) => error);
    if (outcome instanceof NoResponse && outcome.isReused) {
      this.retries++;
      await this.write(url, name, { headers });
    } else if (outcome instanceof NoResponse) this.cutOff.push(`${name}: ${outcome.message}`);
    else this.record(name, outcome);
  }

  private record(name: string, { status, body }: TimedResponse): void {
    if (status === 201) this.acknowledged.push(name);
    else this.unexpected.push(`${name}: ${status} ${JSON.stringify(body)}`);
  }
}

describe('SIGTERM', () => {
  it('under load: accepted requests are completed, later connections are refused', async () => {
    const { service, url, ana } = await serve();
    const outcomes = new Outcomes(ana);
    const load = new Load(12, async (client, round) => {
      await outcomes.write(url, `Fresh ${client} ${round}`);
      await sleep(5);
    });
    const kept = Array.from({ length: 8 }, keepAliveAgent);
    const keptLoad = new Load(8, async (client, round) => {
      await outcomes.write(url, `Kept ${client} ${round}`, { agent: kept[client]! });
      await sleep(5);
    });
    await sleep(1500);
    const stopped = expectGracefulStop(service);
    await stopped.catch(() => {});
    await sleep(100);
    await Promise.all([load.stop(), keptLoad.stop()]);

    expect(outcomes.acknowledged.length).toBeGreaterThan(100);
    expect(outcomes.refused.length).toBeGreaterThan(0);
    const stored = await storedNames(ana);
    const unacknowledged = stored.filter((name) => !outcomes.acknowledged.includes(name));
    expect({ unexpected: outcomes.unexpected, unacknowledged }).toEqual({ unexpected: [], unacknowledged: [] });
    // Every stored write was acknowledged, and only idle connections were closed.
    expect(stored.sort()).toEqual(outcomes.acknowledged.sort());
    // Exceptions are connections that the kernel accepted at that very moment, one of each client; their requests were not started.
    const cutOff = outcomes.cutOff.filter((message) => !message.endsWith('on a reused connection'));
    expect(cutOff.length).toBeLessThanOrEqual(12 + 8);
    await stopped;
  });

  it('while a request waits for the database: it is completed first, with Connection: close', async () => {
    const { service, url, ana } = await serve();
    const item = await ana.item(await ana.apiary(), { quantity: 10 });
    const lock = await RowLock.take(reachable.database.server, 'inventory_items', item);
    const answer = send(url, {
      method: 'POST',
      path: `/api/v1/inventory/${item}/exit`,
      token: ana.token,
      body: { quantity: 1, person: 'Ana' },
      agent: keepAliveAgent(),
    });
    await sleep(300);
    const stopped = expectGracefulStop(service);
    await sleep(1500);
    await expect(send(url, { path: '/livez' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await lock.release();
    const { status, body, headers } = await answer;
    await stopped;
    expect({ status, quantity: body.quantity, connection: headers.connection }).toEqual({
      status: 200,
      quantity: 9,
      connection: 'close',
    });
  });

  it('while a body is being sent: the request is completed', async () => {
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
    await expectGracefulStop(service);
    expect(await answered).toBe(201);
  });

  it('with idle connections: they are closed immediately', async () => {
    const { service, url } = await serve();
    for (let n = 0; n < 50; n++) await send(url, { path: '/livez', agent: keepAliveAgent() });
    const startedAt = performance.now();
    await expectGracefulStop(service);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('with clients that neither finish a request nor close: the process exits normally', async () => {
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
      await expectGracefulStop(service);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('while the database does not respond: the process exits, and pending requests get 503', async () => {
    const { service, url, ana } = await serve();
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(url, createApiary(`Before ${n}`, ana))));
    reachable.network.silence();
    try {
      const answers = Array.from({ length: 5 }, () => send(url, createApiary('Into silence', ana)));
      const settled = Promise.allSettled(answers);
      await sleep(200);
      const startedAt = performance.now();
      const exitCode = await service.stop();
      expectWithin('shutdown', performance.now() - startedAt, FAULT_TIMINGS_MS.shutdown);
      const statuses = (await settled).map((one) =>
        one.status === 'fulfilled' ? one.value.status : String(one.reason),
      );
      expect({ statuses, exitCode }).toEqual({ statuses: [503, 503, 503, 503, 503], exitCode: 0 });
    } finally {
      await reachable.network.resume();
    }
  });

  it('with an embedded database: it is stopped too', async () => {
    const folder = services.folder();
    const settings = { NODE_ENV: 'test', DEMO_DATA: 'off' };
    const service = services.start(settings, folder);
    const url = await service.ready();
    const ana = await newBeekeeper(url);
    const outcomes = new Outcomes(ana);
    const load = new Load(8, async (client, round) => {
      await outcomes.write(url, `${client} ${round}`);
      await sleep(5);
    });
    await sleep(1000);
    await expectGracefulStop(service);
    await load.stop();
    expect(outcomes.unexpected).toEqual([]);
    expect(outcomes.cutOff.length).toBeLessThanOrEqual(8);
    const next = services.start(settings, folder);
    const { body } = await send(await next.ready(), { path: '/api/v1/apiaries', token: ana.token });
    expect(body.map(({ name }: { name: string }) => name).sort()).toEqual(outcomes.acknowledged.sort());
    expect(await next.stop()).toBe(0);
  });
});

describe('two processes behind one port', () => {
  it.each([
    ['that removes a process before its stop', true],
    ['that notices a stop only by itself', false],
  ])(
    'with a load balancer %s: restarted one after the other, and every write is answered or not made',
    async (_how, isAnnounced) => {
      const balancer = await LoadBalancer.listen();
      const portOf = async (service: Service): Promise<number> => Number(new URL(await service.ready()).port);
      const startNext = () => services.start({ DATABASE_URL: reachable.url });
      const running = [startNext(), startNext()];
      balancer.backends = await Promise.all(running.map(portOf));
      const { url } = balancer;
      const ana = await newBeekeeper(url);
      const outcomes = new Outcomes(ana);
      const fresh = new Load(6, async (client, round) => {
        await outcomes.write(url, `Fresh ${client} ${round}`);
        await sleep(10);
      });
      const agentsOfClients = Array.from({ length: 6 }, keepAliveAgent);
      const kept = new Load(6, async (client, round) => {
        await outcomes.writeWithRetry(url, `Kept ${client} ${round}`, { agent: agentsOfClients[client]! });
        await sleep(10);
      });

      for (const old of running) {
        const next = startNext();
        const port = await portOf(next);
        balancer.backends.push(port);
        const oldPort = await portOf(old);
        if (isAnnounced) await balancer.remove(oldPort);
        await expectGracefulStop(old);
        balancer.backends = balancer.backends.filter((one) => one !== oldPort);
        await sleep(500);
      }
      await Promise.all([fresh.stop(), kept.stop()]);
      await balancer.close();

      process.stderr.write(`    ${outcomes.acknowledged.length} requests, ${outcomes.retries} retried\n`);
      expect(outcomes.acknowledged.length).toBeGreaterThan(200);
      expect([outcomes.unexpected, outcomes.refused]).toEqual([[], []]);
      // A stop that is not announced loses the connections that the kernel has accepted and the process has not: one of each client, at most.
      expect(outcomes.cutOff.length).toBeLessThanOrEqual(isAnnounced ? 0 : 2 * (6 + 6));
      expect((await storedNames(ana)).sort()).toEqual(outcomes.acknowledged.sort());
    },
  );
});
