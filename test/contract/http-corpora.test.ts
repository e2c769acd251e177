// A collection of raw HTTP requests.
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendRaw } from '../support/raw-http.js';
import {
  ana,
  app,
  authorized,
  expectedStatus,
  expectSound,
  head,
  header,
  preflighted,
  withBody,
} from './corpora.fixture.js';

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
    ['CONNECT', () => head('CONNECT bees:443'), [[405]]],
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
    ['very many parameters', () => get(`/api/v1/apiaries?${'a=1&'.repeat(3000)}`), [[400]]],
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
    for (const { body, status, headers } of conversation.answers) {
      expect(body.toString()).not.toMatch(/<html|node_modules|Something went wrong|Algo salió mal/);
      if (status < 400 || bytes().startsWith('HEAD')) continue;
      expect(JSON.parse(body.toString())).toBeInstanceOf(Object);
      expect(headers['x-request-id']).toBeDefined();
    }
  });
});
