// What one client can occupy: connections with bodies that never arrive, bodies that are parsed, values of a body, pipelined requests,
// exports, and queries whose client has disconnected.
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PoolClient } from 'pg';
import { until } from '../process/service.js';
import { isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const BODY_BYTES = 256 * 1024;
const ARRIVING_BODIES = 128;
/** More than one client has at the same time. */
const PARSED_BODIES = 12;
const MAX_PIPELINED = 10;
const POOL_SIZE = 4;

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '1', DB_POOL: String(POOL_SIZE) });
  ana = await beekeeper(app);
  bea = await beekeeper(app);
});
afterAll(() => app.close());
const LARGE_QUERY = `{ __schema { types { name description fields { name description args { name description type { name kind ofType { name kind ofType { name } } } }
  type { name kind ofType { name kind ofType { name kind } } } } inputFields { name description type { name } } enumValues { name description } } } }`;

/** Takes every connection to the database, so that requests wait, while `work` runs. */
async function withoutConnections<T>(work: () => Promise<T>): Promise<T> {
  const clients: PoolClient[] = await Promise.all(Array.from({ length: POOL_SIZE }, () => app.app.pool.connect()));
  try {
    return await work();
  } finally {
    for (const client of clients) client.release();
  }
}

/** Announces a body, of which nothing follows. */
function announceBody(address: string): net.Socket {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname).on('error', () => {});
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`,
  );
  return socket.resume();
}

async function closeAll(sockets: net.Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  const connections = (): Promise<number> =>
    new Promise((resolve) => app.app.httpServer.getConnections((_error, count) => resolve(count)));
  await until(async () => (await connections()) <= 1);
}

it('bodies that do not arrive: one address has half of the room, and other addresses are served', async () => {
  const sockets = Array.from({ length: ARRIVING_BODIES / 2 }, () => announceBody('10.1.1.1'));
  await sleep(100);
  const [refusal] = (await once(announceBody('10.1.1.1'), 'data')) as [Buffer];
  expect(String(refusal)).toMatch(/^HTTP\/1.1 503 .*\r\nRetry-After: 1\r\n/s);
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect((await bea.rest('POST', '/apiaries', { name: 'Served' }, { 'x-forwarded-for': '10.1.1.2' })).status).toBe(201);
  await closeAll(sockets);
  const one = announceBody('10.1.1.1').end('{}');
  await once(one, 'close');
});

it('bodies that do not arrive: of many addresses, the oldest are closed for a client that sends nothing else', async () => {
  const { answer } = await withoutConnections(async () => {
    // Its body has arrived, before all others.
    const waiting = ana.rest('POST', '/apiaries', { name: 'Arrived' }, { 'x-forwarded-for': '10.4.1.1' });
    await until(() => app.app.pool.waitingCount > 0);
    const sockets = Array.from({ length: ARRIVING_BODIES - 1 }, (_, n) => announceBody(`10.2.${n}.1`));
    await sleep(1200);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    const newest = announceBody('10.3.1.1');
    await once(sockets[0]!, 'close');
    expect(newest.destroyed).toBe(false);
    for (const socket of [...sockets, newest]) socket.destroy();
    return { answer: waiting };
  });
  expect((await answer).status).toBe(201);
});

describe('bodies of requests that are being answered', () => {
  const send = (who: Beekeeper, query: string): Promise<Response> =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
      body: JSON.stringify({ query, variables: { text: 'x'.repeat(BODY_BYTES - 200) } }),
    });
  const statusesOf = async (requests: Promise<Response>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status);

  it('of one account: further ones wait for a moment, and other accounts are served', async () => {
    const requests = await withoutConnections(async () => {
      const all = Array.from({ length: PARSED_BODIES }, () => send(ana, '{ apiaries { totalCount } }'));
      await until(() => app.app.pool.waitingCount > 0);
      expect((await send(bea, '{ __typename }')).status).toBe(200);
      return all;
    });
    expect(new Set(await statusesOf(requests))).toEqual(new Set([200]));
  });

  it('of one account: those that wait too long are 503', async () => {
    await withoutConnections(async () => {
      const all = Array.from({ length: PARSED_BODIES }, () => send(ana, '{ apiaries { totalCount } }'));
      await until(() => app.app.pool.waitingCount > 0);
      expect((await send(bea, '{ __typename }')).status).toBe(200);
      const refused = (await Promise.all(all)).filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1');
    });
    expect((await send(ana, '{ apiaries { totalCount } }')).status).toBe(200);
  });
});

describe('bodies in tiny pieces', () => {
  const BODY = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(2000) } });
  const HEAD = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';
  const chunks = (bytes: number): string => {
    const pieces = Array.from({ length: Math.ceil(BODY.length / bytes) }, (_, n) =>
      BODY.slice(n * bytes, (n + 1) * bytes),
    );
    return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
  };
  const statuses = async (bytes: string): Promise<number[]> =>
    (await sendRaw(app.url, bytes)).answers.map(({ status }) => status);

  it.each([
    ['GraphQL', HEAD],
    ['REST', HEAD.replace('/graphql', '/api/v1/auth/login')],
    ['a path that reads no body', HEAD.replace('POST /graphql', 'GET /livez')],
  ])('%s: the connection of chunks of a byte each is closed', async (_, head) => {
    const { answers, end } = await sendRaw(app.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks(1)}`);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(end).toBe('closed');
  });

  it('a target that is malformed: the connection of chunks of a byte each is closed', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = net.connect(Number(port), hostname).on('error', () => {});
    let isClosed = false;
    socket.resume().once('close', () => {
      isClosed = true;
    });
    socket.write('POST http://x:99999/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let n = 0; n < 20 && !isClosed; n++) {
      socket.write('1\r\n \r\n'.repeat(1000));
      await sleep(50);
    }
    socket.destroy();
    expect(isClosed).toBe(true);
  });

  it('chunks of ordinary sizes are read', async () => {
    expect(await statuses(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks(100)}`)).toEqual([200]);
  });

  it('the connection of packets of a byte each is closed', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = net
      .connect(Number(port), hostname)
      .setNoDelay(true)
      .on('error', () => {});
    let received = '';
    socket.on('data', (data) => {
      received += String(data);
    });
    socket.write(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n`);
    for (const byte of BODY) {
      if (socket.destroyed) break;
      socket.write(byte);
      await sleep(1);
    }
    if (!socket.destroyed) await once(socket, 'close');
    expect(received).toBe('');
  });
});

