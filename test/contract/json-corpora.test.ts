// Collections of difficult JSON and of naughty strings.
import { describe, expect, it } from '@jest/globals';
import { JSON_CORPUS, type JsonText } from '../support/fuzz/json-corpus.js';
import { NAUGHTY } from '../support/fuzz/naughty-strings.js';
import { sendRaw } from '../support/raw-http.js';
import { beekeeper } from '../support/world.js';
import {
  ana,
  app,
  authorized,
  expectedStatus,
  expectSound,
  head,
  header,
  preflighted,
  withBody,
} from './corpora.fixture.js';

const shown = (text: JsonText): string => JSON.stringify(text.toString()).slice(0, 200);

describe('JSON', () => {
  /** The path with a slash is served by Express, the other one by the engine. */
  const ENDPOINTS = {
    '/api/v1/apiaries': { around: ['{"name":"A","more":', '}'], success: 201 },
    '/graphql': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], success: 200 },
    '/graphql/': { around: ['{"query":"{ __typename }","variables":{"more":', '}}'], success: 200 },
  } as const;
  const texts = Object.entries(JSON_CORPUS).flatMap(([kind, { valid, invalid }]) => [
    ...valid.map((text) => ({ kind, text, isValid: true })),
    ...invalid.map((text) => ({ kind, text, isValid: false })),
  ]);

  async function post(path: string, body: JsonText) {
    const response = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body: Buffer.from(body as string),
    });
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), body: JSON.parse(text) as object };
  }

  /** Decides independently of the decoder that the service uses. */
  function isJson(text: Buffer): boolean {
    try {
      JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(text));
      return true;
    } catch {
      return false;
    }
  }

  it('the corpus has at least 150 texts, classified correctly', () => {
    expect(texts.length).toBeGreaterThanOrEqual(150);
    for (const { text, isValid } of texts)
      expect({ text: shown(text), isValid: isJson(Buffer.from(text as string)) }).toEqual({
        text: shown(text),
        isValid,
      });
  });

  describe.each(Object.entries(ENDPOINTS))('%s', (path, { around, success }) => {
    it.each(Object.keys(JSON_CORPUS))('as the whole body: %s', async (kind) => {
      for (const { text, isValid } of texts.filter((one) => one.kind === kind)) {
        const { status, type, body } = await post(path, text);
        const response = { text: shown(text), type, body };
        expect({ ...response, isServerError: status >= 500 }).toEqual({
          ...response,
          type: expect.stringMatching(/json/),
          isServerError: false,
        });
        if (!isValid) expect({ ...response, status }).toEqual({ ...response, status: 400 });
      }
    });

    it.each(Object.keys(JSON_CORPUS))('as the value of an unknown key: %s', async (kind) => {
      for (const { text } of texts.filter((one) => one.kind === kind)) {
        const body = Buffer.concat([around[0], text, around[1]].map((part) => Buffer.from(part as string)));
        const response = await post(path, body);
        expect({ text: shown(text), ...response }).toEqual({
          text: shown(text),
          ...response,
          status: isJson(body) ? success : 400,
        });
      }
    });
  });

  it('a byte order mark is ignored, once', async () => {
    const [statuses, twice]: number[][] = [[], []];
    for (const path of Object.keys(ENDPOINTS)) {
      statuses!.push((await post(path, '\ufeff{"query":"{ __typename }","name":"A"}')).status);
      twice!.push((await post(path, '\ufeff\ufeff{"query":"{ __typename }","name":"A"}')).status);
    }
    expect([statuses, twice]).toEqual([Object.values(ENDPOINTS).map(({ success }) => success), [400, 400, 400]]);
  });
});

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

