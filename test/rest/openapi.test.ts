// openapi.json is valid and complete, and its examples succeed with the demo account.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { GraphQLObjectType } from 'graphql';
import { LISTS } from '../../src/documents/lists/index.js';
import { routes, TAGS } from '../../src/rest/routes/index.js';
import { CODES } from '../../src/shared/error-codes.js';
import { REASONS } from '../../src/shared/error-reasons.js';
import { EXAMPLE } from '../../src/shared/example-ids.js';
import { type Answer, Client, startTestApp, type TestApp } from '../support/client.js';
import { resetMail, tokenIn, verificationMail } from '../support/mail.js';
import {
  exampleBody,
  examplePath,
  type Json,
  LISTED_CODES,
  type Operation,
  openapi,
  operations,
} from '../support/openapi.js';

let app: TestApp;
let demo: Client;
const LOG_IN = { email: 'demo@example.org', password: 'Demo-hives-1' };
beforeAll(async () => {
  app = await startTestApp({ DEMO_DATA: 'on' });
  // The examples include endpoints for administrators.
  await app.database.sql(`update users set role = 'ADMIN' where email = $1`, [LOG_IN.email]);
  const { body } = await app.anyone.rest('POST', '/auth/login', LOG_IN);
  demo = new Client(app.url, body.access_token);
});
afterAll(() => app.close());

it('has every path in the table of docs/rest.md', () => {
  const normalize = (text: string): string => text.replace(/\{\w+\}|:\w+/g, '{}');
  const guide = normalize(readFileSync('docs/rest.md', 'utf8'));
  const listed = (path: string): boolean => [...'`?'].some((end) => guide.includes(`${normalize(path)}${end}`));
  expect(routes.map(({ path }) => path).filter((path) => !listed(path))).toEqual([]);
});

it('is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(openapi))).toEqual({ valid: true });
});

