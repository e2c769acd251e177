// A GET of one record with the `ETag` of what the client has is answered by 304 without a body (RFC 9110, 13.1.2). A path with a trailing
// slash goes through Express, any other through the engine.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../src/rest/routes/index.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { examplePath, openapi, operations } from '../support/openapi.js';
import { expectBadInput, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

let app: TestApp;
let demo: Client;
let ana: Beekeeper;
let apiary: string;
let beehive: string;
const LOG_IN = { email: 'demo@example.org', password: 'Demo-hives-1' };
beforeAll(async () => {
  app = await startTestApp({ DEMO_DATA: 'on' });
  const { body } = await app.anyone.rest('POST', '/auth/login', LOG_IN);
  demo = new Client(app.url, body.access_token);
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  beehive = await ana.beehive(apiary);
});
afterAll(() => app.close());

const SLASHES = [
  ['the engine', ''],
  ['Express', '/'],
] as const;
const METHODS = ['GET', 'HEAD'] as const;
const WAYS = SLASHES.flatMap(([way, slash]) => METHODS.map((method) => [method, way, slash] as const));

/** Sends a request, and returns everything of its response. */
async function send(client: Client, method: string, path: string, ifNoneMatch?: string) {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      'accept-language': 'en',
      ...(client.token && { authorization: `Bearer ${client.token}` }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const tagOf = async (client: Client, path: string): Promise<string> => {
  const tag = (await send(client, 'GET', path)).headers.get('etag');
  expect(tag).not.toBeNull();
  return tag!;
};
const statusFor = async (client: Client, path: string, tag: string): Promise<number> =>
  (await send(client, 'GET', path, tag)).status;

const reads = operations.filter(({ method, path }) => method === 'get' && routes.some((r) => pathOf(r) === path));
function pathOf({ path }: { path: string }): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

describe.each(WAYS)('%s over %s', (method, _way, slash) => {
  it.each(reads.map((operation) => [operation.path, operation] as const))(
    '%s is 304 for its ETag, if it has one',
    async (_path, operation) => {
      const [path, query] = examplePath(operation).split('?');
      const at = `${path}${slash}${query ? `?${query}` : ''}`;
      const whole = await send(demo, method, at);
      // The example of some needs a permission.
      if (whole.status === 403) return;
      expect(whole.status).toBe(200);
      const tag = whole.headers.get('etag');
      const again = await send(demo, method, at, tag ?? '*');
      // It contains the time at which it was calculated.
      if (operation.path === '/statistics/apiary/{id}') return expect(again.status).toBe(200);
      if (tag === null) return expect([again.status, again.text]).toEqual([200, whole.text]);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      const ofContent = ['content-type', 'content-length', 'date', 'x-request-id', 'keep-alive', 'transfer-encoding'];
      const others = (headers: Headers) => [...headers].filter(([name]) => !ofContent.includes(name));
      expect(others(again.headers)).toEqual(others(whole.headers));
      expect([...again.headers.keys()]).toEqual(expect.not.arrayContaining(['content-type', 'content-length']));
    },
  );

  it('compares weakly, with each tag of a list, and with *; anything else is no match', async () => {
    const at = `/beehives/${beehive}`;
    const tag = await tagOf(ana, at);
    const opaque = tag.slice(1, -1);
    const known = [tag, `W/${tag}`, `"x", ${tag}`, `"a,b",W/"c" , W/${tag}, "d"`, '*', ' * ', `${tag},${tag}`];
    for (const header of known)
      expect([header, (await send(ana, method, `${at}${slash}`, header)).status]).toEqual([header, 304]);
    const unknown = [
      '"x"',
      `"${opaque}x"`,
      `"x${opaque}"`,
      `w/"x"`,
      opaque,
      `"${opaque}`,
      '"1"',
      '""',
      '',
      '**',
      ', ,',
    ];
    for (const header of unknown)
      expect([header, (await send(ana, method, `${at}${slash}`, header)).status]).toEqual([header, 200]);
  });

  it('is 401 without a token and 404 for what is not there, whatever the header says', async () => {
    const at = `/beehives/${beehive}`;
    for (const header of ['*', await tagOf(ana, at)]) {
      expect((await send(app.anyone, method, `${at}${slash}`, header)).status).toBe(401);
      expect((await send(demo, method, `${at}${slash}`, header)).status).toBe(404);
      expect((await send(ana, method, `/beehives/${randomUUID()}${slash}`, header)).status).toBe(404);
      expect((await send(ana, method, `/beehives/x${slash}`, header)).status).toBe(404);
    }
  });
});

describe('what a client has is out of date after a change', () => {
  const CHANGES: Record<string, () => Promise<[path: string, change: () => Promise<unknown>]>> = {
    'of a field': async () => [
      `/beehives/${beehive}`,
      () => ana.rest('PUT', `/beehives/${beehive}`, { observations: randomUUID() }),
    ],
    // These are no new version of the record, but the body is another one.
    'of the number of hives': async () => [`/apiaries/${apiary}`, () => ana.beehive(apiary)],
    'of a quantity in stock': async () => {
      const item = await ana.item(apiary, { quantity: 3 });
      return [`/inventory/items/${item}`, () => ana.rest('PUT', `/inventory/${item}/adjust`, { amount: 1 })];
    },
    'of the answers of a draft': async () => {
      const { body } = await ana.rest('POST', '/inspections', { beehive_id: beehive, answers: [], draft: true });
      return [
        `/inspections/${body.id}`,
        () => ana.rest('PUT', `/inspections/${body.id}/answers`, { answers: [], notes: randomUUID() }),
      ];
    },
    'of a treatment': async () => {
      const { treatment } = await treat(ana, beehive);
      return [
        `/treatments/${treatment}`,
        () => ana.rest('PUT', `/treatments/${treatment}`, { final_result: randomUUID() }),
      ];
    },
  };

  it.each(Object.entries(CHANGES))('%s', async (_name, prepare) => {
    const [path, change] = await prepare();
    const before = await tagOf(ana, path);
    expect(await statusFor(ana, path, before)).toBe(304);
    await change();
    expect(await statusFor(ana, path, before)).toBe(200);
    const after = await tagOf(ana, path);
    expect(after).not.toBe(before);
    expect(await statusFor(ana, path, after)).toBe(304);
  });
});

it('the ETag of a change is that of the record when it is read', async () => {
  const created = await ana.rest('POST', '/apiaries', { name: 'Hill' });
  const at = `/apiaries/${created.body.id}`;
  expect(await statusFor(ana, at, created.headers.get('etag')!)).toBe(304);
  const changed = await ana.rest('PUT', at, { name: 'Mill' });
  expect(await statusFor(ana, at, changed.headers.get('etag')!)).toBe(304);
});

it('a change with the header is refused, and changes nothing', async () => {
  const { body, headers } = await ana.rest('POST', '/apiaries', { name: 'Hill' });
  for (const tag of ['*', headers.get('etag')!]) {
    const known = { 'if-none-match': tag };
    expectBadInput(await ana.rest('PUT', `/apiaries/${body.id}`, { name: 'New' }, known), 'If-None-Match');
  }
  expect((await ana.rest('GET', `/apiaries/${body.id}`)).body.name).toBe('Hill');
  expectRefused(await ana.rest('GET', '/apiaries/x', undefined, { 'if-none-match': '*' }), {
    status: 404,
    code: 'NOT_FOUND',
  });
});

it('openapi.json describes If-None-Match and 304 exactly where a read has an ETag', () => {
  for (const { method, path, described } of operations) {
    const success = described.responses[200] ?? {};
    const isConditional = method === 'get' && success.headers?.ETag !== undefined;
    const parameters = (described.parameters ?? []).map(({ $ref }: { $ref?: string }) => $ref);
    const describes = [parameters.includes('#/components/parameters/IfNoneMatch'), '304' in described.responses];
    expect([method, path, ...describes]).toEqual([method, path, isConditional, isConditional]);
  }
  expect(openapi.components.responses.NotModified.headers).toHaveProperty('ETag');
  expect(operations.filter(({ described }) => '304' in described.responses).length).toBeGreaterThan(4);
});
