// A replayed response has the headers of its original: every write of the REST API is sent twice with the same Idempotency-Key, on both
// paths (a path with a trailing slash goes through Express), as its example with the demo account.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { exampleBody, examplePath, operations } from '../support/openapi.js';

let app: TestApp;
let demo: Client;
const LOG_IN = { email: 'demo@example.org', password: 'Demo-hives-1' };
beforeAll(async () => {
  app = await startTestApp({ DEMO_DATA: 'on' });
  const { body } = await app.anyone.rest('POST', '/auth/login', LOG_IN);
  demo = new Client(app.url, body.access_token);
});
afterAll(() => app.close());

/** Headers of the request or of its connection, and the one that says that the response is a replay. */
const OWN_HEADERS = ['date', 'keep-alive', 'x-request-id', 'idempotency-replayed'];
const headersOf = ({ headers }: { headers: Headers }): [string, string][] =>
  [...headers].filter(([name]) => !OWN_HEADERS.includes(name));

const takesKey = ({ parameters = [] }: { parameters?: { $ref?: string }[] }): boolean =>
  parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
/** Not the log-out: it ends the session that a replay needs. */
const writes = operations.filter(({ path, described }) => takesKey(described) && !path.startsWith('/auth'));

describe.each([
  ['the engine', ''],
  ['Express', '/'],
] as const)('over %s', (_name, slash) => {
  it.each(writes.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s has the same headers when it is replayed',
    async (_operation, operation) => {
      const [path, query] = examplePath(operation).split('?');
      const send = (language: string, key: string) =>
        demo.rest(
          operation.method.toUpperCase(),
          `${path}${slash}${query ? `?${query}` : ''}`,
          exampleBody(operation),
          {
            'idempotency-key': key,
            'accept-language': language,
          },
        );
      const key = randomUUID();
      const first = await send('es', key);
      expect(first.status).toBeLessThan(300);
      for (const language of ['es', 'en']) {
        const replay = await send(language, key);
        expect(replay.headers.get('idempotency-replayed')).toBe('true');
        expect([replay.status, headersOf(replay)]).toEqual([first.status, headersOf(first)]);
      }
    },
  );
});

it('a replay of a changed record has the ETag of the record after the change, not that of today', async () => {
  const { body: created } = await demo.rest('POST', '/apiaries', { name: 'Hill' });
  const key = { 'idempotency-key': randomUUID() };
  const rename = () => demo.rest('PUT', `/apiaries/${created.id}`, { name: 'Valley' }, key);
  const tag = (await rename()).headers.get('etag');
  expect(tag).toMatch(/^"2-/);
  await demo.rest('PUT', `/apiaries/${created.id}`, { name: 'Mill' });
  expect((await rename()).headers.get('etag')).toBe(tag);
});

it('over GraphQL, a replay has the same headers, too', async () => {
  const key = randomUUID();
  const query = 'mutation { createApiary(input: { name: "Hill" }) { apiary { id version } } }';
  const send = (path: string) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token}`, 'idempotency-key': key },
      body: JSON.stringify({ query }),
    });
  const first = await send('/graphql');
  for (const path of ['/graphql', '/graphql', '/graphql/']) {
    const replay = await send(path);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect([replay.status, headersOf(replay)]).toEqual([first.status, headersOf(first)]);
    await replay.text();
  }
});
