// HTTP as the REST API answers it: unusual requests, unusual JSON, and headers.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { PASSWORD } from '../support/world.js';
import { ana, app, post, raw } from './http.fixture.js';

describe('the REST API', () => {
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

  it('404 outside both APIs', async () => {
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
  ])('405 for %s %s, with the allowed methods in Allow', async (method, path, allowed) => {
    const answer = await ana.rest(method, path);
    expectRefused(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allowed].sort());
  });

  it('400 for a path that cannot be decoded', async () => {
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

  it.each(['[]', '[{"name": "x"}]', '"x"', '5', 'true'])('400 for a body that is not an object: %s', async (body) => {
    expectRefused(await ana.rest('POST', '/apiaries', body), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it('400 for a null body', async () => {
    expectRefused(await ana.rest('POST', '/apiaries', 'null'), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '415 for a body of type %s, on POST and PUT',
    async (type) => {
      const wanted = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
      expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-type': type }), wanted);
      const apiary = await ana.apiary();
      expectRefused(await ana.rest('PUT', `/apiaries/${apiary}`, '{"name":"x"}', { 'content-type': type }), wanted);
    },
  );

  it('refuses a query string of a write, because query strings appear in logs', async () => {
    const apiary = await ana.apiary({ name: 'Kept' });
    expectBadInput(await ana.rest('PUT', `/apiaries/${apiary}?name=Changed`), 'name');
    expect((await ana.rest('GET', `/apiaries/${apiary}`)).body.name).toBe('Kept');
    expectBadInput(await ana.rest('POST', '/auth/login?email=a@example.org&password=Abcdefg1'), 'email');
  });

  it('refuses a query of more than ten levels before execution, also in fragments', async () => {
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

  it('413 for a body over the limit, compressed or not, also on a route without a body', async () => {
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

  it('415 for an unknown content encoding, 400 for a body that does not match its encoding', async () => {
    expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-encoding': 'nonsense' }), {
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expectRefused(await ana.rest('POST', '/apiaries', '{"name":"x"}', { 'content-encoding': 'gzip' }), {
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  it('201 for a body that begins with a byte order mark, in Express and before it', async () => {
    for (const path of ['/apiaries', '/apiaries/'])
      expect(await ana.rest('POST', path, '\ufeff{"name":"Peñón"}')).toMatchObject({
        status: 201,
        body: { name: 'Peñón' },
      });
  });

  it('400 for bytes that are not UTF-8, which would be stored as another text', async () => {
    for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
      const response = await raw('/api/v1/apiaries', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: Buffer.from([...Buffer.from('{"name": "a'), ...bytes, ...Buffer.from('b"}')]),
      });
      expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'BAD_USER_INPUT' }]);
    }
  });

  it('201 for UTF-8 in any spelling, with accents intact', async () => {
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"']) {
      const type = { 'content-type': `application/json; charset=${charset}` };
      expect(await ana.rest('POST', '/apiaries', { name: 'Peñón' }, type)).toMatchObject({
        status: 201,
        body: { name: 'Peñón' },
      });
    }
  });

  it('401 takes precedence over invalid input', async () => {
    expectRefused(await app.anyone.rest('POST', '/apiaries', { name: 5 }), {
      status: 401,
      code: 'TOKEN_MISSING',
      message: 'No token found',
    });
    expectRefused(await app.anyone.rest('GET', '/beehives'), { status: 401, code: 'TOKEN_MISSING' });
  });
});

describe('unusual JSON', () => {
  const create = (body: string) => ana.rest('POST', '/beehives', body);

  it.each(['1e400', '-1e400', '2147483648', '-2147483649', '9007199254740993', '1e-5', '0.1'])(
    '400 for a number out of range: %s',
    async (number) => {
      const apiary = await ana.apiary();
      for (const field of ['hive_number', 'food_frames', 'brood_frames']) {
        expectBadInput(await create(`{"apiary_id": "${apiary}", "${field}": ${number}}`), field);
      }
    },
  );

  it('400 for deep nesting in a known field; in an unknown field it is ignored', async () => {
    const deep = '['.repeat(19_000) + ']'.repeat(19_000);
    expect((await ana.rest('POST', '/apiaries', `{"name": "x", "ignored": ${deep}}`)).status).toBe(201);
    expectBadInput(await ana.rest('POST', '/apiaries', `{"name": ${deep}}`), 'name');
    const objects = `${'{"a":'.repeat(19_000)}1${'}'.repeat(19_000)}`;
    expectBadInput(await ana.rest('POST', '/apiaries', `{"name": ${objects}}`), 'name');
    const { status, errors } = await post(
      `{"query": "mutation ($n: String!) { createApiary(input: { name: $n }) { apiary { id } } }", "variables": {"n": ${deep}}}`,
    );
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('treats the names of prototypes as ordinary keys', async () => {
    const trick = '"is_active": true, "name": "polluted", "location": "polluted", "treatments": true, "first": 1';
    const body = `{"name": "x", "__proto__": {${trick}}, "constructor": {"prototype": {${trick}}}, "prototype": {${trick}}}`;
    const { status, body: apiary } = await ana.rest('POST', '/apiaries', body);
    expect(status).toBe(201);
    expect(apiary).toMatchObject({ name: 'x', location: null, treatments: false });
    expect(({} as { location?: unknown }).location).toBeUndefined();
    expectBadInput(await ana.rest('POST', '/apiaries', `{"__proto__": {${trick}}}`), 'name');
    for (const name of ['__proto__', '__proto__[first]', 'constructor', 'toString'])
      expect((await ana.rest('GET', `/apiaries?${name}=1`)).status).toBe(400);
    expect(({} as { first?: unknown }).first).toBeUndefined();
    const { errors } = await post(
      '{"query": "mutation ($i: CreateApiaryInput!) { createApiary(input: $i) { apiary { location } } }", "variables": {"i": {"name": "x", "__proto__": {"location": "polluted"}}}}',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('uses the last of duplicate keys, as usual in JSON', async () => {
    expect((await ana.rest('POST', '/apiaries', '{"name": "first", "name": "last"}')).body.name).toBe('last');
  });

  it.each([
    ['a NUL', '\\u0000'],
    ['a high surrogate alone', '\\ud83d'],
    ['a low surrogate alone', '\\udc1d'],
    ['surrogates in the wrong order', '\\udc1d\\ud83d'],
  ])('both APIs refuse text with %s and name the field', async (_what, escaped) => {
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
    const query = 'mutation ($n: String!) { createApiary(input: { name: $n }) { apiary { id } } }';
    const answer = await post(`{"query": ${JSON.stringify(query)}, "variables": {"n": ${text}}}`);
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'name' });
  });

  it('404 for a NUL in a path', async () => {
    for (const path of ['/apiaries/%00', '/beehives/%00', '/beehives?apiary_id=%00', '/beehives/apiary/a%00b']) {
      expectRefused(await ana.rest('GET', path), { status: 404, code: 'NOT_FOUND' });
    }
  });
});

describe('headers', () => {
  const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, if-match, if-none-match, accept-language';

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('CORS preflight allows %s from any origin', async (method) => {
    for (const path of ['/api/v1/apiaries', '/api/v1/auth/login', '/graphql', '/api/v1/unknown']) {
      const { status, headers } = await raw(path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example.org',
          'access-control-request-method': method,
          'access-control-request-headers': ALLOWED_HEADERS,
        },
      });
      expect([200, 204]).toContain(status);
      expect(['*', 'https://app.example.org']).toContain(headers.get('access-control-allow-origin'));
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
      for (const header of ALLOWED_HEADERS.split(', ')) expect(allowed).toContain(header);
    }
  });

  it.each([
    ['/api/v1/apiaries', 'GET, POST'],
    ['/api/v1/apiaries/1', 'GET, PUT, DELETE'],
    ['/api/v1/lists/tasks', 'GET'],
    ['/api/v1/imports/1/file/', 'PUT'],
    ['/api/v1/openapi.json', 'GET'],
    ['/graphql', 'GET, POST'],
    ['/livez', 'GET'],
  ])('OPTIONS of %s without an origin answers with Allow', async (path, methods) => {
    const { status, headers } = await raw(path, { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, `${methods}, OPTIONS`]);
  });

  it('OPTIONS of what is not there is 404', async () => {
    for (const path of ['/api/v1/unknown', '/api/v1/apiaries/1/hives/2'])
      expect((await raw(path, { method: 'OPTIONS' })).status).toBe(404);
  });

  it('CORS allows reading responses, also errors', async () => {
    for (const path of ['/api/v1/apiaries', '/api/v1/unknown']) {
      const { headers } = await raw(path, { headers: { origin: 'https://app.example.org' } });
      expect(['*', 'https://app.example.org']).toContain(headers.get('access-control-allow-origin'));
    }
  });

  it('do not reveal the software', async () => {
    for (const path of ['/api/v1/apiaries', '/api/v1/unknown', '/graphql?query={__typename}', '/unknown']) {
      const { headers } = await raw(path);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it("every response has a request id: the client's, if it is valid", async () => {
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

  it('responses with personal data are not cached', async () => {
    const { headers } = await ana.rest('GET', '/apiaries');
    expect(headers.get('etag')).toBeNull();
    expect(
      await raw('/api/v1/auth/me', { headers: { authorization: `Bearer ${ana.token}`, 'if-none-match': '*' } }),
    ).toMatchObject({ status: 200 });
  });
});
