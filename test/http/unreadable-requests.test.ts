// Requests that Node refuses before the service sees them are answered as all others: with JSON, and the connection is closed.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = (header: string): string => `GET /livez HTTP/1.1\r\nHost: bees\r\n${header}\r\n\r\n`;
const getFrom = (host: string, path = '/livez'): string => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const post = (body: string): string =>
  `POST /graphql HTTP/1.1\r\nHost: bees\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

it.each([
  ['NUL in a header', get('X-Bees: a\0b'), 400, 'BAD_USER_INPUT'],
  ['another control character in a header', get('X-Bees: a\x01b'), 400, 'BAD_USER_INPUT'],
  ['a control character in the token', get('Authorization: Bearer \x7f\x02'), 400, 'BAD_USER_INPUT'],
  ['a line break alone in a header', get('X-Bees: a\rb'), 400, 'BAD_USER_INPUT'],
  ['an unknown method', 'BEEHIVE / HTTP/1.1\r\nHost: bees\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['another protocol', 'EHLO bees\r\n', 400, 'BAD_USER_INPUT'],
  ['no host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['an empty host', getFrom(''), 400, 'BAD_USER_INPUT'],
  ['two hosts', getFrom('bees\r\nHOST: bees'), 400, 'BAD_USER_INPUT'],
  ['two hosts over HTTP/1.0', 'GET /livez HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['a host with a space', getFrom('a b'), 400, 'BAD_USER_INPUT'],
  ['a host that is a path', getFrom('bees/x'), 400, 'BAD_USER_INPUT'],
  ['a host with a user', getFrom('ana@bees'), 400, 'BAD_USER_INPUT'],
  ['a host that is a list', getFrom('x>; rel="next"'), 400, 'BAD_USER_INPUT'],
  ['a host with half an octet', getFrom('bees%2'), 400, 'BAD_USER_INPUT'],
  ['a port that is no number', getFrom('bees:http'), 400, 'BAD_USER_INPUT'],
  ['an address that does not end', getFrom('[::1'), 400, 'BAD_USER_INPUT'],
  ['a long host that almost ends', getFrom(`${'a'.repeat(12_000)}/`), 400, 'BAD_USER_INPUT'],
  ['a tunnel', 'CONNECT bees:443 HTTP/1.1\r\nHost: bees\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ['two lengths', get('Content-Length: 1\r\nContent-Length: 2'), 400, 'BAD_USER_INPUT'],
  ['a chunk without a size', post('zz\r\n{}\r\n0\r\n\r\n'), 400, 'BAD_USER_INPUT'],
  ['chunk extensions without end', post(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 413, 'PAYLOAD_TOO_LARGE'],
  ['headers that are too large', get(`X-Bees: ${'b'.repeat(20_000)}`), 431, 'PAYLOAD_TOO_LARGE'],
  ['an expectation that nobody meets', get('Expect: bees'), 417, 'BAD_USER_INPUT'],
])('%s', async (_what, bytes, status, code) => {
  const { answers, rest, end } = await sendRaw(app.url, bytes, 2);
  expect({ rest, end, statuses: answers.map((one) => one.status) }).toEqual({
    rest: '',
    end: 'closed',
    statuses: [status],
  });
  const { headers, body } = answers[0]!;
  const { message } = JSON.parse(body.toString());
  expect(JSON.parse(body.toString())).toEqual({
    message: expect.stringMatching(/\w/),
    error: message,
    error_code: code,
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
});

it('a tunnel is told which methods there are', async () => {
  const { answers } = await sendRaw(app.url, 'CONNECT bees:443 HTTP/1.1\r\nHost: bees\r\n\r\n');
  expect(answers[0]!.headers.allow).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS');
});

it('connections of tunnels end, whether their clients go on, are gone or wait', async () => {
  const { port, hostname } = new URL(app.url);
  const openConnections = (): Promise<number> =>
    new Promise((resolve) => app.app.httpServer.getConnections((_error, count) => resolve(count)));
  const tunnel = 'CONNECT bees:443 HTTP/1.1\r\nHost: bees\r\n\r\n';
  const sockets = Array.from({ length: 30 }, (_, i) => {
    const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true }).on('error', () => {});
    socket.write(i % 3 === 0 ? tunnel : tunnel + 'a'.repeat(300_000), () => i % 3 === 1 && socket.resetAndDestroy());
    return socket;
  });
  const { answers } = await sendRaw(app.url, tunnel);
  expect(answers).toHaveLength(1);
  while ((await openConnections()) > 0) await sleep(20);
  for (const socket of sockets) socket.destroy();
});

it('a tunnel does not take the place of a response', async () => {
  const query = '{"query":"{ __typename }"}';
  const head = `POST /graphql HTTP/1.1\r\nHost: bees\r\nContent-Type: application/json\r\nContent-Length: ${query.length}`;
  const bytes = `${head}\r\n\r\n${query}CONNECT bees:443 HTTP/1.1\r\nHost: bees\r\n\r\n`;
  const { answers } = await sendRaw(app.url, bytes, 2);
  expect(answers.filter(({ status }) => status === 405)).toEqual([]);
});

it.each([
  ['no host', 'POST /graphql HTTP/1.1'],
  ['a target that is no path', 'POST nothing HTTP/1.1\r\nHost: bees'],
  ['a space in a header', 'POST /graphql HTTP/1.1\r\nHost : bees'],
  ['an expectation', 'POST /graphql HTTP/1.1\r\nHost: bees\r\nExpect: bees'],
])('%s before a large body: the client reads the refusal', async (_what, head) => {
  for (let i = 0; i < 5; i++) {
    const bytes = `${head}\r\nContent-Length: 2000000\r\n\r\n${' '.repeat(2_000_000)}`;
    const { answers } = await sendRaw(app.url, bytes, 2);
    expect(answers.map(({ status }) => Math.floor(status / 100))).toEqual([4]);
  }
});

it.each([
  ['', 200],
  ['identity', 200],
  ['x-gzip', 400],
  ['br', 415],
  ['zstd', 415],
  ['gzip, gzip', 415],
])('a body in the encoding "%s"', async (encoding, status) => {
  const query = '{"query":"{ __typename }"}';
  const head = `POST /graphql HTTP/1.1\r\nHost: bees\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}`;
  const { answers } = await sendRaw(app.url, `${head}\r\nContent-Length: ${query.length}\r\n\r\n${query}`);
  expect(answers[0]!.status).toBe(status);
  if (status === 415) expect(answers[0]!.body.toString()).toContain('compressed with gzip or deflate, or not at all');
});

it.each([
  ...['bees', 'bees:4000', 'bees:', '127.0.0.1:4000', '[::1]:4000', 'xn--abejas-8za.example', 'a_b.example', 'a%C3%B1'],
])('the host %s is one', async (host) => {
  expect((await sendRaw(app.url, getFrom(host))).answers[0]!.status).toBe(200);
});

it('a WebSocket of a malformed host is refused as GraphQL does', async () => {
  const { answers } = await sendRaw(app.url, getFrom('a b\r\nConnection: Upgrade\r\nUpgrade: websocket', '/graphql'));
  expect(answers[0]!.status).toBe(400);
  expect(JSON.parse(answers[0]!.body.toString()).errors).toMatchObject([{ message: 'The request is malformed' }]);
});

it('HTTP/1.0 needs no host', async () => {
  expect((await sendRaw(app.url, 'GET /livez HTTP/1.0\r\n\r\n')).answers[0]!.status).toBe(200);
});

it('nothing is answered to a client that is gone, and others are served', async () => {
  const { port, hostname } = new URL(app.url);
  for (let i = 0; i < 20; i++) {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {});
    await new Promise<void>((resolve) =>
      socket.write('GET /livez HTTP/1.1\r\nHost: bees\r\nX: a\0b\r\n\r\n', () => resolve()),
    );
    socket.resetAndDestroy();
  }
  expect((await fetch(`${app.url}/livez`)).status).toBe(200);
});
