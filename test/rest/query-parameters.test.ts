// The query string of every endpoint, and the headers that make a request conditional: what an endpoint does not read is refused, because a
// filter that is misspelt would otherwise show everything. A path with a trailing slash goes through Express.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startTestApp, type TestApp } from '../support/client.js';
import { type Json, type Operation, operations } from '../support/openapi.js';
import { expectBadInput, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const isDownload = ({ described }: Operation): boolean => !described.responses[200]?.content?.['application/json'];
const pathOf = ({ path }: Operation): string => path.replace(/\{\w+\}/g, randomUUID());
const send = ({ method }: Operation, path: string, headers = {}): Promise<Answer<Json>> =>
  ana.rest(method.toUpperCase(), path, method === 'get' ? undefined : {}, headers);
const named = operations.map((one): [string, Operation] => [`${one.method.toUpperCase()} ${one.path}`, one]);
const parametersOf = ({ described }: Operation): Json[] =>
  (described.parameters ?? []).filter((one: Json) => one.in === 'query');
const isUnknown = ({ body }: Answer<Json>): boolean => /is not a parameter/.test(body?.message ?? '');

describe.each(named)('%s', (_name, operation) => {
  it('refuses a parameter that it does not know, and names it', async () => {
    for (const path of [pathOf(operation), `${pathOf(operation)}/`])
      expectBadInput(await send(operation, `${path}?statuss=ACTIVE`), 'statuss');
    const known = parametersOf(operation).map(({ name }) => name);
    const { body } = await send(operation, `${pathOf(operation)}?form=2026-01-01`);
    expect(body.message.split(': ')[1]?.split(', ') ?? []).toEqual(known);
  });

  it('knows the parameters of openapi.json, in snake_case and in camelCase', async () => {
    for (const { name } of parametersOf(operation))
      for (const sent of [name, name.replace(/_([a-z])/g, (_: string, letter: string) => letter.toUpperCase())])
        expect([sent, isUnknown(await send(operation, `${pathOf(operation)}?${sent}=`))]).toEqual([sent, false]);
  });

  it('refuses a precondition that it does not compare', async () => {
    const refs: string[] = (operation.described.parameters ?? []).map((one: Json) => one.$ref ?? '');
    const compares = refs.some((ref) => ref.endsWith('/IfMatch'));
    if (operation.method === 'get') return;
    for (const path of [pathOf(operation), `${pathOf(operation)}/`]) {
      if (!compares)
        for (const tag of ['*', '"3"', 'nonsense'])
          expectBadInput(await send(operation, path, { 'if-match': tag }), 'If-Match');
      expectBadInput(await send(operation, path, { 'if-none-match': '*' }), 'If-None-Match');
    }
  });
});

it('refuses the id of a path that is sent again as a parameter', async () => {
  const hive = await ana.beehive(await ana.apiary());
  expectBadInput(await ana.rest('GET', `/beehives/${hive}?id=${randomUUID()}`), 'id');
});

it('refuses a parameter that is sent twice, or under two of its names', async () => {
  const apiary = await ana.apiary();
  for (const path of [
    '/apiaries?first=1&first=2',
    '/apiaries?shared=true&shared=false',
    '/lists/inventory?format=csv&format=xlsx',
    '/reports/season/pdf?year=2026&year=2026',
  ]) {
    const answer = await ana.rest('GET', path);
    expectRefused(answer, { status: 400, code: 'BAD_USER_INPUT' });
    expect(answer.body.message).toBe(`${/[?](\w+)/.exec(path)![1]} is repeated`);
  }
  expectBadInput(await ana.rest('GET', `/inventory/${apiary}/search?q=a&query=b`), 'query');
  expectBadInput(await ana.rest('GET', `/lists/inventory?apiary_id=${apiary}&apiaryId=${apiary}`), 'apiaryId');
  for (const path of ['/lists/tasks?to=2026-01-01&to=2026-01-02', '/users/me/export?format=zip&format=json'])
    expectBadInput(await ana.rest('GET', path), /[?](\w+)/.exec(path)![1]!);
  for (const path of operations.filter((one) => one.method === 'get' && isDownload(one)))
    for (const { name, schema } of parametersOf(path)) {
      if (schema.type === 'array') continue;
      const { status } = await ana.rest('GET', `${pathOf(path)}?${name}=2026&${name}=2027`);
      expect([path.path, name, status]).toEqual([path.path, name, 400]);
    }
});

it('treats an empty parameter of a list or a document as an absent one; elsewhere it is a value', async () => {
  for (const path of [
    '/lists/tasks?format=&separator=&apiary_id=&statuses=',
    '/treatments/register/html?apiary_id=&from=',
    '/treatments/register/csv?separator=&apiary_id=',
    '/reports/season/pdf?year=&apiary_id=',
    '/users/me/export?format=',
  ])
    expect([path, (await ana.rest('GET', path)).status]).toEqual([path, 200]);
  for (const name of ['first', 'after', 'shared']) expectBadInput(await ana.rest('GET', `/apiaries?${name}=`), name);
});

it('reads a filter under both of its names, also for pages and documents', async () => {
  for (const path of ['/treatments/register/html', '/treatments/register/csv', '/reports/season/pdf'])
    for (const name of ['apiary_id', 'apiaryId'])
      expect([path, name, (await ana.rest('GET', `${path}?${name}=${randomUUID()}`)).status]).toEqual([
        path,
        name,
        404,
      ]);
});

it('asks who somebody is before what they want', async () => {
  for (const path of ['/apiaries', '/lists/tasks', '/treatments/register/pdf', '/users/me/export'])
    expectRefused(await app.anyone.rest('GET', `${path}?statuss=1`), { status: 401, code: 'TOKEN_MISSING' });
});

it('says it in Spanish', async () => {
  const { body } = await ana.rest('GET', '/beehives/drafts?statuss=1', undefined, { 'accept-language': 'es' });
  expect(body.message).toBe('statuss no es un parámetro de esta ruta');
});
