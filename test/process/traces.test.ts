// Traces of the service as its operator gets them: the bundle that production runs with one engine, the modules with the other.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from '../support/client.js';
import { Collector } from '../support/collector.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { SocketClient } from '../support/socket.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { createFolder, MODULES, removeFolder, Service, until } from './service.js';

jest.setTimeout(60_000);

const ENGINES = ['fast', 'plain'];
/** More than the spans of two batches and of the queue. */
const REQUESTS = 6000;
const WARNING = 'traces could not be sent';

let folder: string;
const databases: TestDatabase[] = [];
let settings: Record<string, string>;
const traced: Record<string, Traced> = {};
const silent = new Collector(false);
/** The collector of one reads and does not answer, that of the other is gone. */
const unheard: Record<string, Service> = {};

interface Traced {
  collector: Collector;
  service: Service;
}

// All of them start here, so that the tests wait for jobs and timeouts of several processes at once.
beforeAll(async () => {
  folder = createFolder();
  // Each engine sends its own mails.
  databases.push(await cloneDatabase(), await cloneDatabase());
  const [common, ofPlain] = databases.map(({ server }) => {
    const { host, port, database, user } = server as unknown as Record<string, string>;
    return `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
  }) as [string, string];
  settings = {
    DATABASE_URL: common,
    LOG_LEVEL: 'info',
    OTEL_SERVICE_NAME: 'hives',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
  };
  const start = (endpoint: string, more: object = {}, command?: string[]) =>
    new Service(folder, { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }, command);
  for (const engine of ENGINES) {
    const collector = new Collector();
    const isFast = engine === 'fast';
    const more = { ENGINE: engine, ...(!isFast && { DATABASE_URL: ofPlain }) };
    const command = isFast ? undefined : ['--enable-source-maps', MODULES];
    traced[engine] = { collector, service: start(await collector.listen(), more, command) };
  }
  unheard['does not answer'] = start(await silent.listen());
  unheard['is gone'] = start('http://127.0.0.1:1');
  await Promise.all(Object.values(unheard).map(async (service) => fetch(`${await service.ready()}/readyz`)));
});
afterAll(async () => {
  const started = [...Object.values(traced).map(({ service }) => service), ...Object.values(unheard)];
  await Promise.all(started.map((service) => service.stop('SIGKILL')));
  for (const collector of [silent, ...Object.values(traced).map((one) => one.collector)]) collector.close();
  for (const database of databases) await database.drop();
  if (folder) removeFolder(folder);
});

const newTrace = () => randomBytes(16).toString('hex');
const continuing = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` });
/** The log line of a request that was part of a trace. */
const lineOf = (service: Service, traceId: string): object =>
  JSON.parse(service.output.split('\n').find((line) => line.includes(traceId) && line.includes('"request"')) ?? '{}');

describe.each(ENGINES)('with ENGINE=%s', (engine) => {
  let collector: Collector;
  let service: Service;
  let ana: Beekeeper;
  beforeAll(async () => {
    ({ collector, service } = traced[engine]!);
    const url = await service.ready();
    ana = await beekeeper({ url, anyone: new Client(url) });
  });

  it('a REST write, queries, the start of a subscription, and a job are trees of spans', async () => {
    // From here on, the session is in the cache.
    await ana.rest('GET', '/apiaries');
    const [write, query, failed, reset] = [newTrace(), newTrace(), newTrace(), newTrace()];
    const created = await ana.rest('POST', '/apiaries', { name: 'Hives' }, continuing(write));
    expect(created.status).toBe(201);
    const body = (document: string) => JSON.stringify({ query: document });
    const ask = (document: string, traceId: string) =>
      fetch(`${ana.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${ana.token}`,
          ...continuing(traceId),
        },
        body: body(document),
      });
    /** The trace of a mail is its own, and names what caused it. */
    const mailOf = (cause: string) =>
      collector.spans.find(({ name, links }) => name === 'job mail' && links?.some(({ traceId }) => traceId === cause));
    await ask('query Overview { apiaries { nodes { name } } me { email } }', query);
    await ask('{ apiary(id: "0199aaaa-0000-7000-8000-000000000001") { name } }', failed);
    await ana.rest('POST', '/auth/forgot-password', { email: ana.email }, continuing(reset));
    const socket = await SocketClient.connect({ url: ana.url, token: ana.token! });
    socket.subscribe('1', [(created.body as { id: string }).id]);
    await until(() => {
      const names = new Set(collector.spans.map(({ name }) => name));
      return names.has('graphql subscription') && mailOf(reset) !== undefined;
    });
    expect(await service.stop()).toBe(0);

    expect(collector.tree(write)).toEqual([
      'POST /api/v1/apiaries',
      '  graphql mutation',
      '    resolve createApiary',
      ...['BEGIN', 'COMMIT', 'INSERT', 'SELECT'].map((statement) => `      ${statement}`),
      // The time zone of the account is read for the apiary. The record of the response comes after the commit.
      '    SELECT',
    ]);
    expect(collector.tree(query)).toEqual([
      'POST /graphql apiaries',
      '  graphql query',
      '    resolve apiaries',
      '      SELECT',
      '    resolve me',
      '      SELECT',
    ]);
    expect(collector.tree(failed)).toEqual([
      'POST /graphql apiary',
      '  graphql query FAILED',
      '    resolve apiary FAILED',
      '      SELECT',
    ]);
    const spans = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
    const [root] = spans(write).filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
    expect(root).toMatchObject({
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/apiaries',
        'http.response.status_code': 201,
        'url.path': '/api/v1/apiaries',
        'user.id': expect.stringMatching(/^[\da-f-]{36}$/),
      },
      resource: { 'service.name': 'hives' },
    });
    expect(spans(query).find(({ name }) => name === 'graphql query')!.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Overview',
    });
    expect(spans(failed).find(({ name }) => name === 'resolve apiary')!.attributes).toMatchObject({
      'error.type': 'NOT_FOUND',
    });
    expect(spans(query).find(({ name }) => name === 'SELECT')!.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.query.text': expect.stringMatching(/\$1/),
    });
    const mail = mailOf(reset)!;
    expect(mail.attributes).toMatchObject({ 'beekeeping.job.attempt': 1 });
    expect(collector.tree(mail.traceId)).toEqual(['job mail', '  DELETE', '  SELECT']);
    const subscription = collector.spans.find(({ name }) => name === 'graphql subscription')!;
    expect(subscription.attributes).toEqual({ 'graphql.operation.type': 'subscription' });
    expect(collector.tree(subscription.traceId)).toEqual([
      'graphql subscription',
      '  resolve apiaryChanged',
      '    SELECT',
      '    WITH',
    ]);
    expect(lineOf(service, query)).toMatchObject({ traceId: query, operation: 'Overview' });
    expect(collector.headers['x-key']).toBe('a key');
  });

  it('nothing that was sent contains a password, a token, an address or a literal', () => {
    expect(collector.bytes).toContain('INSERT');
    for (const secret of [
      ana.email,
      ana.email.split('@')[0]!,
      PASSWORD,
      ana.token!,
      'argon2',
      'reset-password/',
      '0199aaaa',
    ])
      expect([secret, collector.bytes.includes(secret)]).toEqual([secret, false]);
    const texts = collector.spans.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
    expect(texts.filter((text) => text.includes("'"))).toEqual([]);
  });
});