describe('Redocly, an independent validator,', () => {
  const lint = async (document: Json): Promise<string[]> => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'no-required-schema-properties-undefined': 'error',
        'no-unused-components': 'error',
        'spec-strict-refs': 'error',
        // `/inventory/items/{id}` and the app's `/inventory/{apiary_id}/search` are no conflict, because no id is `items`.
        'no-ambiguous-paths': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`);
  };

  it('finds that it is valid, its references exist, its examples fit', async () => {
    expect(await lint(openapi)).toEqual([]);
  });

  it('finds mistakes', async () => {
    const wrong = structuredClone(openapi);
    wrong.paths['/apiaries'].get.wrong = true;
    wrong.paths['/apiaries/{id}'].get.parameters = [];
    wrong.paths['/apiaries'].post.requestBody.content['application/json'].example.name = 7;
    const found = (await lint(wrong)).map((problem) => problem.split(':')[0]);
    expect(found.sort()).toEqual(['no-invalid-media-type-examples', 'path-parameters-defined', 'struct']);
  });
});

it('is served as committed, without authentication', async () => {
  const response = await fetch(`${app.url}/api/v1/openapi.json`);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual(openapi);
});

it('contains every route and what is streamed', () => {
  const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
  const expected = routes.map(({ method, path }) => `${method} ${path}`);
  const documents = ['csv', 'xlsx', 'html', 'pdf'].map((format) => `get /treatments/register/${format}`);
  const reports = [
    'get /inventory/:id/card/pdf',
    'get /reports/season/pdf',
    'get /movements/pdf',
    'get /declaration/pdf',
  ];
  const lists = LISTS.map(({ name }) => `get /lists/${name}`);
  const imports = ['get /imports/template.xlsx', 'put /imports/:id/file', 'post /measurements'];
  const streamed = ['get /users/me/export', ...imports, ...documents, ...reports, ...lists];
  expect(described.sort()).toEqual([...expected, ...streamed].sort());
});

it('describes every operation, parameter, schema and property', () => {
  const undescribed: string[] = [];
  const check = (at: string, { description }: { description?: string }): void => {
    if (!description?.trim()) undescribed.push(at);
  };
  for (const { method, path, described } of operations) {
    const at = `${method} ${path}`;
    check(at, described);
    for (const parameter of described.parameters ?? [])
      if (!parameter.$ref) check(`${at} ${parameter.name}`, parameter);
  }
  for (const [name, schema] of Object.entries<Json>(openapi.components.schemas)) {
    check(name, schema);
    for (const [key, property] of Object.entries<Json>(schema.properties ?? {})) check(`${name}.${key}`, property);
  }
  expect(undescribed).toEqual([]);
});

it('has unique operation ids, and a description of each tag', () => {
  const ids = operations.map(({ described }) => described.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { described } of operations) expect(Object.keys(TAGS)).toContain(described.tags[0]);
});

it('has no relative links: it is read outside the service, and where production has no page at /graphql', () => {
  expect(JSON.stringify(openapi)).not.toMatch(/\]\(\//);
});

it('states which operations require a token', async () => {
  for (const { method, path, described } of operations) {
    const { status } = await app.anyone.rest(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'));
    expect([described.operationId, status === 401]).toEqual([described.operationId, described.security === undefined]);
  }
});

it('lists every code of an error, and the reasons that an operation of this API may have', () => {
  expect(LISTED_CODES.slice(0, Object.keys(CODES).length)).toEqual(Object.keys(CODES));
  const reasons = LISTED_CODES.slice(Object.keys(CODES).length);
  expect(reasons).toEqual(Object.keys(REASONS).filter((reason) => reasons.includes(reason)));
  expect(reasons).toEqual(expect.arrayContaining(['BEEHIVE_NUMBER_TAKEN', 'INSUFFICIENT_STOCK', 'VERSION_CONFLICT']));
  expect(reasons.filter((reason) => /^(HARVEST|LOT|REIGN|PUSH)_|QUEEN|SUBSCRIPTION/.test(reason))).toEqual([]);
});

it('describes what it offers in its own names, not in those of the GraphQL schema', () => {
  const ids = operations.map(({ described }) => described.operationId);
  const found = new Set<string>();
  const visit = (part: Json): void => {
    for (const [key, value] of Object.entries<Json>(part ?? {})) {
      // The replacement of a deprecated endpoint is a field of the schema.
      if (key === 'description' && typeof value === 'string' && !part.deprecated && part !== openapi.info) {
        for (const [, name] of value.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]\w+\.\w+)`/g))
          if (!ids.includes(name)) found.add(name!);
        for (const [name] of value.matchAll(/GraphQL|\/api\/v1/g)) found.add(name);
      }
      if (typeof value === 'object') visit(value);
    }
  };
  visit(openapi);
  expect([...found]).toEqual([]);
});

describe('each operation lists the statuses that it may have, and no others', () => {
  const LOCKED_OUT = ['register', 'logIn', 'logInWithIdentity', 'refreshSession'];

  it.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    (_name, { method, described }) => {
      const { operationId: id, requestBody, parameters = [], security } = described;
      const listed = (status: number): boolean => described.responses[status] !== undefined;
      const isRead = method === 'get';
      expect({
        401: listed(401),
        409: listed(409),
        412: listed(412),
        413: listed(413),
        415: listed(415),
        423: listed(423),
        always: listed(429) || listed(503),
      }).toEqual({
        401: security === undefined || ['logIn', 'refreshSession'].includes(id),
        // Readings are no records: nothing conflicts with them.
        409:
          (!isRead && security === undefined && id !== 'recordReadings') ||
          ['register', 'logInWithIdentity'].includes(id),
        412: parameters.some(({ $ref = '' }: Json) => $ref.endsWith('/IfMatch')),
        413: requestBody !== undefined,
        415: requestBody !== undefined,
        423: id === 'logIn',
        always: false,
      });
      if (security !== undefined && !LOCKED_OUT.includes(id)) expect(listed(403)).toBe(false);
      expect(described.responses.default).toEqual({ $ref: '#/components/responses/Refused' });
    },
  );

  it.each(
    operations
      .filter(({ described }) => described.requestBody?.content['application/json'])
      .map((one) => [one.described.operationId, one] as const),
  )('%s refuses a body that is too large, or no JSON', async (id, { method, path }) => {
    const send = (body: string, type: string) =>
      fetch(`${app.url}/api/v1${path.replace(/\{\w+\}/g, EXAMPLE.apiary)}`, {
        method: method.toUpperCase(),
        headers: { 'content-type': type, authorization: `Bearer ${demo.token}` },
        body,
      });
    expect(
      (
        await send(
          JSON.stringify({ text: 'x'.repeat(id === 'recordReadings' ? 3_000_000 : 300_000) }),
          'application/json',
        )
      ).status,
    ).toBe(413);
    expect((await send('text', 'text/plain')).status).toBe(415);
  });
});

