// What the HTTP client of the mobile app takes for granted, whatever is asked for.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Method, MobileClient } from '../support/mobile-app/mobile-client.js';
import type { Apiary, Beehive, Item } from '../support/mobile-app/models.js';
import { JulyApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient } from './clients.js';

let app: TestApp;
/** Of an administrator, who may see every list. */
let phone: JulyApp;
let apiary: Apiary;
let hive: Beehive;
let item: Item;
beforeAll(async () => {
  app = await startTestApp();
  phone = newMobileClient(JulyApp, { app });
  const account = newAccount();
  await phone.register(account);
  await app.database.sql(`update users set role = 'ADMIN' where id = $1`, [phone.userId]);
  await phone.logIn(account);
  apiary = await phone.createApiary({ name: 'El Roble' });
  hive = await phone.createBeehive(apiary, { hive_number: 1 });
  item = await phone.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' });
  await phone.loadDefaults(apiary);
  await phone.assign(hive, (await phone.questions(apiary))[0]!);
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
  it.each(LISTS)('%s is a bare array, and the same with a slash at the end', async (_name, path) => {
    const plain = await phone.send('GET', path());
    expect(plain).toMatchObject({ status: 200, json: expect.any(Array) });
    const [bare, query] = path().split('?');
    const { status, json } = await phone.send('GET', `${bare}/${query === undefined ? '' : `?${query}`}`);
    expect({ status, json }).toEqual({ status: 200, json: plain.json });
  });

  it.each(LISTS)('%s is not shown without a token, which is told in words', async (_name, path) => {
    const { status, message } = await new MobileClient(app.url).refused('GET', path());
    expect([status, message]).toEqual([401, 'No token found']);
  });

  it.each(LISTS)('%s is not shown for a token that is none', async (_name, path) => {
    const stranger = new MobileClient(app.url);
    stranger.token = 'null';
    expect((await stranger.refused('GET', path())).status).toBe(401);
  });
});

describe('a refusal names the field as the app sent it', () => {
  const NAMES: [string, string, () => [Method, string, object]][] = [
    ['question_text', 'question_text', () => ['POST', '/questions', { apiary_id: apiary.id, question_text: '' }]],
    [
      'texto, where both come',
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
    const { status, message } = await phone.refused(...request());
    expect([status, message.split(' ')[0]]).toEqual([400, name]);
  });
});

describe('every way of going wrong is told in JSON', () => {
  it.each<[string, number, Method, string, object | undefined]>([
    ['an unknown path', 404, 'GET', '/statistics/apiary/1', undefined],
    ['an unknown path with a body', 404, 'POST', '/ai/ask', { prompt: 'Hola' }],
    ['an id that nobody has', 404, 'DELETE', '/beehives/00000000-0000-4000-8000-000000000000', { apiary_id: 'x' }],
    ['an id that is none', 404, 'GET', '/beehives/apiary/null', undefined],
    ['a method that is not possible', 405, 'DELETE', '/apiaries', undefined],
    ['a body that is too large', 413, 'POST', '/apiaries', { name: 'x'.repeat(300_000) }],
    ['a body without what is needed', 400, 'POST', '/beehives', {}],
    ['a value of another kind', 400, 'POST', '/apiaries', { name: 5 }],
  ])('%s: %i', async (_what, status, method, path, body) => {
    expect((await phone.refused(method, path, body)).status).toBe(status);
  });

  it.each(['{"name":', 'name=x', '[]', '"text"', 'nonsense'])('a body that is no JSON object: %s', async (body) => {
    const response = await fetch(`${app.url}/api/v1/apiaries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${phone.token}` },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { message, error } = (await response.json()) as Record<string, unknown>;
    expect(message).toMatch(/body/);
    expect(error).toBe(message);
  });
});

describe('a browser that runs the app', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('may send %s with a token and JSON from another site', async (method) => {
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

  it('may read the answers, refusals too', async () => {
    for (const path of ['/apiaries', '/nothing']) {
      const { headers } = await phone.send('GET', path, undefined, { origin: 'http://localhost:8080' });
      expect(['*', 'http://localhost:8080']).toContain(headers.get('access-control-allow-origin'));
    }
  });
});

it('an answer is never "not modified", which the app takes for a failure', async () => {
  const { headers } = await phone.send('GET', '/apiaries');
  const known = { 'if-none-match': headers.get('etag') ?? '*', 'if-modified-since': new Date().toUTCString() };
  expect((await phone.send('GET', '/apiaries', undefined, known)).status).toBe(200);
});
