// Clients that request much and read nothing. Some are refused, because all responses together would take too much memory.
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const CLIENTS = 12;
/** The stall timeout, and room for a busy machine. */
const LIMIT_MS = 25_000;

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

it('A5: responses that nobody reads are ended, while others are served', async () => {
  const { port, hostname } = new URL(app.url);
  const served: number[] = [];
  // The server's own count; a paused client does not notice that its connection has ended.
  const connections = async (): Promise<number> => {
    const { status } = await ana.rest('GET', '/auth/me');
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
  while ((await connections()) > before && performance.now() - started < LIMIT_MS)
    await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await connections()).toBeLessThanOrEqual(before);
  expect(new Set(served)).toEqual(new Set([200]));
  for (const socket of sockets) {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
}, 40_000);
