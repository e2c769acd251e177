// Tests what the HTTP client of the mobile app expects of every endpoint.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Method, MobileClient } from '../support/mobile-app/mobile-client.js';
import type { Apiary, Beehive, Item } from '../support/mobile-app/models.js';
import { JulyApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient } from './clients.js';

let app: TestApp;
/** An administrator, who may read every list. */
let client: JulyApp;
let apiary: Apiary;
let hive: Beehive;
let item: Item;
beforeAll(async () => {
  app = await startTestApp();
  client = newMobileClient(JulyApp, { app });
  const account = newAccount();
  await client.register(account);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [client.userId]);
  await client.logIn(account);
  apiary = await client.createApiary({ name: 'El Roble' });
  hive = await client.createBeehive(apiary, { hive_number: 1 });
  item = await client.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' });
  await client.loadDefaults(apiary);
  await client.assign(hive, (await client.questions(apiary))[0]!);
});
afterAll(() => app.close());

const LISTS: [string, () => string][] = [
  ['/apiaries', () => '/apiaries'],
  ['/beehives?apiary_id=', () => `/beehives?apiary_id=${apiary.id}`],
  ['/beehives/apiary/{id}', () => `/beehives/apiary/${apiary.id}`],
  ['/questions/apiary/{id}', () => `/questions/apiary/${apiary.id}`],
  ['/questions/templates', () => '/questions/templates'],
  ['/questions/hive/{id}', () => `/questions/hive/${hive.id}`],
  ['/inventory/{id}', () => `/inventory/${apiary.id}`],
  ['/inventory/{id}/search?q=', () => `/inventory/${apiary.id}/search?q=cera`],
  ['/inventory/{id}/low-stock', () => `/inventory/${apiary.id}/low-stock`],
  ['/inventory/{id}/movements', () => `/inventory/${item.id}/movements`],
  ['/inspections?beehive_id=', () => `/inspections?beehive_id=${hive.id}`],
  ['/answers/hive/{id}', () => `/answers/hive/${hive.id}`],
  ['/users', () => '/users'],
];

describe('a list', () => {
  it.each(LISTS)('%s is a bare array, with and without a trailing slash', async (_name, path) => {
    const plain = await client.send('GET', path());
    expect(plain).toMatchObject({ status: 200, json: expect.any(Array) });
    const [bare, query] = path().split('?');
    const { status, json } = await client.send('GET', `${bare}/${query === undefined ? '' : `?${query}`}`);
    expect({ status, json }).toEqual({ status: 200, json: plain.json });
  });

  it.each(LISTS)('%s requires a token, with a readable message', async (_name, path) => {
    const { status, message } = await new MobileClient(app.url).refused('GET', path());
    expect([status, message]).toEqual([401, 'No token found']);
  });

  it.each(LISTS)('%s refuses an invalid token', async (_name, path) => {
    const visitor = new MobileClient(app.url);
    visitor.token = 'null';
    expect((await visitor.refused('GET', path())).status).toBe(401);
  });
});

describe('an error has the field name of the request', () => {
  const NAMES: [string, string, () => [Method, string, object]][] = [
    ['question_text', 'question_text', () => ['POST', '/questions', { apiary_id: apiary.id, question_text: '' }]],
    [
      'texto, if both are sent',
      'texto',
      () => ['POST', '/questions', { apiary_id: apiary.id, texto: '', question_text: '' }],
    ],
    [
      'options',
      'options',
      () => [
        'POST',
        '/questions',
        { apiary_id: apiary.id, question_text: 'A', question_type: 'opciones', options: 'Sí,Si' },
      ],
    ],
    [
      'min_value',
      'min_value',
      () => [
        'POST',
        '/questions',
        { apiary_id: apiary.id, question_text: 'A', question_type: 'numero', min_value: 9, max_value: 1 },
      ],
    ],
    ['adjustment_amount', 'adjustment_amount', () => ['PUT', `/inventory/${item.id}/adjust`, { adjustment_amount: 0 }]],
    ['beehiveNumber', 'beehiveNumber', () => ['POST', '/beehives', { apiary_id: apiary.id, beehiveNumber: -1 }]],
  ];
  it.each(NAMES)('%s', async (_what, name, request) => {
    const { status, message } = await client.refused(...request());
    expect([status, message.split(' ')[0]]).toEqual([400, name]);
  });
});

describe('every error is JSON', () => {
  it.each<[string, number, Method, string, object | undefined]>([
    ['an unknown path', 404, 'GET', '/statistics/apiary/1', undefined],
    ['an unknown path with a body', 404, 'POST', '/ai/ask', { prompt: 'Hola' }],
    ['an unknown id', 404, 'DELETE', '/beehives/00000000-0000-4000-8000-000000000000', { apiary_id: 'x' }],
    ['an invalid id', 404, 'GET', '/beehives/apiary/null', undefined],
    ['a method that is not allowed', 405, 'DELETE', '/apiaries', undefined],
    ['a body that is too large', 413, 'POST', '/apiaries', { name: 'x'.repeat(300_000) }],
    ['a body without required fields', 400, 'POST', '/beehives', {}],
    ['a value of another type', 400, 'POST', '/apiaries', { name: 5 }],
  ])('%s: %i', async (_what, status, method, path, body) => {
    expect((await client.refused(method, path, body)).status).toBe(status);
  });

  it.each([
    ['{"name":', 'The body is not valid JSON'],
    ['name=x', 'The body is not valid JSON'],
    ['nonsense', 'The body is not valid JSON'],
    ['[]', 'The body must be a JSON object'],
    ['"text"', 'The body must be a JSON object'],
    ['null', 'The body must be a JSON object'],
    ['5', 'The body must be a JSON object'],
  ])('a body that is not a JSON object: %s', async (body, expected) => {
    const response = await fetch(`${app.url}/api/v1/apiaries`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${client.token}`,
        'accept-language': 'en',
      },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { message, error } = (await response.json()) as Record<string, unknown>;
    expect(message).toBe(expected);
    expect(error).toBe(message);
  });
});

describe('CORS, for the web build of the app', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('allows %s with a token and JSON from another origin', async (method) => {
    for (const path of ['/auth/register', '/apiaries', `/beehives/${hive.id}`, '/inventory/', '/nothing']) {
      const response = await fetch(`${app.url}/api/v1${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:8080',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(response.ok).toBe(true);
      const allowed = (what: string): string[] =>
        response.headers.get(`access-control-allow-${what}`)!.toLowerCase().split(/, */);
      expect(allowed('methods')).toContain(method.toLowerCase());
      expect(allowed('headers')).toEqual(expect.arrayContaining(['authorization', 'content-type']));
      expect(['*', 'http://localhost:8080']).toContain(allowed('origin')[0]);
    }
  });

  it('allows reading responses, including errors', async () => {
    for (const path of ['/apiaries', '/nothing']) {
      const { headers } = await client.send('GET', path, undefined, { origin: 'http://localhost:8080' });
      expect(['*', 'http://localhost:8080']).toContain(headers.get('access-control-allow-origin'));
    }
  });
});

it('a response is never 304, which the app treats as a failure', async () => {
  const { headers } = await client.send('GET', '/apiaries');
  const known = { 'if-none-match': headers.get('etag') ?? '*', 'if-modified-since': new Date().toUTCString() };
  expect((await client.send('GET', '/apiaries', undefined, known)).status).toBe(200);
});
