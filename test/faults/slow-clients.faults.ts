// 400 concurrent clients that are slow on purpose (Slowloris): they are disconnected, and normal requests are hardly affected.
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Service } from '../process/service.js';
import { until } from '../process/service.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { newBeekeeper, type Reachable, reachableDatabase, Services } from '../support/service.js';
import { percentile, send } from '../support/timed-request.js';
import type { Beekeeper } from '../support/world.js';

jest.setTimeout(120_000);

const SLOW_CLIENTS = 400;
const DRIP_INTERVAL_MS = 2000;
const MEASURED_REQUESTS = 80;
/** A tolerance for very short response times. */
const NOISE_MS = 10;

const services = new Services();
let reachable: Reachable;
let service: Service;
let url: string;
let ana: Beekeeper;

beforeAll(async () => {
  reachable = await reachableDatabase();
  service = services.start({ DATABASE_URL: reachable.url });
  url = await service.ready();
  ana = await newBeekeeper(url);
  for (let n = 0; n < 20; n++) await ana.apiary();
  await measureLatencies();
});
afterAll(async () => {
  await services.end();
  await reachable.drop();
});

/** Measures normal requests, each on a new connection, in milliseconds. */
async function measureLatencies(): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < MEASURED_REQUESTS; n++) {
    const { status, ms } = await send(url, { path: '/api/v1/apiaries', token: ana.token });
    expect(status).toBe(200);
    times.push(ms);
    await sleep(5);
  }
  return times;
}

interface Slowness {
  /** The text sent first. */
  beginning: string;
  /** The text sent repeatedly afterwards. */
  drip?: string;
}

class SlowClient {
  readonly startedAt = performance.now();
  closedAfter: number | undefined;
  private readonly socket: net.Socket;
  private readonly dripping: NodeJS.Timeout | undefined;

  constructor({ beginning, drip }: Slowness) {
    const { port, hostname: host } = new URL(url);
    this.socket = net.connect({ port: Number(port), host });
    this.socket
      .on('error', () => {})
      .on('close', () => {
        this.closedAfter = performance.now() - this.startedAt;
        clearInterval(this.dripping);
      });
    this.socket.resume();
    this.socket.write(beginning);
    if (drip) this.dripping = setInterval(() => this.socket.write(drip), DRIP_INTERVAL_MS);
  }

  disconnect(): void {
    clearInterval(this.dripping);
    this.socket.destroy();
  }
}

const post = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: bees\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;

describe(`${SLOW_CLIENTS} concurrent clients`, () => {
  it.each<[string, Slowness]>([
    ['that send nothing', { beginning: '' }],
    ['whose headers drip', { beginning: 'GET /livez HTTP/1.1\r\nHost: bees\r\n', drip: 'X-More: and more\r\n' }],
    ['whose body for GraphQL drips', { beginning: post('/graphql'), drip: ' ' }],
    ['whose body for REST drips', { beginning: post('/api/v1/auth/login'), drip: ' ' }],
    ['that stay after a request', { beginning: 'GET /livez HTTP/1.1\r\nHost: bees\r\n\r\n' }],
  ])('%s are disconnected, and normal requests take less than twice their time', async (_which, slowness) => {
    const before = await measureLatencies();
    const clients = Array.from({ length: SLOW_CLIENTS }, () => new SlowClient(slowness));
    try {
      const during = await measureLatencies();
      const [usual, now] = [percentile(before, 0.5), percentile(during, 0.5)];
      process.stderr.write(`    normal median ${usual.toFixed(1)} ms, then ${now.toFixed(1)} ms\n`);
      expect(now).toBeLessThan(2 * usual + NOISE_MS);
      expectWithin('slowest normal response', Math.max(...during), FAULT_TIMINGS_MS.unaffected);

      const deadline = performance.now() + FAULT_TIMINGS_MS.slowClientClosed.bound;
      const countOpen = () => clients.filter(({ closedAfter }) => closedAfter === undefined).length;
      await until(() => countOpen() === 0 || performance.now() > deadline);
      expect(countOpen()).toBe(0);
      expectWithin(
        'last one closed',
        Math.max(...clients.map(({ closedAfter }) => closedAfter!)),
        FAULT_TIMINGS_MS.slowClientClosed,
      );
      expect(service.isRunning).toBe(true);
      expect(service.output).not.toMatch(/unexpected error/);
    } finally {
      for (const client of clients) client.disconnect();
    }
  });
});
