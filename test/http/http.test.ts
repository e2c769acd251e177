// The surface itself: whatever is sent to it, both doors answer in JSON, and nothing of the inside comes out.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** Sends what no client of ours would. */
const raw = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${app.url}${path}`, { redirect: 'manual', ...init });

/** Posts a body as it is to the GraphQL door. */
async function post(body: string, headers: Record<string, string> = {}) {
  const response = await raw('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}`, ...headers },
    body,
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/(json|graphql-response\+json)/);
  const { errors, data } = (await response.json()) as Awaited<ReturnType<Client['graphql']>>;
  return { status: response.status, errors, data, headers: response.headers };
}

describe('the REST door answers in JSON', () => {
  it.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['DELETE', '/apiaries/1/hives/2'],
    ['GET', '/'],
    ['GET', ''],
    ['GET', '/Apiaries%2f'],
  ])('404 for the unknown route %s /api/v1%s', async (method, path) => {
    expectRefused(await ana.rest(method, path), { status: 404, code: 'NOT_FOUND' });
    expectRefused(await app.anyone.rest(method, path), { status: 404, code: 'NOT_FOUND' });
  });

  it('404 outside both doors', async () => {
    for (const path of ['/nothing', '/api/v2/apiaries', '/.env', '/api/v1/../../etc/passwd']) {
      const response = await raw(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ message: expect.any(String), error_code: 'NOT_FOUND' });
    }
  });

  it.each([
    ['PATCH', '/apiaries', ['GET', 'POST']],
    ['DELETE', '/apiaries', ['GET', 'POST']],
    ['POST', '/apiaries/1', ['GET', 'PUT', 'DELETE']],
    ['PUT', '/beehives', ['GET', 'POST']],
    ['PATCH', '/beehives/1/', ['GET', 'PUT', 'DELETE']],
    ['POST', '/beehives/apiary/1', ['GET']],
    ['GET', '/auth/login', ['POST']],
    ['DELETE', '/auth/me', ['GET']],
  ])('405 for %s %s, and Allow names what is possible', async (method, path, allowed) => {
    const answer = await ana.rest(method, path);
    expectRefused(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
  });

  it('400 for an address that can not be read', async () => {
    expectRefused(await ana.rest('GET', '/apiaries/%E0%A4%A'), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it.each([
    '{',
    '{"name": "x"',
    "{'name': 'x'}",
    '{"name": NaN}',
    '{"name": undefined}',
    '{"name": "x",}',
    'name=x',
    '\0',
    '\ufeff{"name":"x"}{',
    '<name>x</name>',
  ])('400 for the malformed body %j', async (body) => {
    expectRefused(await ana.rest('POST', '/apiaries', body), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it.each(['[]', '[{"name": "x"}]', '"x"', '5', 'true'])('400 for a body that is no object: %s', async (body) => {
    expectRefused(await ana.rest('POST', '/apiaries', body), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it('400 for what is missing when the body is null', async () => {
    expectRefused(await ana.rest('POST', '/apiaries', 'null'), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '415 for a body that is sent as %s, for a change too',
    async (type) => {
      const wanted = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
      expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-type': type }), wanted);
      const apiary = await ana.apiary();
      expectRefused(await ana.rest('PUT', `/apiaries/${apiary}`, '{"name":"x"}', { 'content-type': type }), wanted);
    },
  );

  it('the query string of a write is not read: it ends in logs', async () => {
    const apiary = await ana.apiary({ name: 'Kept' });
    expect((await ana.rest('PUT', `/apiaries/${apiary}?name=Changed`)).body.name).toBe('Kept');
    const { status } = await ana.rest('POST', '/auth/login?email=a@example.org&password=Abcdefg1');
    expect(status).toBe(400);
  });

  it('a query of more than ten levels is refused before it is executed, in fragments too', async () => {
    const deep = (levels: number): string =>
      levels === 0 ? '{ name }' : `{ beehives { nodes { apiary ${deep(levels - 1)} } } }`;
    expect((await ana.graphql(`{ apiaries { nodes ${deep(2)} } }`)).errors).toBeUndefined();
    for (const query of [
      `{ apiaries { nodes ${deep(3)} } }`,
      `{ apiaries { nodes { ...F } } } fragment F on Apiary ${deep(3)}`,
    ]) {
      const { errors } = await ana.graphql(query);
      expect(errors?.map(({ message }) => message)).toEqual(['The operation is deeper than 10 levels']);
    }
  });

  it('413 for a body over the limit, packed or not, and on a route that needs none', async () => {
    const wanted = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
    const long = JSON.stringify({ name: 'x', location: 'x'.repeat(300_000) });
    expectRefused(await ana.rest('POST', '/apiaries', long), wanted);
    expectRefused(await ana.rest('DELETE', '/apiaries/1', long), wanted);
    const bomb = await raw('/api/v1/apiaries', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ name: 'x'.repeat(5_000_000) })),
    });
    expect([bomb.status, await bomb.json()]).toMatchObject([413, { error_code: 'PAYLOAD_TOO_LARGE' }]);
  });

  it.each(['utf-7', 'utf-16', 'utf-16le', 'utf-32', 'latin1', 'iso-8859-1', 'nonsense'])(
    '415 for the charset %s: JSON is UTF-8',
    async (charset) => {
      const body = '{"name": "+AOk-"}';
      const answer = await ana.rest('POST', '/apiaries', body, {
        'content-type': `application/json; charset=${charset}`,
      });
      expectRefused(answer, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    },
  );

  it('415 for an encoding that nobody knows, 400 for one that is not what it says', async () => {
    expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-encoding': 'nonsense' }), {
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-encoding': 'gzip' }), {
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  it('400 for bytes that are no UTF-8: they would be stored as another text', async () => {
    for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
      const response = await raw('/api/v1/apiaries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: Buffer.from([...Buffer.from('{"name": "a'), ...bytes, ...Buffer.from('b"}')]),
      });
      expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'BAD_USER_INPUT' }]);
    }
  });

  it('201 for UTF-8 in any spelling, and accents arrive', async () => {
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"']) {
      const type = { 'content-type': `application/json; charset=${charset}` };
      expect(await ana.rest('POST', '/apiaries', { name: 'Peñón' }, type)).toMatchObject({
        status: 201,
        body: { name: 'Peñón' },
      });
    }
  });

  it('401 comes before complaints about the input', async () => {
    expectRefused(await app.anyone.rest('POST', '/apiaries', { name: 5 }), {
      status: 401,
      code: 'TOKEN_MISSING',
      message: 'No token found',
    });
    expectRefused(await app.anyone.rest('GET', '/beehives'), { status: 401, code: 'TOKEN_MISSING' });
  });
});

describe('what JSON can say', () => {
  const create = (body: string) => ana.rest('POST', '/beehives', body);

  it.each(['1e400', '-1e400', '2147483648', '-2147483649', '9007199254740993', '1e-5', '0.1'])(
    'a number out of its range: %s',
    async (number) => {
      const apiary = await ana.apiary();
      for (const field of ['hive_number', 'food_frames', 'brood_frames']) {
        expectBadInput(await create(`{"apiary_id": "${apiary}", "${field}": ${number}}`), field);
      }
    },
  );

  it('nested without end: where it is not looked at it does no harm, where it is it is refused', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect((await ana.rest('POST', '/apiaries', `{"name": "x", "ignored": ${deep}}`)).status).toBe(201);
    expectBadInput(await ana.rest('POST', '/apiaries', `{"name": ${deep}}`), 'name');
    const objects = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expectBadInput(await ana.rest('POST', '/apiaries', `{"name": ${objects}}`), 'name');
    const { status, errors } = await post(
      `{"query": "mutation ($n: String!) { createApiary(input: { name: $n }) { id } }", "variables": {"n": ${deep}}}`,
    );
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('the names of prototypes are keys like any other', async () => {
    const trick = '"is_active": true, "name": "polluted", "location": "polluted", "treatments": true, "first": 1';
    const body = `{"name": "x", "__proto__": {${trick}}, "constructor": {"prototype": {${trick}}}, "prototype": {${trick}}}`;
    const { status, body: apiary } = await ana.rest('POST', '/apiaries', body);
    expect(status).toBe(201);
    expect(apiary).toMatchObject({ name: 'x', location: null, treatments: false });
    expect(({} as { location?: unknown }).location).toBeUndefined();
    expectBadInput(await ana.rest('POST', '/apiaries', `{"__proto__": {${trick}}}`), 'name');
    expect((await ana.rest('GET', '/apiaries?__proto__[first]=1&constructor=1&toString=1')).status).toBe(200);
    const { errors } = await post(
      '{"query": "mutation ($i: CreateApiaryInput!) { createApiary(input: $i) { location } }", "variables": {"i": {"name": "x", "__proto__": {"location": "polluted"}}}}',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('keys said twice: the last one counts, as JSON has it everywhere', async () => {
    expect((await ana.rest('POST', '/apiaries', '{"name": "first", "name": "last"}')).body.name).toBe('last');
  });

  it.each([
    ['a NUL', '\\u0000'],
    ['half a surrogate pair', '\\ud83d'],
    ['the other half', '\\udc1d'],
    ['the halves in the wrong order', '\\udc1d\\ud83d'],
  ])('text with %s is refused on both doors, and the field named', async (_what, escaped) => {
    const text = `"a${escaped}b"`;
    expectBadInput(await ana.rest('POST', '/apiaries', `{"name": ${text}}`), 'name');
    for (const field of ['activity_level', 'bee_population', 'hive_status', 'health_status', 'observations']) {
      expectBadInput(await create(`{"apiary_id": "${await ana.apiary()}", "${field}": ${text}}`), field);
    }
    const account = { username: 'x', email: 'x@example.org', password: PASSWORD };
    for (const field of ['username', 'email', 'password', 'phone', 'confirm_password']) {
      const body = JSON.stringify({ ...account, [field]: '?' }).replace('"?"', text);
      expectBadInput(await app.anyone.rest('POST', '/auth/register', body), field);
    }
    const query = 'mutation ($n: String!) { createApiary(input: { name: $n }) { id } }';
    const answer = await post(`{"query": ${JSON.stringify(query)}, "variables": {"n": ${text}}}`);
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'name' });
  });

  it('a NUL in an address is an id that nobody has', async () => {
    for (const path of ['/apiaries/%00', '/beehives/%00', '/beehives?apiary_id=%00', '/beehives/apiary/a%00b']) {
      expectRefused(await ana.rest('GET', path), { status: 404, code: 'NOT_FOUND' });
    }
  });
});

describe('headers', () => {
  const WANTED = 'authorization, content-type, idempotency-key, accept-language';

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('a browser on another site may send %s', async (method) => {
    for (const path of ['/api/v1/apiaries', '/api/v1/auth/login', '/graphql', '/api/v1/unknown']) {
      const { status, headers } = await raw(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example.org',
          'access-control-request-method': method,
          'access-control-request-headers': WANTED,
        },
      });
      expect([200, 204]).toContain(status);
      expect(['*', 'https://app.example.org']).toContain(headers.get('access-control-allow-origin'));
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
      for (const header of WANTED.split(', ')) expect(allowed).toContain(header);
    }
  });

  it('the answers themselves may be read there too, refusals included', async () => {
    for (const path of ['/api/v1/apiaries', '/api/v1/unknown']) {
      const { headers } = await raw(path, { headers: { origin: 'https://app.example.org' } });
      expect(['*', 'https://app.example.org']).toContain(headers.get('access-control-allow-origin'));
    }
  });

  it('tell nothing of what the service is made of', async () => {
    for (const path of ['/api/v1/apiaries', '/api/v1/unknown', '/graphql?query={__typename}', '/unknown']) {
      const { headers } = await raw(path);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it("every answer has a request id: the client's, where it sent a usable one", async () => {
    const idOf = async (path: string, sent?: string): Promise<string | null> =>
      (await raw(path, sent === undefined ? {} : { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
    for (const path of ['/api/v1/apiaries', '/api/v1/unknown', '/graphql?query={me{id}}']) {
      expect(await idOf(path)).toMatch(/^[\w.-]{16,}$/);
      expect(await idOf(path)).not.toBe(await idOf(path));
      expect(await idOf(path, 'my-request.7')).toBe('my-request.7');
      for (const unusable of ['two words', '<script>', 'x'.repeat(1000)]) {
        expect(await idOf(path, unusable)).toMatch(/^[\w.-]{16,100}$/);
      }
    }
  });

  it('a personal answer is kept by nobody on the way', async () => {
    const { headers } = await ana.rest('GET', '/apiaries');
    expect(headers.get('etag')).toBeNull();
    expect(
      await raw('/api/v1/auth/me', { headers: { authorization: `Bearer ${ana.token}`, 'if-none-match': '*' } }),
    ).toMatchObject({ status: 200 });
  });
});

describe('the GraphQL door', () => {
  it.each([
    ['malformed JSON', '{'],
    ['NaN', '{"query": NaN}'],
    ['text', '"{ me { id } }"'],
    ['a number', '5'],
    ['no query', '{}'],
    ['a query that is no text', '{"query": {"me": 1}}'],
    ['an empty query', '{"query": ""}'],
    ['a batch', '[{"query": "{ me { id } }"}, {"query": "{ me { id } }"}]'],
    ['an empty batch', '[]'],
    ['variables that are text', '{"query": "{ me { id } }", "variables": "{}"}'],
    ['variables that are a list', '{"query": "{ me { id } }", "variables": [1]}'],
    ['nothing', ''],
    ['null', 'null'],
  ])('refuses %s with 400', async (_what, body) => {
    const { status, errors, data } = await post(body);
    expect([status, data ?? null]).toEqual([400, null]);
    expect(errors).toMatchObject([
      { message: expect.any(String), extensions: { code: expect.stringMatching(/^[A-Z_]+$/) } },
    ]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body of %s, which a form on another site could send',
    async (type) => {
      const { status, errors } = await post('{"query": "mutation { logOut }"}', { 'content-type': type });
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
    ['a field that is none', '{ me { secrets } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an argument that is none', '{ apiaries(limit: 5) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['no selection', '{ me }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a literal of another type', '{ apiaries(first: "5") { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a number above 32 bits', '{ apiaries(first: 2147483648) { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['no GraphQL', '{ me { id }', 'GRAPHQL_PARSE_FAILED'],
    ['two operations and no name', 'query A { me { id } } query B { me { id } }', 'OPERATION_RESOLUTION_FAILURE'],
    ['a missing variable', 'query ($id: ID!) { apiary(id: $id) { id } }', 'BAD_USER_INPUT'],
    ['a query without end', `{ me { ${'id '.repeat(2000)} } }`, 'GRAPHQL_PARSE_FAILED'],
    ['endless depth', `${'{ me '.repeat(600)}${'}'.repeat(600)}`, 'GRAPHQL_PARSE_FAILED'],
    ['a fragment that holds itself', '{ me { ...a } } fragment a on User { ...a }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('refuses %s with 400 and a stable code', async (_what, query, code) => {
    const { status, errors, data } = await post(JSON.stringify({ query }));
    expect([status, data ?? null]).toEqual([400, null]);
    expect(errors).toMatchObject([{ message: expect.any(String), extensions: { code } }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of another type', { input: { apiaryId: 'x', number: 'one' } }],
    ['above 32 bits', { input: { apiaryId: 'x', number: 2_147_483_648 } }],
    ['that are unknown', { input: { apiaryId: 'x', userId: 'y' } }],
    ['that are missing', { input: {} }],
    ['that are null', { input: null }],
  ])('refuses variables %s with 400', async (_what, variables) => {
    const query = 'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { id } }';
    const answer = await ana.graphql(query, variables);
    expect(answer.status).toBe(400);
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT' });
  });

  it('an error tells a message, a code, the fields and where in the query it happened', async () => {
    const { data, errors } = await ana.graphql('mutation { made: createApiary(input: { name: "" }) { id } }');
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'name must not be empty',
        locations: [expect.anything()],
        path: ['made'],
        extensions: { code: 'BAD_USER_INPUT', fields: [{ field: 'name', message: 'must not be empty' }] },
      },
    ]);
  });

  it('a field that can not be given does not take the others with it', async () => {
    const id = await ana.apiary();
    const { data, errors } = await ana.graphql(
      `{ yes: apiary(id: "${id}") { id } no: apiary(id: "nobody's") { id } me { id } }`,
    );
    expect(data).toEqual({ yes: { id }, no: null, me: { id: ana.id } });
    expect(errors).toMatchObject([{ path: ['no'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('of several mutations each stands for itself', async () => {
    const { data, errors } = await ana.graphql(`mutation {
      a: createApiary(input: { name: "a" }) { name }
      b: deleteApiary(id: "nobody's")
    }`);
    // The root is not nullable: one failure empties the answer, and `a` was stored nevertheless.
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'NOT_FOUND' } }]);
  });

  const query = (text: string, headers: Record<string, string> = {}): Promise<Response> =>
    raw(`/graphql?query=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${ana.token}`, accept: 'application/json', ...headers },
    });
  const preflighted = { 'apollo-require-preflight': 'true' };

  it('a mutation by GET is refused, whatever came with it', async () => {
    const luz = await beekeeper(app);
    const response = await query('mutation { logOut }', { ...preflighted, authorization: `Bearer ${luz.token}` });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: expect.any(String) } }] });
    expect((await luz.rest('GET', '/auth/me')).status).toBe(200);
  });

  it('a query by GET is answered, except where another site could have sent it', async () => {
    const answered = await query('{ me { id } }', preflighted);
    expect([answered.status, await answered.json()]).toEqual([200, { data: { me: { id: ana.id } } }]);
    expect((await query('{ me { id } }')).status).toBe(400);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('%s is no way in', async (method) => {
    const response = await raw('/graphql', { method, headers: { 'content-type': 'application/json' }, body: '{}' });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ errors: [{ message: expect.any(String) }] });
  });

  it('in production it does not tell the names that it has', async () => {
    const production = await startTestApp({ NODE_ENV: 'production' });
    try {
      const ask = (text: string) => production.anyone.graphql(text);
      const { errors } = await ask('{ __schema { types { name } } }');
      expect(errors).toBeDefined();
      expect(JSON.stringify(await ask('{ apiarie { id } }'))).not.toContain('apiaries');
      const page = await fetch(`${production.url}/graphql`, { headers: { accept: 'text/html' } });
      expect(await page.text()).not.toContain('<html');
    } finally {
      await production.close();
    }
  });
});

describe('a fault of its own', () => {
  let broken: TestApp;
  let luz: Beekeeper;
  /** Asserts that an answer tells of a fault and of nothing that led to it. */
  function expectMasked(text: string): void {
    expect(text).toContain('Something went wrong');
    expect(text).not.toMatch(/does not exist|relation|select |insert |postgres|secret|\.js|\.ts|stack|42703|P0001/i);
    expect(text).not.toContain(PASSWORD);
  }
  const expectFault = ({ status, headers, body }: Awaited<ReturnType<Client['rest']>>): void => {
    expectRefused(
      { status, headers, body },
      { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' },
    );
    expectMasked(JSON.stringify(body));
  };
  const expectGraphqlFault = (answer: Awaited<ReturnType<Client['graphql']>>): void => {
    expectGraphqlRefused(answer, { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong' });
    expectMasked(JSON.stringify(answer));
  };

  beforeAll(async () => {
    broken = await startTestApp();
    luz = await beekeeper(broken);
    await luz.apiary();
    // Whoever writes an apiary or an account from now on is told a secret by the database; the hives have lost a column.
    await broken.database.sql(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'a secret of the database: %', new; end $$;
      create trigger fail before insert or update on apiaries for each row execute function fail();
      create trigger fail before insert on users for each row execute function fail();
      alter table beehives drop column observations;`);
  });
  afterAll(() => broken.close());

  it('is masked where a list is read', async () => {
    const { apiaries } = await luz.ask('{ apiaries { nodes { id } } }');
    const [{ id }] = apiaries.nodes;
    expectFault(await luz.rest('GET', `/beehives?apiary_id=${id}`));
    expectGraphqlFault(await luz.graphql('{ beehives { nodes { observations } } }'));
    expectGraphqlFault(await luz.graphql('{ apiaries { nodes { beehives { nodes { observations } } } } }'));
  });

  it('is masked where something is written', async () => {
    expectFault(await luz.rest('POST', '/apiaries', { name: 'x' }));
    expectGraphqlFault(await luz.graphql('mutation { createApiary(input: { name: "x" }) { id } }'));
  });

  it('never tells the password of who was registering', async () => {
    const account = { username: 'x', email: 'x@example.org', password: PASSWORD };
    expectFault(await broken.anyone.rest('POST', '/auth/register', account));
    expectGraphqlFault(
      await broken.anyone.graphql('mutation ($input: RegisterInput!) { register(input: $input) { tokenType } }', {
        input: account,
      }),
    );
  });

  it('leaves the rest as it was', async () => {
    expect((await luz.rest('GET', '/auth/me')).status).toBe(200);
    expect((await luz.rest('GET', '/apiaries')).body).toHaveLength(1);
  });
});
