// A large body of a request that is refused before it is read is left unread: the client gets the response, and the connection ends.
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';

const BODY_BYTES = 250_000;
const CONNECTIONS = 300;
const MB = 1024 * 1024;
/** The most bytes that a body has. */
const LIMIT = 256 * 1024;
const ID = '00000000-0000-4000-8000-000000000000';
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

/** Sends a head and then zeros, as long as the service reads. @returns the status, and how many bytes the service has read */
async function flood(head: string, accepted: net.Socket[]): Promise<{ status: number; isRead: boolean }> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  let response = '';
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {}).on('data', (piece) => (response += piece));
  await once(socket, 'connect');
  const { localPort } = socket;
  socket.write(head);
  const piece = Buffer.alloc(MB);
  for (let sent = 0; sent < MANY_BYTES && !socket.destroyed; sent += MB)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
  await closed;
  const { bytesRead } = accepted.find(({ remotePort }) => remotePort === localPort)!;
  return { status: Number(response.split(' ')[1]), isRead: bytesRead > 2 * MB };
}

const MANY_BYTES = 40 * MB;
const JSON_BODY = 'Content-Type: application/json\r\n';
const TEXT_BODY = 'Content-Type: text/plain\r\n';
const ANNOUNCED = `Content-Length: ${MANY_BYTES}\r\n`;
const IN_A_CHUNK = `Transfer-Encoding: chunked\r\n\r\n${MANY_BYTES.toString(16)}`;
const COMPRESSED = 'Content-Encoding: gzip\r\n';

it('40 MB are not read, whatever they are sent to', async () => {
  app = await startTestApp();
  const accepted: net.Socket[] = [];
  app.app.httpServer.on('connection', (one) => accepted.push(one));
  const answered = async (line: string, headers: string) => [
    line,
    headers,
    await flood(`${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`, accepted),
  ];
  const requests: [line: string, headers: string, status: number][] = [
    ['POST /api/v1/apiaries', JSON_BODY + ANNOUNCED, 413],
    ['POST /graphql', JSON_BODY + ANNOUNCED, 413],
    ['POST /graphql', JSON_BODY + IN_A_CHUNK, 413],
    ['POST /graphql', JSON_BODY + COMPRESSED + IN_A_CHUNK, 413],
    ['POST /graphql', JSON_BODY + COMPRESSED + ANNOUNCED, 413],
    ['POST /api/v1/apiaries', TEXT_BODY + ANNOUNCED, 413],
    ['POST /api/v1/apiaries', TEXT_BODY + IN_A_CHUNK, 415],
    ['POST /', ANNOUNCED, 413],
    ['GET /graphiql', IN_A_CHUNK, 200],
    ['GET /calendar/x.ics', ANNOUNCED, 413],
    ['GET /livez', ANNOUNCED, 200],
    ['OPTIONS /api/v1/apiaries', ANNOUNCED, 204],
    [`PUT /api/v1/imports/${ID}/file`, IN_A_CHUNK, 401],
  ];
  const answers = await Promise.all(requests.map(([line, headers]) => answered(line, headers)));
  expect(answers).toEqual(requests.map(([line, headers, status]) => [line, headers, { status, isRead: false }]));
});

it('a body that is compressed is read up to the limit, and no further when it is decompressed', async () => {
  app = await startTestApp();
  const send = (body: Buffer, encoding: string): Promise<Response> =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: new Uint8Array(body),
    });
  const ofBytes = (bytes: number): string => JSON.stringify({ query: '{ __typename }' }).padEnd(bytes);
  expect((await send(gzipSync(ofBytes(LIMIT)), 'gzip')).status).toBe(200);
  expect((await send(deflateSync(ofBytes(LIMIT)), 'Deflate')).status).toBe(200);
  expect((await send(gzipSync(ofBytes(LIMIT + 1)), 'gzip')).status).toBe(413);
  expect((await send(gzipSync(ofBytes(100 * LIMIT)), 'gzip')).status).toBe(413);
  expect((await send(gzipSync(ofBytes(100)).subarray(0, -10), 'gzip')).status).toBe(400);
});

it('a client that has sent more than the limit opens another connection for its next request', async () => {
  app = await startTestApp();
  for (const body of ['x'.repeat(LIMIT + 1), 'x'.repeat(2 * MB), '{}']) {
    const { status, headers } = await app.anyone.rest('POST', '/auth/login', body);
    expect([status, headers.get('connection')]).toEqual(body.length > 2 ? [413, 'close'] : [400, 'keep-alive']);
  }
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

describe('a client that waits for 100 Continue', () => {
  /** Sends a head. @returns all that the service sends until `until`, or the end of the connection */
  async function ask(line: string, headers: string, until = /$^/): Promise<{ socket: net.Socket; received: string }> {
    const { hostname, port } = new URL(app.url);
    const socket = net.connect(Number(port), hostname);
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${headers}\r\n`);
    let received = '';
    for await (const piece of socket.iterator({ destroyOnReturn: false })) {
      received += piece;
      if (until.test(received)) break;
    }
    return { socket, received };
  }
  const DOCUMENT = JSON.stringify({ query: '{ __typename }' });
  const OF_DOCUMENT = `${JSON_BODY}Content-Length: ${DOCUMENT.length}\r\n`;

  it('is not asked for a body that is refused, and its connection is closed', async () => {
    await start();
    expect((await ask('POST /graphql', OF_DOCUMENT)).received).toMatch(/^HTTP\/1.1 429 .*\r\nConnection: close\r\n/s);
  });

  it.each([
    ['a body that is too large', 'POST /graphql', JSON_BODY + ANNOUNCED, 413],
    ['an unknown encoding', 'POST /graphql', `${OF_DOCUMENT}Content-Encoding: bees\r\n`, 415],
    ['a file without a token', `PUT /api/v1/imports/${ID}/file`, ANNOUNCED, 401],
  ])('is not asked for %s', async (_, line, headers, status) => {
    app = await startTestApp();
    expect((await ask(line, headers)).received).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\nConnection: close\\r\\n`, 's'),
    );
  });

  it('is asked, and answered; its connection is kept', async () => {
    app = await startTestApp();
    const { socket, received } = await ask('POST /graphql', OF_DOCUMENT, /\r\n\r\n/);
    expect(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(`${DOCUMENT}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});
