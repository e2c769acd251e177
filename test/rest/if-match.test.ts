// The version of a record over REST: `ETag` of a response that is one record begins with it, and `If-Match` of a change compares it. A path with a trailing slash goes
// through Express, any other through the engine.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../src/rest/routes/index.js';
import { type Answer, startTestApp, type TestApp } from '../support/client.js';
import { ROLE_TOO_LOW, share } from '../support/members.js';
import { openapi } from '../support/openapi.js';
import { expectBadInput, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let beehive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  beehive = await ana.beehive(apiary);
});
afterAll(() => app.close());

const tagOf = ({ headers }: Answer<unknown>): string | null => headers.get('etag');
/** The version with which an ETag begins, as a tag. */
const versionOf = (answer: Answer<unknown>): string | undefined => tagOf(answer)?.replace(/(\.\d+)?-[\w-]{16}"$/, '"');
const versionKeysOf = ({ body }: Answer<object>): string[] =>
  Object.keys(body).filter((key) => ['etag', 'version'].includes(key));
const ifMatch = (tag: string): Record<string, string> => ({ 'if-match': tag });

interface Kind {
  create: () => Promise<string>;
  path: (id: string) => string;
  /** Where it is read alone, if anywhere. */
  read?: (id: string) => string;
  change?: [suffix: string, body: object];
}
const KINDS: Record<string, Kind> = {
  apiary: {
    create: () => ana.apiary(),
    path: (id) => `/apiaries/${id}`,
    read: (id) => `/apiaries/${id}`,
    change: ['', { name: 'New' }],
  },
  hive: {
    create: () => ana.beehive(apiary),
    path: (id) => `/beehives/${id}`,
    read: (id) => `/beehives/${id}`,
    change: ['', { observations: 'New' }],
  },
  item: {
    create: () => ana.item(apiary),
    path: (id) => `/inventory/${id}`,
    read: (id) => `/inventory/items/${id}`,
    change: ['', { name: 'New' }],
  },
  question: {
    create: async () => (await ana.rest('POST', '/questions', { apiarioId: apiary, texto: 'Mites?' })).body.id,
    path: (id) => `/questions/${id}`,
    change: ['', { texto: 'New?' }],
  },
  draft: {
    create: async () =>
      (await ana.rest('POST', '/inspections', { beehive_id: beehive, answers: [], draft: true })).body.id,
    path: (id) => `/inspections/${id}`,
    read: (id) => `/inspections/${id}`,
    change: ['/answers', { answers: [], notes: 'New' }],
  },
  'follow-up': {
    create: async () => (await treat(ana, beehive)).followUp,
    path: (id) => `/treatments/followup/${id}`,
    change: ['', { notes: 'New' }],
  },
  treatment: {
    create: async () => (await treat(ana, beehive)).treatment,
    path: (id) => `/treatments/${id}`,
    read: (id) => `/treatments/${id}`,
    change: ['', { final_result: 'New' }],
  },
  override: {
    create: async () => {
      const question = await KINDS.question!.create();
      const body = { hive_id: beehive, apiary_question_id: question };
      return (await ana.rest('POST', '/questions/hive', body)).body.id;
    },
    path: (id) => `/questions/hive/${id}`,
  },
};
const WAYS = [
  ['the engine', ''],
  ['Express', '/'],
] as const;

describe.each(Object.entries(KINDS).flatMap(([name, kind]) => WAYS.map((way) => [name, ...way, kind] as const)))(
  'the %s over %s',
  (_name, _way, slash, { create, path, read, change }) => {
    const put = (id: string, headers?: Record<string, string>) =>
      ana.rest('PUT', `${path(id)}${change![0]}${slash}`, change![1], headers);

    it('has an ETag where it is alone, and no version in the body', async () => {
      const id = await create();
      if (read) {
        const answer = await ana.rest('GET', `${read(id)}${slash}`);
        expect([versionOf(answer), versionKeysOf(answer)]).toEqual(['"1"', []]);
      }
      if (!change) return;
      const changed = await put(id);
      expect([changed.status, versionOf(changed)]).toEqual([200, '"2"']);
      expect(versionKeysOf(changed)).toEqual([]);
      if (read) expect(versionOf(await ana.rest('GET', `${read(id)}${slash}`))).toBe('"2"');
    });

    it('changes with its ETag, a weak one, * and without; it is 412 for any other, and unchanged', async () => {
      if (!change) return;
      const id = await create();
      for (const tag of ['"2"', '"0"', '"01"', '"1x"', '"-1"', '"12-x"', '"abc"', '""', '"99999999999"', 'W/"7"'])
        expectRefused(await put(id, ifMatch(tag)), { status: 412, code: 'VERSION_CONFLICT' });
      if (read) expect(versionOf(await ana.rest('GET', read(id)))).toBe('"1"');
      expect((await put(id, ifMatch('"7"'))).body.message).toBe('The record has no such version: its version is 1');
      expect(versionOf(await put(id, ifMatch('"1"')))).toBe('"2"');
      expectRefused(await put(id, ifMatch('"1"')), { status: 412, code: 'VERSION_CONFLICT' });
      expect((await put(id, ifMatch('W/"2"'))).status).toBe(200);
      // A whole ETag, also one to which a proxy has appended a word.
      for (const end of ['"', '-gzip"']) {
        const last = tagOf(await put(id))!.replace(/"$/, end);
        expect((await put(id, ifMatch(last.replace(/\d+/, '1')))).status).toBe(412);
        expect((await put(id, ifMatch(last))).status).toBe(200);
      }
      expect((await put(id, ifMatch('*'))).status).toBe(200);
      expect((await put(id)).status).toBe(200);
    });

    it.each(['1', '"1', 'x', '"1 "', '"1", "2"', '**', '"a"b"'])('is 400 for the malformed header %j', async (tag) => {
      const id = await create();
      if (change) {
        const answer = await put(id, ifMatch(tag));
        expectBadInput(answer, 'If-Match');
        expect(answer.body.message).toBe('If-Match must be the ETag of a response, or *');
      }
      expectBadInput(await ana.rest('DELETE', `${path(id)}${slash}`, undefined, ifMatch(tag)), 'If-Match');
      expect((await ana.rest('DELETE', `${path(id)}${slash}`)).status).toBe(204);
    });

    it('is deleted with its ETag only; the repeated deletion succeeds', async () => {
      const id = await create();
      const at = `${path(id)}${slash}`;
      expectRefused(await ana.rest('DELETE', at, undefined, ifMatch('"2"')), { status: 412, code: 'VERSION_CONFLICT' });
      expect((await ana.rest('DELETE', at, {}, ifMatch('"1"'))).status).toBe(204);
      for (const tag of ['"1"', '"5"', '*'])
        expect((await ana.rest('DELETE', at, undefined, ifMatch(tag))).status).toBe(204);
    });

    it('that is missing is 404, whatever the header says', async () => {
      for (const tag of ['"1"', '*']) {
        expect((await ana.rest('DELETE', `${path(randomUUID())}${slash}`, undefined, ifMatch(tag))).status).toBe(404);
        if (change) expect((await put(randomUUID(), ifMatch(tag))).status).toBe(404);
      }
    });
  },
);

describe('an ETag', () => {
  it('is sent with a new record, and with no list', async () => {
    expect(versionOf(await ana.rest('POST', '/apiaries', { name: 'New' }))).toBe('"1"');
    expect(versionOf(await ana.rest('POST', '/inventory', { apiary_id: apiary, name: 'Wax', unit: 'kg' }))).toBe('"1"');
    for (const path of ['/apiaries', `/beehives?apiary_id=${apiary}`, `/inventory/${apiary}`])
      expect(tagOf(await ana.rest('GET', path))).toBeNull();
  });

  it('is sent at the path of the app, which returns a list or an item', async () => {
    expect(versionOf(await ana.rest('GET', `/inventory/${await ana.item(apiary)}`))).toBe('"1"');
  });

  it('can be read and sent by a browser of another origin', async () => {
    const response = await fetch(`${app.url}/api/v1/apiaries`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://bees.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'if-match',
      },
    });
    expect(response.headers.get('access-control-allow-headers')).toContain('if-match');
    const { headers } = await ana.rest('GET', `/apiaries/${apiary}`);
    expect(headers.get('access-control-expose-headers')!.split(',')).toContain('etag');
  });

  it('is not compared in a body: only the header counts', async () => {
    const id = await ana.apiary();
    for (const name of ['if_match', 'ifMatch', 'expected_version', 'expectedVersion']) {
      expect((await ana.rest('PUT', `/apiaries/${id}`, { name: 'New', [name]: 9 })).status).toBe(200);
      expectBadInput(await ana.rest('PUT', `/apiaries/${id}?${name}=9`, { name: 'New' }), name);
    }
  });

  it('of a completed draft is demanded, too', async () => {
    const id = await KINDS.draft!.create();
    const complete = (tag: string) => ana.rest('POST', `/inspections/${id}/complete`, undefined, ifMatch(tag));
    expectRefused(await complete('"4"'), { status: 412, code: 'VERSION_CONFLICT' });
    expect(versionOf(await complete('"1"'))).toBe('"2"');
  });

  it('is compared after the role', async () => {
    const eva = await beekeeper(app);
    const id = await ana.apiary();
    await share(ana, id, eva, 'WORKER');
    const answer = await eva.rest('PUT', `/apiaries/${id}`, { name: 'x' }, ifMatch('"9"'));
    expectRefused(answer, { status: 403, code: ROLE_TOO_LOW.split(' ')[1]! });
  });

  it('is part of a request with an Idempotency-Key: refused, the key can be used again', async () => {
    const id = await ana.apiary();
    const key = { 'idempotency-key': randomUUID() };
    const put = (tag: string) => ana.rest('PUT', `/apiaries/${id}`, { name: 'New' }, { ...ifMatch(tag), ...key });
    expect((await put('"4"')).status).toBe(412);
    expect((await put('"1"')).status).toBe(200);
    const replay = await put('"1"');
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await put('"2"')).body.error_code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('openapi.json', () => {
  it('describes If-Match and 412 exactly where the header is read', () => {
    for (const { method, path, document } of routes) {
      const described = openapi.paths[path.replace(/:(\w+)/g, '{$1}')][method];
      const parameters = (described.parameters ?? []).map(({ $ref }: { $ref?: string }) => $ref);
      const reads = document.includes('$if_match');
      expect([method, path, parameters.includes('#/components/parameters/IfMatch')]).toEqual([method, path, reads]);
      expect([method, path, '412' in described.responses]).toEqual([method, path, reads]);
    }
  });

  it('describes the ETag of a record, and none of a list', () => {
    const headersOf = (path: string, method: string): object => {
      const { responses } = openapi.paths[path][method];
      return (responses[200] ?? responses[201]).headers ?? {};
    };
    expect(headersOf('/apiaries/{id}', 'get')).toHaveProperty('ETag');
    expect(headersOf('/apiaries', 'post')).toHaveProperty('ETag');
    expect(headersOf('/apiaries', 'get')).not.toHaveProperty('ETag');
  });
});