it('with sampling 0, only what a caller has sampled is sent; processes send each for themselves', async () => {
  const collector = new Collector();
  const endpoint = await collector.listen();
  const sampling = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0', WEB_CONCURRENCY: '2' };
  const service = new Service(folder, { ...settings, ...sampling });
  try {
    const url = await service.ready();
    const get = (headers?: Record<string, string>) =>
      fetch(`${url}/api/v1/questions/templates`, { headers: { connection: 'close', ...headers } });
    const [sampled, notSampled] = [newTrace(), newTrace()];
    // The second process may listen later than the first.
    const serving = () => new Set([...service.output.matchAll(/"pid":(\d+).*"msg":"request"/g)].map(([, pid]) => pid));
    await until(async () => {
      await get();
      return serving().size === 2;
    });
    await get(continuing(notSampled, '00'));
    for (let i = 0; i < 20; i++) await get(continuing(sampled));
    expect(await service.stop()).toBe(0);
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([sampled]));
    expect(new Set(collector.spans.map(({ resource }) => resource['process.pid'])).size).toBe(2);
    expect(lineOf(service, notSampled)).toMatchObject({ traceId: notSampled });
  } finally {
    await service.stop('SIGKILL');
    collector.close();
  }
});

it.each([
  ['does not answer', REQUESTS],
  ['is gone', 1],
])('a collector that %s costs a warning and no more', async (state, requests) => {
  const service = unheard[state]!;
  const url = await service.ready();
  await until(() => service.output.includes(WARNING));
  let left = requests;
  const send = async () => {
    while (left-- > 0) expect((await fetch(`${url}/livez`)).status).toBe(200);
  };
  await Promise.all(Array.from({ length: 16 }, send));
  const stopping = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - stopping).toBeLessThan(8000);
  expect(service.output.split(WARNING)).toHaveLength(2);
});

it('what a collector that does not answer received at last is what fits into the queue', () => {
  expect(silent.spans.length).toBeGreaterThan(2000);
  expect(silent.spans.length).toBeLessThan(REQUESTS);
});

it('without a collector, a valid traceparent is in the log line and an invalid one is not', async () => {
  const service = new Service(folder, settings);
  try {
    const url = await service.ready();
    const traceId = newTrace();
    for (const traceparent of [`00-${traceId}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x'])
      await fetch(`${url}/api/v1/questions/templates`, { headers: { traceparent } });
    expect(await service.stop()).toBe(0);
    const lines = service.output.split('\n').filter((line) => line.includes('/templates"'));
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId, undefined, undefined]);
  } finally {
    await service.stop('SIGKILL');
  }
});
