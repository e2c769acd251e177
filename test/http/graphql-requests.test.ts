// HTTP as the GraphQL API answers it, and unexpected errors.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';
import { ana, app, post, raw } from './http.fixture.js';

describe('the GraphQL API', () => {
  it.each([
    ['malformed JSON', '{'],
    ['NaN', '{"query": NaN}'],
    ['text', '"{ me { id } }"'],
    ['a number', '5'],
    ['no query', '{}'],
    ['a query that is not a string', '{"query": {"me": 1}}'],
    ['an empty query', '{"query": ""}'],
    ['a batch', '[{"query": "{ me { id } }"}, {"query": "{ me { id } }"}]'],
    ['an empty batch', '[]'],
    ['variables that are a string', '{"query": "{ me { id } }", "variables": "{}"}'],
    ['variables that are an array', '{"query": "{ me { id } }", "variables": [1]}'],
    ['an empty body', ''],
    ['null', 'null'],
  ])('refuses %s with 400', async (_what, body) => {
    const { status, errors, data } = await post(body);
    expect([status, data ?? null]).toEqual([400, null]);
    expect(errors).toMatchObject([
      { message: expect.any(String), extensions: { code: expect.stringMatching(/^[A-Z_]+$/) } },
    ]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of type %s, which a form on another site could send',
    async (type) => {
      const { status, errors } = await post('{"query": "mutation { logOut { success } }"}', { 'content-type': type });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(errors).toHaveLength(1);
      expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
    },
  );

  it('413 for a body over the limit, 415 for a charset that is not UTF-8', async () => {
    const long = await post(JSON.stringify({ query: `{ me { id } } # ${'x'.repeat(300_000)}` }));
    expect([long.status, long.errors]).toMatchObject([413, [{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }]]);
    const { status, errors } = await post('{"query": "{ me { id } }"}', {
      'content-type': 'application/json; charset=utf-7',
    });
    expect([status, errors]).toMatchObject([415, [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }]]);
  });

  it.each<[string, string, string]>([
    ['an unknown field', '{ me { secrets } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', '{ apiaries(limit: 5) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a missing selection', '{ me }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a literal of the wrong type', '{ apiaries(first: "5") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a number above 32 bits', '{ apiaries(first: 2147483648) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a syntax error', '{ me { id }', 'GRAPHQL_PARSE_FAILED'],
    [
      'two operations without operationName',
      'query A { me { id } } query B { me { id } }',
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['a missing variable', 'query ($id: ID!) { apiary(id: $id) { id } }', 'BAD_USER_INPUT'],
    ['a very long query', `{ me { ${'id '.repeat(2000)} } }`, 'GRAPHQL_PARSE_FAILED'],
    ['a very deep query', `${'{ me '.repeat(600)}${'}'.repeat(600)}`, 'GRAPHQL_PARSE_FAILED'],
    ['a fragment cycle', '{ me { ...a } } fragment a on User { ...a }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('refuses %s with 400 and a stable code', async (_what, query, code) => {
    const { status, errors, data } = await post(JSON.stringify({ query }));
    expect([status, data ?? null]).toEqual([400, null]);
    expect(errors).toMatchObject([{ message: expect.any(String), extensions: { code } }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of the wrong type', { input: { apiaryId: 'x', beehiveNumber: 'one' } }],
    ['above 32 bits', { input: { apiaryId: 'x', beehiveNumber: 2_147_483_648 } }],
    ['that are unknown', { input: { apiaryId: 'x', userId: 'y' } }],
    ['that are missing', { input: {} }],
    ['that are null', { input: null }],
  ])('refuses variables %s with 400', async (_what, variables) => {
    const query = 'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id } } }';
    const answer = await ana.graphql(query, variables);
    expect(answer.status).toBe(400);
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT' });
  });

  it('an error has a message, a code, the fields, the location and the path', async () => {
    const { data, errors } = await ana.graphql(
      'mutation { created: createApiary(input: { name: "" }) { apiary { id } } }',
    );
    expect(data).toEqual({ created: null });
    expect(errors).toEqual([
      {
        message: 'name must not be empty',
        locations: [expect.anything()],
        path: ['created'],
        extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'name', message: 'must not be empty' }] },
      },
    ]);
  });

  it('a failed field leaves the other fields of a query intact', async () => {
    const id = await ana.apiary();
    const { data, errors } = await ana.graphql(
      `{ found: apiary(id: "${id}") { id } missing: apiary(id: "unknown") { id } me { id } }`,
    );
    expect(data).toEqual({ found: { id }, missing: null, me: { id: ana.id } });
    expect(errors).toMatchObject([{ path: ['missing'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('commits each mutation of an operation separately', async () => {
    const { data, errors } = await ana.graphql(`mutation {
      a: createApiary(input: { name: "a" }) { apiary { name } }
      b: deleteApiary(input: { id: "unknown" }) { deletedId }
    }`);
    // A failure leaves the payloads of the others in the answer, since they were committed.
    expect(data).toEqual({ a: { apiary: { name: 'a' } }, b: null });
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'NOT_FOUND' } }]);
  });

  const getQuery = (text: string, headers: Record<string, string> = {}): Promise<Response> =>
    raw(`/graphql?query=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${ana.token}`, accept: 'application/json', ...headers },
    });
  const preflightHeaders = { 'apollo-require-preflight': 'true' };

  it('405 for a mutation by GET, with any headers', async () => {
    const luz = await beekeeper(app);
    const response = await getQuery('mutation { logOut { success } }', {
      ...preflightHeaders,
      authorization: `Bearer ${luz.token}`,
    });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: expect.any(String) } }] });
    expect((await luz.rest('GET', '/auth/me')).status).toBe(200);
  });

  it('answers a query by GET only if it causes a CORS preflight, so that another site cannot send it', async () => {
    const response = await getQuery('{ me { id } }', preflightHeaders);
    expect([response.status, await response.json()]).toEqual([200, { data: { me: { id: ana.id } } }]);
    expect((await getQuery('{ me { id } }')).status).toBe(400);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('405 for %s', async (method) => {
    const response = await raw('/graphql', { method, headers: { 'content-type': 'application/json' }, body: '{}' });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ errors: [{ message: expect.any(String) }] });
  });

  it('reveals no names of the schema in production', async () => {
    const production = await startTestApp({ NODE_ENV: 'production' });
    try {
      const ask = (text: string) => production.anyone.graphql(text);
      const { errors } = await ask('{ __schema { types { name } } }');
      expect(errors).toBeDefined();
      expect(JSON.stringify(await ask('{ apiarie { id } }'))).not.toContain('apiaries');
      // It leads to a page with name, version and health.
      const { headers } = await fetch(`${production.url}/graphql`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      expect(headers.get('location')).toBe('/');
    } finally {
      await production.close();
    }
  });
});