describe('naughty strings', () => {
  it('are at least 300, all different', () => {
    expect(new Set(NAUGHTY).size).toBe(NAUGHTY.length);
    expect(NAUGHTY.length).toBeGreaterThanOrEqual(300);
  });

  /** The values that were accepted, by id. */
  const names = new Map<string, string>();
  const locations = new Map<string, string>();

  it('in a REST body', async () => {
    for (const text of NAUGHTY) {
      const fits = isStorable(text) && [...text].length <= 500;
      const located = await ana.rest('POST', '/apiaries', { name: 'A', location: text });
      if (fits) {
        expect([located.status, located.body.location]).toEqual([201, text]);
        locations.set(located.body.id, text);
      } else expect([located.status, located.body.message]).toEqual([400, expect.stringMatching(/^location must/)]);
      const named = await ana.rest('POST', '/apiaries', { name: text });
      if (named.status === 201) names.set(named.body.id, text);
      else expect([named.status, named.body.message]).toEqual([400, expect.stringMatching(/^name must/)]);
    }
  });

  it('in GraphQL variables', async () => {
    const create =
      'mutation ($input: CreateApiaryInput!) { created: createApiary(input: $input) { apiary { id name location } } }';
    for (const text of NAUGHTY) {
      for (const [field, accepted] of [
        ['name', names],
        ['location', locations],
      ] as const) {
        const input = { name: 'A', [field]: text };
        const { data, errors } = await ana.graphql(create, { input });
        if (errors) {
          expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
          if (field === 'location') expect(isStorable(text) && [...text].length <= 500).toBe(false);
        } else {
          expect(data.created.apiary[field]).toBe(text);
          accepted.set(data.created.apiary.id, text);
        }
      }
    }
  });

  it('are returned as sent, by both APIs', async () => {
    expect(names.size).toBeGreaterThan(NAUGHTY.length);
    expect(locations.size).toBeGreaterThan(NAUGHTY.length);
    const { body } = await ana.rest('GET', '/apiaries');
    const { apiaries } = await ana.ask('{ apiaries { nodes { id name location } } }');
    for (const list of [body, apiaries.nodes] as { id: string; name: string; location: string }[][]) {
      const byId = new Map(list.map((one) => [one.id, one]));
      expect(new Map([...names.keys()].map((id) => [id, byId.get(id)?.name]))).toEqual(names);
      expect(new Map([...locations.keys()].map((id) => [id, byId.get(id)?.location]))).toEqual(locations);
    }
  });

  it('as hive attributes that have a meaning', async () => {
    const apiary = await ana.apiary();
    const fields = 'activityLevel beePopulation hiveStatus healthStatus hasProductionChamber'.split(' ');
    const hive = await ana.beehive(apiary);
    for (const text of NAUGHTY.filter((one) => isStorable(one) && one.length <= 50 && one.trim() !== '')) {
      const { data, errors } = await ana.graphql(
        `mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive {
          ${fields.join(' ')} activity population status health productionChamber } } }`,
        { input: { id: hive, state: Object.fromEntries(fields.map((field) => [field, text])) } },
      );
      if (errors) expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      else for (const field of fields) expect(data.updateBeehive.beehive[field]).toBe(text);
    }
  });

  it('in the path', async () => {
    for (const text of NAUGHTY.filter((one) => one.length > 0)) {
      for (const path of ['/api/v1/apiaries/', '/api/v1/inventory/', '/graphql/']) {
        const response = expectSound(await sendRaw(app.url, head(`GET ${path}${percent(text)}`, authorized())), {
          path,
          text,
        });
        expect({ path, text, status: response?.status }).toEqual({
          path,
          text,
          status: expectedStatus(response, [400, 404]),
        });
      }
      const { data, errors } = await ana.graphql('query ($id: ID!) { apiary(id: $id) { id } }', { id: text });
      expect([data, errors![0]!.extensions.code]).toEqual([{ apiary: null }, 'NOT_FOUND']);
    }
  });

  it('in the query string', async () => {
    // An account with short lists.
    const luz = await beekeeper(app);
    const apiary = await luz.apiary();
    const token = header('Authorization', `Bearer ${luz.token}`);
    for (const text of NAUGHTY) {
      const places = [
        `/api/v1/inventory/${apiary}/search?q=${percent(text)}`,
        `/api/v1/apiaries?first=1&after=${percent(text)}`,
        `/api/v1/apiaries?${percent(text)}=${percent(text)}&${percent(text)}`,
        `/graphql?query=${percent('{ __typename }')}&variables=${percent(text)}`,
        `/graphql?query=${percent(text)}`,
      ];
      for (const path of places) {
        const conversation = await sendRaw(app.url, head(`GET ${path}`, token, preflighted));
        const response = expectSound(conversation, { path, text });
        expect({ path, status: response?.status }).toEqual({ path, status: expectedStatus(response, [200, 400, 431]) });
      }
      const { errors = [] } = await luz.graphql(
        'query ($id: ID!, $s: String) { inventoryItems(apiaryId: $id, filter: { search: $s }) { totalCount } }',
        { id: apiary, s: text },
      );
      for (const { extensions } of errors) expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it('in headers', async () => {
    const query = JSON.stringify({ query: 'mutation { createApiary(input: { name: "A" }) { apiary { id } } }' });
    for (const text of NAUGHTY) {
      // A line break would start another header.
      const value = Buffer.from(text.replace(/[\r\n]/g, ' ')).toString('latin1');
      const all = ['Accept-Language', 'X-Request-Id', 'Idempotency-Key', 'User-Agent', 'Accept'].map((name) =>
        header(name, value),
      );
      const sent = {
        anonymous: head('GET /api/v1/auth/me', header('Authorization', `Bearer ${value}`)),
        scheme: head('GET /api/v1/auth/me', header('Authorization', value)),
        rest: withBody('POST /api/v1/apiaries', '{"name":"A"}', authorized(), ...all.slice(0, 4)),
        fastPath: withBody('POST /graphql', query, authorized(), ...all),
        express: withBody('POST /graphql/', query, authorized(), ...all),
        forwarded: head(
          'GET /livez',
          header('X-Forwarded-For', value),
          header('Origin', value),
          header('Cookie', value),
        ),
      };
      for (const [where, bytes] of Object.entries(sent)) {
        const response = expectSound(await sendRaw(app.url, Buffer.from(bytes, 'latin1')), { where, text });
        expect({ where, text, hasResponse: response !== undefined }).toEqual({ where, text, hasResponse: true });
        const id = response!.headers['x-request-id'];
        if (id !== undefined) expect(id).toMatch(/^[\w.-]{1,100}$/);
        if (where === 'anonymous' || where === 'scheme') expect([400, 401, 431]).toContain(response!.status);
      }
    }
  });
});
