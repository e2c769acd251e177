// Operating the service: several processes, metrics and logs.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findFreePort } from './ports.js';
import { createFolder, removeFolder, Service, until } from './service.js';

const services: Service[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  for (const folder of folders.splice(0)) removeFolder(folder);
});

async function run(settings: Record<string, string>): Promise<{ service: Service; url: string }> {
  const folder = createFolder();
  folders.push(folder);
  const service = new Service(folder, settings);
  services.push(service);
  return { service, url: await service.ready() };
}
const logIn = async (url: string, password = 'Demo-hives-1') => {
  const body = JSON.stringify({ email: 'demo@example.org', password });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body });
};

describe('WEB_CONCURRENCY', () => {
  it('several processes behind one port share sessions, rate limits and metrics', async () => {
    const metrics = await findFreePort();
    const { service, url } = await run({
      WEB_CONCURRENCY: '2',
      METRICS_PORT: String(metrics),
      PORT: String(await findFreePort()),
      RATE_LIMIT_GUESSES: '6/15m',
    });
    const { access_token } = (await (await logIn(url)).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, connection: 'close' };
    const me = () => fetch(`${url}/api/v1/auth/me`, { headers });
    expect(new Set(await Promise.all(Array.from({ length: 20 }, async () => (await me()).status)))).toEqual(
      new Set([200]),
    );
    // A session that is ended in one process is refused by all of them.
    await fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers });
    await until(async () => (await Promise.all(Array.from({ length: 8 }, me))).every(({ status }) => status === 401));
    const guesses = await Promise.all(Array.from({ length: 12 }, async () => (await logIn(url, 'Wrong-one-1')).status));
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
    expect(guesses).toContain(429);
    const metricsText = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(metricsText).toMatch(/^beekeeping_build_info\{version="\d+\.\d+\.\d+",commit="(\w{40}|unknown)"\} 1$/m);
    expect(metricsText).toMatch(/beekeeping_request_seconds_count\{api="rest",operation="me",status="200"\} [2-9]\d/);
    expect(await service.stop()).toBe(0);
  });

  it('replaces a killed process', async () => {
    const { service, url } = await run({ WEB_CONCURRENCY: '2', PORT: String(await findFreePort()) });
    const [worker] = service.children();
    process.kill(worker!, 'SIGKILL');
    await until(async () => service.children().length === 2 && !service.children().includes(worker!));
    expect((await logIn(url)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('ends with exit 0 by a signal that comes before any process has served, and with 1 if none can', async () => {
    const folder = createFolder();
    folders.push(folder);
    const begin = (port: number) => {
      const DATABASE_URL = `postgresql://nobody@127.0.0.1:${port}/nothing`;
      const service = new Service(folder, { WEB_CONCURRENCY: '2', DATABASE_URL });
      services.push(service);
      return service;
    };
    const sockets: Socket[] = [];
    let isOver = false;
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => {}).resume());
      if (isOver) socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const service = begin((silent.address() as AddressInfo).port);
      // Both processes wait for the database.
      await until(() => sockets.length >= 2);
      const ended = service.stop();
      isOver = true;
      for (const socket of sockets) socket.destroy();
      expect(await ended).toBe(0);
    } finally {
      silent.close();
    }
    expect(await begin(1).ended()).toBe(1);
  });
});

describe('METRICS_PORT', () => {
  it('serves request metrics of both APIs by operation and status, and metrics of the pool and the event loop, on a separate port', async () => {
    const metrics = await findFreePort();
    const { url } = await run({ METRICS_PORT: String(metrics) });
    await logIn(url);
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query AnyNameThatAClientLikes { me { id } }' }),
    });
    await fetch(`${url}/api/v1/nowhere`);
    const metricsText = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    for (const line of [
      /beekeeping_request_seconds_count\{api="rest",operation="logIn",status="200"\} 1/,
      /beekeeping_request_seconds_count\{api="graphql",operation="me",status="401"\} 1/,
      /beekeeping_request_seconds_count\{api="rest",operation="none",status="404"\} 1/,
      /beekeeping_pool_connections\{state="idle"\} \d/,
      /beekeeping_jobs\{kind="mail",state="waiting"\} 0/,
      /beekeeping_jobs\{kind="mail",state="dead"\} 0/,
      /beekeeping_accounts\{size="under 1 MB"\} \d/,
      /beekeeping_accounts_over_quota 0/,
      /beekeeping_largest_account_bytes \d/,
      /nodejs_eventloop_lag_p99_seconds/,
    ])
      expect(metricsText).toMatch(line);
    expect(metricsText).not.toContain('AnyNameThatAClientLikes');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metrics}/`)).status).toBe(404);
  });
});

(process.platform === 'linux' ? it : it.skip)(
  'METRICS_PORT listens on METRICS_HOST only, whatever HOST is',
  async () => {
    const [local, other] = [await findFreePort(), await findFreePort()];
    await run({ HOST: '0.0.0.0', METRICS_PORT: String(local) });
    await run({ HOST: '0.0.0.0', METRICS_PORT: String(other), METRICS_HOST: '127.0.0.2' });
    const status = (host: string, port: number): Promise<number | undefined> =>
      fetch(`http://${host}:${port}/metrics`).then(
        (response) => response.status,
        () => undefined,
      );
    expect([await status('127.0.0.1', local), await status('127.0.0.2', local)]).toEqual([200, undefined]);
    expect([await status('127.0.0.1', other), await status('127.0.0.2', other)]).toEqual([undefined, 200]);
  },
);

describe('the log', () => {
  it('has a line per request with id, operation and status, without secrets or personal data', async () => {
    const { service, url } = await run({ LOG_LEVEL: 'info' });
    const { access_token, refresh_token } = (await (await logIn(url)).json()) as Record<string, string>;
    for (const path of ['/livez', '/readyz']) expect((await fetch(url + path)).status).toBe(200);
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${access_token}`,
        'x-request-id': 'request-7',
        cookie: 'a=secret-cookie',
      },
      body: JSON.stringify({ query: 'query MyEmail { me { email } }' }),
    });
    await until(() => service.output.includes('request-7'));
    const line = service.output.split('\n').find((one) => one.includes('request-7'))!;
    expect(JSON.parse(line)).toMatchObject({
      requestId: 'request-7',
      operation: 'MyEmail',
      status: 200,
      method: 'POST',
      path: '/graphql',
      msg: 'request',
    });
    const others = service.log.slice(service.log.findIndex(({ msg }) => msg === 'started') + 1);
    // Health checks are not logged at this level.
    expect(new Set(others.map(({ path }) => path))).toEqual(new Set(['/api/v1/auth/login', '/graphql']));
    const requests = JSON.stringify(others);
    for (const secret of [
      'Demo-hives-1',
      'demo@example.org',
      access_token!,
      refresh_token!,
      'secret-cookie',
      '127.0.0.1',
    ])
      expect(requests).not.toContain(secret);
  });
});
