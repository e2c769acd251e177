// WebSockets: the handshake, the protocol and the limits, as a client meets them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { Client, isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';
import { EVENT_MS, pause, rename, SocketClient, type SocketMessage } from '../support/socket.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
const sockets: SocketClient[] = [];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => app.close());

const close = <S extends SocketClient>(socket: S): S => {
  sockets.push(socket);
  return socket;
};
const open = async (...args: ConstructorParameters<typeof SocketClient>): Promise<SocketClient> => {
  const socket = close(new SocketClient(...args));
  await socket.opened();
  return socket;
};
const connect = async (...args: Parameters<typeof SocketClient.connect>): Promise<SocketClient> =>
  close(await SocketClient.connect(...args));
const init = (authorization?: unknown): SocketMessage => ({
  type: 'connection_init',
  ...(authorization !== undefined && { payload: { authorization } }),
});

describe('the handshake', () => {
  it('takes any origin, as CORS does: nothing but the token identifies an account', async () => {
    const socket = await connect(ana, { headers: { origin: 'https://elsewhere.example' } });
    await socket.watch('1', ana, apiary);
  });

  it('has no other path', async () => {
    expect(await close(new SocketClient(app.url, { path: '/api/v1' })).refused).toBe(404);
    await connect(ana, { path: '/graphql?from=app' });
  });

  it('refuses no protocol, and the older one, whose name is that of the library', async () => {
    expect(await (await open(app.url, { protocol: [] })).closed).toBe('4406 Subprotocol not acceptable');
    // The client refuses a response without the protocol that it has asked for.
    expect(await (await open(app.url, { protocol: 'graphql-ws' })).closed).toBe('1006');
  });

  it.each([7, 13])('after a request whose response has not been sent is closed (version %d)', async (version) => {
    const body = JSON.stringify({ query: '{ apiaries { nodes { id } } }' });
    const request = `POST /graphql HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ana.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const upgrade = `GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ${version}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`;
    const { answers } = await sendRaw(app.url, request + upgrade);
    expect(answers).toEqual([]);
  });

  it.each([
    ['Sec-WebSocket-Version: 7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'],
    ['Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n'],
    ['Sec-WebSocket-Version: 13\r\n'],
  ])('that is malformed is answered with the errors of the API: %j', async (headers) => {
    const request = `GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
    const { answers } = await sendRaw(app.url, request);
    expect(answers[0]).toMatchObject({ status: 400, headers: { 'x-request-id': expect.any(String) } });
    expect(JSON.parse(String(answers[0]!.body)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('a request that would rather speak HTTP/2 is answered in HTTP/1.1', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    const request = `POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { answers } = await sendRaw(app.url, request);
    expect([answers[0]!.status, JSON.parse(String(answers[0]!.body))]).toEqual([
      200,
      { data: { __typename: 'Query' } },
    ]);
  });
});

describe('the token', () => {
  it.each([
    ['none', undefined, 'TOKEN_MISSING'],
    ['one without its scheme', 'secret', 'TOKEN_MISSING'],
    ['what is no text', 5, 'TOKEN_MISSING'],
    ['a wrong one', 'Bearer secret', 'TOKEN_INVALID'],
  ])('%s: the connection is closed', async (_what, token, reason) => {
    const socket = await open(app.url);
    socket.send(init(token));
    expect(await socket.closed).toBe(`4401 ${reason}`);
  });

  it('of a session that has ended: the connection is closed', async () => {
    const bea = await beekeeper(app);
    await bea.ask('mutation { logOut { success } }');
    const socket = await open(app.url);
    socket.send(init(`Bearer ${bea.token}`));
    expect(await socket.closed).toBe('4401 SESSION_OVER');
  });

  it('may come under a name in capitals, as Apollo Sandbox sends it', async () => {
    const socket = await open(app.url);
    socket.send({ type: 'connection_init', payload: { Authorization: `Bearer ${ana.token}` } });
    await socket.message('connection_ack');
  });

  it('of an account that has to verify its address: no subscription', async () => {
    const strict = await startTestApp({ EMAIL_VERIFICATION: 'required' }, app.database);
    try {
      const socket = await connect({ url: strict.url, token: (await beekeeper(app)).token });
      socket.subscribe('1');
      expect((await socket.message('error', '1')).payload).toMatchObject([
        { extensions: { code: 'FORBIDDEN', reason: 'EMAIL_NOT_VERIFIED' } },
      ]);
    } finally {
      await strict.close();
    }
  });
});

describe('messages', () => {
  it.each<[string, string, string]>([
    ['what is no JSON', 'hello', '4400 Invalid message received'],
    ['an unknown type', '{"type":"unknown"}', '4400 Invalid message received'],
    [
      'a subscription without an id',
      '{"type":"subscribe","payload":{"query":"{ a }"}}',
      '4400 Invalid message received',
    ],
    ['one that only servers send', '{"type":"connection_ack"}', '4400 Invalid message received'],
    ['a second connection_init', '{"type":"connection_init"}', '4429 Too many initialisation requests'],
  ])('%s: the connection is closed', async (_what, text, expected) => {
    const socket = await connect(ana);
    socket.socket.send(text);
    expect(await socket.closed).toBe(expected);
  });

  it('a subscription before the acknowledgement: the connection is closed', async () => {
    const socket = await open(app.url);
    socket.subscribe('1');
    expect(await socket.closed).toBe('4401 Unauthorized');
  });

  it('two subscriptions with one id: the connection is closed', async () => {
    const socket = await connect(ana);
    socket.subscribe('1');
    socket.subscribe('1');
    expect(await socket.closed).toBe('4409 Subscriber for 1 already exists');
  });

  it('one of more than 32 KB is not read', async () => {
    const socket = await connect(ana);
    socket.send({ type: 'ping', payload: { text: 'a'.repeat(31 * 1024) } });
    await socket.message('pong');
    socket.send({ type: 'ping', payload: { text: 'a'.repeat(32 * 1024) } });
    expect(await socket.closed).toMatch(/^1009/);
  });

  it.each<[string, string, object]>([
    ['a query', '{ me { id } }', { code: 'BAD_USER_INPUT' }],
    ['a mutation', 'mutation { logOut { success } }', { code: 'BAD_USER_INPUT' }],
    ['a syntax error', 'subscription {', { code: 'GRAPHQL_PARSE_FAILED' }],
    ['an unknown field', 'subscription { x }', { code: 'GRAPHQL_VALIDATION_FAILED' }],
    [
      'two fields',
      'subscription { a: apiaryChanged { cursor } b: apiaryChanged { cursor } }',
      { code: 'GRAPHQL_VALIDATION_FAILED' },
    ],
    [
      'a condition of the field',
      'subscription { ... F } fragment F on Subscription { apiaryChanged @include(if: false) { cursor } }',
      { code: 'GRAPHQL_VALIDATION_FAILED' },
    ],
    [
      'a condition with a variable',
      'subscription ($no: Boolean = true) { ... @skip(if: $no) { apiaryChanged { cursor } } }',
      { code: 'GRAPHQL_VALIDATION_FAILED' },
    ],
    [
      'too many aliases',
      `subscription { apiaryChanged { ${Array.from({ length: 61 }, (_, i) => `a${i}: cursor`).join(' ')} } }`,
      { code: 'GRAPHQL_VALIDATION_FAILED' },
    ],
    [
      'too many tokens',
      `subscription { apiaryChanged { ${'cursor '.repeat(1000)} } }`,
      { code: 'GRAPHQL_PARSE_FAILED' },
    ],
    [
      'too many bytes',
      `subscription { apiaryChanged { cursor } } # ${'a'.repeat(20_480)}`,
      { code: 'PAYLOAD_TOO_LARGE', reason: 'DOCUMENT_TOO_LONG' },
    ],
  ])('%s is refused', async (_what, query, extensions) => {
    const socket = await connect(ana);
    socket.subscribe('1', undefined, query);
    expect((await socket.message('error', '1')).payload).toMatchObject([{ extensions }]);
    expect(socket.isOpen).toBe(true);
  });

  it('fields of an event may have conditions', async () => {
    const socket = await connect(ana);
    const query =
      'subscription ($no: Boolean!) { apiaryChanged { ...F } } fragment F on ApiaryChange { cursor @skip(if: $no) apiaryId }';
    socket.send({ id: '1', type: 'subscribe', payload: { query, variables: { no: true } } });
    await pause(EVENT_MS);
    await rename(ana, apiary);
    expect((await socket.message('next', '1')).payload).toEqual({ data: { apiaryChanged: { apiaryId: apiary } } });
  });

  it('wrong variables are refused, each by its name', async () => {
    const socket = await connect(ana);
    const query = 'subscription ($ids: [ID!]) { apiaryChanged(apiaryIds: $ids) { cursor } }';
    socket.send({ id: '1', type: 'subscribe', payload: { query, variables: { ids: [{}] } } });
    expect((await socket.message('error', '1')).payload).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'ids.0', message: 'must be an id' }] } },
    ]);
  });

  it('a refusal is in the language of the client', async () => {
    const socket = await connect(ana, { headers: { 'accept-language': 'es' } });
    socket.subscribe('1', undefined, '{ me { id } }');
    expect((await socket.message('error', '1')).payload[0].message).toMatch(/^Por un WebSocket/);
  });

  it('a subscription that the client completes has no further event', async () => {
    const socket = await connect(ana);
    await socket.watch('1', ana, apiary);
    socket.send({ id: '1', type: 'complete' });
    await rename(ana, apiary);
    await pause(EVENT_MS);
    expect(socket.received).toEqual([]);
  });
});

