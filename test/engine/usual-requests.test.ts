// The engine, for usual requests, and Express return the same response.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '1000000/1m', TRUST_PROXY: '1' });
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** Headers that differ between any two requests. */
const VARYING_HEADERS = ['date', 'x-request-id', 'keep-alive'];
const json = { 'content-type': 'application/json' };
const authorized = () => ({ ...json, authorization: `Bearer ${ana.token}` });

async function post(path: string, body: string | Blob, headers: Record<string, string>) {
  const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
  const comparable = [...response.headers]
    .filter(([name]) => !VARYING_HEADERS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { status: response.status, headers: comparable, body: await response.text() };
}

/** A path with a trailing slash is the same resource, and goes through Express. */
async function expectSame(body: string | Blob, headers: Record<string, string> = authorized()): Promise<void> {
  for (let round = 0; round < 3; round++)
    expect(await post('/graphql', body, headers)).toEqual(await post('/graphql/', body, headers));
}

describe('the engine and Express return the same', () => {
  const operation = (query: string, variables?: object): string => JSON.stringify({ query, variables });

  const CASES: [string, () => string, (() => Record<string, string>)?][] = [
    ['for a query', () => operation('{ me { email } }')],
    ['without a token', () => operation('{ me { email } }'), () => json],
    ['for an invalid token', () => operation('{ me { email } }'), () => ({ ...json, authorization: 'Bearer x' })],
    ['for an invalid operation', () => operation('{ me { shoeSize } }')],
    ['for variables of the wrong type', () => operation('query ($id: ID!) { apiary(id: $id) { id } }', { id: {} })],
    ['for a record that does not exist', () => operation('query ($id: ID!) { apiary(id: $id) { id } }', { id: 'x' })],
    ['without an operation', () => '{}'],
    ['for a batch', () => `[${operation('{ me { email } }')}]`],
    ['for malformed JSON', () => '{"query": '],
    ['for a body that is not an object', () => '"text"'],
    ['for null', () => 'null'],
    [
      'for an Accept header',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), accept: 'application/graphql-response+json' }),
    ],
    [
      'for an unsupported Accept header',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), accept: 'image/png' }),
    ],
    [
      'for a request with an Origin',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), origin: 'https://bees.example' }),
    ],
    [
      'for the charset UTF-8',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), 'content-type': 'application/json; charset=UTF-8' }),
    ],
    [
      'for another charset',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), 'content-type': 'application/json; charset=utf-7' }),
    ],
    [
      'for another content type',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), 'content-type': 'text/plain' }),
    ],
    ['for a body that is too large', () => operation(`{ me { email } } # ${'x'.repeat(300_000)}`)],
    [
      'for an invalid Idempotency-Key on a query',
      () => operation('{ me { email } }'),
      () => ({ ...authorized(), 'idempotency-key': 'a b' }),
    ],
  ];
  it.each(CASES.map((one) => [one[0], one] as const))('%s', async (_name, [, body, headers]) => {
    await expectSame(body(), headers?.());
  });

  it('for bytes that are not UTF-8', async () => {
    await expectSame(new Blob([Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]), authorized());
  });

  it('429 over the request limit, counted by the address that the proxy reports', async () => {
    const strict = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '2/1h', TRUST_PROXY: '1' });
    try {
      const from = async (path: string, address: string) => {
        const headers = { ...json, 'x-forwarded-for': address };
        const response = await fetch(`${strict.url}${path}`, {
          method: 'POST',
          headers,
          body: operation('{ __typename }'),
        });
        return [response.status, response.headers.get('retry-after') !== null];
      };
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.1')).toEqual([200, false]);
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.1')).toEqual([429, true]);
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.2')).toEqual([200, false]);
    } finally {
      await strict.close();
    }
  });

  it('a new request id, or the one of the client', async () => {
    for (const path of ['/graphql', '/graphql/']) {
      const id = async (headers: Record<string, string>) =>
        (await fetch(`${app.url}${path}`, { method: 'POST', headers, body: operation('{ __typename }') })).headers.get(
          'x-request-id',
        );
      expect(await id({ ...json, 'x-request-id': 'own-id-1' })).toBe('own-id-1');
      expect(await id(json)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('the engine and Express return the same over REST', () => {
  type Case = [string, string, string, unknown?, Record<string, string>?];
  const CASES: Case[] = [
    ['for a list', 'GET', '/apiaries'],
    ['for a page', 'GET', '/apiaries?first=1&unknown=2'],
    ['for a repeated parameter', 'GET', '/beehives?apiary_id=a&apiary_id=b'],
    ['for an invalid parameter', 'GET', '/apiaries?first=x'],
    ['for a record that does not exist', 'GET', '/apiaries/x'],
    ['for a path that does not exist', 'GET', '/apiaries/x/y/z'],
    ['for a path in capital letters', 'GET', '/Questions/TEMPLATES'],
    ['for a path with an encoded letter', 'GET', '/questions/template%73'],
    ['for an empty segment', 'GET', '/questions//templates'],
    ['for a method that the path does not have', 'DELETE', '/apiaries'],
    ['for a new record without its name', 'POST', '/apiaries', {}],
    ['for malformed JSON', 'POST', '/apiaries', '{"name": '],
    ['for a body that is not an object', 'POST', '/apiaries', '[]'],
    ['for a text', 'POST', '/apiaries', '"text"'],
    ['for a body that is too large', 'POST', '/apiaries', { name: 'x'.repeat(300_000) }],
    ['for another content type', 'POST', '/apiaries', '{}', { 'content-type': 'text/plain' }],
    ['for an invalid Idempotency-Key', 'POST', '/apiaries', { name: 'A' }, { 'idempotency-key': 'a b' }],
    ['for a wrong password', 'POST', '/auth/login', { email: 'a@example.org', password: 'x' }],
    ['for an update', 'PUT', '/users/me', { username: 'Ana' }],
    ['in Spanish', 'GET', '/apiaries/x', undefined, { 'accept-language': 'es' }],
    ['for a deprecated endpoint', 'GET', '/questions/templates?category=x'],
  ];
  it.each(CASES.flatMap((one) => [[`${one[0]}, with a token`, one, true] as const, [one[0], one, false] as const]))(
    '%s',
    async (_name, [, method, path, body, headers], hasToken) => {
      const [at, query = ''] = path.split('?') as [string, string?];
      const fetchAt = async (slash: string) => {
        const url = `${app.url}/api/v1${at}${slash}${query && `?${query}`}`;
        const response = await fetch(url, {
          method,
          headers: { ...(body !== undefined && json), ...(hasToken && authorized()), ...headers },
          body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        });
        const comparable = [...response.headers]
          .filter(([name]) => !VARYING_HEADERS.includes(name))
          .map(([name, value]) => [name, value.replace(`${at}/`, at)])
          .sort(([a], [b]) => (a! < b! ? -1 : 1));
        const text = await response.text();
        return { status: response.status, headers: comparable, body: text.replaceAll(`${at}/"`, `${at}"`) };
      };
      const fast = await fetchAt('');
      const slow = await fetchAt('/');
      const withoutLength = ({ headers: all, ...rest }: typeof fast) => ({
        ...rest,
        // A path that the message repeats is longer by its slash.
        headers: fast.status === 404 ? all.filter(([name]) => name !== 'content-length') : all,
      });
      expect(withoutLength(fast)).toEqual(withoutLength(slow));
    },
  );
});
