// Requests that stopped the service or gave wrong answers once. Each test is named by its finding.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocumentNode, parse } from 'graphql';
import { createDocumentStore } from '../../src/graphql/document-store.js';
import { type GraphqlAnswer, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
const BEEHIVES = 150;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  await app.database.sql(
    `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(1, ${BEEHIVES}) n`,
    [apiary],
  );
});
afterAll(() => app.close());

/** Far above what any of these takes on a busy machine, and far below what they took: 24 to 162 seconds. */
const TIMEOUT_MS = 15_000;
const send = (query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<unknown>> =>
  ana.graphql(query, variables);

async function expectQuick<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  expect(performance.now() - started).toBeLessThan(TIMEOUT_MS);
  return result;
}

const CREATE = 'mutation ($i: CreateApiaryInput!) { createApiary(input: $i) { apiary { id } } }';

describe('long texts in wrong input', () => {
  it.each([' at "', '" at "a.a.a', ' "; Field "', '"\\"'])(
    'is refused in a time that grows with the text: %j',
    async (text) => {
      const key = text.repeat(60_000 / text.length);
      const { status, errors } = await expectQuick(() => send(CREATE, { i: { name: 'A', [key]: 1 } }));
      expect(status).toBe(400);
      expect(errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', fields: [{ message: 'is not defined by type CreateApiaryInput' }] } },
      ]);
      expect(errors![0]!.message.length).toBeLessThan(500);
    },
  );

  it('names at most 50 of many wrong places', async () => {
    const junk = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`unknown ${i}`, i]));
    const { errors } = await expectQuick(() => send(CREATE, { i: { name: 'A', ...junk } }));
    expect((errors![0]!.extensions as { fields: unknown[] }).fields).toHaveLength(50);
  });

  it('names each wrong place and its cause, and never the value', async () => {
    const { errors } = await send(CREATE, { i: { location: 7, treatments: 'a secret' } });
    expect(errors![0]!.extensions.fields).toEqual([
      { field: 'name', message: 'is required' },
      { field: 'location', message: 'must be text' },
      { field: 'treatments', message: 'must be true or false' },
    ]);
    expect(JSON.stringify(errors)).not.toContain('a secret');
  });

  it('a literal that does not fit is not repeated', async () => {
    const { errors } = await send('mutation { logIn(input: { email: "x", password: 90210 }) { accessToken } }');
    expect(JSON.stringify(errors)).not.toContain('90210');
  });

  it('a document that is no GraphQL is refused as quickly', async () => {
    const { status } = await expectQuick(() => send(`{ a(b: "${' found Name "'.repeat(1400)}`));
    expect(status).toBe(400);
  });
});

