// A large body of a request that is refused before it is read is left unread: the client gets the response, and the connection ends.
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';

const BODY_BYTES = 250_000;
const CONNECTIONS = 300;
/** Those of which the service waits until the client has read the response. */
const LINGERING = 200;

let app: TestApp;
afterEach(() => app.close());
const start = async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '1/1h' });
  await app.anyone.rest('GET', '/apiaries');
};

/** Sends bytes, and resets the connection when the service has begun to read them. */
async function abort(bytes: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname).on('error', () => {});
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await sleep(10);
  socket.resetAndDestroy();
}

/** Sends a request with as much of its body as there is. @returns what the service sends until it closes the connection */
function send(path: string, length: number, sent = length): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  let received = '';
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  // The end may be a reset, because the service has not read everything.
  socket.on('error', () => {}).on('data', (piece) => (received += piece));
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(head + ' '.repeat(sent));
  return closed;
}

it.each(['/graphql', '/graphql?', '/api/v1/apiaries', '/api/v1/apiaries/'])(
  'at %s: 429, and the connection ends although the client sends nothing more',
  async (path) => {
    await start();
    const response = await send(path, BODY_BYTES, BODY_BYTES / 2);
    expect(response).toMatch(/^HTTP\/1\.1 429 /);
    expect(response).toContain('RATE_LIMITED');
  },
);

it('many at once: what the service has not read is not in its memory, and it serves others', async () => {
  await start();
  const responses = await Promise.all(Array.from({ length: CONNECTIONS }, () => send('/graphql', BODY_BYTES)));
  const answered = responses.filter((response) => response.startsWith('HTTP/1.1 429 ')).length;
  expect(answered).toBeGreaterThanOrEqual(LINGERING / 2);
  expect((await fetch(`${app.url}/livez`)).status).toBe(200);
});

it('bodies that were aborted leave others the time to read their refusals', async () => {
  app = await startTestApp();
  const chunked =
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n';
  for (let i = 0; i < LINGERING; i++) await abort(chunked);
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname).on('error', () => {});
  const head = `POST /api/v1/apiaries HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;
  // It reads only after it has sent: a connection that was closed meanwhile is reset, and the response lost.
  socket.pause().write(head);
  for (let i = 0; i < 3; i++) {
    socket.write('x'.repeat(BODY_BYTES / 4));
    await sleep(50);
  }
  const [received] = (await once(socket.resume(), 'data', { signal: AbortSignal.timeout(2000) })) as [Buffer];
  expect(String(received)).toMatch(/^HTTP\/1\.1 415 /);
});

it('a small body is read, and the connection serves the next request', async () => {
  await start();
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  const one = (end: string) =>
    `POST /graphql HTTP/1.1\r\nHost: x\r\n${end}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  socket.write(one('') + one('Connection: close\r\n'));
  expect((await text(socket)).match(/HTTP\/1\.1 429 /g)).toHaveLength(2);
});
