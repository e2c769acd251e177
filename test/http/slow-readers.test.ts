// Clients that request much and read nothing. Some are refused, because all responses together would take too much memory.
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const CLIENTS = 12;
/** The stall timeout, and room for a busy machine. */
const LIMIT_MS = 80_000;

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  await app.database.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, observations)
       select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 1700)`,
    [apiary],
  );
});
afterAll(() => app.close());

it('responses that nobody reads are ended, while others are served', async () => {
  const { port, hostname } = new URL(app.url);
  const ben = await beekeeper(app);
  const served: number[] = [];
  // The server's own count; a paused client does not notice that its connection has ended.
  const connections = async (): Promise<number> => {
    const { status } = await ben.rest('GET', '/auth/me');
    served.push(status);
    return new Promise((resolve, reject) =>
      app.app.httpServer.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  };
  const before = await connections();
  const sockets = Array.from({ length: CLIENTS }, () => {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /api/v1/beehives/apiary/${apiary} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\nConnection: close\r\n\r\n`,
    );
    return socket;
  });
  const started = performance.now();
  let areEnded = false;
  while (!areEnded && performance.now() - started < LIMIT_MS) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    areEnded = (await connections()) <= before;
  }
  for (const socket of sockets) {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
  expect(areEnded).toBe(true);
  expect(new Set(served)).toEqual(new Set([200]));
}, 100_000);

const PAUSE_MS = 5000;
/** Between two pauses. The operating system holds some megabytes for a client that does not read. */
const BURST_BYTES = 3 * 1024 * 1024;
const LIST = '{ beehives { nodes { id observations } } }';
const KINDS: [string, (token: string, apiary: string) => string][] = [
  ['a REST list', (token, apiaryId) => head('GET', `/api/v1/beehives/apiary/${apiaryId}`, token)],
  ['a GraphQL list', (token) => post('/graphql', token)],
  ['a GraphQL list through Express', (token) => post('/graphql/', token)],
  ['an export', (token) => head('GET', '/api/v1/users/me/export', token)],
];
const head = (method: string, path: string, token: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n${more}\r\n`;
const post = (path: string, token: string): string => {
  const body = JSON.stringify({ query: LIST });
  return head('POST', path, token, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body;
};

it.each(KINDS)(
  'a steady reader that pauses for five seconds receives %s whole',
  async (_, request) => {
    const who = await beekeeper(app);
    const own = await who.apiary();
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, observations)
       select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 1000)`,
      [own],
    );
    const { port, hostname } = new URL(app.url);
    const socket = net.connect(Number(port), hostname).on('error', () => {});
    socket.write(request(who.token!, own));
    let received = 0;
    let sinceBreak = 0;
    let end = '';
    socket.on('data', (data) => {
      received += data.length;
      sinceBreak += data.length;
      end = String(data.subarray(-20));
      if (sinceBreak < BURST_BYTES) return;
      sinceBreak = 0;
      socket.pause();
      setTimeout(() => socket.resume(), PAUSE_MS);
    });
    await once(socket, 'close');
    expect(received).toBeGreaterThan(9_000_000);
    expect(end).toMatch(/[}\]0]\s*$/);
  },
  90_000,
);