describe('values of a body', () => {
  const MAX_VALUES = 20_000;
  /** A body around a value, and how many commas and brackets it has itself. */
  const bodies: [string, string, (more: string) => string, number][] = [
    ['over REST', '/api/v1/apiaries', (more) => `{"name":"A","more":${more}}`, 2],
    ['over REST, through Express', '/API/v1/apiaries', (more) => `{"name":"A","more":${more}}`, 2],
    ['over GraphQL', '/graphql', (more) => `{"query":"{ __typename }","variables":{"more":${more}}}`, 3],
    [
      'over GraphQL, through Express',
      '/graphql/',
      (more) => `{"query":"{ __typename }","variables":{"more":${more}}}`,
      3,
    ],
  ];
  const send = async (path: string, body: string, language = 'en') => {
    const headers = {
      'content-type': 'application/json',
      'accept-language': language,
      authorization: `Bearer ${ana.token}`,
    };
    const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  /** Commas and brackets: an array, `count` objects and a comma between each two. */
  const objects = (values: number): string => {
    const count = Math.floor(values / 2);
    return `[${Array(count).fill('{}').join(',')}${values % 2 ? ',1' : ''}]`;
  };

  it.each(bodies)('%s: as many as allowed, and one more', async (_api, path, write, own) => {
    for (const more of [objects(MAX_VALUES - own), '['.repeat(MAX_VALUES - own) + ']'.repeat(MAX_VALUES - own)])
      expect((await send(path, write(more))).status).toBeLessThan(300);
    const refused = await send(path, write(objects(MAX_VALUES - own + 1)));
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('TOO_MANY_VALUES') });
    const { message } = JSON.parse((await send(path, write(`[${'1,'.repeat(100_000)}1]`), 'es')).text);
    expect(message).toBe('El cuerpo tiene demasiados valores');
  });

  it.each(bodies)('%s: commas and brackets in texts do not count', async (_api, path, write) => {
    for (const text of [
      ',[{'.repeat(60_000),
      '",'.repeat(40_000),
      '\\\\'.repeat(20_001),
      '\\",'.repeat(30_000),
      'é,'.repeat(50_000),
    ]) {
      const more = JSON.stringify([text, { [text.slice(0, 20_001)]: text.slice(0, 10) }]);
      expect((await send(path, write(more))).status).toBeLessThan(300);
    }
  });

  it.each(bodies)('%s: those between texts with escaped quotes count', async (_api, path, write) => {
    for (const text of ['\\"', '\\\\', '\\\\\\"', ''])
      expect((await send(path, write(`[${`"${text}",`.repeat(MAX_VALUES)}1]`))).status).toBe(413);
  });
});

