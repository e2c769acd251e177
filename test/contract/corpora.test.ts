// JSON texts, strings and requests that nobody sends in good faith, to both doors: each is refused in words, or taken and given back
// byte for byte; none is a fault of the service, and none makes it wait.
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
  const DOORS = {
    '/api/v1/apiaries': { around: ['{"name":"A","more":', '}'], taken: 201 },
    '/graphql': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], taken: 200 },
    '/graphql/': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], taken: 200 },
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
    return { status: response.status, type: response.headers.get('content-type'), answer: JSON.parse(text) as object };
  }

  /** By the reader that the service does not use for it. */
  function isJson(text: Buffer): boolean {
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
      return true;
    } catch {
      return false;
    }
  }

  it('are more than 150 texts, each what it is said to be', () => {
    expect(texts.length).toBeGreaterThanOrEqual(150);
    for (const { text, isValid } of texts)
      expect({ text: shown(text), isValid: isJson(Buffer.from(text as string)) }).toEqual({
        text: shown(text),
        isValid,
      });
  });

  describe.each(Object.entries(DOORS))('%s', (path, { around, taken }) => {
    it.each(Object.keys(JSON_CORPUS))('as the whole body: %s', async (kind) => {
      for (const { text, isValid } of texts.filter((one) => one.kind === kind)) {
        const { status, type, answer } = await post(path, text);
        const told = { text: shown(text), type, answer };
        expect({ ...told, fault: status >= 500 }).toEqual({
          ...told,
          type: expect.stringMatching(/json/),
          fault: false,
        });
        if (!isValid) expect({ ...told, status }).toEqual({ ...told, status: 400 });
      }
    });

    it.each(Object.keys(JSON_CORPUS))('as a value in it that nobody reads: %s', async (kind) => {
      for (const { text } of texts.filter((one) => one.kind === kind)) {
        const body = Buffer.concat([around[0], text, around[1]].map((part) => Buffer.from(part as string)));
        const { status, answer } = await post(path, body);
        expect({ text: shown(text), answer, status }).toEqual({
          text: shown(text),
          answer,
          status: isJson(body) ? taken : 400,
        });
      }
    });
  });

  it('a mark of the byte order is no JSON, wherever it is sent', async () => {
    const statuses = [];
    for (const path of Object.keys(DOORS))
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

/** Never a fault and never silence; a refusal of the service's own is JSON. */
function expectSound({ answers, end, ms }: RawConversation, what: object): RawAnswer | undefined {
  const statuses = answers.map(({ status }) => status);
  expect({ ...what, faults: statuses.filter((status) => !(status < 500)), end }).toEqual({
    ...what,
    faults: [],
    end: 'closed',
  });
  expect(ms).toBeLessThan(2000);
  for (const { headers, body } of answers)
    if (headers['x-request-id'] && body.length > 0)
      expect({ ...what, json: isObject(body) }).toEqual({ ...what, json: true });
  return answers[0];
}
/** The status itself where it may be that, else one that it should be. */
const fitting = (answer: RawAnswer | undefined, allowed: number[]): number =>
  allowed.find((status) => status === answer?.status) ?? allowed[0]!;

function isObject(body: Buffer): boolean {
  try {
    return typeof JSON.parse(body.toString()) === 'object';
  } catch {
    return false;
  }
}

describe('naughty strings', () => {
  it('are more than 300, all different', () => {
    expect(new Set(NAUGHTY).size).toBe(NAUGHTY.length);
    expect(NAUGHTY.length).toBeGreaterThanOrEqual(300);
  });

  /** By id, what was taken for stored. */
  const names = new Map<string, string>();
  const locations = new Map<string, string>();

  it('in a body, through REST', async () => {
    for (const text of NAUGHTY) {
      const fits = isStorable(text) && [...text].length <= 500;
      const placed = await ana.rest('POST', '/apiaries', { name: 'A', location: text });
      if (fits) {
        expect([placed.status, placed.body.location]).toEqual([201, text]);
        locations.set(placed.body.id, text);
      } else expect([placed.status, placed.body.message]).toEqual([400, expect.stringMatching(/^location must/)]);
      const named = await ana.rest('POST', '/apiaries', { name: text });
      if (named.status === 201) names.set(named.body.id, text);
      else expect([named.status, named.body.message]).toEqual([400, expect.stringMatching(/^name must/)]);
    }
  });

  it('in a body, through GraphQL', async () => {
    const create = 'mutation ($input: CreateApiaryInput!) { made: createApiary(input: $input) { id name location } }';
    for (const text of NAUGHTY) {
      for (const [field, kept] of [
        ['name', names],
        ['location', locations],
      ] as const) {
        const input = { name: 'A', [field]: text };
        const { data, errors } = await ana.graphql(create, { input });
        if (errors) {
          expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
          if (field === 'location') expect(isStorable(text) && [...text].length <= 500).toBe(false);
        } else {
          expect(data.made[field]).toBe(text);
          kept.set(data.made.id, text);
        }
      }
    }
  });

  it('come back as they were sent, through both doors', async () => {
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

  it('as words of a hive that a dictionary is asked about', async () => {
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

  it('as a part of the path', async () => {
    for (const text of NAUGHTY.filter((one) => one.length > 0)) {
      for (const path of ['/api/v1/apiaries/', '/api/v1/inventory/', '/graphql/']) {
        const answer = expectSound(await sendRaw(app.url, head(`GET ${path}${percent(text)}`, authorized())), {
          path,
          text,
        });
        expect({ path, text, status: answer?.status }).toEqual({ path, text, status: fitting(answer, [400, 404]) });
      }
      const { data, errors } = await ana.graphql('query ($id: ID!) { apiary(id: $id) { id } }', { id: text });
      expect([data, errors![0]!.extensions.code]).toEqual([{ apiary: null }, 'NOT_FOUND']);
    }
  });

  it('in the query string', async () => {
    // Whose lists are short.
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
        const talked = await sendRaw(app.url, head(`GET ${path}`, token, preflighted));
        const answer = expectSound(talked, { path, text });
        expect({ path, status: answer?.status }).toEqual({ path, status: fitting(answer, [200, 400, 431]) });
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
      // With an end of line in it, it would be several headers.
      const value = Buffer.from(text.replace(/[\r\n]/g, ' ')).toString('latin1');
      const all = ['Accept-Language', 'X-Request-Id', 'Idempotency-Key', 'User-Agent', 'Accept'].map((name) =>
        header(name, value),
      );
      const sent = {
        nobody: head('GET /api/v1/auth/me', header('Authorization', `Bearer ${value}`)),
        scheme: head('GET /api/v1/auth/me', header('Authorization', value)),
        rest: withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized(), ...all.slice(0, 4)),
        lane: withBody('POST /graphql', query, authorized(), ...all),
        express: withBody('POST /graphql/', query, authorized(), ...all),
        forwarded: head(
          'GET /livez',
          header('X-Forwarded-For', value),
          header('Origin', value),
          header('Cookie', value),
        ),
      };
      for (const [where, bytes] of Object.entries(sent)) {
        const answer = expectSound(await sendRaw(app.url, Buffer.from(bytes, 'latin1')), { where, text });
        expect({ where, text, answered: answer !== undefined }).toEqual({ where, text, answered: true });
        const id = answer!.headers['x-request-id'];
        if (id !== undefined) expect(id).toMatch(/^[\w.-]{1,100}$/);
        if (where === 'nobody' || where === 'scheme') expect([400, 401, 431]).toContain(answer!.status);
      }
    }
  });
});

describe('requests by hand', () => {
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
  /** What the service must answer, in order; nothing where it may only hang up. */
  type Wanted = number[][];
  const CASES: [what: string, bytes: () => string, wanted: Wanted][] = [
    ['a method that there is not', () => head('BEEHIVE /api/v1/apiaries'), [[400]]],
    ['a method in small letters', () => head('get /livez'), [[400]]],
    ['TRACE', () => head('TRACE /livez', authorized()), [[404]]],
    ['TRACE of a row', () => head('TRACE /api/v1/apiaries', authorized()), [[405]]],
    ['CONNECT', () => head('CONNECT bees:443'), []],
    ['PROPFIND', () => head('PROPFIND /api/v1/apiaries', authorized()), [[405]]],
    ['PURGE of the GraphQL door', () => head('PURGE /graphql', authorized()), [[400, 404, 405]]],
    ['HEAD of a row', () => head('HEAD /api/v1/apiaries', authorized()), [[200, 405]]],
    ['HEAD of the GraphQL door', () => head('HEAD /graphql', authorized()), [[400, 404, 405]]],
    ['OPTIONS of everything', () => head('OPTIONS *'), [[204]]],
    ['GET of everything', () => head('GET *'), [[404]]],
    ['no target', () => 'GET HTTP/1.1\r\nHost: bees\r\n\r\n', [[400]]],
    ['no version', () => 'GET /livez\r\nHost: bees\r\n\r\n', [[200, 400]]],
    ['a version to come', () => 'GET /livez HTTP/3.0\r\nHost: bees\r\n\r\n', [[400, 505]]],
    ['HTTP/2 at once', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [[400]]],
    ['HTTP/1.0', () => `GET /api/v1/auth/me HTTP/1.0\r\n${authorized()}\r\n`, [[200]]],
    ['HTTP/1.0 that stays', () => `GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, [[200]]],
    ['HTTP/0.9', () => 'GET /livez\r\n\r\n', [[200, 400]]],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [[400]]],
    ['no HTTP at all', () => 'EHLO bees\r\n', [[400]]],
    ['bytes', () => '\0\xff\xfe\r\n\r\n', [[400]]],
    ['no host', () => 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', [[400]]],
    ['two hosts', () => get('/livez', header('Host', 'wasps')), [[200, 400]]],
    ['a host that is none', () => 'GET /livez HTTP/1.1\r\nHost: [::bees\r\nConnection: close\r\n\r\n', [[200, 400]]],
    ['two lengths that agree', () => post('/graphql', length(me.length) + length(me.length), me), [[400]]],
    ['two lengths that do not', () => post('/graphql', length(2) + length(me.length), me), [[400]]],
    ['a length below nothing', () => post('/graphql', length(-1), me), [[400]]],
    ['a length that is no number', () => post('/graphql', length('0x19'), me), [[400]]],
    ['a length with a sign', () => post('/graphql', length(`+${me.length}`), me), [[400]]],
    ['a length beyond all', () => post('/graphql', length('9'.repeat(30)), me), [[400]]],
    ['a length beyond the limit', () => post('/api/v1/apiaries', length(1_000_000), ' '.repeat(1_000_000)), [[413]]],
    [
      'a length beyond the limit, to the GraphQL door',
      () => post('/graphql', length(1_000_000), ' '.repeat(1_000_000)),
      [[413]],
    ],
    ['a length and chunks', () => post('/graphql', length(4) + chunked, chunks(me)), [[400]]],
    ['chunks and a length', () => post('/graphql', chunked + length(me.length), chunks(me)), [[400]]],
    ['chunks', () => post('/graphql', chunked, chunks(...me)), [[200]]],
    ['chunks for a row', () => post('/api/v1/apiaries', chunked, chunks('{"name":', '"A"}')), [[201]]],
    [
      'chunks with more to say',
      () => post('/graphql', chunked, `${me.length.toString(16)};bees=1\r\n${me}\r\n0\r\nX-After: 1\r\n\r\n`),
      [[200]],
    ],
    ['a chunk of no size', () => post('/graphql', chunked, `zz\r\n${me}\r\n0\r\n\r\n`), [[400]]],
    ['a chunk of every size', () => post('/graphql', chunked, `${'f'.repeat(20)}\r\n${me}\r\n`), [[400]]],
    ['a chunk that is longer than it says', () => post('/graphql', chunked, `2\r\n${me}\r\n0\r\n\r\n`), [[400]]],
    [
      'chunks beyond the limit',
      () => post('/graphql', chunked, chunks(...Array.from({ length: 40 }, () => ' '.repeat(9000)))),
      [[413]],
    ],
    [
      'an encoding of the transfer that nobody knows',
      () => post('/graphql', header('Transfer-Encoding', 'bees'), me),
      [[400, 501]],
    ],
    [
      'chunks that are not the last encoding',
      () => post('/graphql', header('Transfer-Encoding', 'chunked, identity'), chunks(me)),
      [[400]],
    ],
    ['chunks in other letters', () => post('/graphql', header('Transfer-Encoding', 'Chunked'), chunks(me)), [[200]]],
    ['a blank before the colon', () => get('/livez', 'X-Bees : 1\r\n'), [[400]]],
    ['a header without a name', () => get('/livez', ': 1\r\n'), [[400]]],
    ['a header without a colon', () => get('/livez', 'bees\r\n'), [[400]]],
    ['a header over two lines', () => get('/livez', 'X-Bees: 1\r\n  and 2\r\n'), [[200, 400]]],
    ['lines that end in LF alone', () => get('/livez').replaceAll('\r\n', '\n'), [[200, 400]]],
    ['NUL in a header', () => get('/livez', 'X-Bees: a\0b\r\n'), [[400]]],
    ['headers that are very long', () => get('/livez', header('X-Bees', 'b'.repeat(20_000))), [[431]]],
    ['very many headers', () => get('/livez', ...Array.from({ length: 1990 }, (_, i) => `b${i}: 1\r\n`)), [[200, 431]]],
    ['a very long address', () => get(`/livez?${'b'.repeat(20_000)}`), [[431]]],
    ['a long address', () => get(`/api/v1/apiaries/${'b'.repeat(7000)}`), [[404]]],
    ['very many parameters', () => get(`/api/v1/apiaries?${'a=1&'.repeat(3000)}`), [[200]]],
    ['two tokens', () => get('/api/v1/auth/me', header('Authorization', 'Bearer other')), [[200, 400, 401]]],
    ['a whole address', () => get('http://bees/livez'), [[200]]],
    ['a whole address of a row', () => get('http://bees/api/v1/apiaries?first=1'), [[200]]],
    [
      'a whole address with a port that is none',
      () => get('http://bees:99999999/api/v1/apiaries?first=1'),
      [[200, 400, 404]],
    ],
    ['a whole address with a host that is none', () => get('http://[bees/api/v1/apiaries'), [[400, 404]]],
    ['a whole address of nothing', () => get('http://'), [[400, 404]]],
    ['a whole address of the GraphQL door', () => withBody('POST http://bees/graphql', me, authorized()), [[200]]],
    ['two slashes', () => get('//api/v1/apiaries'), [[404]]],
    ['backslashes', () => get('/api\\v1\\apiaries'), [[400, 404]]],
    ['a part of a page', () => get('/livez#bees'), [[200, 400, 404]]],
    ['.. out of the door', () => get('/api/v1/../../etc/passwd'), [[404]]],
    ['.. into the door', () => get('/nothing/../api/v1/apiaries'), [[404]]],
    ['.. encoded', () => get('/api/v1/%2e%2e/%2e%2e/etc/passwd'), [[404]]],
    ['.. encoded twice', () => get('/api/v1/%252e%252e/etc/passwd'), [[404]]],
    ['.. to a file of a page', () => get('/graphiql/..%2f..%2fpackage.json'), [[400, 404]]],
    ['.. to a file of the other page', () => get('/api/v1/docs/%2e%2e/%2e%2e/package.json'), [[400, 404]]],
    ['an encoded slash', () => get('/api/v1/apiaries%2f1'), [[404]]],
    ['an encoded slash in an id', () => get('/api/v1/apiaries/a%2fb'), [[404]]],
    ['an encoded NUL', () => get('/api/v1/apiaries/%00'), [[400, 404]]],
    ['an encoded end of line', () => get('/api/v1/apiaries/a%0d%0aX-Bees:%201'), [[400, 404]]],
    ['an encoding that is broken', () => get('/api/v1/apiaries/%'), [[400]]],
    ['an encoding that is no UTF-8', () => get('/api/v1/apiaries/%ff%fe'), [[400]]],
    ['a broken encoding in the query', () => get('/api/v1/apiaries?after=%&first=%zz'), [[400]]],
    ['bytes beyond ASCII in the path', () => get('/api/v1/apiaries/\xe9'), [[400, 404]]],
    ['a question mark alone', () => get('/api/v1/apiaries?'), [[200]]],
    [
      'objects and lists in the query',
      () => get('/api/v1/apiaries?first[]=1&first[a][b]=2&__proto__[x]=1'),
      [[200, 400]],
    ],
    ['the same parameter twice', () => get('/api/v1/apiaries?first=1&first=2'), [[400]]],
    ['a body for a GET', () => withBody('GET /api/v1/apiaries', '{"name":"A"}', authorized()), [[200]]],
    ['a body for a GET of the GraphQL door', () => withBody('GET /graphql', me, authorized()), [[400]]],
    [
      'an encoding of the content that nobody knows',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'bees')),
      [[415]],
    ],
    [
      'gzip that is none',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'gzip')),
      [[400]],
    ],
    [
      'deflate that is none',
      () => withBody('POST /api/v1/apiaries', me, authorized(), header('Content-Encoding', 'deflate')),
      [[400]],
    ],
    [
      'br that is none',
      () => withBody('POST /api/v1/apiaries', me, authorized(), header('Content-Encoding', 'br')),
      [[400]],
    ],
    [
      'several encodings of the content',
      () => withBody('POST /graphql', me, authorized(), header('Content-Encoding', 'gzip, gzip')),
      [[415]],
    ],
    ['no type', () => withBody('POST /graphql', me, authorized()).replace(json, ''), [[400, 415]]],
    [
      'a type that is none',
      () =>
        withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized()).replace(json, header('Content-Type', ';;/')),
      [[415]],
    ],
    [
      'a charset that is none',
      () =>
        withBody('POST /graphql', me, authorized()).replace(
          json,
          header('Content-Type', 'application/json; charset="'),
        ),
      [[200, 400, 415]],
    ],
    [
      'two types',
      () => withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized(), header('Content-Type', 'text/plain')),
      [[201, 400, 415]],
    ],
    [
      'a body that is awaited (100-continue)',
      () => withBody('POST /graphql', me, authorized(), header('Expect', '100-continue')),
      [[200]],
    ],
    ['another expectation', () => withBody('POST /graphql', me, authorized(), header('Expect', 'bees')), [[417]]],
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
      [[400, 404, 426]],
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
    ['a range', () => get('/api/v1/apiaries', header('Range', 'bytes=0-1,5-,-9')), [[200]]],
    [
      'conditions',
      () => get('/api/v1/apiaries', header('If-None-Match', '*'), header('If-Modified-Since', 'bees')),
      [[200, 304]],
    ],
    ['another method in a header', () => get('/api/v1/apiaries', header('X-HTTP-Method-Override', 'DELETE')), [[200]]],
    [
      'another address in headers',
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
      'three one after the other',
      () => get('/livez').replace('Connection: close\r\n', '').repeat(2) + get('/livez'),
      [[200], [200], [200]],
    ],
    [
      'one of three that is none',
      () =>
        get('/livez').replace('Connection: close\r\n', '') +
        get('/api/v1/apiaries/%').replace('Connection: close\r\n', '') +
        get('/livez'),
      [[200], [400], [200]],
    ],
    [
      'a good one and then noise',
      () => `${get('/livez').replace('Connection: close\r\n', '')}\0\0\0\0\r\n\r\n`,
      [[200]],
    ],
    [
      'more after a body',
      () => withBody('POST /graphql', me, authorized()).replace('Connection: close\r\n', '') + get('/livez'),
      [[200], [200]],
    ],
    ['empty lines first', () => `\r\n\r\n${get('/livez')}`, [[200]]],
  ];

  it('are more than 40', () => expect(CASES.length).toBeGreaterThanOrEqual(40));

  it.each(CASES)('%s', async (what, bytes, wanted) => {
    const talked = await sendRaw(app.url, bytes(), Math.max(1, wanted.length));
    expectSound(talked, { what });
    const { answers } = talked;
    expect(answers.map(({ status }) => status)).toEqual(wanted.map((allowed, i) => fitting(answers[i], allowed)));
    expect(talked.rest).not.toMatch(/<html|node_modules/);
    for (const { body } of talked.answers)
      expect(body.toString()).not.toMatch(/<html|node_modules|Something went wrong/);
  });
});
