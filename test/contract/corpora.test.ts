// Sends hostile JSON texts, strings and HTTP requests to both APIs: each is refused with a message, or accepted and returned byte for
// byte. None causes a server error, and none delays the response.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { JSON_CORPUS, type JsonText, NAUGHTY } from '../support/fuzz/corpora.js';
import { type RawAnswer, type RawConversation, sendRaw } from '../support/raw-http.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  // More than one, so that a list has a next page.
  for (const name of ['One', 'Two']) await ana.apiary({ name });
});
afterAll(() => app.close());

const shown = (text: JsonText): string => JSON.stringify(text.toString()).slice(0, 200);

describe('JSON', () => {
  /** The path with a slash is served by Express, the other one by the GraphQL fast path. */
  const ENDPOINTS = {
    '/api/v1/apiaries': { around: ['{"name":"A","more":', '}'], success: 201 },
    '/graphql': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], success: 200 },
    '/graphql/': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], success: 200 },
  } as const;
  const texts = Object.entries(JSON_CORPUS).flatMap(([kind, { valid, invalid }]) => [
    ...valid.map((text) => ({ kind, text, isValid: true })),
    ...invalid.map((text) => ({ kind, text, isValid: false })),
  ]);

  async function post(path: string, body: JsonText) {
    const response = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: Buffer.from(body as string),
    });
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), body: JSON.parse(text) as object };
  }

  /** Decides independently of the decoder that the service uses. */
  function isJson(text: Buffer): boolean {
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
      return true;
    } catch {
      return false;
    }
  }

  it('the corpus has at least 150 texts, classified correctly', () => {
    expect(texts.length).toBeGreaterThanOrEqual(150);
    for (const { text, isValid } of texts)
      expect({ text: shown(text), isValid: isJson(Buffer.from(text as string)) }).toEqual({
        text: shown(text),
        isValid,
      });
  });

  describe.each(Object.entries(ENDPOINTS))('%s', (path, { around, success }) => {
    it.each(Object.keys(JSON_CORPUS))('as the whole body: %s', async (kind) => {
      for (const { text, isValid } of texts.filter((one) => one.kind === kind)) {
        const { status, type, body } = await post(path, text);
        const response = { text: shown(text), type, body };
        expect({ ...response, isServerError: status >= 500 }).toEqual({
          ...response,
          type: expect.stringMatching(/json/),
          isServerError: false,
        });
        if (!isValid) expect({ ...response, status }).toEqual({ ...response, status: 400 });
      }
    });

    it.each(Object.keys(JSON_CORPUS))('as the value of an unknown key: %s', async (kind) => {
      for (const { text } of texts.filter((one) => one.kind === kind)) {
        const body = Buffer.concat([around[0], text, around[1]].map((part) => Buffer.from(part as string)));
        const response = await post(path, body);
        expect({ text: shown(text), ...response }).toEqual({
          text: shown(text),
          ...response,
          status: isJson(body) ? success : 400,
        });
      }
    });
  });

  it('a byte order mark is not JSON', async () => {
    const statuses = [];
    for (const path of Object.keys(ENDPOINTS))
      statuses.push((await post(path, '\ufeff{"query":"{ __typename }","name":"A"}')).status);
    expect(statuses).toEqual([400, 400, 400]);
  });
});

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const header = (name: string, value: string): string => `${name}: ${value}\r\n`;
const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: bees\r\nConnection: close\r\n${headers.join('')}\r\n`;
const authorized = (): string => header('Authorization', `Bearer ${ana.token}`);
const preflighted = header('Apollo-Require-Preflight', 'true');
const withBody = (line: string, body: string, ...headers: string[]): string =>
  head(line, header('Content-Type', 'application/json'), header('Content-Length', String(body.length)), ...headers) +
  body;

/** Asserts that there is no server error and no timeout, and that bodies sent by the service itself are JSON. */
function expectSound({ answers, end, ms }: RawConversation, request: object): RawAnswer | undefined {
  const statuses = answers.map(({ status }) => status);
  expect({ ...request, serverErrors: statuses.filter((status) => !(status < 500)), end }).toEqual({
    ...request,
    serverErrors: [],
    end: 'closed',
  });
  expect(ms).toBeLessThan(2000);
  for (const { headers, body } of answers)
    if (headers['x-request-id'] && body.length > 0)
      expect({ ...request, json: isObject(body) }).toEqual({ ...request, json: true });
  return answers[0];
}
/** Returns the status of the response if it is allowed, otherwise the first allowed status, for a readable assertion. */
const expectedStatus = (response: RawAnswer | undefined, allowed: number[]): number =>
  allowed.find((status) => status === response?.status) ?? allowed[0]!;

function isObject(body: Buffer): boolean {
  try {
    return typeof JSON.parse(body.toString()) === 'object';
  } catch {
    return false;
  }
}

describe('naughty strings', () => {
  it('are at least 300, all different', () => {
    expect(new Set(NAUGHTY).size).toBe(NAUGHTY.length);
    expect(NAUGHTY.length).toBeGreaterThanOrEqual(300);
  });

  /** The values that were accepted, by id. */
  const names = new Map<string, string>();
  const locations = new Map<string, string>();

  it('in a REST body', async () => {
    for (const text of NAUGHTY) {
      const fits = isStorable(text) && [...text].length <= 500;
      const located = await ana.rest('POST', '/apiaries', { name: 'A', location: text });
      if (fits) {
        expect([located.status, located.body.location]).toEqual([201, text]);
        locations.set(located.body.id, text);
      } else expect([located.status, located.body.message]).toEqual([400, expect.stringMatching(/^location must/)]);
      const named = await ana.rest('POST', '/apiaries', { name: text });
      if (named.status === 201) names.set(named.body.id, text);
      else expect([named.status, named.body.message]).toEqual([400, expect.stringMatching(/^name must/)]);
    }
  });

  it('in GraphQL variables', async () => {
    const create =
      'mutation ($input: CreateApiaryInput!) { created: createApiary(input: $input) { id name location } }';
    for (const text of NAUGHTY) {
      for (const [field, accepted] of [
        ['name', names],
        ['location', locations],
      ] as const) {
        const input = { name: 'A', [field]: text };
        const { data, errors } = await ana.graphql(create, { input });
        if (errors) {
          expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
          if (field === 'location') expect(isStorable(text) && [...text].length <= 500).toBe(false);
        } else {
          expect(data.created[field]).toBe(text);
          accepted.set(data.created.id, text);
        }
      }
    }
  });

  it('are returned as sent, by both APIs', async () => {
    expect(names.size).toBeGreaterThan(NAUGHTY.length);
    expect(locations.size).toBeGreaterThan(NAUGHTY.length);
    const { body } = await ana.rest('GET', '/apiaries');
    const { apiaries } = await ana.ask('{ apiaries { nodes { id name location } } }');
    for (const list of [body, apiaries.nodes] as { id: string; name: string; location: string }[][]) {
      const byId = new Map(list.map((one) => [one.id, one]));
      expect(new Map([...names.keys()].map((id) => [id, byId.get(id)?.name]))).toEqual(names);
      expect(new Map([...locations.keys()].map((id) => [id, byId.get(id)?.location]))).toEqual(locations);
    }
  });

  it('as hive attributes that have a meaning', async () => {
    const apiary = await ana.apiary();
    const fields = 'activityLevel beePopulation hiveStatus healthStatus hasProductionChamber'.split(' ');
    const hive = await ana.beehive(apiary);
    for (const text of NAUGHTY.filter((one) => isStorable(one) && one.length <= 50 && one.trim() !== '')) {
      const { data, errors } = await ana.graphql(
        `mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) {
          ${fields.join(' ')} activity population status health productionChamber } }`,
        { id: hive, input: Object.fromEntries(fields.map((field) => [field, text])) },
      );
      if (errors) expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      else for (const field of fields) expect(data.updateBeehive[field]).toBe(text);
    }
  });

  it('in the path', async () => {
    for (const text of NAUGHTY.filter((one) => one.length > 0)) {
      for (const path of ['/api/v1/apiaries/', '/api/v1/inventory/', '/graphql/']) {
        const response = expectSound(await sendRaw(app.url, head(`GET ${path}${percent(text)}`, authorized())), {
          path,
          text,
        });
        expect({ path, text, status: response?.status }).toEqual({
          path,
          text,
          status: expectedStatus(response, [400, 404]),
        });
      }
      const { data, errors } = await ana.graphql('query ($id: ID!) { apiary(id: $id) { id } }', { id: text });
      expect([data, errors![0]!.extensions.code]).toEqual([{ apiary: null }, 'NOT_FOUND']);
    }
  });

  it('in the query string', async () => {
    // An account with short lists.
    const luz = await beekeeper(app);
    const apiary = await luz.apiary();
    const token = header('Authorization', `Bearer ${luz.token}`);
    for (const text of NAUGHTY) {
      const places = [
        `/api/v1/inventory/${apiary}/search?q=${percent(text)}`,
        `/api/v1/apiaries?first=1&after=${percent(text)}`,
        `/api/v1/apiaries?${percent(text)}=${percent(text)}&${percent(text)}`,
        `/graphql?query=${percent('{ __typename }')}&variables=${percent(text)}`,
        `/graphql?query=${percent(text)}`,
      ];
      for (const path of places) {
        const conversation = await sendRaw(app.url, head(`GET ${path}`, token, preflighted));
        const response = expectSound(conversation, { path, text });
        expect({ path, status: response?.status }).toEqual({ path, status: expectedStatus(response, [200, 400, 431]) });
      }
      const { errors = [] } = await luz.graphql(
        'query ($id: ID!, $s: String) { inventoryItems(apiaryId: $id, search: $s) { totalCount } }',
        { id: apiary, s: text },
      );
      for (const { extensions } of errors) expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it('in headers', async () => {
    const query = JSON.stringify({ query: 'mutation { createApiary(input: { name: "A" }) { id } }' });
    for (const text of NAUGHTY) {
      // A line break would start another header.
      const value = Buffer.from(text.replace(/[\r\n]/g, ' ')).toString('latin1');
      const all = ['Accept-Language', 'X-Request-Id', 'Idempotency-Key', 'User-Agent', 'Accept'].map((name) =>
        header(name, value),
      );
      const sent = {
        anonymous: head('GET /api/v1/auth/me', header('Authorization', `Bearer ${value}`)),
        scheme: head('GET /api/v1/auth/me', header('Authorization', value)),
        rest: withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized(), ...all.slice(0, 4)),
        fastPath: withBody('POST /graphql', query, authorized(), ...all),
        express: withBody('POST /graphql/', query, authorized(), ...all),
        forwarded: head(
          'GET /livez',
          header('X-Forwarded-For', value),
          header('Origin', value),
          header('Cookie', value),
        ),
      };
      for (const [where, bytes] of Object.entries(sent)) {
        const response = expectSound(await sendRaw(app.url, Buffer.from(bytes, 'latin1')), { where, text });
        expect({ where, text, hasResponse: response !== undefined }).toEqual({ where, text, hasResponse: true });
        const id = response!.headers['x-request-id'];
        if (id !== undefined) expect(id).toMatch(/^[\w.-]{1,100}$/);
        if (where === 'anonymous' || where === 'scheme') expect([400, 401, 431]).toContain(response!.status);
      }
    }
  });
});

describe('raw HTTP requests', () => {
  afterEach(async () => {
    expect(await ana.ask('{ me { id } }')).toEqual({ me: { id: ana.id } });
    expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
  });

  const me = '{"query":"{ me { id } }"}';
  const json = header('Content-Type', 'application/json');
  const chunked = header('Transfer-Encoding', 'chunked');
  const chunks = (...parts: string[]): string =>
    [...parts, ''].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  const post = (path: string, headers: string, body: string): string =>
    `${head(`POST ${path}`, authorized(), json).slice(0, -2)}${headers}\r\n${body}`;
  const get = (path: string, ...headers: string[]): string => head(`GET ${path}`, authorized(), ...headers);
  const length = (n: number | string): string => header('Content-Length', String(n));
  /** The allowed statuses of each response, in order; empty if the service may only close the connection. */
  type AllowedStatuses = number[][];
  const CASES: [name: string, bytes: () => string, expected: AllowedStatuses][] = [
    ['an unknown method', () => head('BEEHIVE /api/v1/apiaries'), [[400]]],
    ['a method in lower case', () => head('get /livez'), [[400]]],
    ['TRACE', () => head('TRACE /livez', authorized()), [[404]]],
    ['TRACE of a REST path', () => head('TRACE /api/v1/apiaries', authorized()), [[405]]],
    ['CONNECT', () => head('CONNECT bees:443'), []],
    ['PROPFIND', () => head('PROPFIND /api/v1/apiaries', authorized()), [[405]]],
    ['PURGE of /graphql', () => head('PURGE /graphql', authorized()), [[400, 404, 405]]],
    ['HEAD of a REST path', () => head('HEAD /api/v1/apiaries', authorized()), [[200, 405]]],
    ['HEAD of /graphql', () => head('HEAD /graphql', authorized()), [[400, 404, 405]]],
    ['OPTIONS *', () => head('OPTIONS *'), [[204]]],
    ['GET *', () => head('GET *'), [[404]]],
    ['no request target', () => 'GET HTTP/1.1\r\nHost: bees\r\n\r\n', [[400]]],
    ['no HTTP version', () => 'GET /livez\r\nHost: bees\r\n\r\n', [[200, 400]]],
    ['an unknown HTTP version', () => 'GET /livez HTTP/3.0\r\nHost: bees\r\n\r\n', [[400, 505]]],
    ['an HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [[400]]],
    ['HTTP/1.0', () => `GET /api/v1/auth/me HTTP/1.0\r\n${authorized()}\r\n`, [[200]]],
    ['HTTP/1.0 with keep-alive', () => `GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, [[200]]],
    ['HTTP/0.9', () => 'GET /livez\r\n\r\n', [[200, 400]]],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [[400]]],
    ['another protocol', () => 'EHLO bees\r\n', [[400]]],
    ['binary data', () => '\0\xff\xfe\r\n\r\n', [[400]]],
    ['no host', () => 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', [[400]]],
    ['two hosts', () => get('/livez', header('Host', 'wasps')), [[200, 400]]],
    ['an invalid host', () => 'GET /livez HTTP/1.1\r\nHost: [::bees\r\nConnection: close\r\n\r\n', [[200, 400]]],
    ['two equal content lengths', () => post('/graphql', length(me.length) + length(me.length), me), [[400]]],
    ['two different content lengths', () => post('/graphql', length(2) + length(me.length), me), [[400]]],
    ['a negative content length', () => post('/graphql', length(-1), me), [[400]]],
    ['a content length that is not decimal', () => post('/graphql', length('0x19'), me), [[400]]],
    ['a content length with a sign', () => post('/graphql', length(`+${me.length}`), me), [[400]]],
    ['a content length that overflows', () => post('/graphql', length('9'.repeat(30)), me), [[400]]],
    [
      'a content length above the limit, over REST',
      () => post('/api/v1/apiaries', length(1_000_000), ' '.repeat(1_000_000)),
      [[413]],
    ],
    [
      'a content length above the limit, over GraphQL',
      () => post('/graphql', length(1_000_000), ' '.repeat(1_000_000)),
      [[413]],
    ],
    ['a content length and chunks', () => post('/graphql', length(4) + chunked, chunks(me)), [[400]]],
    ['chunks and a content length', () => post('/graphql', chunked + length(me.length), chunks(me)), [[400]]],
    ['chunks, over GraphQL', () => post('/graphql', chunked, chunks(...me)), [[200]]],
    ['chunks, over REST', () => post('/api/v1/apiaries', chunked, chunks('{"name":', '"A"}')), [[201]]],
    [
      'chunks with extensions and trailers',
      () => post('/graphql', chunked, `${me.length.toString(16)};bees=1\r\n${me}\r\n0\r\nX-After: 1\r\n\r\n`),
      [[200]],
    ],
    ['a chunk with an invalid size', () => post('/graphql', chunked, `zz\r\n${me}\r\n0\r\n\r\n`), [[400]]],
    ['a chunk whose size overflows', () => post('/graphql', chunked, `${'f'.repeat(20)}\r\n${me}\r\n`), [[400]]],
    ['a chunk longer than its size', () => post('/graphql', chunked, `2\r\n${me}\r\n0\r\n\r\n`), [[400]]],
    [
      'chunks above the limit',
      () => post('/graphql', chunked, chunks(...Array.from({ length: 40 }, () => ' '.repeat(9000)))),
      [[413]],
    ],
    ['an unknown transfer encoding', () => post('/graphql', header('Transfer-Encoding', 'bees'), me), [[400, 501]]],
    [
      'a transfer encoding in which chunked is not last',
      () => post('/graphql', header('Transfer-Encoding', 'chunked, identity'), chunks(me)),
      [[400]],
    ],
    ['chunked in upper case', () => post('/graphql', header('Transfer-Encoding', 'Chunked'), chunks(me)), [[200]]],
    ['a space before the colon of a header', () => get('/livez', 'X-Bees : 1\r\n'), [[400]]],
    ['a header without a name', () => get('/livez', ': 1\r\n'), [[400]]],
    ['a header without a colon', () => get('/livez', 'bees\r\n'), [[400]]],
    ['a folded header', () => get('/livez', 'X-Bees: 1\r\n  and 2\r\n'), [[200, 400]]],
    ['lines that end in LF only', () => get('/livez').replaceAll('\r\n', '\n'), [[200, 400]]],
    ['NUL in a header', () => get('/livez', 'X-Bees: a\0b\r\n'), [[400]]],
    ['a very long header', () => get('/livez', header('X-Bees', 'b'.repeat(20_000))), [[431]]],
    ['very many headers', () => get('/livez', ...Array.from({ length: 1990 }, (_, i) => `b${i}: 1\r\n`)), [[200, 431]]],
    ['a very long URL', () => get(`/livez?${'b'.repeat(20_000)}`), [[431]]],
    ['a long URL', () => get(`/api/v1/apiaries/${'b'.repeat(7000)}`), [[404]]],
    ['very many parameters', () => get(`/api/v1/apiaries?${'a=1&'.repeat(3000)}`), [[200]]],
    [
      'two Authorization headers',
      () => get('/api/v1/auth/me', header('Authorization', 'Bearer other')),
      [[200, 400, 401]],
    ],
    ['an absolute URL', () => get('http://bees/livez'), [[200]]],
    ['an absolute URL of a REST path', () => get('http://bees/api/v1/apiaries?first=1'), [[200]]],
    [
      'an absolute URL with an invalid port',
      () => get('http://bees:99999999/api/v1/apiaries?first=1'),
      [[200, 400, 404]],
    ],
    ['an absolute URL with an invalid host', () => get('http://[bees/api/v1/apiaries'), [[400, 404]]],
    ['an absolute URL without a host', () => get('http://'), [[400, 404]]],
    ['an absolute URL of /graphql', () => withBody('POST http://bees/graphql', me, authorized()), [[200]]],
    ['two slashes', () => get('//api/v1/apiaries'), [[404]]],
    ['backslashes', () => get('/api\\v1\\apiaries'), [[400, 404]]],
    ['a fragment in the URL', () => get('/livez#bees'), [[200, 400, 404]]],
    ['.. out of the API', () => get('/api/v1/../../etc/passwd'), [[404]]],
    ['.. into the API', () => get('/nothing/../api/v1/apiaries'), [[404]]],
    ['.. encoded', () => get('/api/v1/%2e%2e/%2e%2e/etc/passwd'), [[404]]],
    ['.. encoded twice', () => get('/api/v1/%252e%252e/etc/passwd'), [[404]]],
    ['.. out of the files of GraphiQL', () => get('/graphiql/..%2f..%2fpackage.json'), [[400, 404]]],
    [
      '.. out of the files of the REST documentation',
      () => get('/api/v1/docs/%2e%2e/%2e%2e/package.json'),
      [[400, 404]],
    ],
    ['an encoded slash', () => get('/api/v1/apiaries%2f1'), [[404]]],
    ['an encoded slash in an id', () => get('/api/v1/apiaries/a%2fb'), [[404]]],
    ['an encoded NUL', () => get('/api/v1/apiaries/%00'), [[400, 404]]],
    ['an encoded line break', () => get('/api/v1/apiaries/a%0d%0aX-Bees:%201'), [[400, 404]]],
    ['a broken percent-encoding', () => get('/api/v1/apiaries/%'), [[400]]],
    ['a percent-encoding that is not UTF-8', () => get('/api/v1/apiaries/%ff%fe'), [[400]]],
    ['a broken percent-encoding in the query string', () => get('/api/v1/apiaries?after=%&first=%zz'), [[400]]],
    ['non-ASCII bytes in the path', () => get('/api/v1/apiaries/\xe9'), [[400, 404]]],
    ['an empty query string', () => get('/api/v1/apiaries?'), [[200]]],
    [
      'objects and lists in the query string',
      () => get('/api/v1/apiaries?first[]=1&first[a][b]=2&__proto__[x]=1'),
      [[200, 400]],
    ],
    ['the same parameter twice', () => get('/api/v1/apiaries?first=1&first=2'), [[400]]],
    ['a GET with a body, over REST', () => withBody('GET /api/v1/apiaries', '{"name":"A"}', authorized()), [[200]]],
    ['a GET with a body, over GraphQL', () => withBody('GET /graphql', me, authorized()), [[400]]],
    [
      'an unknown content encoding',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'bees')),
      [[415]],
    ],
    [
      'an invalid gzip body',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'gzip')),
      [[400]],
    ],
    [
      'an invalid deflate body',
      () => withBody('POST /api/v1/apiaries', me, authorized(), header('Content-Encoding', 'deflate')),
      [[400]],
    ],
    [
      'a Brotli body',
      () => withBody('POST /api/v1/apiaries', me, authorized(), header('Content-Encoding', 'br')),
      [[415]],
    ],
    [
      'several content encodings',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'gzip, gzip')),
      [[415]],
    ],
    ['no content type', () => withBody('POST /graphql', me, authorized()).replace(json, ''), [[400, 415]]],
    [
      'an invalid content type',
      () =>
        withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized()).replace(json, header('Content-Type', ';;/')),
      [[415]],
    ],
    [
      'an invalid charset',
      () =>
        withBody('POST /graphql', me, authorized()).replace(
          json,
          header('Content-Type', 'application/json; charset="'),
        ),
      [[200, 400, 415]],
    ],
    [
      'two content types',
      () => withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized(), header('Content-Type', 'text/plain')),
      [[201, 400, 415]],
    ],
    [
      'Expect: 100-continue',
      () => withBody('POST /graphql', me, authorized(), header('Expect', '100-continue')),
      [[200]],
    ],
    ['an unknown expectation', () => withBody('POST /graphql', me, authorized(), header('Expect', 'bees')), [[417]]],
    [
      'an upgrade to WebSocket',
      () =>
        head(
          'GET /graphql',
          'Upgrade: websocket\r\n',
          header('Sec-WebSocket-Key', 'YmVlc2JlZXNiZWVzYmVlcw=='),
          header('Sec-WebSocket-Version', '13'),
          preflighted,
        ).replace('Connection: close', 'Connection: Upgrade'),
      [[101]],
    ],
    [
      'an upgrade to HTTP/2',
      () =>
        head('GET /livez', header('Upgrade', 'h2c'), header('HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA')).replace(
          'Connection: close',
          'Connection: Upgrade, HTTP2-Settings',
        ),
      [[200]],
    ],
    ['a range header', () => get('/api/v1/apiaries', header('Range', 'bytes=0-1,5-,-9')), [[200]]],
    [
      'conditional headers',
      () => get('/api/v1/apiaries', header('If-None-Match', '*'), header('If-Modified-Since', 'bees')),
      [[200, 304]],
    ],
    ['a method override header', () => get('/api/v1/apiaries', header('X-HTTP-Method-Override', 'DELETE')), [[200]]],
    [
      'URL and host override headers',
      () =>
        get(
          '/livez',
          header('X-Original-URL', '/admin'),
          header('X-Forwarded-Host', 'wasps'),
          header('Forwarded', 'for="['),
        ),
      [[200]],
    ],
    [
      'three pipelined requests',
      () => get('/livez').replace('Connection: close\r\n', '').repeat(2) + get('/livez'),
      [[200], [200], [200]],
    ],
    [
      'an invalid request between two others',
      () =>
        get('/livez').replace('Connection: close\r\n', '') +
        get('/api/v1/apiaries/%').replace('Connection: close\r\n', '') +
        get('/livez'),
      [[200], [400], [200]],
    ],
    [
      'a valid request followed by binary data',
      () => `${get('/livez').replace('Connection: close\r\n', '')}\0\0\0\0\r\n\r\n`,
      [[200]],
    ],
    [
      'a request after a body',
      () => withBody('POST /graphql', me, authorized()).replace('Connection: close\r\n', '') + get('/livez'),
      [[200], [200]],
    ],
    ['empty lines first', () => `\r\n\r\n${get('/livez')}`, [[200]]],
  ];

  it('there are at least 40 cases', () => expect(CASES.length).toBeGreaterThanOrEqual(40));

  it.each(CASES)('%s', async (name, bytes, expected) => {
    const conversation = await sendRaw(app.url, bytes(), Math.max(1, expected.length));
    expectSound(conversation, { name });
    const { answers } = conversation;
    expect(answers.map(({ status }) => status)).toEqual(
      expected.map((allowed, i) => expectedStatus(answers[i], allowed)),
    );
    expect(conversation.rest).not.toMatch(/<html|node_modules/);
    for (const { body } of conversation.answers)
      expect(body.toString()).not.toMatch(/<html|node_modules|Something went wrong|Algo salió mal/);
  });
});