it('pipelined requests: a connection with more than the limit is closed', async () => {
  const requests = (count: number): string => 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count);
  const { answers } = await sendRaw(app.url, requests(MAX_PIPELINED), MAX_PIPELINED);
  expect(answers.map(({ status }) => status)).toEqual(Array(MAX_PIPELINED).fill(200));
  const { end, answers: few } = await sendRaw(app.url, requests(MAX_PIPELINED + 1), MAX_PIPELINED + 1);
  expect(end).toBe('closed');
  expect(few.length).toBeLessThanOrEqual(MAX_PIPELINED);
});

it('exports: a third one of an account is 429 while two are read', async () => {
  const bea = await beekeeper(app);
  await app.database.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, observations)
       select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 1700)`,
    [await bea.apiary()],
  );
  const start = (): Promise<Response> =>
    fetch(`${app.url}/api/v1/users/me/export`, { headers: { authorization: `Bearer ${bea.token}` } });
  const reading = [await start(), await start()];
  const refused = await start();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', message: expect.stringMatching(/export/i) });
  await reading[0]!.body!.cancel();
  await until(async () => {
    const again = await start();
    await again.body!.cancel();
    return again.status === 200;
  });
  expect(JSON.parse(await reading[1]!.text()).beehives).toHaveLength(1700);
});

/** Sends an operation that waits for the database, and disconnects. */
async function disconnect(query: string): Promise<void> {
  const controller = new AbortController();
  await withoutConnections(async () => {
    const sent = fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify({ query }),
      signal: controller.signal,
    });
    await until(() => app.app.pool.waitingCount > 0);
    controller.abort();
    await expect(sent).rejects.toThrow(/abort/);
    await sleep(100);
  });
}

it('a query whose client disconnects is abandoned: its further statements are not run', async () => {
  const apiary = await ana.apiary();
  await ana.beehive(apiary);
  const query = '{ apiaries { nodes { beehives { nodes { id inspections { nodes { id } } } } } } }';
  const statementsAfter = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(app.app, work)).filter(isOfRequest);
  const all = await statementsAfter(() => ana.ask(query));
  expect(all).toHaveLength(3);
  const run = await statementsAfter(async () => {
    await disconnect(query);
    await sleep(200);
  });
  expect(run).toEqual(all.slice(0, 1));
});

it('a mutation whose client disconnects is completed', async () => {
  await disconnect('mutation { createApiary(input: { name: "Completed" }) { apiary { id } } }');
  await until(async () => {
    const { apiaries } = await ana.ask('{ apiaries(first: 500) { nodes { name } } }');
    return apiaries.nodes.some(({ name }: { name: string }) => name === 'Completed');
  });
});

describe('an operation that takes longer than ten seconds', () => {
  const create = (path: string, body: object): Promise<Response> =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: JSON.stringify(body),
    });
  const names = async (): Promise<string[]> =>
    (await ana.ask('{ apiaries { nodes { name } } }')).apiaries.nodes.map(({ name }: { name: string }) => name);

  it.each([
    ['GraphQL', '/graphql', { query: 'mutation { createApiary(input: { name: "Late" }) { apiary { id } } }' }],
    ['REST', '/api/v1/apiaries', { name: 'Late' }],
  ])('over %s: a mutation is rolled back, and the response says when to try again', async (_, path, body) => {
    let clock = performance.now();
    const time = jest.spyOn(performance, 'now').mockImplementation(() => {
      clock += 11_000;
      return clock;
    });
    const response = await create(path, body).finally(() => time.mockRestore());
    expect(await response.text()).toContain('OPERATION_TIMEOUT');
    expect(response.headers.get('retry-after')).toBe('10');
    expect(await names()).not.toContain('Late');
  });
});

it('responses that are not read: those of some addresses leave room for the requests of another', async () => {
  const path = `/graphql?query=${encodeURIComponent(LARGE_QUERY)}`;
  const { hostname, port } = new URL(app.url);
  const readNothing = (address: string): net.Socket => {
    const socket = net.connect(Number(port), hostname).on('error', () => {});
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nApollo-Require-Preflight: 1\r\n\r\n`;
    socket.pause().write(head.repeat(MAX_PIPELINED));
    return socket;
  };
  const sockets = Array.from({ length: 70 }, (_, n) => readNothing(`10.6.${n % 14}.1`));
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    await sleep(1000);
    statuses.push((await bea.rest('GET', '/apiaries', undefined, { 'x-forwarded-for': '10.6.100.1' })).status);
  }
  await closeAll(sockets);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}, 60_000);

it('408 for a request that does not arrive', async () => {
  const { answers, end } = await sendRaw(app.url, 'GET /livez HTTP/1.1\r\nHost: be', 2, 20_000);
  expect({ end, statuses: answers.map((one) => one.status) }).toEqual({ end: 'closed', statuses: [408] });
  expect(JSON.parse(answers[0]!.body.toString())).toMatchObject({ error_code: 'BAD_USER_INPUT' });
}, 30_000);