describe('an unexpected error', () => {
  let broken: TestApp;
  let luz: Beekeeper;
  /** Asserts that a response reports an error without its cause. */
  function expectMasked(text: string): void {
    expect(text).toContain('Something went wrong');
    expect(text).not.toMatch(/does not exist|relation|select |insert |postgres|secret|\.js|\.ts|stack|42703|P0001/i);
    expect(text).not.toContain(PASSWORD);
  }
  const expectMaskedRest = ({ status, headers, body }: Awaited<ReturnType<Client['rest']>>): void => {
    expectRefused(
      { status, headers, body },
      { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' },
    );
    expectMasked(JSON.stringify(body));
  };
  const expectMaskedGraphql = (answer: Awaited<ReturnType<Client['graphql']>>): void => {
    expectGraphqlRefused(answer, { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' });
    expectMasked(JSON.stringify(answer));
  };

  beforeAll(async () => {
    broken = await startTestApp();
    luz = await beekeeper(broken);
    await luz.apiary();
    // Writing an apiary or an account now raises an exception with a secret; the beehives lack a column.
    await broken.database.sql(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'a secret of the database: %', new; end $$;
      create trigger fail before insert or update on apiaries for each row execute function fail();
      create trigger fail before insert on users for each row execute function fail();
      alter table beehives drop column observations;`);
  });
  afterAll(() => broken.close());

  it('is masked in a read', async () => {
    const { apiaries } = await luz.ask('{ apiaries { nodes { id } } }');
    const [{ id }] = apiaries.nodes;
    expectMaskedRest(await luz.rest('GET', `/beehives?apiary_id=${id}`));
    expectMaskedGraphql(await luz.graphql('{ beehives { nodes { observations } } }'));
    expectMaskedGraphql(await luz.graphql('{ apiaries { nodes { beehives { nodes { observations } } } } }'));
  });

  it('is masked in a write', async () => {
    expectMaskedRest(await luz.rest('POST', '/apiaries', { name: 'x' }));
    expectMaskedGraphql(await luz.graphql('mutation { createApiary(input: { name: "x" }) { apiary { id } } }'));
  });

  it('never contains the password of a registration', async () => {
    const account = { username: 'x', email: 'x@example.org', password: PASSWORD };
    expectMaskedRest(await broken.anyone.rest('POST', '/auth/register', account));
    expectMaskedGraphql(
      await broken.anyone.graphql('mutation ($input: RegisterInput!) { register(input: $input) { tokenType } }', {
        input: account,
      }),
    );
  });

  it('does not affect other requests', async () => {
    expect((await luz.rest('GET', '/auth/me')).status).toBe(200);
    expect((await luz.rest('GET', '/apiaries')).body).toHaveLength(1);
  });
});
