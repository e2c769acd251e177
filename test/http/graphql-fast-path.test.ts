// The fast lane of the GraphQL door and the long way through Express: nobody can tell which one a request took.
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

/** What differs from one request to the next by nature. */
const OWN = ['date', 'x-request-id', 'keep-alive'];
const json = { 'content-type': 'application/json' };
const authorized = () => ({ ...json, authorization: `Bearer ${ana.token}` });

async function sent(path: string, body: string | Blob, headers: Record<string, string>) {
  const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
  const told = [...response.headers].filter(([name]) => !OWN.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { status: response.status, headers: told, body: await response.text() };
}

/** A slash at the end is the same resource, and takes the long way. */
async function expectSame(body: string | Blob, headers: Record<string, string> = authorized()): Promise<void> {
  for (const _again of [1, 2, 3])
    expect(await sent('/graphql', body, headers)).toEqual(await sent('/graphql/', body, headers));
}

describe('are told the same', () => {
  const ask = (query: string, variables?: object): string => JSON.stringify({ query, variables });

  const CASES: [string, () => string, (() => Record<string, string>)?][] = [
    ['data', () => ask('{ me { email } }')],
    ['nobody', () => ask('{ me { email } }'), () => json],
    ['a token that is none', () => ask('{ me { email } }'), () => ({ ...json, authorization: 'Bearer x' })],
    ['an operation that is not valid', () => ask('{ me { shoeSize } }')],
    ['variables that do not fit', () => ask('query ($id: ID!) { apiary(id: $id) { id } }', { id: {} })],
    ['what is not there', () => ask('query ($id: ID!) { apiary(id: $id) { id } }', { id: 'x' })],
    ['no operation', () => '{}'],
    ['several operations at once', () => `[${ask('{ me { email } }')}]`],
    ['no JSON', () => '{"query": '],
    ['no object', () => '"text"'],
    ['null', () => 'null'],
    [
      'what an answer is wanted in',
      () => ask('{ me { email } }'),
      () => ({ ...authorized(), accept: 'application/graphql-response+json' }),
    ],
    [
      'an answer wanted in what there is none in',
      () => ask('{ me { email } }'),
      () => ({ ...authorized(), accept: 'image/png' }),
    ],
    ['an origin', () => ask('{ me { email } }'), () => ({ ...authorized(), origin: 'https://bees.example' })],
    [
      'a charset',
      () => ask('{ me { email } }'),
      () => ({ ...authorized(), 'content-type': 'application/json; charset=UTF-8' }),
    ],
    [
      'another charset',
      () => ask('{ me { email } }'),
      () => ({ ...authorized(), 'content-type': 'application/json; charset=utf-7' }),
    ],
    ['another type', () => ask('{ me { email } }'), () => ({ ...authorized(), 'content-type': 'text/plain' })],
    ['a body that is too large', () => ask(`{ me { email } } # ${'x'.repeat(300_000)}`)],
    [
      'a key for what is only read',
      () => ask('{ me { email } }'),
      () => ({ ...authorized(), 'idempotency-key': 'a b' }),
    ],
  ];
  it.each(CASES.map((one) => [one[0], one] as const))('%s', async (_what, [, body, headers]) => {
    await expectSame(body(), headers?.());
  });

  it('bytes that are no UTF-8', async () => {
    await expectSame(new Blob([Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]), authorized());
  });

  it('who asks too much, by the address that the proxy tells', async () => {
    const strict = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '2/1h', TRUST_PROXY: '1' });
    try {
      const from = async (path: string, address: string) => {
        const headers = { ...json, 'x-forwarded-for': address };
        const response = await fetch(`${strict.url}${path}`, { method: 'POST', headers, body: ask('{ __typename }') });
        return [response.status, response.headers.get('retry-after') !== null];
      };
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.1')).toEqual([200, false]);
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.1')).toEqual([429, true]);
      for (const path of ['/graphql', '/graphql/']) expect(await from(path, '192.0.2.2')).toEqual([200, false]);
    } finally {
      await strict.close();
    }
  });

  it('an id of its own in every answer, or the one that was sent', async () => {
    for (const path of ['/graphql', '/graphql/']) {
      const id = async (headers: Record<string, string>) =>
        (await fetch(`${app.url}${path}`, { method: 'POST', headers, body: ask('{ __typename }') })).headers.get(
          'x-request-id',
        );
      expect(await id({ ...json, 'x-request-id': 'mine-1' })).toBe('mine-1');
      expect(await id(json)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
