// openapi.json: valid, complete, and what it shows as examples works with the demo account as it stands.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routes, TAGS } from '../../src/rest/routes/index.js';
import { type Answer, Client, startTestApp, type TestApp } from '../support/client.js';
import { resetMail, tokenIn } from '../support/mail.js';
import { type Json, type Operation, openapi, operations } from '../support/openapi.js';

let app: TestApp;
let demo: Client;
const LOG_IN = { email: 'demo@example.org', password: 'Demo-hives-1' };
beforeAll(async () => {
  app = await startTestApp({ DEMO_DATA: 'on' });
  // What is for administrators is to work too.
  await app.database.sql(`update users set role = 'ADMIN' where email = $1`, [LOG_IN.email]);
  const { body } = await app.anyone.rest('POST', '/auth/login', LOG_IN);
  demo = new Client(app.url, body.access_token);
});
afterAll(() => app.close());

it('is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(openapi))).toEqual({ valid: true });
});

it('is served as it is committed, to everybody', async () => {
  const response = await fetch(`${app.url}/api/v1/openapi.json`);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual(openapi);
});

it('has every row of the table, and the export', () => {
  const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
  const rows = routes.map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual([...rows, 'get /users/me/export'].sort());
});

it('says something of everything', () => {
  const bare: string[] = [];
  const look = (at: string, { description }: { description?: string }): void => {
    if (!description?.trim()) bare.push(at);
  };
  for (const { method, path, described } of operations) {
    const at = `${method} ${path}`;
    look(at, described);
    for (const parameter of described.parameters ?? []) if (!parameter.$ref) look(`${at} ${parameter.name}`, parameter);
    const body = described.requestBody?.content['application/json'].schema;
    for (const [name, property] of Object.entries<Json>(body?.properties ?? {})) look(`${at} ${name}`, property);
  }
  for (const [name, schema] of Object.entries<Json>(openapi.components.schemas)) {
    look(name, schema);
    for (const [key, property] of Object.entries<Json>(schema.properties ?? {})) look(`${name}.${key}`, property);
  }
  expect(bare).toEqual([]);
});

it('names each operation once, under a tag that is explained', () => {
  const ids = operations.map(({ described }) => described.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { described } of operations) expect(Object.keys(TAGS)).toContain(described.tags[0]);
});

it('the document tells who needs a token', async () => {
  for (const { method, path, described } of operations) {
    const { status } = await app.anyone.rest(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'));
    expect([described.operationId, status === 401]).toEqual([described.operationId, described.security === undefined]);
  }
});

/** Reads first, deletions last, and what holds other things after those. */
const ORDER = ['get', 'put', 'post', 'delete'];
const byOrder = (a: Operation, b: Operation): number =>
  ORDER.indexOf(a.method) - ORDER.indexOf(b.method) ||
  (a.method === 'delete' ? LATEST.indexOf(a.path) - LATEST.indexOf(b.path) : 0);
const LATEST = ['/questions/hive/{id}', '/questions/{id}', '/inventory/{id}', '/beehives/{id}', '/apiaries/{id}'];

describe('an example works as it stands', () => {
  const bodyOf = ({ described }: Operation): Json => described.requestBody?.content['application/json'].example;
  const pathOf = ({ path, described }: Operation): string => {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: place, example } of described.parameters ?? []) {
      if (example === undefined) continue;
      if (place === 'path') filled = filled.replace(`{${name}}`, example);
      else query.set(name, String(example));
    }
    return query.size > 0 ? `${filled}?${query}` : filled;
  };
  const isAbout =
    (part: string) =>
    ({ path }: Operation) =>
      path.startsWith(part);

  it.each(
    operations
      .filter((o) => !isAbout('/auth')(o))
      .sort(byOrder)
      .map((o) => [`${o.method} ${o.path}`, o] as const),
  )('%s', async (_name, operation) => {
    const { status, body } = await demo.rest(operation.method.toUpperCase(), pathOf(operation), bodyOf(operation));
    expect({ status, body }).toMatchObject({ status: successOf(operation) });
    // It shows something.
    if (Array.isArray(body) && operation.path !== '/users') expect(body.length).toBeGreaterThan(0);
  });

  it('register, log in, who am I, refresh, forget and reset, log out', async () => {
    const at = (path: string): Operation => operations.find((operation) => operation.path === path)!;
    const send = async (path: string, who: Client, body: Json = bodyOf(at(path))): Promise<Answer<Json>> => {
      const answer = await who.rest(at(path).method.toUpperCase(), path, body);
      expect([path, answer.status]).toEqual([path, successOf(at(path))]);
      return answer;
    };
    await send('/auth/register', app.anyone);
    const { body: session } = await send('/auth/login', app.anyone);
    const me = new Client(app.url, session.access_token);
    await send('/auth/me', me);
    await send('/auth/refresh', app.anyone, { ...bodyOf(at('/auth/refresh')), refresh_token: session.refresh_token });
    await send('/auth/logout', me);
    await send('/auth/forgot-password', app.anyone);
    const token = tokenIn(await resetMail(app, LOG_IN.email));
    await send('/auth/reset-password', app.anyone, { ...bodyOf(at('/auth/reset-password')), token });
  });
});

const successOf = ({ described }: Operation): number =>
  Number(Object.keys(described.responses).find((status) => status < '300'));

describe('what is not to be used any more says so', () => {
  const marked = routes.filter(({ deprecated }) => deprecated);

  it('some are marked, and in the document too', () => {
    const inDocument = operations.filter(({ described }) => described.deprecated).map(({ path }) => path);
    expect(inDocument.sort()).toEqual(marked.map(({ path }) => path).sort());
    expect(inDocument).toContain('/answers/batch');
  });

  it.each(marked.map((row) => [row.path, row] as const))('%s', async (path, { method, deprecated }) => {
    const { headers } = await demo.rest(method.toUpperCase(), path, {});
    expect(headers.get('deprecation')).toBe(`@${Date.parse(`${deprecated!.since}T00:00:00Z`) / 1000}`);
    expect(headers.get('sunset')).toBe(deprecated!.sunset ? new Date(deprecated!.sunset).toUTCString() : null);
    expect(headers.get('link')).toContain('</graphql>; rel="successor-version"');
    const fields = { ...app.app.schema.getQueryType()!.getFields(), ...app.app.schema.getMutationType()!.getFields() };
    expect(Object.keys(fields)).toContain(deprecated!.successor);
  });

  it('the others do not', async () => {
    const { headers } = await demo.rest('GET', '/apiaries');
    expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([null, null, null]);
  });
});