describe('limits', () => {
  it('ten subscriptions of a connection', async () => {
    const socket = await connect(ana);
    for (let i = 0; i < 11; i++) socket.subscribe(String(i));
    expect((await socket.message('error', '10')).payload).toMatchObject([
      { extensions: { code: 'CONFLICT', reason: 'TOO_MANY_SUBSCRIPTIONS' } },
    ]);
    socket.send({ id: '0', type: 'complete' });
    await socket.watch('11', ana, apiary);
  });

  it('ten, also if the id of one that is starting is used again, and none is left when the connection is closed', async () => {
    const socket = await connect(ana);
    for (let i = 0; i < 30; i++) {
      socket.subscribe('1', [apiary]);
      socket.send({ id: '1', type: 'complete' });
    }
    socket.subscribe('1', [apiary]);
    await pause(EVENT_MS);
    await rename(ana, apiary);
    await pause(EVENT_MS);
    expect(socket.events('1').length).toBeLessThanOrEqual(10);
    socket.close();
    await pause(EVENT_MS);
    // Without subscriptions, the service does not read the log.
    const statements = await statementsOf(app.app, () => pause(2 * EVENT_MS));
    expect(statements.filter((text) => isOfRequest(text) && text.includes('from changes'))).toEqual([]);
  });

  it('twenty connections of an account; one that is closed makes room', async () => {
    const bea = await beekeeper(app);
    const all: SocketClient[] = [];
    for (let i = 0; i < 20; i++) all.push(await connect(bea));
    const refused = await open(app.url);
    refused.send(init(`Bearer ${bea.token}`));
    expect(await refused.closed).toBe('1013 TOO_MANY_CONNECTIONS');
    await connect(ana);
    all[0]!.socket.close();
    await all[0]!.closed;
    await connect(bea);
  });

  it('five hundred connections of an address', async () => {
    const localAddress = '127.0.0.77';
    const all = await Promise.all(Array.from({ length: 500 }, () => open(app.url, { localAddress })));
    expect(await close(new SocketClient(app.url, { localAddress })).refused).toBe(429);
    await connect(ana);
    for (const socket of all) socket.close();
    await until(async () => (await open(app.url, { localAddress })).isOpen);
  });

  it('requests of an address, of which each message is one', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '10/1m' }, app.database);
    try {
      const socket = await connect({ url: limited.url, token: ana.token });
      for (let i = 0; i < 10; i++) socket.send({ type: 'ping' });
      expect(await socket.closed).toBe('1013 RATE_LIMITED');
      expect(await close(new SocketClient(limited.url)).refused).toBe(429);
      expect((await new Client(limited.url).graphql('{ __typename }')).status).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('ten seconds until the token comes', async () => {
    const socket = await open(app.url);
    const startedAt = performance.now();
    expect(await socket.closed).toBe('4408 Connection initialisation timeout');
    expect(performance.now() - startedAt).toBeGreaterThan(9000);
  });

  it('a client that sends and does not read is dropped', async () => {
    const socket = await connect(ana);
    socket.socket.pause();
    let isClosed = false;
    void socket.closed.then(() => {
      isClosed = true;
    });
    // Each is answered, with a pong of the same size.
    const text = JSON.stringify({ type: 'ping', payload: { text: 'a'.repeat(30 * 1024) } });
    for (let sent = 0; sent < 2000 && !isClosed; sent++) {
      socket.socket.send(text);
      if (sent % 50 === 0) await pause(10);
    }
    socket.socket.resume();
    expect(await socket.closed).toMatch(/^1006/);
    expect(socket.received.length).toBeLessThan(2000);
  });
});

it('the service closes connections when it stops, and stops within the time that this takes', async () => {
  const stopping = await startTestApp({}, app.database);
  const socket = await connect({ url: stopping.url, token: ana.token });
  const silent = await connect({ url: stopping.url, token: ana.token });
  silent.socket.pause();
  await socket.watch('1', ana, apiary);
  const startedAt = performance.now();
  await stopping.close();
  expect(performance.now() - startedAt).toBeLessThan(4000);
  expect(await socket.closed).toBe('1001 SHUTDOWN');
  silent.socket.resume();
  await silent.closed;
});