describe('the example of each operation succeeds, twice, from the top of the page to its end', () => {
  const startsWith =
    (prefix: string) =>
    ({ path }: Operation) =>
      path.startsWith(prefix);

  // Its body is a file, which an import takes once (test/features/imports).
  const sendsFile = ({ path }: Operation) => path === '/imports/{id}/file';
  const ordinary = operations.filter((o) => !startsWith('/auth')(o) && !sendsFile(o));
  it.each(ordinary.map((o) => [`${o.method} ${o.path}`, o] as const))('%s', async (_name, operation) => {
    const execute = () => demo.rest(operation.method.toUpperCase(), examplePath(operation), exampleBody(operation));
    const { status, body } = await execute();
    expect({ status, body }).toMatchObject({ status: successOf(operation) });
    expect(await execute()).toMatchObject({ status });
    // An empty list would be a poor example.
    if (Array.isArray(body) && operation.path !== '/users') expect(body.length).toBeGreaterThan(0);
  });

  it('register, verify the address, log in, read the own account, refresh, log out, reset the password', async () => {
    const at = (path: string): Operation => operations.find((operation) => operation.path === path)!;
    const send = async (path: string, client: Client, body: Json = exampleBody(at(path))): Promise<Answer<Json>> => {
      const response = await client.rest(at(path).method.toUpperCase(), path, body);
      expect([path, response.status]).toEqual([path, successOf(at(path))]);
      return response;
    };
    await send('/auth/register', app.anyone);
    const registered = exampleBody(at('/auth/register')).email;
    await send('/auth/resend-verification', app.anyone);
    const proof = tokenIn(await verificationMail(app, registered));
    await send('/auth/verify-email', app.anyone, { ...exampleBody(at('/auth/verify-email')), token: proof });
    const { body: session } = await send('/auth/login', app.anyone);
    const me = new Client(app.url, session.access_token);
    await send('/auth/me', me);
    await send('/auth/refresh', app.anyone, {
      ...exampleBody(at('/auth/refresh')),
      refresh_token: session.refresh_token,
    });
    await send('/auth/logout', me);
    await send('/auth/forgot-password', app.anyone);
    const token = tokenIn(await resetMail(app, LOG_IN.email));
    await send('/auth/reset-password', app.anyone, { ...exampleBody(at('/auth/reset-password')), token });
  });
});

const successOf = ({ described }: Operation): number =>
  Number(Object.keys(described.responses).find((status) => status < '300'));

describe('deprecated endpoints', () => {
  const deprecatedRoutes = routes.filter(({ deprecated }) => deprecated);

  it('are marked in the document', () => {
    const inDocument = operations.filter(({ described }) => described.deprecated).map(({ path }) => path);
    expect(inDocument.sort()).toEqual(deprecatedRoutes.map(({ path }) => path).sort());
    expect(inDocument).toContain('/answers/batch');
  });

  it.each(deprecatedRoutes.map((route) => [route.path, route] as const))(
    '%s sends the headers',
    async (path, { method, deprecated }) => {
      const { headers } = await demo.rest(method.toUpperCase(), path, {});
      expect(headers.get('deprecation')).toBe(`@${Date.parse(`${deprecated!.since}T00:00:00Z`) / 1000}`);
      expect(headers.get('sunset')).toBe(deprecated!.sunset ? new Date(deprecated!.sunset).toUTCString() : null);
      expect(headers.get('link')).toContain('</graphql>; rel="successor-version"');
      const { schema } = app.app;
      const types = [schema.getMutationType()!, schema.getType('Beehive') as GraphQLObjectType];
      const fields = types.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
      expect(fields.map((field) => field.replace('Mutation.', ''))).toContain(deprecated!.successor);
    },
  );

  it('are the only ones that send the headers', async () => {
    const { headers } = await demo.rest('GET', '/apiaries');
    expect([headers.get('deprecation'), headers.get('sunset'), headers.get('link')]).toEqual([null, null, null]);
  });
});