describe('rows that a loader has already', () => {
  const nested = (first = ''): string =>
    `{ beehives${first} { nodes { apiary { beehives${first} { nodes { apiary { beehives${first} { nodes { id } } } } } } } } }`;

  it('count each time they enter the response', async () => {
    const { errors, data } = await expectQuick(() => send(nested()));
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', reason: expect.stringMatching(/^RESPONSE_TOO_(BROAD|LARGE)$/) } },
    ]);
    expect(data ?? null).toBeNull();
  });

  it('a default of a variable counts as its value', async () => {
    const { errors } = await send(`query ($n: Int = 500) ${nested('(first: $n)')}`);
    expect(errors).toMatchObject([{ extensions: { reason: 'RESPONSE_TOO_BROAD' } }]);
  });

  it('lists that are not connections count too', async () => {
    await app.database.sql(
      `insert into questions (id, created_at, updated_at, apiary_id, text, answer_type, position)
         select gen_random_uuid(), now(), now(), $1, 'A question', 'texto', n from generate_series(1, 150) n`,
      [apiary],
    );
    const query = '{ apiaries { nodes { questions { apiary { questions { apiary { questions { id } } } } } } } }';
    expect((await expectQuick(() => send(query))).errors).toMatchObject([
      { extensions: { reason: expect.stringMatching(/^RESPONSE_TOO_(BROAD|LARGE)$/) } },
    ]);
  });

  it('a response of many megabytes is refused on both APIs', async () => {
    const place = await ana.apiary();
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, observations)
         select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 2500)`,
      [place],
    );
    const { errors } = await send(`{ beehives(apiaryId: "${place}") { nodes { observations } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'RESPONSE_TOO_LARGE' } }]);
    expect(await ana.rest('GET', `/beehives/apiary/${place}`)).toMatchObject({
      status: 400,
      body: { error_code: 'RESPONSE_TOO_LARGE' },
    });
    // Pages of it are served, and all of it is exported.
    expect(
      (await send(`{ beehives(apiaryId: "${place}", first: 500) { nodes { observations } } }`)).errors,
    ).toBeUndefined();
    expect((await ana.rest('GET', '/users/me/export')).body.beehives.length).toBeGreaterThan(2500);
    await ana.ask(`mutation { deleteApiary(input: { id: "${place}" }) { deletedId } }`);
  });

  it('the same column under several aliases counts as often', async () => {
    const place = await ana.apiary();
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, observations)
         select gen_random_uuid(), now(), now(), $1, repeat('x', 9000) from generate_series(1, 300)`,
      [place],
    );
    const query = (aliases: number): string =>
      `{ beehives(apiaryId: "${place}") { nodes { ${Array.from({ length: aliases }, (_, i) => `a${i}: observations`).join(' ')} } } }`;
    expect((await send(query(3))).errors).toBeUndefined();
    expect((await send(query(12))).errors).toMatchObject([{ extensions: { reason: 'RESPONSE_TOO_LARGE' } }]);
  });
});

describe('memory that a document takes', () => {
  it('a document of 250 kB of comment is refused before it is parsed, without a token', async () => {
    const query = `#${'x'.repeat(200_000)}\n{ __typename }`;
    const { status, errors } = await app.anyone.graphql(query);
    expect([status, errors![0]!.extensions.code, errors![0]!.extensions.reason]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'DOCUMENT_TOO_LONG',
    ]);
  });

  it('its length is counted in bytes of UTF-8', async () => {
    const statuses = [5116, 5117].map(async (bees) => {
      const { status } = await app.anyone.graphql(`#${'🐝'.repeat(bees)}\n{ __typename }`);
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 413]);
  });

  it('the store of documents is bounded in bytes, comments included', async () => {
    const store = createDocumentStore();
    const kept: string[] = [];
    for (let i = 0; i < 400; i++) {
      const key = `document ${i}`;
      await store!.set(key, parse(`#${'x'.repeat(19_000)}\n{ a${i} }`) as DocumentNode);
      kept.push(key);
    }
    const found = await Promise.all(kept.map(async (key) => (await store!.get(key)) !== undefined));
    expect(found.filter(Boolean).length).toBeLessThan(30);
    expect(found.at(-1)).toBe(true);
  });
});

describe('refusals cost less than the request', () => {
  it('a list is counted before its elements are checked', async () => {
    const answers = Array.from({ length: 6000 }, () => ({ questionId: 'x' }));
    const { errors } = await expectQuick(() =>
      send(
        'mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { inspection { id } } }',
        { answers },
      ),
    );
    expect(errors![0]!.extensions.fields).toEqual([{ field: 'answers', message: 'must have at most 500 entries' }]);
  });
});

describe('B: right on every way of execution', () => {
  const again = async (query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<unknown>[]> => {
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await send(query, variables));
    return answers;
  };
  const expectSame = ([first, ...others]: GraphqlAnswer<unknown>[]): void => {
    expect(first!.errors).toBeUndefined();
    for (const other of others) expect(other).toEqual(first);
  };

  it('a default of a variable that must not be null', async () => {
    expectSame(await again('query Q($n: Int! = 2) { beehives(first: $n) { nodes { id } } }'));
  });

  it('an alias that reads like a name of the compiled code', async () => {
    const answers = await again(
      '{ beehives(first: 1) { nodes { apiary { name } } } beehives_idx0_nodes_apiaries: beehives(first: 1) { nodes { apiary { name } } } }',
    );
    expectSame(answers);
    const { beehives, beehives_idx0_nodes_apiaries: other } = answers[3]!.data as Record<string, unknown>;
    expect(other).toEqual(beehives);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('an absent variable named $%s', async (name) => {
    expectSame(
      await again(`query Q($${name}: Int) { beehives(first: $${name}, apiaryId: "${apiary}") { totalCount } }`),
    );
  });

  it.each([[{ toString: 1 }], [{ valueOf: 1, toString: 1 }], [['1']], ['7'], [true], [{}]])(
    'a page size that is no number: %j',
    async (first: unknown) => {
      const { status, errors } = await send('query Q($n: Int) { beehives(first: $n) { nodes { id } } }', { n: first });
      expect(status).toBe(400);
      const fields = [{ field: 'n', message: 'must be a whole number of at most 32 bits' }];
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields } }]);
    },
  );

  it('a subscription that the schema does not have is refused as a wrong request', async () => {
    const { status, errors } = await app.anyone.graphql('subscription { x }');
    expect(status).toBe(400);
    expect(errors![0]!.extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
  });
});
